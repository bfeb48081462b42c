import type { TreeContext, TreeTask } from '../../../shared/a2a/reduce/tree.ts';
import { stateClass } from '../../../shared/model/task.ts';

/** The task goes on: an answer is arriving, or its last known state says so. */
export const goesOn = (task: TreeTask): boolean => task.live || stateClass(task.state) === 'active';

/** Servers sort by the time of the status, and a task without one, often a running one, comes last there. */
const timeOf = (task: TreeTask): number => {
  const time = Date.parse(task.timestamp ?? '');
  return Number.isNaN(time) ? Number.NEGATIVE_INFINITY : time;
};

const latest = (context: TreeContext): number => Math.max(Number.NEGATIVE_INFINITY, ...context.tasks.map(timeOf));

const RANK = { going: 0, local: 1, server: 2 } as const;

/**
 * Those that go on first; then what ran here, newest first; then what only the server knows, newest first, and in the
 * server's order where it gives no time.
 */
function ordered<N extends TreeContext | TreeTask>(
  nodes: readonly N[],
  going: (node: N) => boolean,
  time: (node: N) => number,
): N[] {
  const places = nodes.map((node, index) => {
    const local = node.origin !== 'server';
    return { node, index, local, rank: going(node) ? RANK.going : local ? RANK.local : RANK.server, at: time(node) };
  });
  places.sort((one, other) => {
    if (one.rank !== other.rank) return one.rank - other.rank;
    if (one.local !== other.local) return one.local ? -1 : 1;
    if (one.local) return other.index - one.index;
    return one.at === other.at ? one.index - other.index : other.at - one.at;
  });
  return places.map(({ node }) => node);
}

export const orderTasks = (tasks: readonly TreeTask[]): TreeTask[] => ordered(tasks, goesOn, timeOf);

export const orderContexts = (contexts: readonly TreeContext[]): TreeContext[] =>
  ordered(contexts, ({ tasks }) => tasks.some(goesOn), latest);
