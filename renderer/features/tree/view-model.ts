import type { Origin, TreeArtifact, TreeContext, TreeTask, TreeTool } from '../../../shared/a2a/reduce/tree.ts';
import type { Place } from '../../state/selection.ts';

/** One visible line of the tree. */
export interface TreeNode {
  /** Stable while the node lives: a reload finds it again by its ids. */
  key: string;
  kind: 'context' | 'task' | 'span' | 'artifact' | 'more';
  level: 1 | 2 | 3;
  /** Index of the parent's line; -1 at level 1. */
  parent: number;
  setSize: number;
  /** From 1. */
  position: number;
  /** Undefined when there is nothing below. */
  expanded?: boolean;
  origin: Origin;
  context?: TreeContext;
  task?: TreeTask;
  tool?: TreeTool;
  artifact?: TreeArtifact;
}

export interface TreeView {
  /** Only this agent's; all of them when undefined, as in a session that was made elsewhere. */
  agent?: string;
  /** Nodes the person opened or closed. */
  expansion: Readonly<Record<string, boolean>>;
  /** Lower case; shows contexts and tasks whose label has it, and opens them. */
  filter: string;
  /** Chosen task: open unless the person closed it. */
  place: Place;
  /** A last line that asks the server for more. */
  more: boolean;
}

export const contextKey = (context: TreeContext): string =>
  context.id === undefined ? context.key : `${context.agent}|${context.id}`;

export const taskKey = (task: TreeTask): string => (task.id === undefined ? task.key : `${task.agent}|${task.id}`);

/** Contexts, newest first; those that only the server knows come last. Their tasks likewise. */
export function flatten(contexts: readonly TreeContext[], view: TreeView): TreeNode[] {
  const shown = newestFirst(contexts).filter(
    (context) => (view.agent === undefined || context.agent === view.agent) && keeps(context, view.filter),
  );
  const nodes: TreeNode[] = [];
  const setSize = shown.length + (view.more ? 1 : 0);
  for (const [index, context] of shown.entries()) addContext(nodes, context, index + 1, setSize, view);
  if (view.more) {
    nodes.push({ key: 'more', kind: 'more', level: 1, parent: -1, setSize, position: setSize, origin: 'server' });
  }
  return nodes;
}

const newestFirst = <N extends { origin: Origin }>(nodes: readonly N[]): N[] => {
  const local = nodes.filter((node) => node.origin !== 'server').reverse();
  // A server lists by its own time, latest first (1.0 §3.1.4).
  return local.concat(nodes.filter((node) => node.origin === 'server'));
};

const has = (title: string, id: string | undefined, filter: string): boolean =>
  title.toLowerCase().includes(filter) || (id?.toLowerCase().includes(filter) ?? false);

const keeps = (context: TreeContext, filter: string): boolean =>
  filter === '' ||
  has(context.title, context.id, filter) ||
  context.tasks.some((task) => has(task.title, task.id, filter));

function addContext(nodes: TreeNode[], context: TreeContext, position: number, setSize: number, view: TreeView): void {
  const key = contextKey(context);
  const own = view.filter === '' || has(context.title, context.id, view.filter);
  const tasks = newestFirst(context.tasks).filter((task) => own || has(task.title, task.id, view.filter));
  const expanded = view.filter !== '' || (view.expansion[key] ?? context.origin !== 'server');
  const parent = nodes.length;
  nodes.push({
    key,
    kind: 'context',
    level: 1,
    parent: -1,
    setSize,
    position,
    origin: context.origin,
    context,
    ...(tasks.length > 0 ? { expanded } : {}),
  });
  if (!expanded) return;
  for (const [index, task] of tasks.entries()) addTask(nodes, context, task, parent, index + 1, tasks.length, view);
}

function addTask(
  nodes: TreeNode[],
  context: TreeContext,
  task: TreeTask,
  parent: number,
  position: number,
  setSize: number,
  view: TreeView,
): void {
  const key = taskKey(task);
  const below = task.tools.length + task.artifacts.length;
  const chosen = view.place.kind === 'task' && view.place.task === task.id && view.place.agent === task.agent;
  const expanded = view.expansion[key] ?? chosen;
  const line = nodes.length;
  const shared = { origin: task.origin, context, task };
  nodes.push({ key, kind: 'task', level: 2, parent, setSize, position, ...shared, ...(below > 0 ? { expanded } : {}) });
  if (!expanded) return;
  let at = 0;
  const leaf = { level: 3, parent: line, setSize: below, ...shared } as const;
  for (const tool of task.tools)
    nodes.push({ ...leaf, key: `${key}|tool|${tool.id}`, kind: 'span', position: ++at, tool });
  for (const artifact of task.artifacts)
    nodes.push({ ...leaf, key: `${key}|artifact|${artifact.id}`, kind: 'artifact', position: ++at, artifact });
}

/** Next line whose label begins with what was typed, after the current one and around the end. */
export function typeAhead(labels: readonly string[], from: number, typed: string): number {
  const wanted = typed.toLowerCase();
  for (let step = typed.length > 1 ? 0 : 1; step <= labels.length; step++) {
    const index = (from + step) % labels.length;
    if (labels[index]?.toLowerCase().startsWith(wanted)) return index;
  }
  return -1;
}

/** Where a chosen line leads, and the row it points to. A turn without ids lives in the session only. */
export function destination(node: TreeNode): { place: Place; seq?: number; tab?: string } | undefined {
  const { context, task } = node;
  if (!context) return undefined;
  const contextId = context.id === undefined ? {} : { context: context.id };
  const place: Place =
    task && task.id !== undefined
      ? { kind: 'task', agent: task.agent, task: task.id, ...contextId }
      : context.id !== undefined
        ? { kind: 'context', agent: context.agent, context: context.id }
        : { kind: 'session' };
  if (node.tool) return { place, seq: node.tool.endSeq ?? node.tool.seq, tab: 'timeline' };
  if (node.artifact) return { place, ...(node.artifact.seq > 0 ? { seq: node.artifact.seq } : {}), tab: 'timeline' };
  const nameless = task && task.id === undefined;
  return nameless && task.seq > 0 ? { place, seq: task.seq } : { place };
}
