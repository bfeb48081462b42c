import type { Lane, Row } from '../../model/row.ts';
import { asGroup, asRun, countOpen, makeSpan, touch, touchRun } from './spans-make.ts';
import type { GroupSpan, RunSpan, Span, SpanKind, Spans, TaskFacts, ToolSpan } from './spans-model.ts';
import { closeText, Steps, settleTools } from './spans-steps.ts';
import type { Tree, TreeTask } from './tree-model.ts';

export type * from './spans-model.ts';

const SENDS: ReadonlySet<string> = new Set(['SendMessage', 'SendStreamingMessage']);
/** Notes that tell nothing about a run. */
const SILENT_NOTES: ReadonlySet<string> = new Set(['opened', 'recovered', 'negotiated']);

type TaskSpan = GroupSpan & { group: { task: TaskFacts } };

/** Starts without a row. The tree tells which task a row belongs to, and may be ahead of the rows pushed here. */
export function createSpans(tree: Pick<Tree, 'nodeOf'>): Spans {
  return new SpanBuilder(tree);
}

class SpanBuilder implements Spans {
  taken = 0;
  epoch = 0;
  readonly all: Span[] = [];
  readonly session: GroupSpan;
  private readonly owners: Span[] = [];
  private readonly steps = new Steps((kind, lane, parent, row) => this.add(kind, lane, parent, row));
  private readonly tasks = new Map<TreeTask, TaskSpan>();
  private readonly contexts = new Map<string, GroupSpan>();
  /** Exchanges that have not ended. */
  private readonly runs = new Map<number, RunSpan>();

  constructor(private readonly tree: Pick<Tree, 'nodeOf'>) {
    this.session = asGroup(makeSpan(-1, 'session', 'status', undefined, undefined));
  }

  get waited(): readonly ToolSpan[] {
    return this.steps.waited;
  }

  ownerOf(index: number): Span | undefined {
    return this.owners[index];
  }

  taskOf(node: TreeTask): GroupSpan | undefined {
    return this.tasks.get(node);
  }

  contextOf(key: string): GroupSpan | undefined {
    return this.contexts.get(key);
  }

  push(row: Row): void {
    this.taken++;
    this.owners.push(this.take(row));
  }

  private take(row: Row): Span {
    if (row.kind === 'request') return this.begin(row);
    if (row.exchange === 0 || row.kind === 'note') return this.beside(row);
    const run = this.runs.get(row.exchange) ?? this.late(row);
    // Keep-alive comments say that the line is up, not that something happened.
    if (row.kind === 'comment') return run;
    this.settle(run, row);
    touchRun(run, row);
    touch(run.parent, row.at);
    if (row.kind === 'response') return head(run, row);
    if (row.kind === 'end') return this.finish(run, row);
    return this.event(run, row);
  }

  private add(kind: SpanKind, lane: Lane, parent: Span, row: Row): Span {
    const span = makeSpan(this.all.length, kind, lane, parent, row);
    this.all.push(span);
    if (parent.tail !== undefined) closeText(parent.tail);
    parent.tail = span;
    return span;
  }

  // Groups

  private taskSpan(node: TreeTask, row: Row): TaskSpan {
    const known = this.tasks.get(node);
    if (known !== undefined) {
      if (known.group.task.context !== node.context) this.moveTask(known, row);
      return known;
    }
    const span = asGroup(this.addGroup('task', 'status', this.contextSpan(node.context, row), row)) as TaskSpan;
    span.group.task = {
      node,
      context: node.context,
      state: undefined,
      teller: undefined,
      tools: new Map(),
      artifacts: new Map(),
      waits: [],
    };
    this.tasks.set(node, span);
    return span;
  }

  private contextSpan(key: string, row: Row): GroupSpan {
    let span = this.contexts.get(key);
    if (span === undefined) {
      span = asGroup(this.addGroup('context', 'status', this.session, row));
      this.contexts.set(key, span);
    }
    return span;
  }

  private addGroup(kind: SpanKind, lane: Lane, parent: Span, row: Row): Span {
    const span = this.add(kind, lane, parent, row);
    span.rows = 0;
    span.state = 'closed';
    return span;
  }

  private moveTask(task: TaskSpan, row: Row): void {
    const { group } = task;
    const home = this.contextSpan(group.task.node.context, row);
    group.task.context = group.task.node.context;
    for (let count = group.open; count > 0; count--) countOpen(task.parent, -1);
    for (let count = group.open; count > 0; count--) countOpen(home, 1);
    removeFrom(task.parent, group.turns);
    home.group.turns.push(...group.turns);
    task.parent = home;
    touch(home, task.from);
    this.epoch++;
  }

  /** Puts a run where its rows say it belongs. */
  private settle(span: RunSpan, row: Row): void {
    const { run } = span;
    if (run.task === row.task && run.context === row.context && span.parent !== this.session) return;
    run.task = row.task;
    run.context = row.context;
    const node = this.tree.nodeOf(row);
    if (node === undefined) return;
    const task = this.taskSpan(node, row);
    // A run that answered for one task goes on telling of others without leaving it.
    const left = span.parent?.group?.task?.node;
    if (task === span.parent || (left?.id !== undefined && span.tail !== undefined)) return;
    countOpen(span.parent, -1);
    const moved: RunSpan[] = span.kind === 'turn' ? [span] : [];
    for (let group = span.parent; group !== undefined; group = group.parent) removeFrom(group, moved);
    span.parent = task;
    task.tail = span;
    touch(task, span.from);
    countOpen(task, 1);
    if (span.kind === 'turn') this.number(span);
    this.epoch++;
  }

  private number(span: RunSpan): void {
    for (let group = span.parent; group !== undefined; group = group.parent) group.group?.turns.push(span);
    span.run.number = span.parent?.group?.turns.length ?? 0;
  }

  // Exchanges

  private begin(row: Row): Span {
    const name = row.name ?? '';
    const sends = SENDS.has(name);
    const node = this.tree.nodeOf(row);
    const parent = node === undefined ? this.session : this.taskSpan(node, row);
    touch(parent, row.at);
    const turn = sends || name === 'SubscribeToTask';
    const before = parent.tail;
    if (!turn && before?.kind === 'call' && before.state === 'closed' && before.name === name) {
      return this.again(before as RunSpan, row);
    }
    const span = asRun(this.add(turn ? 'turn' : 'call', row.lane, parent, row), row, sends);
    span.name = name;
    span.note = row.text;
    this.runs.set(row.exchange, span);
    countOpen(parent, 1);
    if (turn) this.number(span);
    if (sends && node !== undefined) this.steps.answered((parent as TaskSpan).group.task, row.at);
    return span;
  }

  /** The same call once more, as a task that is polled brings it: one bar from the first to the last. */
  private again(span: RunSpan, row: Row): Span {
    span.state = 'open';
    span.amount++;
    span.run.exchange = row.exchange;
    span.run.lastAt = row.at;
    this.runs.set(row.exchange, span);
    countOpen(span.parent, 1);
    return span;
  }

  /** A row whose request is not part of the log. */
  private late(row: Row): RunSpan {
    const node = this.tree.nodeOf(row);
    const parent = node === undefined ? this.session : this.taskSpan(node, row);
    const span = asRun(this.add('call', row.lane, parent, row), row, false);
    span.rows = 0;
    this.runs.set(row.exchange, span);
    countOpen(parent, 1);
    return span;
  }

  private finish(span: RunSpan, row: Row): Span {
    const { run } = span;
    this.runs.delete(row.exchange);
    run.ended = row.at;
    run.cause = row.name;
    span.state = 'closed';
    if (row.lane === 'error') span.failed = true;
    if (span.tail !== undefined) closeText(span.tail);
    for (const artifact of run.writing) artifact.state = 'closed';
    run.writing = [];
    countOpen(span.parent, -1);
    const task = span.parent?.group?.task;
    // Without a task nothing can follow the end of the answer.
    if (task !== undefined && task.node.id === undefined) settleTools(task, row.at);
    return span;
  }

  // Events

  private event(run: RunSpan, row: Row): Span {
    const facts = run.run;
    facts.firstEvent ??= row.at;
    const node = this.tree.nodeOf(row);
    const group = node === undefined ? undefined : this.taskSpan(node, row);
    const task = group?.group.task;
    if (task !== undefined && facts.stream) {
      if (task.teller !== undefined && task.teller !== run && task.teller.state === 'open') return run;
      task.teller = run;
    }
    if (isText(row)) facts.firstText ??= row.at;
    if (row.artifact !== undefined || row.artifacts !== undefined) facts.firstArtifact ??= row.at;
    // What a call tells about a task stands beside it, and what it tells of another task there.
    const inside = run.kind === 'turn' && (group === undefined || group === run.parent);
    const parent = inside ? run : (group ?? run);
    const stated = task === undefined || row.state === undefined ? undefined : this.steps.state(task, parent, run, row);
    return this.steps.step(task, parent, run, row) ?? stated ?? run;
  }

  /** Deliveries, and what Loupe notes about a task. */
  private beside(row: Row): Span {
    const run = this.runs.get(row.exchange);
    const node = run === undefined ? this.tree.nodeOf(row) : undefined;
    const task = node === undefined ? undefined : this.taskSpan(node, row);
    const tail = task?.tail;
    const parent = run ?? (tail?.kind === 'turn' && tail.state === 'open' ? tail : task);
    if (parent === undefined) return this.session;
    if (row.kind === 'note' && SILENT_NOTES.has(row.name ?? '')) return parent;
    touch(parent, row.at);
    return this.steps.point(row.kind, parent, row);
  }
}

function head(span: RunSpan, row: Row): Span {
  span.run.firstByte ??= row.at;
  if (row.stream === true) span.run.stream = true;
  if (row.lane === 'error') {
    span.failed = true;
    span.note = row.text;
  }
  return span;
}

const isText = (row: Row): boolean =>
  row.kind === 'text' || row.kind === 'message' || (row.kind === 'status' && row.text !== '' && row.name === undefined);

function removeFrom(span: Span | undefined, turns: readonly RunSpan[]): void {
  const list = span?.group?.turns;
  if (list === undefined) return;
  for (const turn of turns) {
    const at = list.lastIndexOf(turn);
    if (at >= 0) list.splice(at, 1);
  }
}
