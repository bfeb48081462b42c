import type {
  Origin,
  TreeArtifact,
  TreeContext,
  TreeTask,
  TreeTool,
  TreeTurn,
} from '../../../shared/a2a/reduce/tree.ts';
import type { ListCriteria } from '../../../shared/a2a/reduce/tree-listing.ts';
import type { Place } from '../../state/selection.ts';
import { goesOn, orderContexts, orderTasks } from './order.ts';

/** One visible line of the tree. */
export interface TreeNode {
  /** Stable while the node lives: a reload finds it again by its ids. */
  key: string;
  kind: 'context' | 'task' | 'turn' | 'span' | 'artifact' | 'more';
  level: 1 | 2 | 3 | 4;
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
  turn?: TreeTurn;
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
  /** The same for what is asked of the server: context, state and time of the status. */
  criteria?: ListCriteria;
  /** Wall clock of `at = 0`, ms since the epoch. */
  started?: number;
  /** Chosen task: open unless the person closed it. */
  place: Place;
  /** A last line that asks the server for more. */
  more: boolean;
}

export const contextKey = (context: TreeContext): string =>
  context.id === undefined ? context.key : `${context.agent}|${context.id}`;

export const taskKey = (task: TreeTask): string => (task.id === undefined ? task.key : `${task.agent}|${task.id}`);

/** Contexts and their tasks in the order of `order.ts`. */
export function flatten(contexts: readonly TreeContext[], view: TreeView): TreeNode[] {
  const shown = orderContexts(contexts).filter(
    (context) => (view.agent === undefined || context.agent === view.agent) && keeps(context, view),
  );
  const nodes: TreeNode[] = [];
  const setSize = shown.length + (view.more ? 1 : 0);
  for (const [index, context] of shown.entries()) addContext(nodes, context, index + 1, setSize, view);
  if (view.more) {
    nodes.push({ key: 'more', kind: 'more', level: 1, parent: -1, setSize, position: setSize, origin: 'server' });
  }
  return nodes;
}

const has = (title: string, id: string | undefined, filter: string): boolean =>
  title.toLowerCase().includes(filter) || (id?.toLowerCase().includes(filter) ?? false);

const keeps = (context: TreeContext, view: TreeView): boolean => tasksOf(context, view).length > 0;

/** Tasks of a context that the filters let through; all of them where the words are the context's own. */
function tasksOf(context: TreeContext, view: TreeView): TreeTask[] {
  const { filter, criteria } = view;
  if (criteria?.context && context.id !== criteria.context) return [];
  const own = filter === '' || has(context.title, context.id, filter);
  return context.tasks.filter((task) => (own || has(task.title, task.id, filter)) && meets(task, view));
}

function meets(task: TreeTask, { criteria = {}, started = 0 }: TreeView): boolean {
  const { state, since } = criteria;
  if (state && task.state !== state) return false;
  if (!since || goesOn(task)) return true;
  const changed = task.last === undefined ? Date.parse(task.timestamp ?? '') : started + task.last;
  // Nobody knows when it changed, so it may have been then.
  return Number.isNaN(changed) || changed >= Date.parse(since);
}

function addContext(nodes: TreeNode[], context: TreeContext, position: number, setSize: number, view: TreeView): void {
  const key = contextKey(context);
  const tasks = orderTasks(tasksOf(context, view));
  const opened = context.origin !== 'server' || tasks.some(goesOn);
  const expanded = view.filter !== '' || (view.expansion[key] ?? opened);
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
  // The only turn is the task itself.
  const turns = task.turns.length > 1 ? task.turns : [];
  const early = turns.length > 0 ? task.tools.filter(({ turn }) => turn < 0) : task.tools;
  const below = turns.length + early.length + task.artifacts.length;
  const chosen = view.place.kind === 'task' && view.place.task === task.id && view.place.agent === task.agent;
  const expanded = view.expansion[key] ?? chosen;
  const line = nodes.length;
  const shared = { origin: task.origin, context, task };
  nodes.push({ key, kind: 'task', level: 2, parent, setSize, position, ...shared, ...(below > 0 ? { expanded } : {}) });
  if (!expanded) return;
  let at = 0;
  const leaf = { level: 3, parent: line, setSize: below, ...shared } as const;
  const toolKey = (tool: TreeTool) => `${key}|tool|${tool.id}`;
  for (const tool of early) nodes.push({ ...leaf, key: toolKey(tool), kind: 'span', position: ++at, tool });
  for (const [index, turn] of turns.entries()) {
    const tools = task.tools.filter((tool) => tool.turn === index);
    const turnKey = `${key}|turn|${turn.exchange}`;
    const open = view.expansion[turnKey] ?? index === turns.length - 1;
    const head = nodes.length;
    const more = tools.length > 0 ? { expanded: open } : {};
    nodes.push({ ...leaf, key: turnKey, kind: 'turn', position: ++at, turn, ...more });
    if (!open) continue;
    const inside = { level: 4, parent: head, setSize: tools.length, ...shared } as const;
    for (const [place, tool] of tools.entries())
      nodes.push({ ...inside, key: toolKey(tool), kind: 'span', position: place + 1, tool });
  }
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
  if (node.turn) return { place, seq: node.turn.seq, tab: 'timeline' };
  if (node.tool) return { place, seq: node.tool.endSeq ?? node.tool.seq, tab: 'timeline' };
  if (node.artifact) return { place, ...(node.artifact.seq > 0 ? { seq: node.artifact.seq } : {}), tab: 'timeline' };
  const nameless = task && task.id === undefined;
  return nameless && task.seq > 0 ? { place, seq: task.seq } : { place };
}
