import type { ConsentNeeded } from '../../shared/contract/access.ts';
import { openAccess } from '../state/access.ts';
import { fetchCard } from '../state/agents.ts';
import { call } from '../state/bridge.ts';
import { askConsent } from '../state/consent.ts';
import { useSelection } from '../state/selection.ts';
import { t } from '../strings/index.ts';
import { Button } from '../ui/Button.tsx';

/** Leads to the Access tab of an agent; without one, of the agent that the window is about. */
export function EnterCredentials({ agent }: { agent: string | undefined }) {
  const chosen = useSelection((selection) => selection.agent);
  const id = agent ?? chosen;
  if (id === undefined) return null;
  return (
    <span>
      <Button size="s" icon="key" data-testid="enter-credentials" onClick={() => openAccess(id)}>
        {t('access.enter')}
      </Button>
    </span>
  );
}

interface DecideConsentProps {
  needed: ConsentNeeded;
  /** What to do with the answer; left out: the card is read again. */
  onDecided?(): void;
}

/** Opens the question again that was broken off, or that nobody was there to answer. */
export function DecideConsent({ needed, onDecided }: DecideConsentProps) {
  const decide = async () => {
    const answer = await askConsent(needed);
    if (answer === undefined) return;
    const reply = await call('access.consent', { from: needed.from, to: needed.to, answer });
    if (!reply.ok) return;
    if (onDecided) onDecided();
    else await fetchCard(needed.agent);
  };
  return (
    <span>
      <Button size="s" icon="key" data-testid="decide-consent" onClick={() => void decide()}>
        {t('consent.decide')}
      </Button>
    </span>
  );
}
