import { describe, expect, it } from 'vitest';
import { MASK } from '../lib/mask.ts';
import type { Body, Entry, FrameEntry, HeadEntry, RequestEntry, SessionHeader } from '../model/entry.ts';
import { createHar } from './har.ts';
import type { HarLog } from './har-types.ts';

const session: SessionHeader = {
  format: 'loupe-session',
  version: 2,
  app: '1.0.0',
  session: 's-1',
  title: 'Two "runs"',
  started: '2025-11-30T14:02:00.000Z',
};

const textBody = (text: string): Body => ({ bytes: Buffer.byteLength(text), text });
const bytesOf = ({ text, base64 }: Body): Buffer =>
  Buffer.from(text ?? base64 ?? '', text === undefined ? 'base64' : 'utf8');
const base64 = (bodies: readonly Body[]): string => Buffer.concat(bodies.map(bytesOf)).toString('base64');

const request = (seq: number, at: number, change: Partial<RequestEntry> = {}): RequestEntry => ({
  seq,
  at,
  kind: 'request',
  exchange: 1,
  agent: 'a',
  operation: 'SendStreamingMessage',
  dialect: '1.0',
  binding: 'JSONRPC',
  method: 'POST',
  url: 'http://h.example/rpc?a=1&b=x%20y+z&c',
  headers: [
    ['Content-Type', 'application/json'],
    ['Cookie', 'one=1; two=a=b'],
  ],
  body: textBody('{"é":1}'),
  ...change,
});

const head = (seq: number, at: number, change: Partial<HeadEntry> = {}): HeadEntry => ({
  seq,
  at,
  kind: 'head',
  exchange: 1,
  status: 200,
  statusText: 'OK',
  httpVersion: '1.1',
  headers: [
    ['Content-Type', 'text/event-stream; charset=utf-8'],
    ['Set-Cookie', `sid=${MASK}; Path=/`],
  ],
  timings: { dns: 1, tcp: 3, sent: 4, firstByte: 29 },
  ...change,
});

const frame = (seq: number, at: number, change: Partial<FrameEntry> = {}): FrameEntry => ({
  seq,
  at,
  kind: 'frame',
  exchange: 1,
  framing: 'sse',
  body: textBody('data: {"n":1}\n\n'),
  ...change,
});

function archive(entries: Entry[]): HarLog {
  const har = createHar({ session, version: '1.0.0', base64 });
  for (const entry of entries) har.push(entry);
  return (JSON.parse(har.finish()) as { log: HarLog }).log;
}

/** Keys that HAR 1.2 demands, and the kinds of their values. */
const NEEDED: Record<string, Record<string, string>> = {
  log: { version: 'string', creator: 'object', entries: 'array' },
  creator: { name: 'string', version: 'string' },
  entry: {
    startedDateTime: 'string',
    time: 'number',
    request: 'object',
    response: 'object',
    cache: 'object',
    timings: 'object',
  },
  request: {
    method: 'string',
    url: 'string',
    httpVersion: 'string',
    cookies: 'array',
    headers: 'array',
    queryString: 'array',
    headersSize: 'number',
    bodySize: 'number',
  },
  response: {
    status: 'number',
    statusText: 'string',
    httpVersion: 'string',
    cookies: 'array',
    headers: 'array',
    content: 'object',
    redirectURL: 'string',
    headersSize: 'number',
    bodySize: 'number',
  },
  content: { size: 'number', mimeType: 'string' },
  timings: { send: 'number', wait: 'number', receive: 'number' },
  pair: { name: 'string', value: 'string' },
};

function lacks(kind: string, value: object): string[] {
  const given = value as Record<string, unknown>;
  return Object.entries(NEEDED[kind] ?? {})
    .filter(([key, type]) => (Array.isArray(given[key]) ? 'array' : typeof given[key]) !== type)
    .map(([key]) => `${kind}.${key}`);
}

/** Everything the format demands and the archive does not have. */
function faults(log: HarLog): string[] {
  return [
    ...lacks('log', log),
    ...lacks('creator', log.creator),
    ...log.entries.flatMap((entry) => {
      const { request: asked, response, timings } = entry;
      const pairs = [asked.cookies, asked.headers, asked.queryString, response.cookies, response.headers].flat();
      const steps = [timings.blocked, timings.dns, timings.connect, timings.send, timings.wait, timings.receive];
      const sum = steps.reduce((total, step) => total + Math.max(0, step), 0);
      return [
        ...lacks('entry', entry),
        ...lacks('request', asked),
        ...lacks('response', response),
        ...lacks('content', response.content),
        ...lacks('timings', timings),
        ...pairs.flatMap((pair) => lacks('pair', pair)),
        ...(asked.postData && typeof asked.postData.mimeType !== 'string' ? ['postData.mimeType'] : []),
        ...(Math.abs(sum - entry.time) > 0.01 ? ['time is not the sum of the timings'] : []),
        ...(steps.some((step) => step < 0 && step !== -1) ? ['negative timing'] : []),
        ...(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(entry.startedDateTime) ? [] : ['startedDateTime']),
      ];
    }),
  ];
}

const stream: Entry[] = [
  request(1, 1_000),
  head(2, 1_029),
  frame(3, 1_030, { id: '7', event: 'x', retry: 500 }),
  frame(4, 1_100, { body: textBody(': ping\n\n') }),
  frame(5, 1_200, { framing: 'tail', body: textBody('data: {"n":') }),
  {
    seq: 6,
    at: 1_201,
    kind: 'end',
    exchange: 1,
    cause: 'reset',
    error: { code: 'network', message: 'gone' },
    timings: { dns: 1, tcp: 3, sent: 4, firstByte: 29, end: 201 },
    bytes: 33,
  },
];

describe('a HTTP archive', () => {
  it('has everything that the format demands', () => {
    const entries: Entry[] = [
      ...stream,
      request(7, 2_000, { exchange: 2, method: 'GET', body: { bytes: 0, text: '' }, headers: [] }),
      { seq: 8, at: 2_001, kind: 'end', exchange: 2, cause: 'refused', timings: {}, bytes: 0 },
      request(9, 3_000, { exchange: 3 }),
      head(10, 3_050, { exchange: 3, timings: { reused: true, sent: 2, firstByte: 1.5 } }),
    ];
    expect(faults(archive(entries))).toEqual([]);
    expect(faults(archive([]))).toEqual([]);
    expect(archive(entries).entries.map((entry) => entry._loupe.exchange)).toEqual([1, 2, 3]);
    const [, refused, open] = archive(entries).entries;
    expect(refused).toMatchObject({ response: { status: 0, bodySize: 0 }, _loupe: { cause: 'refused' } });
    expect(open?.response.bodySize).toBe(-1);
    expect(open?._loupe.cause).toBeUndefined();
  });

  it('keeps the stream verbatim, with the time of every frame', () => {
    const [entry] = archive(stream).entries;
    expect(entry?.response.content).toEqual({
      size: 34,
      mimeType: 'text/event-stream; charset=utf-8',
      text: 'data: {"n":1}\n\n: ping\n\ndata: {"n":',
    });
    expect(entry?._loupe).toMatchObject({ cause: 'reset', error: { code: 'network', message: 'gone' } });
    expect(entry?._loupe.frames).toEqual([
      { seq: 3, at: 30, framing: 'sse', bytes: 15, event: 'x', id: '7', retry: 500 },
      { seq: 4, at: 100, framing: 'sse', bytes: 8 },
      { seq: 5, at: 200, framing: 'tail', bytes: 11 },
    ]);
  });

  it('says what was sent, and how long each step took', () => {
    const [entry] = archive(stream).entries;
    expect(entry?.startedDateTime).toBe('2025-11-30T14:02:01.000Z');
    expect(entry?.request).toMatchObject({
      httpVersion: 'HTTP/1.1',
      cookies: [
        { name: 'one', value: '1' },
        { name: 'two', value: 'a=b' },
      ],
      queryString: [
        { name: 'a', value: '1' },
        { name: 'b', value: 'x y z' },
        { name: 'c', value: '' },
      ],
      postData: { mimeType: 'application/json', text: '{"é":1}' },
      bodySize: 8,
    });
    expect(entry?.timings).toEqual({ blocked: -1, dns: 1, connect: 2, ssl: -1, send: 1, wait: 25, receive: 172 });
    expect(entry?.time).toBe(201);
  });

  it('does not reveal what was masked, nor guess its size', () => {
    const [entry] = archive(stream).entries;
    expect(entry?.response.cookies).toEqual([{ name: 'sid', value: MASK }]);
    expect(entry?.response.headersSize).toBe(-1);
    expect(entry?.request.headersSize).toBe(
      Buffer.byteLength(
        'POST /rpc?a=1&b=x%20y+z&c HTTP/1.1\r\nContent-Type: application/json\r\nCookie: one=1; two=a=b\r\n\r\n',
      ),
    );
  });

  it('has one entry per hop of a redirect', () => {
    const hops = archive([
      request(1, 0),
      head(2, 10, { status: 307, headers: [['Location', '/new']], timings: { sent: 1, firstByte: 9 } }),
      request(3, 11, { url: 'http://h.example/new' }),
      head(4, 20),
      { seq: 5, at: 21, kind: 'end', exchange: 1, cause: 'complete', timings: { end: 10 }, bytes: 0 },
    ]).entries;
    expect(hops.map((hop) => [hop.response.status, hop.response.redirectURL])).toEqual([
      [307, '/new'],
      [200, ''],
    ]);
    expect(hops.map((hop) => hop._loupe.cause)).toEqual([undefined, 'complete']);
  });

  it('writes bytes that are no text as base64, and what a content encoding saved', () => {
    const bytes = Buffer.from([0xff, 0xfe]);
    const [entry] = archive([
      request(1, 0),
      head(2, 1, { headers: [['Content-Encoding', 'gzip']] }),
      frame(3, 2, { framing: 'body', body: { bytes: 2, base64: bytes.toString('base64') } }),
      { seq: 4, at: 3, kind: 'end', exchange: 1, cause: 'complete', timings: {}, bytes: 22 },
    ]).entries;
    expect(entry?.response.content).toEqual({
      size: 2,
      compression: -20,
      mimeType: 'x-unknown',
      text: '//4=',
      encoding: 'base64',
    });
  });

  it('shows messages of gRPC one per line, and its trailers', () => {
    const [entry] = archive([
      request(1, 0, { binding: 'GRPC' }),
      head(2, 1, { httpVersion: '2' }),
      frame(3, 2, { framing: 'grpc', body: { bytes: 5, text: '{"a":1}' } }),
      frame(4, 2, { framing: 'grpc', body: { bytes: 5, text: '{"a":2}' } }),
      {
        seq: 5,
        at: 3,
        kind: 'end',
        exchange: 1,
        cause: 'complete',
        timings: {},
        bytes: 10,
        trailers: [['grpc-status', '0']],
      },
    ]).entries;
    expect(entry?.response.content.text).toBe('{"a":1}\n{"a":2}\n');
    expect(entry?._loupe.trailers).toEqual([{ name: 'grpc-status', value: '0' }]);
  });
});
