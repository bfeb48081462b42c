import { useState } from 'react';
import type { A2AError } from '../../../shared/a2a/errors.ts';
import type { Trouble } from '../../../shared/lib/result.ts';
import { startCall } from '../../state/calls.ts';
import { useLogSession } from '../../state/log.ts';
import { useEntry } from '../../state/queries.ts';
import { setFollowing } from '../../state/selection.ts';
import { t } from '../../strings/index.ts';
import { Button } from '../../ui/Button.tsx';
import { TroubleNotice } from '../../views/Trouble.tsx';
import { otherVersionOf, type RetryPlan, retryPlan } from './retry-version.ts';

/** Sends a message again in the other protocol version, where the agent did not know the one it was sent in. */
export function RetryVersion({ seq, error }: { seq: number; error: A2AError }) {
  const fits = otherVersionOf(error);
  const session = useLogSession();
  const answer = useEntry(session, fits ? seq : undefined).data;
  const request = useEntry(session, answer?.related.request).data;
  const plan = request && retryPlan(request);
  return plan ? <Retry plan={plan} /> : null;
}

function Retry({ plan }: { plan: RetryPlan }) {
  const [busy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState<Trouble>();
  const send = async () => {
    setBusy(true);
    setTrouble(undefined);
    const reply = await startCall(plan.call);
    setBusy(false);
    if (reply.ok) setFollowing(true);
    else setTrouble(reply.error);
  };
  return (
    <>
      <div className="conv-actions">
        <Button size="s" icon="refresh" disabled={busy} data-testid="retry-version" onClick={() => void send()}>
          {t('conversation.error.retryAs', { version: plan.version, method: plan.method })}
        </Button>
      </div>
      {trouble ? <TroubleNotice panel="conversation-retry" trouble={trouble} /> : null}
    </>
  );
}
