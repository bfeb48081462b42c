import type { Row, RowArtifact } from '../../model/row.ts';
import type { Task } from '../../model/task.ts';
import { isStale, stateClass } from '../../model/task.ts';
import { isCounted } from './delivery-order.ts';
import { cutText, partsLine, partsSize } from './text-line.ts';
import type { Tree, TreeContext, TreeTask } from './tree-model.ts';
import type { NodeIndex } from './tree-update.ts';
import { countRow, newIndex, newTask, takeRowState, takeSpan, writeArtifact } from './tree-update.ts';

export type { Origin, Tree, TreeArtifact, TreeContext, TreeTask, TreeTool, TreeTurn } from './tree-model.ts';

/** One open exchange and the node its rows go to. */
interface Run {
  node: TreeTask | undefined;
  /** It keeps the node live until its end. */
  holds: boolean;
  /** It carries a message of the person. */
  sends: boolean;
  title: string;
  stream: boolean;
  /** A message or an error was the answer, so a task's state says nothing about its end. */
  answered: boolean;
  /** What the task wanted of the person when a message to it was sent. */
  before?: Pick<TreeTask, 'waiting' | 'question'>;
}

const SENDS = new Set(['SendMessage', 'SendStreamingMessage']);

/** Rows that show that a task exists, so that a node may be made for it. */
const BESIDE = new Set<Row['kind']>(['response', 'end', 'error', 'unreadable', 'comment', 'note', 'result', 'request']);

/** An empty tree. Tasks are known by agent and task id; the context of a task is the first one its events named. */
export function createTree(): Tree {
  return new RowTree();
}

class RowTree implements Tree {
  version = 0;
  readonly contexts: TreeContext[] = [];
  private readonly contextOf = new Map<string, TreeContext>();
  private readonly contextByKey = new Map<string, TreeContext>();
  private readonly taskOf = new Map<string, TreeTask>();
  private readonly indexes = new Map<string, NodeIndex>();
  private readonly runs = new Map<number, Run>();
  private readonly nodeOfExchange = new Map<number, TreeTask>();
  /** Open exchanges that keep a node live. */
  private readonly holders = new Map<string, number[]>();
  private keys = 0;

  push(row: Row): void {
    this.version++;
    if (row.kind === 'request') this.begin(row);
    // A note may come after the end of its exchange.
    else if (row.exchange > 0 && (row.kind !== 'note' || this.runs.has(row.exchange))) this.follow(row);
    else if (row.task !== undefined && row.agent !== '') this.take(this.named(row, undefined), row);
    if (row.kind === 'result' && row.artifacts !== undefined) this.takeListed(row, row.artifacts);
  }

  task(agent: string, id: string): TreeTask | undefined {
    return this.taskOf.get(`${agent}|${id}`);
  }

  context(agent: string, id: string): TreeContext | undefined {
    return this.contextOf.get(`${agent}|${id}`);
  }

  nodeOf(row: Row): TreeTask | undefined {
    const named = row.task === undefined ? undefined : this.task(row.agent, row.task);
    return named ?? this.nodeOfExchange.get(row.exchange);
  }

  private begin(row: Row): void {
    const sends = SENDS.has(row.name ?? '');
    let node = row.task === undefined ? undefined : this.task(row.agent, row.task);
    if (node === undefined && sends) node = this.makeNode(row.agent, row.context, row.text, row.seq);
    const holds = sends || row.name === 'SubscribeToTask';
    const run: Run = { node: undefined, holds, sends, title: sends ? row.text : '', stream: false, answered: false };
    this.runs.set(row.exchange, run);
    if (node === undefined) return;
    this.join(run, node, row.exchange);
    if (sends) {
      run.before = { waiting: node.waiting, question: node.question };
      // An answer to a question goes on with the turn that asked.
      if (!node.question) node.turns.push({ exchange: row.exchange, title: row.text, at: row.at, seq: row.seq });
      node.waiting = false;
      node.question = false;
      node.cut = false;
      node.error = undefined;
      const context = this.contextByKey.get(node.context);
      if (context !== undefined && context.title === '') context.title = row.text;
    }
    countRow(node, this.contextByKey.get(node.context), row);
  }

  private follow(row: Row): void {
    let run = this.runs.get(row.exchange);
    if (run === undefined) {
      const node = this.nodeOfExchange.get(row.exchange);
      run = { node, holds: false, sends: false, title: '', stream: false, answered: false };
      this.runs.set(row.exchange, run);
    }
    if (row.kind === 'response' && row.stream === true) run.stream = true;
    if (row.kind === 'message' || row.kind === 'error') run.answered = true;
    const node = this.settle(run, row);
    if (node !== undefined) {
      this.take(node, row, !run.stream && !run.sends);
      if (row.kind === 'error' || (row.kind === 'end' && row.lane === 'error')) node.error ??= row.text;
      // A message that the agent refuses answers nothing: what it asked stands.
      if (row.kind === 'error' && !run.stream && run.before !== undefined) Object.assign(node, run.before);
    }
    if (row.kind === 'end') this.finish(run, row);
  }

  /** The node of the row's exchange, renamed or moved as far as the row tells more than was known. */
  private settle(run: Run, row: Row): TreeTask | undefined {
    if (BESIDE.has(row.kind)) return run.node;
    if (row.task !== undefined && run.node?.id !== row.task) {
      const node = this.named(row, run);
      if (node !== run.node) this.join(run, node, row.exchange);
    } else if (run.node !== undefined && run.node.id === undefined && row.context !== undefined) {
      this.place(run.node, row.context);
    }
    return run.node;
  }

  /** The node of a task that a row names: the known one, the run's nameless one, or a new one. */
  private named(row: Row, run: Run | undefined): TreeTask {
    const id = row.task ?? '';
    const known = this.task(row.agent, id);
    const nameless = run?.node !== undefined && run.node.id === undefined ? run.node : undefined;
    if (known !== undefined) {
      if (nameless !== undefined) this.absorb(nameless, known);
      return known;
    }
    const node = nameless ?? this.makeNode(row.agent, row.context, run?.title ?? '', row.seq);
    if (row.context !== undefined) this.place(node, row.context);
    node.id = id;
    this.taskOf.set(`${row.agent}|${id}`, node);
    return node;
  }

  private join(run: Run, node: TreeTask, exchange: number): void {
    if (run.holds) {
      if (run.node !== undefined) this.release(run.node, exchange);
      this.hold(node, exchange);
    }
    run.node = node;
    this.nodeOfExchange.set(exchange, node);
    if (!node.exchanges.includes(exchange)) node.exchanges.push(exchange);
  }

  private hold(node: TreeTask, exchange: number): void {
    this.holders.set(node.key, [...(this.holders.get(node.key) ?? []), exchange]);
    this.mind(node);
  }

  private release(node: TreeTask, exchange: number): void {
    const rest = (this.holders.get(node.key) ?? []).filter((other) => other !== exchange);
    this.holders.set(node.key, rest);
    this.mind(node);
  }

  private mind(node: TreeTask): void {
    const holders = this.holders.get(node.key) ?? [];
    node.live = holders.length > 0;
    node.listening = holders[holders.length - 1];
  }

  /** `asked`: the row answers a question about the task. */
  private take(node: TreeTask, row: Row, asked = false): void {
    const index = this.indexOf(node);
    countRow(node, this.contextByKey.get(node.context), row);
    if (!asked || !this.isOld(node, row)) takeRowState(node, row);
    takeSpan(node, index, row);
    // Some agents deliver an event before they stream it.
    if (row.kind === 'delivery' && (!isCounted(row) || this.isStreaming(node))) return;
    if (row.artifact !== undefined && this.writes(index, row)) {
      writeArtifact(node, index, row.artifact, row.seq, false);
    }
    if (row.artifacts !== undefined) {
      for (const artifact of row.artifacts) writeArtifact(node, index, artifact, row.seq, true);
    }
  }

  /** An answer about a task that says less than is known: a stream that is open knows better, except about an end. */
  private isOld(node: TreeTask, row: Row): boolean {
    if (stateClass(row.state) === 'terminal') return false;
    if (isStale(node.state, row.state)) return true;
    return this.isStreaming(node);
  }

  isStreaming(node: TreeTask): boolean {
    return (this.holders.get(node.key) ?? []).some((exchange) => this.runs.get(exchange)?.stream === true);
  }

  /** Two streams on one task, and deliveries beside a stream, carry the same chunks: one of them counts. */
  private writes(index: NodeIndex, row: Row): boolean {
    if (row.kind === 'delivery') return index.writer === 0;
    if (index.writer !== row.exchange && this.runs.has(index.writer)) return false;
    index.writer = row.exchange;
    return true;
  }

  private finish(run: Run, row: Row): void {
    this.runs.delete(row.exchange);
    const node = run.node;
    if (node === undefined || !run.holds) return;
    this.release(node, row.exchange);
    const kind = stateClass(node.state);
    if (kind === 'terminal' || kind === 'interrupted' || row.name === 'aborted') node.cut = false;
    else if (run.sends) node.cut = run.stream && !run.answered;
    // A subscription that was refused or never came about leaves the task as it was.
    else if (run.stream && !run.answered) node.cut = true;
  }

  private indexOf(node: TreeTask): NodeIndex {
    let index = this.indexes.get(node.key);
    if (index === undefined) {
      index = newIndex();
      this.indexes.set(node.key, index);
    }
    return index;
  }

  /** A node without an id, in a context that may have none either. */
  private makeNode(agent: string, context: string | undefined, title: string, seq: number): TreeTask {
    const home = this.homeOf(agent, context, title);
    const node = newTask(`t${++this.keys}`, agent, home.key, title, seq);
    home.tasks.push(node);
    return node;
  }

  private homeOf(agent: string, id: string | undefined, title: string): TreeContext {
    const known = id === undefined ? undefined : this.context(agent, id);
    if (known !== undefined) return known;
    const home: TreeContext = { key: `c${++this.keys}`, agent, title, origin: 'local', tasks: [] };
    this.contexts.push(home);
    this.contextByKey.set(home.key, home);
    if (id !== undefined) this.nameContext(home, id);
    return home;
  }

  private nameContext(home: TreeContext, id: string): void {
    home.id = id;
    this.contextOf.set(`${home.agent}|${id}`, home);
  }

  /** Puts a node that is not yet named by a task where its first answer says it belongs. */
  private place(node: TreeTask, id: string): void {
    const home = this.contextByKey.get(node.context);
    if (home === undefined || home.id === id) return;
    const known = this.context(node.agent, id);
    if (known === undefined && home.id === undefined && home.tasks.length === 1) {
      this.nameContext(home, id);
      return;
    }
    const target = known ?? this.homeOf(node.agent, id, node.title);
    this.leave(node, home);
    node.context = target.key;
    target.tasks.push(node);
    if (target.title === '') target.title = node.title;
    if (target.first === undefined || (node.first !== undefined && node.first < target.first))
      target.first = node.first;
    if (target.last === undefined || (node.last !== undefined && node.last > target.last)) target.last = node.last;
  }

  private leave(node: TreeTask, home: TreeContext): void {
    home.tasks.splice(home.tasks.indexOf(node), 1);
    if (home.tasks.length > 0) return;
    this.contexts.splice(this.contexts.indexOf(home), 1);
    this.contextByKey.delete(home.key);
    if (home.id !== undefined) this.contextOf.delete(`${home.agent}|${home.id}`);
  }

  /** A turn without an id turned out to be a known task. */
  private absorb(node: TreeTask, into: TreeTask): void {
    const home = this.contextByKey.get(node.context);
    if (home !== undefined) this.leave(node, home);
    into.rows += node.rows;
    into.news += node.news;
    into.turns = [...into.turns, ...node.turns].sort((one, other) => one.seq - other.seq);
    into.findings += node.findings;
    if (into.title === '') into.title = node.title;
    if (node.first !== undefined && (into.first === undefined || node.first < into.first)) into.first = node.first;
    if (into.origin === 'server') into.origin = 'both';
  }

  merge(agent: string, tasks: readonly Task[]): void {
    this.version++;
    for (const task of tasks) this.takeServerTask(agent, task);
  }

  complete(agent: string, listed: ReadonlySet<string>): void {
    this.version++;
    for (const node of this.taskOf.values()) {
      if (node.agent !== agent || node.origin === 'local' || node.id === undefined) continue;
      if (!listed.has(node.id)) node.unlisted = true;
    }
  }

  /** Artifacts of listed tasks. The list itself is no part of any of them. */
  private takeListed({ agent, seq }: Row, artifacts: readonly RowArtifact[]): void {
    for (const artifact of artifacts) {
      const { id, context, state } = artifact.of ?? {};
      if (id === undefined) continue;
      if (this.task(agent, id) === undefined) {
        this.takeServerTask(agent, { id, contextId: context, status: { state: state ?? 'TASK_STATE_UNSPECIFIED' } });
      }
      const node = this.task(agent, id);
      if (node !== undefined) writeArtifact(node, this.indexOf(node), artifact, seq, true);
    }
  }

  private takeServerTask(agent: string, task: Task): void {
    const known = this.task(agent, task.id);
    const node = known ?? this.makeNode(agent, task.contextId, '', 0);
    const home = this.contextByKey.get(node.context);
    if (known === undefined) {
      node.id = task.id;
      node.origin = 'server';
      this.taskOf.set(`${agent}|${task.id}`, node);
    } else if (node.origin === 'local') node.origin = 'both';
    delete node.unlisted;
    if (home?.origin === 'local') home.origin = home.first === undefined ? 'server' : 'both';
    if (node.title === '') {
      const asked = task.history?.find((message) => message.role === 'ROLE_USER');
      node.title = cutText(partsLine(asked?.parts));
      if (home !== undefined && home.title === '') home.title = node.title;
    }
    if (task.status?.timestamp !== undefined) node.timestamp = task.status.timestamp;
    // A stream that is open knows better than a list that was made before.
    if (!node.live && task.status?.state !== undefined && !isStale(node.state, task.status.state)) {
      if (node.state !== task.status.state) node.question = false;
      node.state = task.status.state;
      node.waiting = stateClass(node.state) === 'interrupted';
      if (stateClass(node.state) !== 'active') node.cut = false;
    }
    if (!Array.isArray(task.artifacts)) return;
    const index = this.indexOf(node);
    for (const { artifactId, name, parts } of task.artifacts) {
      const mediaType = parts?.[0]?.mediaType;
      writeArtifact(node, index, { id: artifactId, name, mediaType, bytes: partsSize(parts) }, node.seq, true);
    }
  }
}

/**
 * Merges tasks that the server listed into the tree of the same agent: unknown ones are added with origin `server`,
 * known ones become `both`. Texts and states of local runs win while they are live.
 */
export function mergeServerTasks(tree: Tree, tasks: readonly Task[], agent: string): void {
  tree.merge(agent, tasks);
}
