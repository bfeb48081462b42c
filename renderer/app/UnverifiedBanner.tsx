import type { AgentView } from '../../shared/contract/views.ts';
import { goTo } from '../state/selection.ts';
import { t } from '../strings/index.ts';
import { Button } from '../ui/Button.tsx';
import { Icon } from '../ui/Icon.tsx';

/** Stays as long as certificates of the agent are not verified; there is no way to dismiss it. */
export function UnverifiedBanner({ agent }: { agent: AgentView }) {
  if (agent.options.tls?.allowSelfSigned !== true) return null;
  return (
    <p className="unverified" role="status" data-testid="unverified-banner">
      <Icon name="triangle" className="tone-warn" />
      <span className="grow">{t('unverified.banner')}</span>
      <Button size="s" onClick={() => goTo({ kind: 'agent', agent: agent.id }, 'connection')}>
        {t('unverified.change')}
      </Button>
    </p>
  );
}
