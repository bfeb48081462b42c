import { useQuery } from '@tanstack/react-query';
import type { InputOf } from '../../shared/contract/procedures.ts';
import type { ReceiverView, RegistrationView } from '../../shared/contract/receiver.ts';
import type { Reply } from '../../shared/lib/result.ts';
import type { AnswerStep } from '../../shared/model/receiver.ts';
import { ask, call } from './bridge.ts';
import { queryClient, refreshAfter } from './queries.ts';

export const useReceiver = () => useQuery({ queryKey: ['receiver'], queryFn: () => ask('receiver.get', {}) });

const know = (reply: Reply<ReceiverView>): Reply<ReceiverView> => {
  if (reply.ok) queryClient.setQueryData(['receiver'], reply.value);
  else refreshAfter(['receiver']);
  return reply;
};

export const startReceiver = async (input: InputOf<'receiver.start'>) => know(await call('receiver.start', input));

export const stopReceiver = async () => know(await call('receiver.stop', {}));

/** Has it listen elsewhere. */
export async function moveReceiver(input: InputOf<'receiver.start'>): Promise<Reply<ReceiverView>> {
  const stopped = await stopReceiver();
  return stopped.ok ? startReceiver(input) : stopped;
}

/**
 * The address of the receiver for a task: one that was made for it before, or a new one. Without a task: one that a message
 * can begin a task with. Starts the receiver where it does not run.
 */
export async function addressFor(
  agent: string,
  task: string | undefined,
  start: InputOf<'receiver.start'>,
): Promise<Reply<RegistrationView>> {
  const seen = await call('receiver.get', {});
  if (!seen.ok) return seen;
  const running = seen.value.state === 'listening' ? seen : await startReceiver(start);
  if (!running.ok) return running;
  const own = running.value.registrations.filter((one) => one.agent === agent && one.task === task);
  // One that something came to belongs to a task, whether its id is known or not.
  const made = own.find(({ received }) => task !== undefined || received === 0);
  const reply: Reply<RegistrationView> = made
    ? { ok: true, value: made }
    : await call('receiver.register', { agent, ...(task !== undefined && { task }) });
  refreshAfter(['receiver']);
  return reply;
}

export async function setAnswers(registration: string, answers: AnswerStep[]): Promise<Reply<RegistrationView>> {
  const reply = await call('receiver.answers', { registration, answers });
  refreshAfter(['receiver']);
  return reply;
}

export async function takeBack(registration: string): Promise<Reply<null>> {
  const reply = await call('receiver.unregister', { registration });
  refreshAfter(['receiver']);
  return reply;
}

export const acceptDelivery = (seq: number): Promise<Reply<null>> => call('receiver.accept', { seq });
