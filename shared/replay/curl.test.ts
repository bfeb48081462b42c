import { execFile } from 'node:child_process';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MASK } from '../lib/mask.ts';
import type { Body, HeaderLines, RequestEntry } from '../model/entry.ts';
import { type CurlShell, curlCommand } from './curl.ts';

interface Received {
  method: string;
  url: string;
  headers: HeaderLines;
  body: Buffer;
}

const run = promisify(execFile);
let server: Server;
let base: string;
let received: Received[] = [];

beforeAll(async () => {
  server = createServer((request, response) => void take(request).then(() => response.end('{}')));
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => new Promise((closed) => server.close(closed)));
beforeEach(() => {
  received = [];
});

async function take(request: IncomingMessage): Promise<void> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  const headers: HeaderLines = [];
  for (let at = 0; at < request.rawHeaders.length; at += 2)
    headers.push([request.rawHeaders[at] ?? '', request.rawHeaders[at + 1] ?? '']);
  received.push({ method: request.method ?? '', url: request.url ?? '', headers, body: Buffer.concat(parts) });
}

const textBody = (text: string): Body => ({ bytes: Buffer.byteLength(text), text });

const request = (change: Partial<RequestEntry>): RequestEntry => ({
  seq: 1,
  at: 0,
  kind: 'request',
  exchange: 1,
  agent: 'a',
  operation: 'SendMessage',
  binding: 'JSONRPC',
  method: 'POST',
  url: `${base}/rpc`,
  headers: [
    ['Host', base.slice('http://'.length)],
    ['User-Agent', 'Loupe/1.0.0'],
    ['Content-Type', 'application/json'],
    ['Accept', 'application/json'],
    ['Connection', 'keep-alive'],
  ],
  body: textBody('{"a":1}'),
  ...change,
});

function command(entry: RequestEntry, shell: CurlShell = 'bash', more = { redirected: false, stream: false }): string {
  const reply = curlCommand({ request: entry, ...more }, shell);
  if (!reply.ok) throw new Error(reply.error.message);
  return reply.value.text;
}

async function replay(entry: RequestEntry, env: Record<string, string> = {}): Promise<Received> {
  // On its input, as a terminal would give it: an argument of the test's own shell would be too long for large bodies.
  const running = run('bash', ['-s'], { env: { ...process.env, ...env } });
  running.child.stdin?.end(command(entry));
  await running;
  expect(received).toHaveLength(1);
  return received[0] as Received;
}

/** Lines that say something about the request itself. */
const own = (headers: HeaderLines): HeaderLines =>
  headers.filter(([name]) => !/^(?:host|connection|content-length)$/i.test(name));

describe('a curl command', () => {
  it('sends the same method, target, header lines and body', async () => {
    const headers: HeaderLines = [
      ['Content-Type', 'application/json'],
      ['User-Agent', 'it\'s $HOME `x` "y" \\'],
      ['Accept', 'text/event-stream, application/json'],
      ['X-Empty', ''],
      ['x-Again', 'one'],
      ['x-Again', 'two'],
    ];
    const text = '{"q":"it\'s","d":"$HOME `id` \\"\\\\ !\\n","u":"日本語 \u{1f600}"}\n\n';
    const entry = request({ url: `${base}/a/{b}/[c]?x=1&y=%20z'`, headers, body: textBody(text) });
    const got = await replay(entry);
    expect(got.method).toBe('POST');
    expect(got.url).toBe("/a/{b}/[c]?x=1&y=%20z'");
    expect(own(got.headers)).toEqual(headers);
    expect(got.body.toString()).toBe(text);
  });

  it.each(['GET', 'DELETE', 'PUT'])('says %s', async (method) => {
    const body = method === 'PUT' ? textBody('x') : { bytes: 0, text: '' };
    const got = await replay(request({ method, headers: [['Accept', '*/*']], body }));
    expect(got).toMatchObject({ method, body: Buffer.from(method === 'PUT' ? 'x' : '') });
    expect(own(got.headers)).toEqual([['Accept', '*/*']]);
  });

  it('adds nothing to a POST without a body', async () => {
    const got = await replay(request({ headers: [], body: { bytes: 0, text: '' } }));
    expect(got).toMatchObject({ method: 'POST', body: Buffer.alloc(0) });
    expect(own(got.headers)).toEqual([]);
  });

  it.each([
    ['large', 'x'.repeat(300_000)],
    ['with a NUL', 'a\0b\\0c\\'],
  ])('takes a body that is %s', async (_, text) => {
    expect((await replay(request({ body: textBody(text) }))).body.equals(Buffer.from(text))).toBe(true);
  });

  it('takes a body that is no text, and header bytes above 7 bits', async () => {
    const bytes = Buffer.from([0xff, 0, 0x27, 0x0a]);
    const headers: HeaderLines = [['X-Name', "Zo\u00eb d'Or"]];
    const got = await replay(request({ headers, body: { bytes: bytes.length, base64: bytes.toString('base64') } }));
    expect(got.body.equals(bytes)).toBe(true);
    expect(own(got.headers)).toEqual(headers);
  });

  it('names masked values, and takes them from the environment', async () => {
    const headers: HeaderLines = [
      ['Content-Type', 'application/json'],
      ['Authorization', `Bearer ${MASK}`],
      ['Cookie', `sid=${MASK}; theme=dark`],
      ['User-Agent', 'x'],
      ['Accept', 'y'],
    ];
    const body = {
      ...textBody(`{"metadata":{"api_key":"${MASK}"},"t":"${MASK}"}`),
      masked: ['/metadata/api_key', '/t'],
    };
    const entry = request({ url: `http://me:${MASK}@${base.slice(7)}/?token=${MASK}&x=1`, headers, body });
    const reply = curlCommand({ request: entry, redirected: false, stream: false }, 'bash');
    expect(reply.ok && reply.value.variables).toEqual(['TOKEN', 'AUTHORIZATION', 'COOKIE', 'API_KEY', 'T']);
    expect(command(entry)).not.toContain(MASK);
    expect(command(entry).split('\n')[0]).toMatch(/^# Set TOKEN, AUTHORIZATION, COOKIE, API_KEY, T first/);
    const got = await replay(entry, { AUTHORIZATION: "se'c $r", COOKIE: 'c', API_KEY: 'k', T: 't', TOKEN: 'q' });
    expect(got.url).toBe('/?token=q&x=1');
    expect(own(got.headers)).toContainEqual(['Authorization', "Bearer se'c $r"]);
    expect(own(got.headers)).toContainEqual(['Cookie', 'sid=c; theme=dark']);
    expect(got.body.toString()).toBe('{"metadata":{"api_key":"k"},"t":"t"}');
  });

  it('keeps masks apart that stood under one name, and bullets that a person typed', () => {
    const headers: HeaderLines = [
      ['Cookie', `a=${MASK}`],
      ['Cookie', `b=${MASK}`],
    ];
    const text = command(request({ headers, body: textBody(`{"t":"${MASK}"}`) }));
    expect(text).toContain(`'Cookie: a='"$COOKIE"`);
    expect(text).toContain(`'Cookie: b='"$COOKIE_2"`);
    expect(text).toContain(`{"t":"${MASK}"}`);
  });

  it('does not wait for whole lines of a stream, decodes what it asks for, and follows what was followed', () => {
    const entry = request({ headers: [['Accept-Encoding', 'gzip']] });
    const text = command(entry, 'bash', { redirected: true, stream: true });
    expect(text).toMatch(/--no-buffer \\\n/);
    expect(text).toMatch(/--location/);
    expect(text).toMatch(/--compressed/);
    expect(command(request({}))).not.toMatch(/--no-buffer|--location|--compressed/);
  });

  it('is not made for gRPC', () => {
    const reply = curlCommand({ request: request({ binding: 'GRPC' }), redirected: false, stream: false }, 'bash');
    expect(reply).toMatchObject({ ok: false, error: { code: 'not-supported' } });
  });
});

/** What the command prompt makes of a line outside quotes, then what a C program makes of the rest. */
function windowsArguments(line: string): string[] {
  const plain = line
    .replace(/\^\n\n/g, '\n')
    .replace(/\^\n/g, '')
    .replace(/\^([^\n])/g, '$1');
  const words: string[] = [];
  let word: string | undefined;
  let quoted = false;
  for (let at = 0; at < plain.length; at++) {
    const slashes = /^\\+(?=")/.exec(plain.slice(at))?.[0].length ?? 0;
    if (slashes > 0) {
      word = (word ?? '') + '\\'.repeat(slashes >> 1);
      at += slashes;
      if (slashes % 2 === 1) word += '"';
      else quoted = !quoted;
    } else if (plain[at] === '"') {
      word ??= '';
      quoted = !quoted;
    } else if (!quoted && /\s/.test(plain[at] ?? '')) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else word = (word ?? '') + plain[at];
  }
  return word === undefined ? words : [...words, word];
}

describe('the form for the command prompt', () => {
  it('comes out as the same arguments', () => {
    const text = '{"q":"50% of <a&b> ^ \\"x\\" | (y)!","p":"C:\\\\dir\\\\"}\\';
    const entry = request({
      url: 'http://h.example/a?b=1&c=%20',
      headers: [['X-A', 'b "c" \\']],
      body: textBody(text),
    });
    const words = windowsArguments(command(entry, 'cmd'));
    expect(words.slice(0, 2)).toEqual(['curl', 'http://h.example/a?b=1&c=%20']);
    expect(words).toContain('X-A: b "c" \\');
    expect(words[words.indexOf('--data-raw') + 1]).toBe(text);
  });

  it('takes masked values from its own kind of variable, and says when a line grows too long', () => {
    const headers: HeaderLines = [['Authorization', `Bearer ${MASK}`]];
    expect(command(request({ headers }), 'cmd')).toContain('^"Authorization: Bearer %AUTHORIZATION%^"');
    expect(command(request({ headers }), 'cmd')).toMatch(/^REM Set AUTHORIZATION first/);
    const long = curlCommand(
      { request: request({ body: textBody('x'.repeat(9_000)) }), redirected: false, stream: false },
      'cmd',
    );
    expect(long).toMatchObject({ ok: false, error: { message: expect.stringContaining('8,191') } });
  });
});
