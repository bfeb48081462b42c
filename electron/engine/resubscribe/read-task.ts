import { performance } from 'node:perf_hooks';
import { setImmediate as turn } from 'node:timers/promises';
import { createFold } from '../../../shared/a2a/reduce/fold.ts';
import { reduceTask, type TaskView } from '../../../shared/a2a/reduce/task.ts';
import { COMPARED_ENTRIES_LIMIT, READ_SLICE_MS } from '../limits.ts';
import type { Session } from '../session.ts';

/**
 * A task as the events of these exchanges tell it, read back from the log up to its present end. Undefined when there
 * is more than is worth reading again.
 */
export async function readTask(
  session: Session,
  task: string,
  exchanges: Iterable<number>,
): Promise<TaskView | undefined> {
  const wanted = new Set(exchanges);
  const { rows, source } = session;
  const end = rows.length;
  const fold = createFold();
  let view: TaskView | undefined;
  let read = 0;
  let slice = performance.now();
  for (let index = firstOf(session, wanted); index < end; index += 1) {
    if (performance.now() - slice > READ_SLICE_MS) {
      await turn();
      slice = performance.now();
    }
    if (!wanted.has(rows.exchangeAt(index))) continue;
    read += 1;
    if (read > COMPARED_ENTRIES_LIMIT) return undefined;
    const entry = await source?.entry(index);
    if (!entry) continue;
    const { row, reading } = fold.push(entry);
    if (reading?.type === 'sent' && reading.message) view = reduceTask(view, { message: reading.message });
    else if (reading?.type === 'event' && row.task === task) view = reduceTask(view, reading.event);
  }
  return view;
}

/** Index of the first request among some exchanges. */
function firstOf(session: Session, exchanges: ReadonlySet<number>): number {
  let first = session.rows.length;
  for (const exchange of exchanges) {
    let places = session.exchange(exchange);
    while (places.earlier) places = places.earlier;
    if (places.request !== undefined) first = Math.min(first, session.indexOf(places.request));
  }
  return Math.max(0, first);
}
