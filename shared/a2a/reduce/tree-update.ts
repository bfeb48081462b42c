import { isQuiet, type Row, type RowArtifact } from '../../model/row.ts';
import { stateClass } from '../../model/task.ts';
import { isCounted } from './delivery-order.ts';
import type { TreeArtifact, TreeContext, TreeTask } from './tree-model.ts';

/** Lookups beside the plain lists of a node, so that a row costs the same in a long task as in a short one. */
export interface NodeIndex {
  artifacts: Map<string, TreeArtifact>;
  tools: Map<string, number>;
  /** Exchange whose artifact events count; 0 before the first. */
  writer: number;
}

export const newIndex = (): NodeIndex => ({ artifacts: new Map(), tools: new Map(), writer: 0 });

export const newTask = (key: string, agent: string, context: string, title: string, seq: number): TreeTask => ({
  key,
  agent,
  context,
  title,
  seq,
  rows: 0,
  news: 0,
  findings: 0,
  turns: [],
  artifacts: [],
  tools: [],
  exchanges: [],
  live: false,
  waiting: false,
  question: false,
  cut: false,
  origin: 'local',
});

/** Counts, times and state of one row. */
export function countRow(node: TreeTask, context: TreeContext | undefined, row: Row): void {
  const quiet = isQuiet(row);
  node.rows++;
  node.findings += row.marks?.findings ?? 0;
  node.first ??= row.at;
  if (!quiet) {
    node.news++;
    node.last = row.at;
  }
  if (node.origin === 'server') node.origin = 'both';
  if (node.seq === 0) node.seq = row.seq;
  if (context !== undefined) {
    context.first ??= row.at;
    if (!quiet) context.last = row.at;
    if (context.origin === 'server') context.origin = 'both';
  }
}

/** Takes over the state a row states. Deliveries that were refused, or that tell nothing new, change nothing. */
export function takeRowState(node: TreeTask, row: Row): void {
  if (row.state === undefined) return;
  if (row.kind === 'delivery' && !isNews(row, node)) return;
  node.state = row.state;
  node.waiting = stateClass(row.state) === 'interrupted';
  if (stateClass(row.state) !== 'active') node.cut = false;
  if (!node.waiting) node.question = false;
  else if (row.kind === 'permission') node.question = true;
}

const isNews = (row: Row, node: TreeTask): boolean =>
  isCounted(row) &&
  row.delivery?.stale !== true &&
  row.delivery?.fits === undefined &&
  stateClass(node.state) !== 'terminal';

export function writeArtifact(node: TreeTask, index: NodeIndex, row: RowArtifact, seq: number, whole: boolean): void {
  let artifact = index.artifacts.get(row.id);
  if (artifact === undefined) {
    artifact = { id: row.id, bytes: 0, chunks: 0, sealed: false, seq };
    index.artifacts.set(row.id, artifact);
    node.artifacts.push(artifact);
  }
  const bytes = row.bytes ?? 0;
  if (whole) {
    // A snapshot repeats what was streamed, and may hold less.
    artifact.bytes = Math.max(artifact.bytes, bytes);
    artifact.chunks = Math.max(artifact.chunks, 1);
  } else if (row.append === true) {
    artifact.bytes += bytes;
    artifact.chunks++;
  } else {
    artifact.bytes = bytes;
    artifact.chunks = 1;
    artifact.sealed = false;
  }
  if (row.name !== undefined) artifact.name = row.name;
  if (row.mediaType !== undefined) artifact.mediaType = row.mediaType;
  if (row.last === true) artifact.sealed = true;
}

/** Opens or closes the tool call a row belongs to. */
export function takeSpan(node: TreeTask, index: NodeIndex, row: Row): void {
  const span = row.span;
  if (span === undefined || row.lane !== 'tool') return;
  let place = index.tools.get(span.id);
  if (place === undefined) {
    place = node.tools.length;
    index.tools.set(span.id, place);
    const turn = node.turns.length - 1;
    node.tools.push({ id: span.id, name: span.name ?? '', state: 'running', at: row.at, turn, seq: row.seq });
  }
  const tool = node.tools[place];
  if (tool === undefined) return;
  if (tool.name === '' && span.name !== undefined) tool.name = span.name;
  if (span.edge !== 'close') return;
  tool.state = span.failed === true ? 'failed' : 'completed';
  tool.endSeq = row.seq;
  if (row.duration !== undefined) tool.duration = row.duration;
}
