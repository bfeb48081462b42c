import type { Reply } from '../../../shared/lib/result.ts';
import type { Part } from '../../../shared/model/message.ts';
import { call } from '../../state/bridge.ts';
import { composer } from '../../state/compose.ts';
import { goTo, selectionStore, setFollowing } from '../../state/selection.ts';

/** The task a card speaks of. */
export interface TaskRef {
  agent: string;
  task: string;
  context?: string;
}

/** Sends parts as the person's next message of a task. */
export async function sendAnswer(
  ref: TaskRef,
  parts: Part[],
  streaming: boolean,
): Promise<Reply<{ exchange: number }>> {
  const reply = await call('calls.start', {
    agent: ref.agent,
    operation: streaming ? 'SendStreamingMessage' : 'SendMessage',
    request: {
      message: {
        role: 'ROLE_USER',
        parts,
        taskId: ref.task,
        ...(ref.context ? { contextId: ref.context } : {}),
      },
    },
  });
  if (reply.ok) setFollowing(true);
  return reply;
}

/** Brings the person to the composer, set to continue this task. */
export function writeAnswer(ref: TaskRef): void {
  const { place } = selectionStore.getState();
  if (place.kind !== 'task' || place.task !== ref.task) goTo({ kind: 'task', ...ref });
  // The composer takes over the new place in its next render.
  requestAnimationFrame(() => {
    composer()?.choose('continue');
    composer()?.focus();
  });
}
