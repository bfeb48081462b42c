import { setTimeout as wait } from 'node:timers/promises';
import { compareTask } from '../../../shared/a2a/reduce/compare-task.ts';
import type { OutcomeView } from '../../../shared/contract/views.ts';
import type { Reply } from '../../../shared/lib/result.ts';
import { done, refused } from '../../../shared/lib/result.ts';
import type { ReconciledDetail, TaskDifference } from '../../../shared/model/reconnect.ts';
import type { Task } from '../../../shared/model/task.ts';
import type { Calls } from '../calls.ts';
import { COMPARE_AGAIN_MS } from '../limits.ts';
import type { EngineParts } from '../parts.ts';
import { readTask } from './read-task.ts';
import { requestFor, type Tracked } from './tracked.ts';
import { reconciledWords } from './words.ts';

/**
 * Fetches a task and writes into the log what it holds beyond its events. Returns as soon as the request is recorded;
 * trouble on the way is in the log like that of any other call.
 */
export async function reconcile(
  parts: EngineParts,
  calls: Calls,
  tracked: Tracked,
): Promise<Reply<{ exchange: number }>> {
  const agent = parts.agents.get(tracked.agent);
  if (!agent) return refused('not-found', `There is no agent "${tracked.agent}".`);
  const call = await calls.start(agent, 'GetTask', requestFor(tracked), tracked.options);
  if (!call.ok) return call;
  void call.value.outcome.then((view) => compareWith(parts, tracked, view));
  return done({ exchange: call.value.number });
}

async function compareWith(parts: EngineParts, tracked: Tracked, { reading }: OutcomeView): Promise<void> {
  if (reading?.type !== 'task' || tracked.exchanges.size === 0) return;
  let differences = await differencesOf(tracked, reading.task);
  if (differences.length > 0) {
    // An event that says the same may be on its way.
    await wait(COMPARE_AGAIN_MS, undefined, { ref: false });
    const later = await differencesOf(tracked, reading.task);
    // The other way round, events that came since are no difference either.
    differences = differences.filter((one) => later.some(({ what, id }) => what === one.what && id === one.id));
  }
  const { agent, task, recorder } = tracked;
  if (recorder !== parts.sessions.live) return;
  const detail: ReconciledDetail = { task, differences, message: reconciledWords(differences.length) };
  recorder.note({ agent, what: 'reconciled', detail: { ...detail } });
}

async function differencesOf(tracked: Tracked, fetched: Task): Promise<TaskDifference[]> {
  const { recorder, task, exchanges } = tracked;
  const known = await readTask(recorder.session, task, exchanges);
  return known === undefined ? [] : compareTask(known, fetched);
}
