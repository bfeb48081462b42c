import type { Reply } from '../../shared/lib/result.ts';
import type { Part } from '../../shared/model/message.ts';
import { startCall } from './calls.ts';
import { composer, focusComposer } from './compose.ts';
import { goTo, selectionStore, setFollowing } from './selection.ts';

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
  const reply = await startCall({
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

/**
 * The message that lets a task go on after a sign-in. Any message with the id of the task does (1.0 §7.6), and a message
 * needs a part; empty data puts no words into anybody's mouth.
 */
export const EMPTY_MESSAGE: Part[] = [{ data: {}, mediaType: 'application/json' }];

/** Lets a task go on that waited for a sign-in. */
export async function continueTask(ref: TaskRef, streaming: boolean): Promise<Reply<{ exchange: number }>> {
  const reply = await sendAnswer(ref, EMPTY_MESSAGE, streaming);
  if (reply.ok) showTask(ref);
  return reply;
}

function showTask(ref: TaskRef): void {
  const { place } = selectionStore.getState();
  if (place.kind !== 'task' || place.task !== ref.task) goTo({ kind: 'task', ...ref });
}

/** Brings the person to the composer, set to continue this task. */
export function writeAnswer(ref: TaskRef): void {
  showTask(ref);
  // The composer takes over the new place in its next render.
  requestAnimationFrame(() => {
    composer()?.choose('continue');
    focusComposer();
  });
}
