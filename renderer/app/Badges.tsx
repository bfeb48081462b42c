import { memo } from 'react';
import type { AgentView, Negotiated } from '../../shared/contract/views.ts';
import { CONNECTION } from '../features/rail/connection.ts';
import { t } from '../strings/index.ts';
import { Chip } from '../ui/Chip.tsx';
import { Fit } from '../ui/Fit.tsx';
import type { IconName } from '../ui/icons.ts';
import { Tip } from '../ui/Tip.tsx';

interface Badge {
  id: 'version' | 'binding' | 'connection';
  value: string;
  text: string;
  icon?: IconName;
  tone?: string;
  why: string;
}

const BINDING_WORDS: Record<string, string> = { JSONRPC: 'JSON-RPC', 'HTTP+JSON': 'HTTP+JSON', GRPC: 'gRPC' };

/** Width of the button behind which folded badges are, px. */
const MORE_WIDTH = 34;
/** Space between badges, px. */
const GAP = 4;

function badgesOf(agent: AgentView): Badge[] {
  const { negotiated, connection } = agent;
  const badges: Badge[] = [];
  if (negotiated) {
    const why = whyOf(negotiated);
    const none = negotiated.why === 'no-interface';
    const key = none ? 'badge.version.none' : negotiated.why === 'forced' ? 'badge.version.forced' : 'badge.version';
    badges.push({
      id: 'version',
      value: negotiated.dialect,
      text: t(key, { version: negotiated.dialect }),
      icon: none ? 'triangle' : 'check',
      ...(none ? { tone: 'tone-warn' } : {}),
      why,
    });
    badges.push({
      id: 'binding',
      value: negotiated.binding,
      text: BINDING_WORDS[negotiated.binding] ?? negotiated.binding,
      why,
    });
  }
  const { icon, tone } = CONNECTION[connection];
  badges.push({
    id: 'connection',
    value: connection,
    text: t(`connection.${connection}`),
    icon,
    tone,
    why: agent.error?.message ?? agent.url,
  });
  return badges;
}

function whyOf(negotiated: Negotiated): string {
  const lines = [negotiated.reason ?? t(`badge.why.${negotiated.why}`), negotiated.url];
  if (negotiated.tenant) lines.push(t('badge.why.tenant', { tenant: negotiated.tenant }));
  return lines.join('\n');
}

/** What was agreed with the agent, each fact with its reason. */
export const Badges = memo(function Badges({ agent }: { agent: AgentView }) {
  const badges = badgesOf(agent);
  return (
    <div className="badges" data-testid="badge-row">
      <Fit
        items={badges.map((badge) => (
          <Tip key={badge.id} text={badge.why}>
            <Chip
              {...(badge.icon ? { icon: badge.icon } : {})}
              className={`badge ${badge.tone ?? ''}`}
              tabIndex={0}
              data-testid="badge"
              data-badge={badge.id}
              data-value={badge.value}
            >
              <span className="badge-text">{badge.text}</span>
            </Chip>
          </Tip>
        ))}
        signature={badges.map((badge) => badge.text).join('\n')}
        gap={GAP}
        moreWidth={MORE_WIDTH}
        more={(from) => (
          <Tip
            text={badges
              .slice(from)
              .map((badge) => badge.text)
              .join('\n')}
          >
            <Chip tabIndex={0} aria-label={t('badge.more.label')}>
              {t('badge.more', { count: badges.length - from })}
            </Chip>
          </Tip>
        )}
      />
    </div>
  );
});
