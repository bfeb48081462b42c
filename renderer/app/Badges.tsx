import { memo } from 'react';
import { describeSecurity } from '../../shared/a2a/card/security-words.ts';
import type { AgentView, Negotiated } from '../../shared/contract/views.ts';
import { type AuthBadge, authBadge } from '../features/access/auth-badge.ts';
import { CONNECTION } from '../features/rail/connection.ts';
import { openAccess } from '../state/access.ts';
import { useAccess, useCard } from '../state/queries.ts';
import { useNow } from '../state/use-now.ts';
import { t } from '../strings/index.ts';
import { Chip } from '../ui/Chip.tsx';
import { Fit } from '../ui/Fit.tsx';
import { Icon } from '../ui/Icon.tsx';
import type { IconName } from '../ui/icons.ts';
import { Tip } from '../ui/Tip.tsx';

interface Badge {
  id: 'version' | 'binding' | 'auth' | 'connection';
  value: string;
  text: string;
  icon?: IconName;
  tone?: string;
  why: string;
  /** Where the badge leads. */
  onOpen?(): void;
}

const BINDING_WORDS: Record<string, string> = { JSONRPC: 'JSON-RPC', 'HTTP+JSON': 'HTTP+JSON', GRPC: 'gRPC' };

/** Width of the button behind which folded badges are, px. */
const MORE_WIDTH = 34;
/** Space between badges, px. */
const GAP = 4;

function badgesOf(agent: AgentView, auth: AuthBadge | undefined): Badge[] {
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
  if (auth) badges.push({ id: 'auth', ...auth, onOpen: () => openAccess(agent.id) });
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
  const badges = badgesOf(agent, useAuthBadge(agent));
  return (
    <div className="badges" data-testid="badge-row">
      <Fit
        items={badges.map((badge) => (
          <Tip key={badge.id} text={badge.why}>
            <BadgeChip badge={badge} />
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

/** Props beyond its own come from the tooltip around it. */
function BadgeChip({ badge, ...rest }: { badge: Badge }) {
  const { id, value, text, icon, tone, onOpen } = badge;
  const data = { 'data-testid': 'badge', 'data-badge': id, 'data-value': value };
  const words = <span className="badge-text">{text}</span>;
  if (!onOpen) {
    return (
      <Chip {...(icon ? { icon } : {})} className={`badge ${tone ?? ''}`} tabIndex={0} {...data} {...rest}>
        {words}
      </Chip>
    );
  }
  return (
    <button type="button" className={`chip badge badge-button ${tone ?? ''}`} onClick={onOpen} {...data} {...rest}>
      {icon ? <Icon name={icon} size={12} /> : null}
      {words}
    </button>
  );
}

/** The countdown shows whole seconds. */
const TICK_MS = 1_000;

function useAuthBadge(agent: AgentView): AuthBadge | undefined {
  const access = useAccess(agent.id).data;
  const card = useCard(agent.id).data?.card;
  const ends = access?.using.some((credential) => credential.expires !== undefined) === true;
  const now = useNow(ends, TICK_MS);
  const asked = card !== undefined && !describeSecurity(card.securityRequirements, card.securitySchemes).open;
  return authBadge(agent, access, asked, now);
}
