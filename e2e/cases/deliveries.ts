import { type EventLine, eventLine } from '../../electron/cli/event-line.ts';
import type { Engine } from '../../electron/engine/engine.ts';
import { createTree } from '../../shared/a2a/reduce/tree.ts';
import type { TreeTask } from '../../shared/a2a/reduce/tree-model.ts';
import type { EntryView } from '../../shared/contract/views.ts';
import type { Row } from '../../shared/model/row.ts';
import { readSession } from './session.ts';

/** Entries that were pushed. */
export const deliveriesIn = (entries: readonly EntryView[]): EntryView[] =>
  entries.filter(({ entry }) => entry.kind === 'delivery');

/** What deliveries said, in the words in which events are compared. */
export const deliveredEvents = (entries: readonly EntryView[]): EventLine[] =>
  deliveriesIn(entries).flatMap((view) => {
    const { seq, at } = view.entry;
    const body = 'body' in view.entry ? view.entry.body : { bytes: 0 };
    return eventLine({ ...view, entry: { kind: 'frame', framing: 'body', exchange: 0, seq, at, body } }) ?? [];
  });

/** A task as the tree has it after these rows. */
export function taskInTree(rows: readonly Row[], id: string): TreeTask | undefined {
  const tree = createTree();
  for (const row of rows) tree.push(row);
  return tree.contexts.flatMap(({ tasks }) => tasks).find((task) => task.id === id);
}

/** Says that the first delivery counts, whoever sent it. */
export async function acceptFirst(engine: Engine): Promise<undefined> {
  const [first] = deliveriesIn(await readSession(engine, engine.liveSession));
  const accepted = await engine.call('receiver.accept', { seq: first?.entry.seq ?? 0 });
  if (!accepted.ok) throw new Error(`The delivery was not accepted: ${accepted.error.message}`);
}
