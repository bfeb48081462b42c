import type { Lane, Row } from '../../model/row.ts';
import type { AnyTaskState } from '../../model/task.ts';
import type { TreeTask } from './tree-model.ts';

/**
 * What a bar stands for. `turn` is a message with its answer, or a subscription; `call` any other exchange; `wait` the
 * time in which the agent waits for the person; `point` something that took no time.
 */
export type SpanKind =
  | 'session'
  | 'context'
  | 'task'
  | 'turn'
  | 'call'
  | 'tool'
  | 'thinking'
  | 'text'
  | 'artifact'
  | 'wait'
  | 'point';

/** `no-result`: a tool call whose task ended without it. */
export type SpanState = 'open' | 'closed' | 'no-result';

/** What a point tells, beside the kinds of rows. */
export type PointKind = Row['kind'] | 'state' | 'report';
/** What the agent waits for; `turn`: it has ended its turn and asks nothing. */
export type WaitKind = 'permission' | 'question' | 'auth' | 'turn';

/** Changed in place while rows come in. Times are milliseconds since the session started. */
export interface Span {
  /** Order of creation, from 0. */
  readonly id: number;
  readonly kind: SpanKind;
  readonly lane: Lane;
  parent: Span | undefined;
  /** Name of a tool, an artifact, an operation, a report or a note; empty when it has none. */
  name: string;
  what: PointKind | WaitKind | undefined;
  from: number;
  /** Of the last row that belongs to it. */
  to: number;
  state: SpanState;
  failed: boolean;
  /** First row, and the row that says most: the result of a call, else the last one. */
  seq: number;
  endSeq: number;
  /** Rows that it joins. */
  rows: number;
  /** Bytes of an artifact, tokens of a usage. */
  amount: number;
  /** Text of its last row that says something. */
  note: string;
  /** The last span begun directly inside. */
  tail: Span | undefined;
  tool: ToolFacts | undefined;
  run: RunFacts | undefined;
  group: GroupFacts | undefined;
}

export type ToolSpan = Span & { tool: ToolFacts };
export type RunSpan = Span & { run: RunFacts };
export type GroupSpan = Span & { group: GroupFacts };

export interface Wait {
  from: number;
  /** Undefined while it goes on. */
  to: number | undefined;
  seq: number;
}

/** What is known of a tool call beside its bar. */
export interface ToolFacts {
  /** When its input was complete. */
  inputTo: number | undefined;
  inputSeq: number;
  inputRows: number;
  waits: Wait[];
}

/** Sums over the calls of one tool. */
export interface ToolTotals {
  name: string;
  calls: number;
  /** Calls that came to a result. */
  done: number;
  failed: number;
  noResult: number;
  /** Milliseconds; only of calls with a result. */
  total: number;
  longest: number;
  input: number;
  waiting: number;
  run: number;
}

export type Totals = Map<string, ToolTotals>;

/** What is known of an exchange. Times are those of rows, undefined when there was no such row. */
export interface RunFacts {
  exchange: number;
  agent: string;
  /** It carries a message of the person. */
  sends: boolean;
  stream: boolean;
  /** Number among the turns of its task, from 1. */
  number: number;
  firstByte: number | undefined;
  firstEvent: number | undefined;
  firstText: number | undefined;
  firstArtifact: number | undefined;
  /** Of the end of the answer. */
  ended: number | undefined;
  /** Why it ended. */
  cause: string | undefined;
  /** Silences of more than IDLE_MS, and the longest of all. */
  idle: number;
  longestIdle: number;
  lastAt: number;
  tokens: number;
  totals: Totals;
  /** Artifacts that it writes and that are not sealed. */
  writing: Span[];
  /** Ids of its rows, as they were last seen. */
  task: string | undefined;
  context: string | undefined;
}

/** What is known of a session, a context or a task. */
export interface GroupFacts {
  /** Exchanges that have not ended. */
  open: number;
  turns: RunSpan[];
  /** Silences of at least GAP_MIN_MS, as pairs of from and to. */
  gaps: number[];
  longestIdle: number;
  tokens: number;
  totals: Totals;
  /** Of tasks. */
  task: TaskFacts | undefined;
}

export interface TaskFacts {
  node: TreeTask;
  /** Key of the context it lies in. */
  context: string;
  state: AnyTaskState | undefined;
  /** Stream that tells about the task; another one beside it carries the same events. */
  teller: Span | undefined;
  tools: Map<string, ToolSpan>;
  artifacts: Map<string, Span>;
  waits: { wait: Wait; span: Span }[];
}

/** Silence that is kept as a gap at all, ms. */
export const GAP_MIN_MS = 500;
/** Silence that counts as idle, ms. */
export const IDLE_MS = 2_000;

/** Rows as bars in time. */
export interface Spans {
  /** Rows taken. */
  readonly taken: number;
  /** Grows when a span went to another place, which happens when an answer names what its request did not. */
  readonly epoch: number;
  /** In order of creation; parents may come after their children once an epoch has passed. */
  readonly all: readonly Span[];
  readonly session: GroupSpan;
  /** Tool calls that waited for the person, in order of their first wait. */
  readonly waited: readonly ToolSpan[];
  /** Takes the next row. Constant cost, whatever came before. */
  push(row: Row): void;
  /** The span a row went to, by the number of the row in the log. */
  ownerOf(index: number): Span | undefined;
  taskOf(node: TreeTask): GroupSpan | undefined;
  contextOf(key: string): GroupSpan | undefined;
}
