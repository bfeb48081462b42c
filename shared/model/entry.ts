import type { Pointer } from '../lib/pointer.ts';
import type { Trouble } from '../lib/result.ts';
import type { AuthStepName } from './credential.ts';
import type { OperationName } from './operation.ts';
import type { TEST_DELIVERY } from './push.ts';
import type { DeliveryCheck } from './receiver.ts';

/** Header lines in the order and spelling seen on the wire; repeated names repeat. */
export type HeaderLines = [name: string, value: string][];

/** Bytes as seen on the wire. `text` is exact when the bytes are UTF-8; otherwise `base64` holds them. */
export interface Body {
  /** Size in bytes. */
  bytes: number;
  text?: string;
  base64?: string;
  /** Places whose value was replaced by a mask before it was recorded. */
  masked?: Pointer[];
}

/** Milliseconds since the request was handed to the socket layer; a missing step did not happen (reused socket). */
export interface Timings {
  dns?: number;
  tcp?: number;
  tls?: number;
  sent?: number;
  firstByte?: number;
  end?: number;
  /** The socket had served an earlier exchange. */
  reused?: boolean;
}

/** `complete`: the last chunk or the announced length arrived. Everything else ended early, and says how. */
export type EndCause = 'complete' | 'cut' | 'reset' | 'timeout' | 'aborted' | 'refused';

/**
 * How a frame was delimited. `body` is a whole answer that was no stream. `tail` is what was left undelivered. `grpc` is
 * one message of gRPC: `text` is its ProtoJSON and `bytes` the size of the protobuf. `grpc-status` is a status other than
 * OK that ended the call, as google.rpc.Status in JSON with the name of the code as `status`. `line` is one JSON value of
 * a stream of them (JSON Lines, or RFC 7464 with its separator), its line end included.
 */
export type Framing = 'sse' | 'body' | 'tail' | 'line' | 'grpc' | 'grpc-status';

export type DialectId = '1.0' | '0.3';
export type BindingId = 'JSONRPC' | 'HTTP+JSON' | 'GRPC';

interface EntryBase {
  /** 1, 2, 3 ... within one session, never reused. */
  seq: number;
  /** Milliseconds since the session started, monotonic. */
  at: number;
}

export interface RequestEntry extends EntryBase {
  kind: 'request';
  /** Number of the exchange within the session; also on every other entry of it. */
  exchange: number;
  agent: string;
  /** `FetchFile`: the content of a part that only names its address. */
  operation: OperationName | 'GetAgentCard' | 'FetchFile' | AuthStepName | typeof TEST_DELIVERY;
  dialect?: DialectId;
  binding?: BindingId;
  /** One of many equal questions by which a task is watched. */
  poll?: true;
  method: string;
  url: string;
  headers: HeaderLines;
  body: Body;
}

export interface HeadEntry extends EntryBase {
  kind: 'head';
  exchange: number;
  status: number;
  statusText: string;
  httpVersion: string;
  headers: HeaderLines;
  timings: Timings;
}

export interface FrameEntry extends EntryBase {
  kind: 'frame';
  exchange: number;
  framing: Framing;
  /** For SSE the verbatim lines of the block, its blank line included. */
  body: Body;
  event?: string;
  id?: string;
  /** Milliseconds asked for by a `retry:` line. */
  retry?: number;
}

export interface EndEntry extends EntryBase {
  kind: 'end';
  exchange: number;
  cause: EndCause;
  /** What went wrong; of an answer that is complete, what its refusal (401, 403) means. */
  error?: Trouble;
  /** Header lines after the body: the trailing metadata of gRPC. */
  trailers?: HeaderLines;
  timings: Timings;
  /** Bytes of the body as received, before decoding of a content encoding. */
  bytes: number;
}

/** A webhook delivery. */
export interface DeliveryEntry extends EntryBase {
  kind: 'delivery';
  agent?: string;
  method: string;
  url: string;
  headers: HeaderLines;
  body: Body;
  /** Status it was answered; 0 when its sender had hung up. */
  answer: number;
  check?: DeliveryCheck;
}

/** Something that happened beside the wire: a user action, a reconnect, a gap, a decision of the engine. */
export interface NoteEntry extends EntryBase {
  kind: 'note';
  agent?: string;
  exchange?: number;
  what: NoteKind;
  detail?: Record<string, unknown>;
}

/**
 * `reconnect`, `gap` and `reconciled` tell of a task whose stream broke: what is done to open it again, where events may
 * be missing, and what a fetched task holds that no event said. Their details are in `reconnect.ts`.
 */
export type NoteKind =
  | 'stopped-listening'
  | 'opened'
  | 'recovered'
  | 'negotiated'
  | 'warning'
  | 'comment'
  | 'reconnect'
  | 'gap'
  | 'reconciled'
  /** A task begins or ends to be watched by asking for it again and again; the detail is in `watch.ts`. */
  | 'watch'
  /** A step of signing in that is no request: waiting for the browser, a refused state, a consent. */
  | 'auth';

/** One line of a session file, written once and never changed. */
export type Entry = RequestEntry | HeadEntry | FrameEntry | EndEntry | DeliveryEntry | NoteEntry;

/** First line of a session file. */
export interface SessionHeader {
  format: 'loupe-session';
  version: 2;
  app: string;
  /** Identifier of the session, also its file name without the ending. */
  session: string;
  title?: string;
  /** Wall clock of `at = 0`, RFC 3339 with zone. */
  started: string;
}
