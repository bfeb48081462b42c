import type { Reply, Trouble } from '../../../shared/lib/result.ts';
import type { EndCause, HeaderLines, Timings } from '../../../shared/model/entry.ts';
import type { HttpProxy } from './proxy.ts';
import type { Identity } from './secure-context.ts';

/** How the connections of one agent are made. */
export interface Connection {
  /** Authorities and client certificate. */
  identity?: Identity;
  proxy?: HttpProxy;
}

/** Milliseconds; 0 means no limit. */
export interface HttpTimeouts {
  connectMs: number;
  /** Until the first byte of the answer. */
  requestMs: number;
  /** Between two pieces of the answer. */
  idleMs: number;
}

export interface HttpRequest {
  method: string;
  url: string;
  /** Sent in this order and spelling. Host, length and connection lines are added when absent. */
  headers: HeaderLines;
  body?: string;
  timeouts: HttpTimeouts;
  /** Accept certificates that cannot be verified. */
  allowSelfSigned?: boolean;
  /** What the agent's connections are made with; left out: nothing of its own. */
  connection?: Connection;
  /** May be sent a second time when a kept connection turns out to be closed before any byte of an answer. */
  idempotent: boolean;
  /** False: no redirect is followed, not even within the origin. */
  followRedirects?: false;
  /** Put on the address after its own, and again on that of a redirect which has none of the name. */
  query?: readonly (readonly [name: string, value: string])[];
  /** Asked when an answer leads to another origin; left out: that is never followed. */
  elsewhere?(url: URL): Elsewhere;
}

/** Whether a redirect to another origin is followed. Undefined: it is not, and nobody has to be asked. */
export type Elsewhere = { refusal: Trouble } | { follow(): Promise<Reply<OtherOrigin>> } | undefined;

/** What a request is made with at another origin. */
export interface OtherOrigin extends Pick<HttpRequest, 'connection' | 'allowSelfSigned'> {
  url: URL;
  /** Names in lower case of header lines, and names of query parameters, that stay behind. */
  barred: readonly string[];
  barredQuery: readonly string[];
  /** What happened, as a sentence. */
  note: string;
}

export interface HttpHead {
  status: number;
  statusText: string;
  httpVersion: string;
  headers: HeaderLines;
  timings: Timings;
}

export interface HttpEnd {
  cause: EndCause;
  error?: Trouble;
  timings: Timings;
  /** Bytes of the body as received, before decoding. */
  bytes: number;
}

/** Receives one exchange in order: `request`, then `head`, then `data`; a redirect begins again at `request`; one `end`. */
export interface HttpSink {
  /** The header lines that go out, the added ones included. */
  request(method: string, url: string, headers: HeaderLines): void;
  head(head: HttpHead): void;
  /** Bytes of the body after decoding of its content encoding. */
  data(bytes: Buffer): void;
  /** Something the client decided by itself. */
  note(text: string, detail: Record<string, unknown>): void;
  end(end: HttpEnd): void;
}

export interface HttpExchange {
  /** Ends the exchange with the given cause; no effect after its end. */
  abort(cause: 'aborted' | 'cut', error?: Trouble): void;
  /** Stops the flow of the answer until `resume`; what arrives meanwhile is kept. */
  pause(): void;
  resume(): void;
}
