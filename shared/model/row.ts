import type { Severity } from './issue.ts';
import type { RowDelivery } from './receiver.ts';
import type { Reconnect } from './reconnect.ts';
import type { AnyTaskState } from './task.ts';

export type Lane = 'request' | 'status' | 'tool' | 'thinking' | 'artifact' | 'push' | 'auth' | 'error';

export const LANES: readonly Lane[] = ['request', 'status', 'tool', 'thinking', 'artifact', 'push', 'auth', 'error'];

export type RowKind =
  | 'request'
  | 'response'
  | 'end'
  | 'task'
  | 'status'
  | 'text'
  | 'message'
  | 'result'
  | 'artifact'
  | 'thinking'
  | 'tool-started'
  | 'tool-input-delta'
  | 'tool-input'
  | 'tool-progress'
  | 'tool-result'
  | 'usage'
  | 'permission'
  | 'answer'
  | 'delivery'
  | 'comment'
  | 'error'
  | 'unreadable'
  | 'note';

/** Rows of one span share `id`; it is unique within the session. */
export interface RowSpan {
  id: string;
  edge: 'open' | 'mid' | 'close';
  name?: string;
  /** On a closing row: the agent says that the step failed. */
  failed?: true;
}

export interface RowMarks {
  /** Worst finding of this row and how many there are. */
  severity?: Severity;
  findings?: number;
  /** Their codes, each once. */
  codes?: readonly string[];
  /** `text` was cut. */
  cut?: true;
  /** The frame is one delta of a longer text: consecutive ones of the same `fold` key may be folded. */
  fold?: string;
  /** Lens that read the metadata. */
  lens?: string;
}

/** A task of an answer that lists several. */
export interface RowTask {
  id: string;
  context?: string;
  state?: AnyTaskState;
}

export interface RowArtifact {
  id: string;
  /** Whose it is, on an answer that lists tasks. */
  of?: RowTask;
  name?: string;
  append?: true;
  last?: true;
  mediaType?: string;
  /** Size of the content in this row, as UTF-8 or after base64 decoding; 0 for links. */
  bytes?: number;
}

/** What the feed carries for one entry: enough for every list, never a body. */
export interface Row {
  seq: number;
  /** Milliseconds since the session started. */
  at: number;
  lane: Lane;
  kind: RowKind;
  /** 0 when the entry belongs to no exchange. */
  exchange: number;
  agent: string;
  context?: string;
  task?: string;
  /** Present when this entry states the task's state. */
  state?: AnyTaskState;
  /** One line for the list, cut at ROW_TEXT_LIMIT characters. */
  text: string;
  /** Bytes of the body. */
  size: number;
  /** Milliseconds: of a closed span, of a response (until the first byte), of an ended exchange. */
  duration?: number;
  span?: RowSpan;
  marks?: RowMarks;
  /**
   * For `request` rows: operation; for `response`: status; for `end`: cause; for `artifact`: artifact id; tools: name;
   * notes: their kind.
   */
  name?: string;
  status?: number;
  /** True on the row of a stream's response head. */
  stream?: true;
  artifact?: RowArtifact;
  /** On rows and deliveries of a task, and on lists of tasks: what they hold, at most ROW_ARTIFACT_LIMIT of them. */
  artifacts?: RowArtifact[];
  message?: { id?: string; role?: 'user' | 'agent' };
  /** Wall-clock text of the agent's own timestamp, as received. */
  timestamp?: string;
  /** On `reconnect` notes. */
  reconnect?: Reconnect;
  /** On deliveries. */
  delivery?: RowDelivery;
  /** Seq of the delivery that brought this event before the stream did: some agents push first. */
  delivered?: number;
}

/** Beginning of the fold key of rows which only say that a watched task stands as before. */
export const QUIET_FOLD = 'poll|';

/** Whether a row is part of a question asked again and again, and says nothing new. */
export const isQuiet = (row: Row): boolean => row.marks?.fold?.startsWith(QUIET_FOLD) === true;

/** Characters kept of a row's text. */
export const ROW_TEXT_LIMIT = 160;
/** Artifacts named on the row of a task snapshot, or of a list of tasks. */
export const ROW_ARTIFACT_LIMIT = 1_000;
