import { createStore, useStore } from 'zustand';
import type { TreeTask } from '../../shared/a2a/reduce/tree.ts';
import { isQuiet, type Row } from '../../shared/model/row.ts';
import { logStore, sessionLog } from './log.ts';
import { type Place, selectionStore } from './selection.ts';

/** News of a node that were on screen, by its key. */
let seen = new Map<string, number>();
/** Last row of the log when a node was last on screen, by its key. */
let readTo = new Map<string, number>();
let session = '';
/** Rows up to this seq were there before the page looked, so nobody missed them. */
let baseline: number | undefined;

/** One look at a place: what had been read when the person came, and how far the log went then. */
interface Visit {
  readTo: ReadonlyMap<string, number>;
  upTo: number;
}

const visitStore = createStore<Visit>(() => ({ readTo: new Map(), upTo: 0 }));

const shows = (place: Place, task: TreeTask, context: string | undefined): boolean => {
  if (place.kind === 'session') return true;
  if (place.kind === 'task') return task.id === place.task && task.agent === place.agent;
  return place.kind === 'context' && context === place.context && task.agent === place.agent;
};

/** Follows the log and the place on screen. Called once, before the first feed opens. */
export function watchUnread(): void {
  logStore.subscribe(mark);
  selectionStore.subscribe((state, before) => {
    if (state.place === before.place) return;
    visitStore.setState({ readTo: new Map(readTo), upTo: lastSeqOf(sessionLog()) });
    mark();
  });
}

const lastSeqOf = ({ rows }: { rows: readonly Row[] }): number => rows[rows.length - 1]?.seq ?? 0;

function mark(): void {
  const log = sessionLog();
  if (log.session !== session) {
    session = log.session;
    seen = new Map();
    readTo = new Map();
    baseline = undefined;
    visitStore.setState({ readTo, upTo: 0 });
  }
  const lastSeq = lastSeqOf(log);
  if (lastSeq > 0) baseline ??= log.last;
  const replaying = baseline === undefined || lastSeq <= baseline;
  const { place } = selectionStore.getState();
  for (const context of log.tree.contexts) {
    for (const task of context.tasks) {
      if (!replaying && !shows(place, task, context.id)) continue;
      seen.set(task.key, task.news);
      readTo.set(task.key, lastSeq);
    }
  }
}

/** Something happened in this task since it was last on screen. */
export const isUnread = (task: TreeTask): boolean => task.news > (seen.get(task.key) ?? 0);

export function markRead(task: TreeTask): void {
  seen.set(task.key, task.news);
  readTo.set(task.key, lastSeqOf(sessionLog()));
}

/** Changes with every look at another place, and with it which rows are unread. */
export const useVisit = (wanted: boolean): unknown => useStore(visitStore, (visit) => (wanted ? visit : undefined));

/**
 * The row came while its task was not on screen, and the person has come to see it since. What comes while they look is
 * read; what they came for stays unread until they leave.
 */
export function isUnreadRow(row: Row): boolean {
  const { readTo: read, upTo } = visitStore.getState();
  if (row.seq > upTo || row.kind === 'comment' || isQuiet(row)) return false;
  const node = sessionLog().tree.nodeOf(row);
  return node !== undefined && row.seq > (read.get(node.key) ?? 0);
}
