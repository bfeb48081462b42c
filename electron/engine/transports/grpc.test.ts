import * as http2 from 'node:http2';
import type { AddressInfo } from 'node:net';
import { connect, createServer, type Socket } from 'node:net';
import { Metadata, status } from '@grpc/grpc-js';
import { afterEach, describe, expect, it } from 'vitest';
import type { Entry } from '../../../shared/model/entry.ts';
import type { OperationName } from '../../../shared/model/operation.ts';
import type { Engine } from '../engine.ts';
import { makeCertificate } from '../testing/certificates.ts';
import { send, testEngines, value } from '../testing/engines.ts';
import { type GrpcAnswer, startGrpc } from '../testing/grpc-server.ts';
import { startProxy } from '../testing/secure-servers.ts';

const engines = testEngines();
const open: { close(): unknown }[] = [];
afterEach(async () => {
  await engines.close();
  for (const server of open.splice(0).reverse()) await server.close();
});

const using = <T extends { close(): unknown }>(server: T): T => {
  open.push(server);
  return server;
};

/** An engine that calls an address over gRPC without a card. */
async function at(endpoint: string, options: Record<string, unknown> = {}) {
  const engine = await engines.start();
  // Nothing answers there: the agent is known by its endpoint alone.
  await engine.call('settings.set', { key: 'connectTimeoutMs', value: 2_000 });
  const all = { binding: 'GRPC', version: '1.0', endpoint, ...options } as const;
  await engine.call('agents.add', { url: 'http://127.0.0.1:1/', options: all });
  const [agent] = value(await engine.call('agents.list', {}));
  return { engine, id: agent?.id ?? '' };
}

async function serving(answer: GrpcAnswer, options: Parameters<typeof startGrpc>[1] & { scheme?: string } = {}) {
  const server = using(await startGrpc(answer, options));
  const version = options.dialect ?? '1.0';
  return { port: server.port, ...(await at(`${options.scheme ?? ''}127.0.0.1:${server.port}`, { version })) };
}

async function call(engine: Engine, agent: string, operation: OperationName, request: Record<string, unknown>) {
  const { exchange } = value(await engine.call('calls.start', { agent, operation, request }));
  return value(await engine.call('calls.outcome', { exchange }));
}

async function entriesOf(engine: Engine): Promise<Entry[]> {
  const { content } = value(await engine.call('sessions.export', { session: engine.liveSession }));
  const entries = content.trimEnd().split('\n').slice(1);
  const all = entries.map((line) => JSON.parse(line) as Entry);
  const first = all.findIndex((entry) => entry.kind === 'request' && entry.operation !== 'GetAgentCard');
  return all.slice(first);
}

const working = { statusUpdate: { taskId: 't', contextId: 'c', status: { state: 'TASK_STATE_WORKING' } } };
const completed = { statusUpdate: { taskId: 't', contextId: 'c', status: { state: 'TASK_STATE_COMPLETED' } } };

describe('a call', () => {
  it('goes out as it is recorded, and its messages come back as ProtoJSON', async () => {
    let received: unknown;
    const { engine, id, port } = await serving(({ request, head, message, end }) => {
      received = request;
      const metadata = new Metadata();
      metadata.set('x-served-by', 'me');
      head(metadata);
      message({ message: { messageId: 'r', role: 'ROLE_AGENT', parts: [{ data: [1, null] }] } });
      end();
    });
    expect(await send(engine, id, 'hi', 'SendMessage')).toMatchObject({
      outcome: 'ok',
      reading: { type: 'event', event: { message: { parts: [{ data: [1, null] }] } } },
    });
    const [request, response, frame, end] = await entriesOf(engine);
    expect(request).toMatchObject({
      kind: 'request',
      binding: 'GRPC',
      method: 'POST',
      url: `http://127.0.0.1:${port}/lf.a2a.v1.A2AService/SendMessage`,
      body: { text: JSON.stringify(received) },
    });
    expect(request?.kind === 'request' && request.body.bytes).toBeLessThan(JSON.stringify(received).length);
    expect(response).toMatchObject({ kind: 'head', status: 200, httpVersion: '2.0' });
    expect(response?.kind === 'head' && response.headers).toContainEqual(['x-served-by', 'me']);
    expect(frame).toMatchObject({ kind: 'frame', framing: 'grpc' });
    expect(end).toMatchObject({
      kind: 'end',
      cause: 'complete',
      trailers: [
        ['grpc-status', '0'],
        ['grpc-message', 'OK'],
      ],
    });
    if (frame?.kind === 'frame' && end?.kind === 'end') expect(end.bytes).toBe(frame.body.bytes);
  });

  it('sends the header lines that are recorded, and no others', async () => {
    let lines: string[] = [];
    const server = using(http2.createServer());
    server.on('stream', (...args) => {
      // The raw lines are not among the typed arguments.
      const [stream, , , raw = []] = args as unknown as [http2.ServerHttp2Stream, unknown, unknown, string[]];
      lines = raw.flatMap((name, i) => (i % 2 === 0 && !name.startsWith(':') ? [`${name}: ${raw[i + 1]}`] : []));
      stream.respond({ ':status': 200, 'content-type': 'application/grpc', 'grpc-status': '0' }, { endStream: true });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const { engine, id } = await at(`127.0.0.1:${port}`, {
      extensions: ['https://a.example/x'],
      headers: [
        ['X-Mine', '1'],
        ['Content-Type', 'text/plain'],
        ['Authorization', 'Bearer secret-token'],
      ],
    });
    await send(engine, id, 'hi');
    const [request] = await entriesOf(engine);
    const recorded = request?.kind === 'request' ? request.headers.map(([name, text]) => `${name}: ${text}`) : [];
    expect(lines.map((line) => line.replace('secret-token', '••••••')).sort()).toEqual(recorded.sort());
    expect(lines).toEqual(
      expect.arrayContaining([
        'a2a-version: 1.0',
        'a2a-extensions: https://a.example/x',
        'x-mine: 1',
        'authorization: Bearer secret-token',
      ]),
    );
  });

  it('streams', async () => {
    const { engine, id } = await serving(({ message, end }) => {
      for (let i = 0; i < 300; i++) message(working);
      message(completed);
      end();
    });
    const outcome = await send(engine, id, 'go');
    expect(outcome).toMatchObject({ outcome: 'complete', task: { id: 't', state: 'TASK_STATE_COMPLETED' } });
    const frames = (await entriesOf(engine)).filter((entry) => entry.kind === 'frame');
    expect(frames).toHaveLength(301);
  });

  it('of 0.3 names the task and wraps what it sends', async () => {
    const requests: unknown[] = [];
    const { engine, id } = await serving(
      ({ request, method, message, end }) => {
        requests.push(request);
        if (method === 'TaskSubscription') {
          const update = { messageId: 'u', role: 'ROLE_AGENT', content: [{ file: { fileWithUri: 'https://h/f' } }] };
          const status = { state: 'TASK_STATE_CANCELLED', message: update };
          message({ statusUpdate: { taskId: 't', contextId: 'c', status, final: true } });
        } else {
          const config = { id: 'c', url: 'http://h/', authentication: { schemes: ['Bearer'] } };
          message({ name: 'tasks/t/pushNotificationConfigs/c', pushNotificationConfig: config });
        }
        end();
      },
      { dialect: '0.3' },
    );
    expect(await call(engine, id, 'SubscribeToTask', { id: 't' })).toMatchObject({
      outcome: 'complete',
      task: { id: 't', state: 'TASK_STATE_CANCELED' },
      issues: [],
    });
    const config = { taskId: 't', id: 'c', url: 'http://h/' };
    expect(await call(engine, id, 'CreateTaskPushNotificationConfig', config)).toMatchObject({
      outcome: 'ok',
      reading: { config: { taskId: 't', id: 'c', url: 'http://h/', authentication: { scheme: 'Bearer' } } },
    });
    expect(requests).toMatchObject([{ name: 'tasks/t' }, { parent: 'tasks/t', configId: 'c' }]);
  });

  it('that the proto has no place for is not sent', async () => {
    const { engine, id } = await serving(({ end }) => end());
    const request = { message: { messageId: 'm', role: 'ROLE_USER', parts: [{ text: 'x', mood: 'good' }] } };
    const reply = await engine.call('calls.start', { agent: id, operation: 'SendMessage', request });
    expect(reply).toMatchObject({ ok: false, error: { code: 'bad-input' } });
    if (!reply.ok) expect(reply.error.message).toContain('/message/parts/0/mood');
  });

  it('goes over TLS when the certificate is accepted', async () => {
    const { key, cert } = makeCertificate({ name: 'loopback' });
    const { engine, id, port } = await serving(
      ({ message, end }) => {
        message(completed);
        end();
      },
      { key, cert, scheme: 'https://' },
    );
    expect(await send(engine, id, 'go')).toMatchObject({ outcome: 'error', error: { code: 'tls' } });
    const origins = [`https://127.0.0.1:${port}`];
    value(await engine.call('settings.set', { key: 'allowSelfSignedFor', value: origins }));
    expect(await send(engine, id, 'go')).toMatchObject({ outcome: 'complete' });
  });
});

describe('the connection of an agent', () => {
  const answer: GrpcAnswer = ({ message, end }) => {
    message(completed);
    end();
  };

  it('goes through a proxy', async () => {
    const proxy = using(await startProxy('me:pass'));
    const server = using(await startGrpc(answer));
    const address = `127.0.0.1:${server.port}`;
    const { engine, id } = await at(address, { proxy: { use: 'url', url: `http://me:pass@127.0.0.1:${proxy.port}` } });
    expect(await send(engine, id, 'go')).toMatchObject({ outcome: 'complete' });
    expect(proxy.asked).toContain(`CONNECT ${address}`);
    const refused = await at(address, { proxy: { use: 'url', url: `http://127.0.0.1:${proxy.port}` } });
    const outcome = await send(refused.engine, refused.id, 'go');
    expect(outcome).toMatchObject({ outcome: 'error', error: { code: 'network' } });
    expect(outcome.error?.message).toContain(`proxy 127.0.0.1:${proxy.port}`);
  });

  it('trusts the authority that was given for it', async () => {
    const { key, cert } = makeCertificate({ name: 'agent', names: ['127.0.0.1'], authority: true });
    const server = using(await startGrpc(answer, { key, cert }));
    const { engine, id } = await at(`https://127.0.0.1:${server.port}`, { tls: { ca: cert } });
    expect(await send(engine, id, 'go')).toMatchObject({ outcome: 'complete' });
  });
});

/** google.rpc.Status with one ErrorInfo, as servers put it into the trailers. */
function details(code: number, reason: string): Metadata {
  const field = (id: number, content: Uint8Array) => Buffer.from([id * 8 + 2, content.length, ...content]);
  const type = field(1, Buffer.from('type.googleapis.com/google.rpc.ErrorInfo'));
  const any = Buffer.concat([type, field(2, field(1, Buffer.from(reason)))]);
  const metadata = new Metadata();
  metadata.set('grpc-status-details-bin', Buffer.concat([Buffer.from([8, code]), field(3, any)]));
  return metadata;
}

describe('a status', () => {
  it('with details is an error of A2A', async () => {
    const { engine, id } = await serving(({ end }) =>
      end({ code: status.NOT_FOUND, details: 'no täsk', metadata: details(5, 'TASK_NOT_FOUND') }),
    );
    const outcome = await call(engine, id, 'GetTask', { id: 't' });
    expect(outcome).toMatchObject({
      outcome: 'error',
      error: {
        code: 'rpc',
        message: 'no täsk',
        a2a: { code: -32001, name: 'TaskNotFound', grpcStatus: 'NOT_FOUND', reason: 'TASK_NOT_FOUND' },
      },
    });
    const entries = await entriesOf(engine);
    const end = entries[entries.length - 1];
    const trailers = Object.fromEntries(end?.kind === 'end' ? (end.trailers ?? []) : []);
    expect(trailers).toMatchObject({ 'grpc-status': '5', 'grpc-message': 'no täsk' });
    expect(trailers['grpc-status-details-bin']).toMatch(/^[A-Za-z0-9+/]+=*$/);
  });

  it('in the middle of a stream ends it with an error, after all that came', async () => {
    const { engine, id } = await serving(({ message, end }) => {
      message(working);
      message(working);
      end({ code: status.INTERNAL, details: 'broke' });
    });
    const outcome = await send(engine, id, 'go');
    expect(outcome).toMatchObject({ outcome: 'error', error: { code: 'rpc', message: 'INTERNAL: broke' } });
    const framings = (await entriesOf(engine)).flatMap((entry) => (entry.kind === 'frame' ? entry.framing : []));
    expect(framings).toEqual(['grpc', 'grpc', 'grpc-status']);
  });

  it.each([
    [
      status.UNAUTHENTICATED,
      { code: 'auth', message: expect.stringMatching(/^UNAUTHENTICATED: who\? No credentials were sent/) },
    ],
    [status.PERMISSION_DENIED, { code: 'auth' }],
    [status.UNIMPLEMENTED, { code: 'rpc', a2a: { code: -32601 } }],
    [status.UNAVAILABLE, { code: 'rpc', message: 'UNAVAILABLE: who?' }],
  ])('%d', async (code, error) => {
    const { engine, id } = await serving(({ end }) => end({ code, details: 'who?' }));
    expect(await call(engine, id, 'GetTask', { id: 't' })).toMatchObject({ outcome: 'error', error });
  });
});

describe('an end without a status', () => {
  it('after stopping to listen cancels the call at the server', async () => {
    let canceled: (() => void) | undefined;
    const seen = new Promise<void>((resolve) => {
      canceled = resolve;
    });
    const { engine, id } = await serving(({ message, onCancel }) => {
      message(working);
      onCancel(() => canceled?.());
    });
    const request = { message: { role: 'ROLE_USER', parts: [{ text: 'go' }] } };
    const started = await engine.call('calls.start', { agent: id, operation: 'SendStreamingMessage', request });
    const { exchange } = value(started);
    setTimeout(() => void engine.call('calls.abort', { exchange }), 300);
    expect(value(await engine.call('calls.outcome', { exchange }))).toMatchObject({ outcome: 'aborted' });
    await seen;
  });

  it('comes when nothing arrives for too long', async () => {
    const { engine, id } = await serving(({ method, message }) => {
      if (method === 'SendStreamingMessage') message(working);
    });
    value(await engine.call('settings.set', { key: 'streamIdleTimeoutMs', value: 150 }));
    value(await engine.call('settings.set', { key: 'requestTimeoutMs', value: 300 }));
    const stalled = await send(engine, id, 'go');
    expect(stalled).toMatchObject({ outcome: 'cut', error: { code: 'timeout' } });
    expect(stalled.error?.message).toContain('streamIdleTimeoutMs');
    const silent = await call(engine, id, 'GetTask', { id: 't' });
    expect(silent).toMatchObject({ outcome: 'error', error: { code: 'timeout' } });
    expect(silent.error?.message).toContain('requestTimeoutMs');
  });

  const raw = async (onSocket: (socket: Socket) => void): Promise<number> => {
    const sockets = new Set<Socket>();
    const server = createServer((socket) => {
      sockets.add(socket);
      socket.on('error', () => undefined);
      onSocket(socket);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    open.push({
      close() {
        server.close();
        for (const socket of sockets) socket.destroy();
      },
    });
    return (server.address() as AddressInfo).port;
  };
  const served = async (onStream: (stream: http2.ServerHttp2Stream) => void): Promise<number> => {
    const server = using(http2.createServer());
    server.on('sessionError', () => undefined);
    server.on('stream', (stream) => {
      stream.on('error', () => undefined);
      onStream(stream);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return (server.address() as AddressInfo).port;
  };
  const page = (status: number) => (stream: http2.ServerHttp2Stream) => {
    stream.respond({ ':status': status, 'content-type': 'text/html' });
    stream.end('<p>');
  };
  /** Begins to answer with one message, and leaves it at that. */
  const begin = (stream: http2.ServerHttp2Stream) => {
    stream.respond(GRPC);
    stream.write(MESSAGE);
  };
  const GRPC = { ':status': 200, 'content-type': 'application/grpc' };
  /** A status update of task "t" in the state working, framed. */
  const MESSAGE = Buffer.from([0, 0, 0, 0, 9, 0x1a, 7, 0x0a, 1, 116, 0x1a, 2, 8, 2]);

  it.each<[string, () => Promise<number>, Record<string, unknown>]>([
    [
      'where nothing listens',
      async () => {
        const port = await raw(() => undefined);
        await open.pop()?.close();
        return port;
      },
      { outcome: 'error', error: { code: 'network', message: expect.stringContaining('refused') } },
    ],
    [
      'from a server of HTTP/1.1',
      () => raw((socket) => socket.end('HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n')),
      { outcome: 'error', error: { code: 'network', message: expect.stringContaining('HTTP/2') } },
    ],
    [
      'from a server that never speaks',
      () => raw(() => undefined),
      { outcome: 'error', error: { code: 'timeout', message: expect.stringContaining('connectTimeoutMs') } },
    ],
    ['from a web page', () => served(page(404)), { outcome: 'error', error: { code: 'http', httpStatus: 404 } }],
    ['from a guarded gateway', () => served(page(401)), { outcome: 'error', error: { code: 'auth', httpStatus: 401 } }],
    [
      'after a message',
      () =>
        served((stream) => {
          stream.respond(GRPC);
          stream.end(MESSAGE);
        }),
      { outcome: 'cut', error: { code: 'network', message: expect.stringContaining('status') } },
    ],
    [
      'by breaking the stream off',
      () => served((stream) => stream.close(http2.constants.NGHTTP2_REFUSED_STREAM)),
      { outcome: 'error', error: { code: 'network' } },
    ],
    [
      'by a connection that goes away',
      async () => {
        const target = await served(begin);
        return raw((socket) => {
          const behind = connect(target, '127.0.0.1');
          behind.on('error', () => undefined);
          socket.pipe(behind).pipe(socket);
          setTimeout(() => socket.end(), 300);
        });
      },
      { outcome: 'cut', error: { code: 'network', message: expect.stringContaining('truncated') } },
    ],
    [
      'by a connection that is reset',
      async () => {
        const target = await served(begin);
        return raw((socket) => {
          const behind = connect(target, '127.0.0.1');
          behind.on('error', () => undefined);
          socket.pipe(behind).pipe(socket);
          setTimeout(() => socket.resetAndDestroy(), 300);
        });
      },
      { outcome: 'cut', error: { code: 'network', message: expect.stringContaining('reset') } },
    ],
  ])('%s', async (_, start, expected) => {
    const { engine, id } = await at(`127.0.0.1:${await start()}`);
    value(await engine.call('settings.set', { key: 'connectTimeoutMs', value: 700 }));
    expect(await send(engine, id, 'go')).toMatchObject(expected);
  });

  it('leaves nothing behind that connects again', async () => {
    let calls = 0;
    const port = await raw((socket) => {
      calls++;
      socket.destroy();
    });
    const { engine, id } = await at(`127.0.0.1:${port}`);
    expect(await send(engine, id, 'go')).toMatchObject({ outcome: 'error', error: { code: 'network' } });
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect(calls).toBe(1);
  });
});
