import { startCall } from '../../state/calls.ts';
import { consentOf } from '../../state/consent.ts';
import { useLogSession } from '../../state/log.ts';
import { useEntry } from '../../state/queries.ts';
import { setFollowing } from '../../state/selection.ts';
import { DecideConsent } from '../../views/EnterCredentials.tsx';
import { sameCall } from './retry-version.ts';

/** Where an exchange ended because its answer led to another origin: the question, and the message again after it. */
export function Decide({ seq }: { seq: number }) {
  const session = useLogSession();
  const end = useEntry(session, seq).data;
  const needed = end?.entry.kind === 'end' ? consentOf(end.entry.error) : undefined;
  const request = useEntry(session, needed ? end?.related.request : undefined).data;
  const again = request && sameCall(request);
  if (!needed || !again) return null;
  return (
    <div className="conv-actions">
      <DecideConsent
        needed={needed}
        onDecided={() => void startCall(again).then((reply) => (reply.ok ? setFollowing(true) : undefined))}
      />
    </div>
  );
}
