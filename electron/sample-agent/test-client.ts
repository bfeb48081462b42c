import { type ClientRequest, type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import { isJsonObject, type JsonObject } from './model.ts';

/** A bare HTTP client for the tests of this folder: it knows HTTP and SSE, and nothing of A2A. */
export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

/** A streamed answer that is still being read. */
export interface OpenStream {
  headers: IncomingHttpHeaders;
  /** JSON of each `data` line so far. */
  frames: JsonObject[];
  /** Comment lines so far. */
  comments: string[];
  /** Settles when the server has ended the stream. */
  ended: Promise<void>;
  /** Settles when that many frames have come. */
  reached(count: number): Promise<void>;
  response: IncomingMessage;
  hangUp(): void;
}

interface Call {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}

/** Sends one request and reads the whole answer. */
export async function fetchText(url: string, call: Call = {}): Promise<Answer> {
  const { response } = await send(url, call);
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    text: Buffer.concat(chunks).toString('utf8'),
  };
}

/** Sends one request and reads its answer as SSE while it comes. */
export async function openStream(url: string, call: Call = {}): Promise<OpenStream> {
  const { outgoing, response } = await send(url, call);
  const frames: JsonObject[] = [];
  const comments: string[] = [];
  const waiting: { count: number; resolve: () => void }[] = [];
  let rest = '';
  response.setEncoding('utf8');
  response.on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (line.startsWith('data: ')) frames.push(JSON.parse(line.slice(6)) as JsonObject);
      if (line.startsWith(':')) comments.push(line);
    }
    for (const one of waiting) if (frames.length >= one.count) one.resolve();
  });
  const ended = new Promise<void>((resolve) => response.on('end', resolve));
  return {
    headers: response.headers,
    frames,
    comments,
    ended,
    reached: (count) =>
      new Promise((resolve) => {
        if (frames.length >= count) resolve();
        else waiting.push({ count, resolve });
      }),
    response,
    hangUp: () => outgoing.destroy(),
  };
}

function send(url: string, call: Call): Promise<{ outgoing: ClientRequest; response: IncomingMessage }> {
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { method: call.method ?? 'GET', headers: call.headers ?? {}, agent: false });
    outgoing.on('error', reject);
    outgoing.on('response', (response) => {
      response.on('error', () => {});
      resolve({ outgoing, response });
    });
    outgoing.end(call.body);
  });
}

/** The JSON-RPC calls of one protocol version against one agent. */
export class RpcClient {
  private readonly url: string;
  private readonly headers: Record<string, string>;

  /** `version` is the `A2A-Version` to send; null sends none. */
  constructor(agentUrl: string, version: string | null, headers: Record<string, string> = {}) {
    this.url = `${agentUrl}/a2a`;
    this.headers = { 'Content-Type': 'application/json', ...headers };
    if (version !== null) this.headers['A2A-Version'] = version;
  }

  /** The whole JSON-RPC answer. */
  async call(method: string, params?: unknown): Promise<JsonObject> {
    const answer = await this.post(JSON.stringify({ jsonrpc: '2.0', id: 7, method, params }));
    return JSON.parse(answer.text) as JsonObject;
  }

  async result<Result = JsonObject>(method: string, params?: unknown): Promise<Result> {
    const answer = await this.call(method, params);
    if (answer.error) throw new Error(`${method}: ${JSON.stringify(answer.error)}`);
    return answer.result as Result;
  }

  async error(method: string, params?: unknown): Promise<JsonObject & { code: number; message: string }> {
    const { error } = await this.call(method, params);
    if (!isJsonObject(error)) throw new Error(`${method} was answered without an error`);
    return error as JsonObject & { code: number; message: string };
  }

  stream(method: string, params: unknown): Promise<OpenStream> {
    return openStream(this.url, {
      method: 'POST',
      headers: this.headers,
      body: JSON.stringify({ jsonrpc: '2.0', id: 's', method, params }),
    });
  }

  post(body: string): Promise<Answer> {
    return fetchText(this.url, { method: 'POST', headers: this.headers, body });
  }
}

/** Params of a 1.0 send with one text part. */
export function say10(text: string, ids: JsonObject = {}, configuration?: JsonObject) {
  return { message: { messageId: `m-${text}`, role: 'ROLE_USER', parts: [{ text }], ...ids }, configuration };
}

/** Params of a 0.3 send with one text part. */
export function say03(text: string, ids: JsonObject = {}, configuration?: JsonObject) {
  const message = { kind: 'message', messageId: `m-${text}`, role: 'user', parts: [{ kind: 'text', text }], ...ids };
  return { message, configuration };
}
