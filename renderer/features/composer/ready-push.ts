import type { ReceiverView, RegistrationView } from '../../../shared/contract/receiver.ts';
import type { Reply } from '../../../shared/lib/result.ts';
import { TOKEN_PLACEHOLDER } from '../../../shared/model/receiver.ts';
import { call } from '../../state/bridge.ts';
import type { PushDraft } from '../../state/push-draft.ts';
import { addressFor } from '../../state/receiver.ts';
import { startInput } from '../../state/receiver-start.ts';
import { t } from '../../strings/index.ts';

/** The last part of an address of the receiver says which one it is; what stands before changes with each start. */
const lastOf = (url: string | undefined): string => url?.split('/').pop() ?? '';

/** The address in a draft, when it can still be used: for this agent, and for this task or for none yet. */
export function usableAddress(
  { registrations }: Pick<ReceiverView, 'registrations'>,
  url: string,
  agent: string,
  task: string | undefined,
): RegistrationView | undefined {
  const found = registrations.find((one) => lastOf(one.url) === lastOf(url));
  return found?.agent === agent && (found.task === undefined || found.task === task) ? found : undefined;
}

/**
 * The configuration as it goes out with a message. Each task gets an address of the receiver of its own, and a receiver
 * that was stopped meanwhile is not started again behind somebody's back.
 */
export async function readyPush(
  agent: string,
  task: string | undefined,
  draft: PushDraft | undefined,
): Promise<Reply<PushDraft | undefined>> {
  if (draft?.token !== TOKEN_PLACEHOLDER) return { ok: true, value: draft };
  const seen = await call('receiver.get', {});
  if (!seen.ok) return seen;
  if (seen.value.state !== 'listening') {
    return { ok: false, error: { code: 'not-found', message: t('composer.push.stopped') } };
  }
  const found = usableAddress(seen.value, draft.url, agent, task);
  const reply: Reply<RegistrationView> = found
    ? { ok: true, value: found }
    : await addressFor(agent, task, startInput());
  return reply.ok ? { ok: true, value: { ...draft, url: reply.value.url ?? '' } } : reply;
}
