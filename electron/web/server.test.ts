import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type IncomingMessage, type RequestOptions, request } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { FeedBatch, FeedRequest } from '../../shared/contract/views.ts';
import { done } from '../../shared/lib/result.ts';
import { CONTENT_SECURITY_POLICY } from '../engine/hosting/assets.ts';
import type { ApiEngine } from './api.ts';
import { startWebHost, type WebHost } from './server.ts';

/** An engine that echoes calls, waits for an abort, fails, and keeps its feeds at hand. */
function createEcho() {
  const feeds: { request: FeedRequest; sink: (batch: FeedBatch) => void; acked: number[]; closed: boolean }[] = [];
  const aborted: string[] = [];
  const engine: ApiEngine = {
    dispatch: async (name, input, signal) => {
      if (name === 'throw') throw new Error('broken');
      if (name === 'wait') await new Promise<void>((resolve) => signal?.addEventListener('abort', () => resolve()));
      if (signal?.aborted) aborted.push(name);
      return done({ name, input });
    },
    openFeed: (request, sink) => {
      const feed = { request, sink, acked: [] as number[], closed: false };
      feeds.push(feed);
      return {
        ack: (seq) => {
          feed.acked.push(seq);
        },
        close: () => {
          feed.closed = true;
        },
      };
    },
  };
  return { engine, feeds, aborted };
}

let folder = '';
let host: WebHost;
let echo: ReturnType<typeof createEcho>;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'loupe-web-'));
  mkdirSync(join(folder, 'page', 'assets'), { recursive: true });
  writeFileSync(join(folder, 'page', 'index.html'), '<p>page</p>');
  writeFileSync(join(folder, 'page', 'assets', 'app.js'), 'go()');
  writeFileSync(join(folder, 'secret.txt'), 'secret');
  echo = createEcho();
  const reply = await startWebHost({ engine: echo.engine, renderer: join(folder, 'page') });
  if (!reply.ok) throw new Error(reply.error.message);
  host = reply.value;
});
afterEach(async () => {
  await host.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Sends a request and waits for the head of the answer. */
function open(path: string, options: RequestOptions = {}, body?: unknown): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port: host.port, path, ...options }, resolve);
    sent.on('error', reject);
    sent.end(body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body));
  });
}

async function textOf(answer: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of answer.setEncoding('utf8')) text += chunk;
  return text;
}

const authorization = () => `Bearer ${host.token}`;

async function post(path: string, body: unknown, headers: Record<string, string> = {}) {
  const answer = await open(path, { method: 'POST', headers: { authorization: authorization(), ...headers } }, body);
  return { status: answer.statusCode, headers: answer.headers, json: JSON.parse(await textOf(answer)) };
}

async function until(condition: () => boolean): Promise<void> {
  const end = Date.now() + 5_000;
  while (!condition()) {
    if (Date.now() > end) throw new Error('the condition never came true');
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

describe('pages', () => {
  it('are served with their type and every security header', async () => {
    const answer = await open('/');
    expect(await textOf(answer)).toBe('<p>page</p>');
    expect(answer.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': CONTENT_SECURITY_POLICY,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-embedder-policy': 'require-corp',
      'cross-origin-resource-policy': 'same-origin',
    });
    expect((await open('/assets/app.js?v=1')).headers['content-type']).toBe('text/javascript; charset=utf-8');
  });

  it('never name another origin that may read them', async () => {
    const origin = `http://127.0.0.1:${host.port}`;
    const preflight = await open('/api/call', { method: 'OPTIONS', headers: { origin } });
    const page = await open('/', { headers: { origin } });
    for (const { headers } of [preflight, page]) {
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
    }
    expect(preflight.statusCode).toBe(401);
  });

  it('have a head without a body, and take no other method', async () => {
    const head = await open('/', { method: 'HEAD' });
    expect([head.statusCode, head.headers['content-length'], await textOf(head)]).toEqual([200, '11', '']);
    expect((await open('/', { method: 'PUT' })).statusCode).toBe(405);
  });

  it.each(['/nothing', '/../secret.txt', '/%2e%2e/secret.txt', '/assets/..%2f..%2fsecret.txt', '/assets', '//x', '*'])(
    'end at their folder: %s',
    async (path) => {
      const text = await new Promise<string>((resolve, reject) => {
        // A raw socket, because clients tidy paths up.
        const socket = connect(host.port, '127.0.0.1', () => {
          socket.write(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${host.port}\r\nConnection: close\r\n\r\n`);
        });
        let all = '';
        socket.setEncoding('utf8').on('data', (chunk) => {
          all += chunk;
        });
        socket.on('end', () => resolve(all));
        socket.on('error', reject);
      });
      expect(text).toMatch(/^HTTP\/1\.1 40[04] /);
      expect(text).not.toContain('secret\n');
    },
  );

  it('answer to no foreign name and no foreign page', async () => {
    expect((await open('/', { headers: { host: `evil.example:${host.port}` } })).statusCode).toBe(403);
    expect((await open('/', { headers: { origin: 'http://evil.example' } })).statusCode).toBe(403);
    expect((await open('/', { headers: { host: `localhost:${host.port}` } })).statusCode).toBe(200);
  });
});

describe('address for a browser', () => {
  it('carries the token in the fragment', () => {
    expect(host.url).toBe(`http://127.0.0.1:${host.port}/#token=${host.token}`);
  });

  it('can be handed out as a one-time address', async () => {
    const { pathname } = new URL(host.ticketUrl());
    expect(pathname).not.toContain(host.token);
    expect((await open('/open/guess')).statusCode).toBe(410);
    const answer = await open(pathname);
    expect([answer.statusCode, answer.headers.location]).toEqual([303, `/#token=${host.token}`]);
    expect((await open(pathname)).statusCode).toBe(410);
  });
});

describe('calls', () => {
  it('reach the engine and bring its reply back', async () => {
    const answer = await post('/api/call', { name: 'echo', input: { text: 'ä' } });
    expect(answer.status).toBe(200);
    expect(answer.json).toEqual({ ok: true, value: { name: 'echo', input: { text: 'ä' } } });
    expect(answer.headers['content-security-policy']).toBe(CONTENT_SECURITY_POLICY);
  });

  it('need the token, in the header and nowhere else', async () => {
    const call = { name: 'echo', input: {} };
    expect((await post('/api/call', call, { authorization: '' })).status).toBe(401);
    expect((await post('/api/call', call, { authorization: `Bearer ${host.token.slice(0, -1)}` })).status).toBe(401);
    expect((await open(`/api/call?token=${host.token}`, { method: 'POST' }, call)).statusCode).toBe(401);
  });

  it('are refused from another origin even with the token', async () => {
    const answer = await post('/api/call', { name: 'echo', input: {} }, { origin: 'http://evil.example' });
    expect(answer.status).toBe(403);
    expect(answer.json).toMatchObject({ ok: false, error: { code: 'auth' } });
  });

  it('answer broken requests with data', async () => {
    expect(await post('/api/call', '{')).toMatchObject({ status: 400, json: { error: { code: 'bad-input' } } });
    expect(await post('/api/call', [])).toMatchObject({ status: 400, json: { error: { code: 'bad-input' } } });
    expect(await post('/api/nothing', {})).toMatchObject({ status: 404, json: { error: { code: 'not-found' } } });
    expect((await open('/api/call', { headers: { authorization: authorization() } })).statusCode).toBe(405);
  });

  it('are bounded in size', async () => {
    const answer = await post('/api/feed/ack', `"${'x'.repeat(70_000)}"`);
    expect(answer).toMatchObject({ status: 413, json: { error: { code: 'bad-input' } } });
    const chunked = { 'transfer-encoding': 'chunked' };
    expect((await post('/api/feed/ack', `"${'x'.repeat(70_000)}"`, chunked)).status).toBe(413);
  });

  it('survive a bug in the engine', async () => {
    const answer = await post('/api/call', { name: 'throw', input: {} });
    expect(answer).toMatchObject({ status: 500, json: { ok: false, error: { code: 'internal' } } });
    expect((await post('/api/call', { name: 'echo', input: {} })).status).toBe(200);
  });

  it('end when the page hangs up', async () => {
    const sent = request({
      host: '127.0.0.1',
      port: host.port,
      path: '/api/call',
      method: 'POST',
      headers: { authorization: authorization() },
    });
    sent.on('error', () => {});
    sent.end(JSON.stringify({ name: 'wait', input: {} }));
    setTimeout(() => sent.destroy(), 50);
    await until(() => echo.aborted.length === 1);
  });
});

describe('feeds', () => {
  async function openFeed(after = 0) {
    const headers = { authorization: authorization() };
    const answer = await open('/api/feed/open', { method: 'POST', headers }, { session: 's', after });
    const lines: { feed: number; batch?: FeedBatch }[] = [];
    let rest = '';
    answer.setEncoding('utf8').on('data', (chunk: string) => {
      const parts = (rest + chunk).split('\n');
      rest = parts.pop() ?? '';
      lines.push(...parts.filter((part) => part !== '').map((part) => JSON.parse(part)));
    });
    answer.on('error', () => {});
    await until(() => lines.length > 0);
    return { answer, lines, feed: echo.feeds[echo.feeds.length - 1] };
  }

  it('name themselves first, then stream batches', async () => {
    const { answer, lines, feed } = await openFeed(12);
    expect(answer.headers['content-type']).toBe('application/x-ndjson; charset=utf-8');
    expect(lines).toEqual([{ feed: 1 }]);
    expect(feed?.request).toEqual({ session: 's', after: 12 });
    feed?.sink({ session: 's', rows: [], last: 13 });
    await until(() => lines.length === 2);
    expect(lines[1]).toEqual({ feed: 1, batch: { session: 's', rows: [], last: 13 } });
    answer.destroy();
  });

  it('take acknowledgements, each its own', async () => {
    const first = await openFeed();
    const second = await openFeed();
    expect((await post('/api/feed/ack', { feed: second.lines[0]?.feed, seq: 5 })).status).toBe(200);
    expect(second.feed?.acked).toEqual([5]);
    expect(first.feed?.acked).toEqual([]);
    expect((await post('/api/feed/ack', { feed: 99, seq: 5 })).status).toBe(404);
    expect((await post('/api/feed/ack', { feed: 1, seq: -1 })).status).toBe(400);
    first.answer.destroy();
    second.answer.destroy();
  });

  it('end when the page hangs up', async () => {
    const { answer, feed, lines } = await openFeed();
    answer.destroy();
    await until(() => feed?.closed === true);
    expect((await post('/api/feed/ack', { feed: lines[0]?.feed, seq: 1 })).status).toBe(404);
    expect(() => feed?.sink({ session: 's', rows: [], last: 1 })).not.toThrow();
  });

  it('are refused without a sound request', async () => {
    expect((await post('/api/feed/open', { session: 's' })).status).toBe(400);
    expect((await post('/api/feed/open', { session: 1, after: 0 })).status).toBe(400);
    expect(echo.feeds).toHaveLength(0);
  });

  it('send blank lines while nothing happens, until they end', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    try {
      const { answer, feed } = await openFeed();
      let text = '';
      answer.on('data', (chunk: string) => {
        text += chunk;
      });
      vi.advanceTimersByTime(30_000);
      await until(() => text === '\n\n');
      answer.destroy();
      await until(() => feed?.closed === true);
      expect(vi.getTimerCount()).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });

  it('end with the host', async () => {
    const { feed } = await openFeed();
    await host.close();
    await until(() => feed?.closed === true);
  });
});

describe('startWebHost', () => {
  it('says when the port is taken', async () => {
    const reply = await startWebHost({ engine: echo.engine, renderer: folder, port: host.port });
    expect(reply).toMatchObject({ ok: false, error: { code: 'busy' } });
  });
});
