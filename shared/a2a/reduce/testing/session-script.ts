import type { Trouble } from '../../../lib/result.ts';
import type { BindingId, DialectId, EndCause, Entry, NoteKind } from '../../../model/entry.ts';
import type { OperationName } from '../../../model/operation.ts';
import type { DeliveryCheck } from '../../../model/receiver.ts';

interface SendOptions {
  dialect?: DialectId;
  binding?: BindingId;
  url?: string;
  agent?: string;
  /** Asked by a watch. */
  poll?: true;
}

/** Bytes of a text as UTF-8, without platform types. */
const bytesOf = (text: string): number => unescape(encodeURIComponent(text)).length;

/** Writes the entries of a made-up session, one call per thing that happens on the wire. */
export class SessionScript {
  readonly entries: Entry[] = [];
  /** Milliseconds; every entry is 10 ms after the one before. */
  private clock = 0;
  private exchanges = 0;

  private add(entry: Record<string, unknown>): void {
    this.clock += 10;
    this.entries.push({ seq: this.entries.length + 1, at: this.clock, ...entry } as unknown as Entry);
  }

  wait(ms: number): void {
    this.clock += ms;
  }

  /** A JSON-RPC call with id `r<exchange>`; returns the exchange's number. */
  call(operation: OperationName | 'GetAgentCard', params: unknown, options: SendOptions = {}): number {
    const exchange = ++this.exchanges;
    const { dialect = '1.0', binding = 'JSONRPC', url = 'http://agent.example/', agent = 'agent-1' } = options;
    const envelope = { jsonrpc: '2.0', id: `r${exchange}`, method: operation, params };
    const text = JSON.stringify(binding === 'JSONRPC' ? envelope : params);
    this.add({
      kind: 'request',
      exchange,
      agent,
      operation,
      dialect,
      binding,
      ...(options.poll && { poll: true }),
      method: 'POST',
      url,
      headers: [],
      body: { bytes: bytesOf(text), text },
    });
    return exchange;
  }

  /** A user's text, as a stream unless told otherwise. */
  ask(text: string, ids: Record<string, string> = {}, operation: OperationName = 'SendStreamingMessage'): number {
    const message = { messageId: `u${this.exchanges + 1}`, role: 'ROLE_USER', parts: [{ text }], ...ids };
    return this.call(operation, { message });
  }

  head(
    exchange: number,
    contentType = 'text/event-stream; charset=utf-8',
    status = 200,
    more: [name: string, value: string][] = [],
  ): void {
    const headers = contentType === '' ? more : [['Content-Type', contentType], ...more];
    const facts = { status, statusText: status === 200 ? 'OK' : '', httpVersion: '1.1', headers, timings: {} };
    this.add({ kind: 'head', exchange, ...facts });
  }

  /** One SSE block with these verbatim lines. */
  block(exchange: number, text: string, event?: string): void {
    const named = event === undefined ? {} : { event };
    this.add({ kind: 'frame', exchange, framing: 'sse', body: { bytes: bytesOf(text), text }, ...named });
  }

  /** One stream item inside its JSON-RPC envelope. */
  item(exchange: number, result: unknown): void {
    this.block(exchange, `data: ${JSON.stringify({ jsonrpc: '2.0', id: `r${exchange}`, result })}\n\n`);
  }

  frame(exchange: number, framing: 'body' | 'tail' | 'line', text: string): void {
    this.add({ kind: 'frame', exchange, framing, body: { bytes: bytesOf(text), text } });
  }

  /** Head, whole JSON-RPC answer and end. */
  answer(exchange: number, result: unknown): void {
    this.head(exchange, 'application/json');
    this.frame(exchange, 'body', JSON.stringify({ jsonrpc: '2.0', id: `r${exchange}`, result }));
    this.end(exchange);
  }

  end(exchange: number, cause: EndCause = 'complete', error?: Trouble): void {
    const trouble = error === undefined ? {} : { error };
    this.add({ kind: 'end', exchange, cause, timings: {}, bytes: 0, ...trouble });
  }

  note(what: NoteKind, detail: Record<string, unknown>, exchange?: number): void {
    this.add({ kind: 'note', agent: 'agent-1', what, detail, ...(exchange !== undefined && { exchange }) });
  }

  deliver(payload: unknown, answer = 200, check?: DeliveryCheck): void {
    const text = JSON.stringify(payload) ?? '';
    const body = { bytes: bytesOf(text), text };
    this.add({
      kind: 'delivery',
      agent: 'agent-1',
      method: 'POST',
      url: 'http://127.0.0.1/hook',
      headers: [],
      body,
      answer,
      ...(check && { check }),
    });
  }
}
