import type { Artifact } from '../../model/artifact.ts';
import type { Message } from '../../model/message.ts';
import { textOf } from '../../model/message.ts';
import type { TaskDifference } from '../../model/reconnect.ts';
import type { Task } from '../../model/task.ts';
import type { TaskView } from './task.ts';
import { cutText, partsLine, partsSize } from './text-line.ts';

/** A text of so many characters that stands at the end of another one is no accident. */
const REPEAT_CHARS = 16;
/** Differences that are told one by one. */
export const DIFFERENCE_LIMIT = 50;

/**
 * What a fetched task holds beyond what its events said. An agent may keep less than it streamed, so nothing that only
 * the events said is a difference.
 */
export function compareTask(known: TaskView | undefined, fetched: Task): TaskDifference[] {
  const found: TaskDifference[] = [];
  const state = fetched.status?.state;
  if (state !== undefined && state !== known?.state) {
    const events = known?.state === undefined ? 'no event stated a state' : `the events ended at ${known.state}`;
    found.push({ what: 'state', message: `The task is ${state}; ${events}.` });
  }
  for (const artifact of listOf(fetched.artifacts)) {
    const difference = missingOf(known, artifact);
    if (difference !== undefined) found.push(difference);
  }
  const told = new Set<string>();
  for (const message of messagesOf(fetched)) {
    const id = message.messageId;
    if (!id || told.has(id) || known?.places.has(id)) continue;
    told.add(id);
    if (known !== undefined && isRepeat(known, message)) continue;
    const words = cutText(partsLine(message.parts));
    found.push({ what: 'message', id, message: `Message ${id} came in no event${words === '' ? '' : `: ${words}`}` });
  }
  return found.slice(0, DIFFERENCE_LIMIT);
}

const listOf = <T>(list: readonly T[] | undefined): readonly T[] => (Array.isArray(list) ? list : []);

function messagesOf(task: Task): Message[] {
  const { message } = task.status ?? {};
  return message ? [...listOf(task.history), message] : [...listOf(task.history)];
}

/** A message of its own that says what streamed deltas have said. */
function isRepeat(known: TaskView, message: Message): boolean {
  const text = textOf(message.parts);
  if (text === '') return false;
  return known.history.some((old) => {
    const said = old.role === message.role ? textOf(old.parts) : '';
    return said === text || (text.length >= REPEAT_CHARS && said.endsWith(text));
  });
}

function missingOf(known: TaskView | undefined, artifact: Artifact): TaskDifference | undefined {
  const id = artifact.artifactId;
  const there = known?.artifacts.get(id);
  if (there === undefined) return { what: 'artifact', id, message: `Artifact ${id} came in no event.` };
  const bytes = partsSize(listOf(artifact.parts));
  if (bytes <= there.bytes) return undefined;
  const message = `Artifact ${id} has ${bytes} bytes; the events brought ${there.bytes} of them.`;
  return { what: 'artifact-content', id, message };
}
