import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, LookupFunction } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { makeCertificate } from '../testing/certificates.ts';
import { testClient } from '../testing/exchange.ts';
import { chunked, STREAM_HEAD, startHttp, startRaw, type TestServer } from '../testing/servers.ts';

const open: { close(): unknown }[] = [];
const using = <T extends { close(): unknown }>(thing: T): T => {
  open.push(thing);
  return thing;
};
afterEach(async () => {
  for (const thing of open.splice(0).reverse()) await thing.close();
});

const raw = async (...args: Parameters<typeof startRaw>): Promise<TestServer> => using(await startRaw(...args));
const served = async (...args: Parameters<typeof startHttp>): Promise<TestServer> => using(await startHttp(...args));
const OK = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok';

describe('header lines', () => {
  it('go out in the given order and spelling, and what is reported is what was sent', async () => {
    let received = '';
    const server = await raw((request, socket) => {
      received = request;
      socket.end(OK);
    });
    const seen = await using(testClient()).run({
      url: `${server.url}/a?b=1`,
      headers: [
        ['X-First', '1'],
        ['a2a-version', '1.0'],
        ['X-First', '2'],
      ],
      body: '{"ü":1}',
    });
    const lines = received.slice(0, received.indexOf('\r\n\r\n')).split('\r\n');
    expect(lines[0]).toBe('POST /a?b=1 HTTP/1.1');
    expect(lines.slice(1)).toEqual(seen.requests[0]?.headers.map(([name, value]) => `${name}: ${value}`));
    expect(lines.slice(1)).toEqual([
      `Host: 127.0.0.1:${server.port}`,
      'X-First: 1',
      'a2a-version: 1.0',
      'X-First: 2',
      'Accept-Encoding: gzip, deflate, br',
      'Content-Length: 8',
      'Connection: keep-alive',
    ]);
  });

  it('of the answer come as on the wire, repeated ones repeated', async () => {
    const server = await raw((_, socket) => {
      socket.end('HTTP/1.1 404 Nothing Here\r\nX-A: 1\r\nset-cookie: a=b\r\nX-a: 2\r\nContent-Length: 0\r\n\r\n');
    });
    const { heads, end } = await using(testClient()).run({ url: server.url });
    expect(heads[0]).toMatchObject({ status: 404, statusText: 'Nothing Here', httpVersion: '1.1' });
    expect(heads[0]?.headers).toEqual([
      ['X-A', '1'],
      ['set-cookie', 'a=b'],
      ['X-a', '2'],
      ['Content-Length', '0'],
    ]);
    expect(end).toMatchObject({ cause: 'complete', bytes: 0 });
  });

  it('that cannot be sent are refused as bad input', async () => {
    const { end } = await using(testClient()).run({ url: 'http://127.0.0.1:9', headers: [['X-Bad', 'a\nb']] });
    expect(end).toMatchObject({ cause: 'refused', error: { code: 'bad-input' } });
  });
});

describe('timings', () => {
  it('name the steps in order and leave them out on a kept connection', async () => {
    const server = await served((_, response) => {
      setTimeout(() => response.end('ok'), 40);
    });
    const client = using(testClient());
    const first = (await client.run({ url: server.url })).end.timings;
    expect(first.reused).toBeUndefined();
    expect(first.tcp).toBeLessThanOrEqual(first.sent as number);
    expect(first.firstByte).toBeGreaterThan(35);
    expect(first.end).toBeGreaterThanOrEqual(first.firstByte as number);
    const second = (await client.run({ url: server.url })).end.timings;
    expect(second).toMatchObject({ reused: true });
    expect(second.tcp).toBeUndefined();
  });

  it('count the first byte from the first header line, not from the last', async () => {
    const server = await raw((_, socket) => {
      socket.write('HTTP/1.1 200 OK\r\n');
      setTimeout(() => socket.end('Content-Length: 2\r\n\r\nok'), 80);
    });
    const { heads, end } = await using(testClient()).run({ url: server.url });
    expect(end.cause).toBe('complete');
    expect(heads[0]?.timings.firstByte).toBeLessThan(70);
    expect(end.timings.end).toBeGreaterThan(75);
  });
});

describe('the end of an answer', () => {
  it('is a cut when the last chunk is missing', async () => {
    const server = await raw((_, socket) => socket.end(STREAM_HEAD + chunked('data: 1\n\n')));
    const { body, end } = await using(testClient()).run({ url: server.url });
    expect(body).toBe('data: 1\n\n');
    expect(end).toMatchObject({ cause: 'cut', error: { code: 'network' } });
    expect(end.error?.message).toContain('incomplete');
  });

  it('loses nothing that came before a cut while the reader paused', async () => {
    const pieces = Array.from({ length: 400 }, (_, index) => `data: ${index} ${'x'.repeat(2_000)}\n\n`);
    const server = await raw((_, socket) => socket.end(STREAM_HEAD + pieces.map(chunked).join('')));
    const { body, end } = await using(testClient()).run({ url: server.url }, (exchange, seen) => {
      if (seen.pieces.length % 7 !== 3) return;
      exchange.pause();
      setTimeout(() => exchange.resume(), 3);
    });
    expect(end.cause).toBe('cut');
    // Compared by length first: the text is long, and so would be a report of the difference.
    expect(body.length).toBe(pieces.join('').length);
    expect(body === pieces.join('')).toBe(true);
  });

  it('is a cut when fewer bytes come than were announced', async () => {
    const server = await raw((_, socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf'));
    const { end } = await using(testClient()).run({ url: server.url });
    expect(end).toMatchObject({ cause: 'cut', bytes: 4 });
  });

  it('is a reset after a RST', async () => {
    const server = await raw((_, socket) => {
      socket.write(STREAM_HEAD + chunked('data: 1\n\n'), () => setTimeout(() => socket.resetAndDestroy(), 30));
    });
    const { body, end } = await using(testClient()).run({ url: server.url });
    expect(body).toBe('data: 1\n\n');
    expect(end.cause).toBe('reset');
    expect(end.error?.message).toContain('reset');
  });

  it('is complete when a body without length ends with the connection', async () => {
    const server = await raw((_, socket) => socket.end('HTTP/1.1 200 OK\r\n\r\nall of it'));
    const { body, end } = await using(testClient()).run({ url: server.url });
    expect(body).toBe('all of it');
    expect(end).toMatchObject({ cause: 'complete', bytes: 9 });
  });

  it('is told apart when no answer came at all', async () => {
    const closed = await raw((_, socket) => socket.end());
    expect((await using(testClient()).run({ url: closed.url })).end.cause).toBe('cut');
    const reset = await raw((_, socket) => socket.resetAndDestroy());
    expect((await using(testClient()).run({ url: reset.url })).end.cause).toBe('reset');
    const noise = await raw((_, socket) => socket.end('SSH-2.0-OpenSSH\r\n'));
    expect((await using(testClient()).run({ url: noise.url })).end.error?.code).toBe('http');
  });

  it('is aborted on request, in the middle of a stream and before an answer', async () => {
    const server = await raw((_, socket) => socket.write(STREAM_HEAD + chunked('data: 1\n\n')));
    const during = await using(testClient()).run({ url: server.url }, (exchange, seen) => {
      if (seen.body !== '') exchange.abort('aborted');
    });
    expect(during.end).toMatchObject({ cause: 'aborted', error: { code: 'aborted' } });
    const silent = await raw(() => undefined);
    const before = await using(testClient()).run({ url: silent.url }, (exchange) => {
      setTimeout(() => exchange.abort('aborted'), 40);
    });
    expect(before.heads).toHaveLength(0);
    expect(before.end.cause).toBe('aborted');
    const atOnce = await using(testClient()).run({ url: silent.url }, (exchange) => exchange.abort('aborted'));
    expect(atOnce.end.cause).toBe('aborted');
  });
});

describe('limits', () => {
  it('end a request without an answer, naming the setting', async () => {
    const server = await raw(() => undefined);
    const { end } = await using(testClient()).run({
      url: server.url,
      timeouts: { connectMs: 500, requestMs: 60, idleMs: 500 },
    });
    expect(end).toMatchObject({ cause: 'timeout', error: { code: 'timeout' } });
    expect(end.error?.message).toContain('requestTimeoutMs');
  });

  it('end a stream that stalls, and start again with every byte', async () => {
    const server = await raw((_, socket) => {
      socket.write(STREAM_HEAD);
      let beats = 0;
      const timer = setInterval(() => {
        beats += 1;
        socket.write(chunked(': beat\n\n'));
        if (beats === 6) clearInterval(timer);
      }, 40);
    });
    const { body, end } = await using(testClient()).run({
      url: server.url,
      timeouts: { connectMs: 500, requestMs: 500, idleMs: 120 },
    });
    expect(body.match(/beat/g)).toHaveLength(6);
    expect(end.cause).toBe('timeout');
    expect(end.error?.message).toContain('streamIdleTimeoutMs');
  });
});

describe('connections', () => {
  it('that are refused say so with host and port', async () => {
    const server = await startRaw(() => undefined);
    await server.close();
    const { end } = await using(testClient()).run({ url: server.url });
    expect(end).toMatchObject({ cause: 'refused', error: { code: 'network' } });
    expect(end.error?.message).toContain(`127.0.0.1:${server.port}`);
    expect(end.error?.message).toContain('refused');
  });

  it('to names that do not resolve say so', async () => {
    const lookup: LookupFunction = (_, __, callback) => {
      callback(Object.assign(new Error('no such name'), { code: 'ENOTFOUND' }), '');
    };
    const { end } = await using(testClient({ lookup })).run({ url: 'http://agent.example/' });
    expect(end).toMatchObject({ cause: 'refused', error: { code: 'network' } });
    expect(end.error?.message).toContain('cannot be resolved');
  });

  it('to localhost go on with 127.0.0.1 when ::1 is refused', async () => {
    const server = await served((request, response) => response.end(request.headers.host));
    const lookup: LookupFunction = (_, options, callback) => {
      if (options.all) callback(null, [{ address: '::1', family: 6 }]);
      else callback(null, '::1', 6);
    };
    const seen = await using(testClient({ lookup })).run({ url: `http://localhost:${server.port}/` });
    expect(seen.body).toBe(`localhost:${server.port}`);
    expect(seen.requests).toHaveLength(1);
    expect(seen.notes[0]).toContain('127.0.0.1');
  });

  it('that were closed while idle are opened again for a repeatable request only', async () => {
    let requests = 0;
    const server = await raw((_, socket) => {
      requests += 1;
      if (requests % 2 === 1) socket.write(OK);
      else socket.destroy();
    });
    const client = using(testClient());
    await client.run({ url: server.url });
    const again = await client.run({ url: server.url });
    expect(again.end.cause).toBe('complete');
    expect(again.notes).toHaveLength(1);
    requests = 1;
    const once = await client.run({ url: server.url, body: '{}', idempotent: false });
    expect(once.end.cause).not.toBe('complete');
    expect(requests).toBe(2);
  });

  it('with a self-signed certificate are refused unless they are allowed', async () => {
    const server = createTlsServer(makeCertificate({ name: 'loopback' }), (_, response) => response.end('ok'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    using({ close: () => server.close() });
    const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const client = using(testClient());
    const refused = await client.run({ url });
    expect(refused.end).toMatchObject({ cause: 'refused', error: { code: 'tls' } });
    expect(refused.end.error?.message).toContain('signed by itself');
    const allowed = await client.run({ url, allowSelfSigned: true });
    expect(allowed.body).toBe('ok');
    expect(allowed.end.timings.tls).toBeGreaterThanOrEqual(allowed.end.timings.tcp as number);
  });

  it('over TLS to a plain port name the scheme', async () => {
    const server = await served((_, response) => response.end('ok'));
    const { end } = await using(testClient()).run({ url: server.url.replace('http:', 'https:') });
    expect(end).toMatchObject({ cause: 'refused', error: { code: 'tls' } });
    expect(end.error?.message).toContain('http://');
  });
});
