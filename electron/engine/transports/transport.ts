import type { Supported } from '../../../shared/a2a/card/choose-interface.ts';
import type { Negotiated } from '../../../shared/contract/views.ts';
import type { Reply } from '../../../shared/lib/result.ts';
import type { HeaderLines } from '../../../shared/model/entry.ts';
import type { OperationName } from '../../../shared/model/operation.ts';
import type { HttpClient } from '../http/client.ts';
import type { Connection, HttpEnd, HttpHead, HttpRequest, HttpTimeouts } from '../http/types.ts';
import type { OnFrame } from '../sse/reader.ts';

/** One operation on its way to an agent, in the 1.0 model. */
export interface Call {
  operation: OperationName;
  request: Record<string, unknown>;
  target: Negotiated;
  extensions: readonly string[];
  /** Header lines of the user and of credentials; they win over the protocol's own. */
  headers: HeaderLines;
  /** Goes on the address, after its own. */
  query?: HttpRequest['query'];
  elsewhere?: HttpRequest['elsewhere'];
  timeouts: HttpTimeouts;
  allowSelfSigned: boolean;
  /** Authorities, client certificate and proxy of the agent. */
  connection?: Connection;
}

/** `trailers`: header lines after the body, which gRPC has. */
export type WireEnd = HttpEnd & { trailers?: HeaderLines };

/** What goes over the wire, in order: `request` (again after a redirect), `head`, `frame`s, one `end`. */
export interface WireSink {
  /** `bytes` when the body is a rendering of what is sent, and not its text. */
  request(request: { method: string; url: string; headers: HeaderLines; body: string; bytes?: number }): void;
  head(head: HttpHead): void;
  frame: OnFrame;
  /** Something that the transport decided by itself. */
  note(text: string, detail: Record<string, unknown>): void;
  end(end: WireEnd): void;
}

export interface WireHandle {
  /** Stops listening. The end arrives at the sink with cause `aborted`. */
  abort(): void;
}

/**
 * One way of carrying operations. Callbacks instead of an async iterable: thousands of frames arrive in one turn of the
 * event loop, and a promise for each would cost more than reading them.
 */
export interface Transport {
  id: string;
  /** Bindings and versions it carries. */
  speaks: readonly Supported[];
  supports(target: Negotiated): boolean;
  /**
   * Encodes the call; refused when this protocol version cannot say it. Nothing is sent before `send`. A promise where
   * what the transport needs is loaded on first use.
   */
  prepare(call: Call): Reply<PreparedCall> | Promise<Reply<PreparedCall>>;
}

export interface PreparedCall {
  /** Sends. `sink.request` is called before this returns. */
  send(sink: WireSink): WireHandle;
}

export interface TransportTools {
  http: HttpClient;
  /** Identifies Loupe to the agent. */
  userAgent: string;
  /** Ids of JSON-RPC requests: 1, 2, 3 ... */
  nextRpcId(): number;
}
