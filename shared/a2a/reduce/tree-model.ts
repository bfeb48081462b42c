import type { Row } from '../../model/row.ts';
import type { AnyTaskState, Task } from '../../model/task.ts';

export type Origin = 'local' | 'server' | 'both';

export interface TreeArtifact {
  id: string;
  name?: string;
  mediaType?: string;
  /** Bytes of the content written so far; links count nothing. */
  bytes: number;
  chunks: number;
  sealed: boolean;
  /** Row that wrote it first. */
  seq: number;
}

export interface TreeTool {
  /** Span id, unique within the session. */
  id: string;
  name: string;
  state: 'running' | 'completed' | 'failed';
  at: number;
  /** Index of the turn it was called in; -1 when that is not known. */
  turn: number;
  /** Milliseconds from the first row to the result. */
  duration?: number;
  /** Row that opened it, and the row with the result. */
  seq: number;
  endSeq?: number;
}

/** One message of the person to a task, other than the answer to a question. */
export interface TreeTurn {
  exchange: number;
  title: string;
  at: number;
  seq: number;
}

/** A task, or (without an id) one turn that was answered by a message, by an error, or not yet. Changed in place. */
export interface TreeTask {
  /** Stable for the life of the node, also when the task gets its id. */
  key: string;
  id?: string;
  agent: string;
  /** Key of the context it lies in. */
  context: string;
  /** Text of the user's message that started it; empty when it is not known. */
  title: string;
  state?: AnyTaskState;
  /** Milliseconds since the session started, of the first and last row; absent when only the server knows it. */
  first?: number;
  last?: number;
  /** The server's own time of the status, as received. */
  timestamp?: string;
  /** First row. */
  seq: number;
  rows: number;
  /** Those of them that say something new. */
  news: number;
  findings: number;
  turns: TreeTurn[];
  artifacts: TreeArtifact[];
  tools: TreeTool[];
  exchanges: number[];
  /** An answer about it is still arriving. */
  live: boolean;
  /** The newest exchange that brings it. */
  listening?: number;
  /** The state asks for the person: input or sign-in required. */
  waiting: boolean;
  /** The agent put a question that has to be answered with a choice. */
  question: boolean;
  /** The last stream ended before the task came to rest. */
  cut: boolean;
  /** Message of the error that the last send ended in. */
  error?: string;
  origin: Origin;
  /** The server listed it once, and left it out of a later list of everything. */
  unlisted?: true;
}

/** Changed in place. */
export interface TreeContext {
  key: string;
  /** Absent as long as no answer named it. */
  id?: string;
  agent: string;
  /** The first text the user sent into it; empty when it is not known. */
  title: string;
  first?: number;
  last?: number;
  origin: Origin;
  tasks: TreeTask[];
}

/** Contexts and tasks of a session, in order of first appearance. */
export interface Tree {
  /** Takes the next row. Constant cost, whatever the tree holds. */
  push(row: Row): void;
  /** Takes over what an agent's server told about tasks. */
  merge(agent: string, tasks: readonly Task[]): void;
  /** Takes over that an agent's server lists these tasks and no others. */
  complete(agent: string, listed: ReadonlySet<string>): void;
  /** Counts the changes. */
  readonly version: number;
  readonly contexts: readonly TreeContext[];
  task(agent: string, id: string): TreeTask | undefined;
  context(agent: string, id: string): TreeContext | undefined;
  /** The node a row belongs to, by its exchange or its task. */
  nodeOf(row: Row): TreeTask | undefined;
  /** A stream on the task is open. */
  isStreaming(node: TreeTask): boolean;
}
