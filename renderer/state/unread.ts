import type { TreeTask } from '../../shared/a2a/reduce/tree.ts';
import { logStore, sessionLog } from './log.ts';
import { type Place, selectionStore } from './selection.ts';

/** News of a node that were on screen, by its key. */
let seen = new Map<string, number>();
let session = '';
/** Rows up to this seq were there before the page looked, so nobody missed them. */
let baseline: number | undefined;

const shows = (place: Place, task: TreeTask, context: string | undefined): boolean => {
  if (place.kind === 'session') return true;
  if (place.kind === 'task') return task.id === place.task && task.agent === place.agent;
  return place.kind === 'context' && context === place.context && task.agent === place.agent;
};

/** Follows the log and the place on screen. Called once, before the first feed opens. */
export function watchUnread(): void {
  logStore.subscribe(mark);
  selectionStore.subscribe((state, before) => {
    if (state.place !== before.place) mark();
  });
}

function mark(): void {
  const log = sessionLog();
  if (log.session !== session) {
    session = log.session;
    seen = new Map();
    baseline = undefined;
  }
  const lastSeq = log.rows[log.rows.length - 1]?.seq ?? 0;
  if (lastSeq > 0) baseline ??= log.last;
  const replaying = baseline === undefined || lastSeq <= baseline;
  const { place } = selectionStore.getState();
  for (const context of log.tree.contexts)
    for (const task of context.tasks) if (replaying || shows(place, task, context.id)) seen.set(task.key, task.news);
}

/** Something happened in this task since it was last on screen. */
export const isUnread = (task: TreeTask): boolean => task.news > (seen.get(task.key) ?? 0);

export function markRead(task: TreeTask): void {
  seen.set(task.key, task.news);
}
