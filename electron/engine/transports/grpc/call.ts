import { performance } from 'node:perf_hooks';
import { type Client, type ClientReadableStream, type Metadata, type StatusObject, status } from '@grpc/grpc-js';
import { GRPC_STATUS } from '../../../../shared/a2a/bindings/grpc-status.ts';
import type { GrpcAddress } from '../../../../shared/a2a/card/grpc-address.ts';
import type { HeaderLines, Timings } from '../../../../shared/model/entry.ts';
import { type Failure, timeoutFailure } from '../../http/trouble.ts';
import type { Connection, HttpTimeouts } from '../../http/types.ts';
import { bodyOfBytes } from '../../sse/reader.ts';
import type { WireHandle, WireSink } from '../transport.ts';
import { openClient, whenReady } from './client.ts';
import { endingOf } from './failure.ts';
import { metadataLines, type RequestMetadata } from './metadata.ts';
import { type MessagePlan, rpcPlan } from './schema.ts';
import { protoToJson } from './to-json.ts';

export interface GrpcRequest {
  address: GrpcAddress;
  /** As it is shown. */
  url: string;
  path: string;
  metadata: RequestMetadata;
  bytes: Uint8Array;
  /** ProtoJSON of the bytes. */
  text: string;
  response: MessagePlan;
  timeouts: HttpTimeouts;
  allowSelfSigned: boolean;
  connection?: Connection;
}

const DETAILS = 'grpc-status-details-bin';
const NO_FIELDS = {};

const round = (ms: number): number => Math.round(ms * 1000) / 1000;

const asBuffer = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/**
 * Calls one method. An answer in one piece is a stream of one message on the wire, so both are read the same way. Every
 * message becomes a frame; a status other than OK becomes one more, with its details decoded.
 */
export function sendGrpc(request: GrpcRequest, sink: WireSink): WireHandle {
  const call = new RunningCall(request, sink);
  call.start();
  return { abort: () => call.abort() };
}

class RunningCall {
  private readonly started = performance.now();
  private readonly timings: Timings = {};
  private readonly client: Client;
  private readonly host: string;
  private call: ClientReadableStream<Buffer> | undefined;
  private waiting: NodeJS.Timeout | undefined;
  private idle: NodeJS.Timeout | undefined;
  private head: HeaderLines | undefined;
  private status: StatusObject | undefined;
  private bytes = 0;
  private drained = false;
  private over = false;

  constructor(
    private readonly request: GrpcRequest,
    private readonly sink: WireSink,
  ) {
    const { address, allowSelfSigned, connection, metadata } = request;
    this.client = openClient({ address, allowSelfSigned, connection, userAgent: metadata.userAgent });
    this.host = request.address.authority;
  }

  start(): void {
    const { request, sink } = this;
    sink.request({
      method: 'POST',
      url: request.url,
      headers: request.metadata.lines,
      body: request.text,
      bytes: request.bytes.length,
    });
    // Callers get the handle before anything can end.
    queueMicrotask(() => {
      if (!this.over) this.open();
    });
  }

  abort(): void {
    this.fail({ cause: 'aborted', error: { code: 'aborted', message: 'Stopped listening on request of the user.' } });
  }

  private open(): void {
    const { request, client } = this;
    const { connectMs, requestMs } = request.timeouts;
    this.limit('connect', connectMs);
    whenReady(client, () => {
      if (this.over) return;
      this.timings[request.address.secure ? 'tls' : 'tcp'] = this.now();
      if (this.timings.firstByte === undefined) this.limit('request', requestMs);
    });
    const call = client.makeServerStreamRequest<Uint8Array, Buffer>(
      request.path,
      asBuffer,
      (bytes) => bytes,
      request.bytes,
      request.metadata.metadata,
    );
    this.call = call;
    call.on('metadata', (metadata: Metadata) => this.onMetadata(metadata));
    call.on('data', (bytes: Buffer) => this.onMessage(bytes));
    // The status says the same, and comes even without an error.
    call.on('error', () => undefined);
    call.on('status', (found: StatusObject) => {
      this.status = found;
      if (this.drained) this.onEnd();
      else setImmediate(() => this.onEnd());
    });
    call.on('end', () => {
      this.drained = true;
      if (this.status) this.onEnd();
    });
  }

  private now(): number {
    return round(performance.now() - this.started);
  }

  private limit(what: 'connect' | 'request', ms: number): void {
    clearTimeout(this.waiting);
    if (ms > 0) this.waiting = setTimeout(() => this.fail(timeoutFailure(what, ms, this.host)), ms);
  }

  private answered(): void {
    clearTimeout(this.waiting);
    this.timings.firstByte ??= this.now();
    const { idleMs } = this.request.timeouts;
    if (this.idle) this.idle.refresh();
    else if (idleMs > 0) {
      this.idle = setTimeout(() => this.fail(timeoutFailure('idle', idleMs, this.host)), idleMs);
    }
  }

  private onMetadata(metadata: Metadata): void {
    if (this.over) return;
    this.answered();
    this.head = metadataLines(metadata);
    // The library keeps the HTTP status to itself until the end; only answers that are no gRPC can have another one.
    const type = this.head.find(([name]) => name === 'content-type')?.[1] ?? '';
    if (type.startsWith('application/grpc')) this.sendHead(200);
  }

  private sendHead(httpStatus: number): void {
    const headers = this.head;
    if (headers === undefined) return;
    this.head = undefined;
    const timings = { ...this.timings };
    this.sink.head({ status: httpStatus, statusText: '', httpVersion: '2.0', headers, timings });
  }

  private onMessage(bytes: Buffer): void {
    if (this.over) return;
    this.answered();
    this.sendHead(200);
    this.bytes += bytes.length;
    let text: string | undefined;
    try {
      text = JSON.stringify(protoToJson(this.request.response, bytes));
    } catch {
      text = undefined;
    }
    const body =
      text === undefined ? { bytes: bytes.length, base64: bytes.toString('base64') } : { bytes: bytes.length, text };
    this.sink.frame('grpc', body, NO_FIELDS);
  }

  private onEnd(): void {
    const found = this.status;
    if (this.over || found === undefined) return;
    const ending =
      found.code === status.OK
        ? undefined
        : endingOf(found.details, this.host, this.request.connection?.proxy?.authority);
    if (ending?.kind === 'failure') {
      this.sendHead(200);
      this.fail(ending.failure);
      return;
    }
    this.sendHead(ending?.status ?? 200);
    const trailers = ending ? undefined : trailersOf(found);
    if (!ending && found.code !== status.OK) this.sink.frame('grpc-status', statusBody(found), NO_FIELDS);
    this.finish(undefined, trailers);
  }

  private fail(failure: Failure): void {
    this.finish(failure);
  }

  private finish(failure?: Failure, trailers?: HeaderLines): void {
    if (this.over) return;
    this.over = true;
    clearTimeout(this.waiting);
    clearTimeout(this.idle);
    this.call?.cancel();
    this.client.close();
    this.timings.end = this.now();
    const end = {
      cause: failure?.cause ?? ('complete' as const),
      ...(failure && { error: failure.error }),
      ...(trailers && { trailers }),
      timings: this.timings,
      bytes: this.bytes,
    };
    // An abort may come from the caller's own turn; the end is always reported from another one.
    if (failure?.cause === 'aborted') queueMicrotask(() => this.sink.end(end));
    else this.sink.end(end);
  }
}

/** The library takes status and message out of the trailers; here they go back to where they were. */
function trailersOf({ code, details, metadata }: StatusObject): HeaderLines {
  const lines = metadataLines(metadata);
  const own: HeaderLines = [['grpc-status', String(code)]];
  if (details !== '') own.push(['grpc-message', details]);
  return [...own, ...lines];
}

/** The status as google.rpc.Status in JSON: the one in the details when it is there, else what the trailers say. */
function statusBody({ code, details, metadata }: StatusObject) {
  const [binary] = metadata.get(DETAILS);
  const told: Record<string, unknown> = { code, status: GRPC_STATUS[code] ?? String(code), message: details };
  const plan = rpcPlan('Status');
  const bytes = Buffer.isBuffer(binary) ? binary.length : Buffer.byteLength(details);
  if (Buffer.isBuffer(binary) && plan) {
    try {
      const { details: list } = protoToJson(plan, binary);
      if (Array.isArray(list)) told.details = list;
    } catch {
      // Bytes that are no google.rpc.Status stay visible among the trailers.
    }
  }
  return { ...bodyOfBytes(Buffer.from(JSON.stringify(told))), bytes };
}
