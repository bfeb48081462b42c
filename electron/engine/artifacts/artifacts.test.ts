import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { ARTIFACT_SLICE_BYTES } from '../../../shared/contract/artifacts.ts';
import { done } from '../../../shared/lib/result.ts';
import type { Engine } from '../engine.ts';
import type { EngineOptions } from '../parts.ts';
import { rowsOf, send, testEngines, value } from '../testing/engines.ts';
import { startAgent } from '../testing/event-server.ts';
import type { TestServer } from '../testing/servers.ts';

const engines = testEngines();
let server: TestServer | undefined;
afterEach(async () => {
  await engines.close();
  await server?.close();
  server = undefined;
});

const SECRET = 's3cret-token-of-nobody';

const sha256 = (bytes: Buffer | string): string => createHash('sha256').update(bytes).digest('hex');
const base64 = (bytes: Buffer | string): string => Buffer.from(bytes).toString('base64');

interface Write {
  artifact: Record<string, unknown>;
  append?: boolean;
  lastChunk?: boolean;
}

const chunk = (parts: object[], more: object = {}): Write => ({
  artifact: { artifactId: 'x', parts, ...more },
  append: true,
  lastChunk: false,
});

/** Records a stream of artifact events and says which entries brought them. */
async function recorded(
  writes: readonly Write[],
  options: Partial<EngineOptions> = {},
): Promise<{ engine: Engine; session: string; writes: number[] }> {
  server = await startAgent((response, { id }) => {
    response.writeHead(200, { 'Content-Type': 'text/event-stream' });
    for (const write of writes) {
      const result = { artifactUpdate: { taskId: 't', contextId: 'c', ...write } };
      response.write(`data: ${JSON.stringify({ jsonrpc: '2.0', id, result })}\n\n`);
    }
    response.end();
  });
  const engine = await engines.start(options);
  const { id } = value(
    await engine.call('agents.add', { url: server.url, options: { headers: [['Authorization', `Bearer ${SECRET}`]] } }),
  );
  await send(engine, id, 'write');
  const session = engine.liveSession;
  const rows = await rowsOf(engine, session);
  return { engine, session, writes: rows.filter((row) => row.artifact !== undefined).map(({ seq }) => seq) };
}

const factsOf = async (writes: readonly Write[]) => {
  const { engine, ...edition } = await recorded(writes);
  return value(await engine.call('artifacts.facts', { artifact: 'x', ...edition }));
};

describe('facts', () => {
  it('join texts over events, and say which event brought which bytes', async () => {
    const texts = ['# Plan\n', 'naïve', ' – end'];
    const whole = texts.join('');
    const { engine, ...edition } = await recorded(
      texts.map((text) => chunk([{ text, mediaType: 'text/markdown' }], { name: 'plan.md' })),
    );
    const facts = value(await engine.call('artifacts.facts', { artifact: 'x', ...edition }));
    expect(facts).toMatchObject({ name: 'plan.md' });
    expect(facts.contents).toEqual([
      {
        kind: 'text',
        mediaType: 'text/markdown',
        sniffed: 'text/plain',
        bytes: Buffer.byteLength(whole),
        sha256: sha256(whole),
        parts: 3,
        pieces: edition.writes.map((seq, at) => ({ seq, bytes: Buffer.byteLength(texts[at] ?? '') })),
      },
    ]);
  });

  it('go on from what was put together before', async () => {
    const { engine, session, writes } = await recorded(['a', 'b', 'c'].map((text) => chunk([{ text }])));
    const ask = async (seqs: number[]) =>
      value(await engine.call('artifacts.facts', { session, artifact: 'x', writes: seqs })).contents[0]?.sha256;
    expect(await ask(writes.slice(0, 1))).toBe(sha256('a'));
    expect(await ask(writes)).toBe(sha256('abc'));
    expect(await ask(writes.slice(0, 2))).toBe(sha256('ab'));
    expect(await Promise.all([ask(writes.slice(1)), ask(writes), ask(writes.slice(1, 2))])).toEqual([
      sha256('bc'),
      sha256('abc'),
      sha256('b'),
    ]);
  });

  it('join bytes that were appended, and keep files apart', async () => {
    const png = Buffer.from('89504e470d0a1a0a0000', 'hex');
    const { contents } = await factsOf([
      chunk([{ raw: base64('ab'), mediaType: 'application/x-own' }]),
      chunk([{ raw: base64('cd') }]),
      chunk([{ raw: base64(png) }, { raw: base64('beside') }, { data: { a: 1 } }, { text: '' }]),
    ]);
    expect(contents.map(({ kind, bytes, parts }) => [kind, bytes, parts])).toEqual([
      ['raw', 4, 2],
      ['raw', png.length, 1],
      ['raw', 6, 1],
      ['data', 7, 1],
      ['text', 0, 1],
    ]);
    expect(contents[1]?.sniffed).toBe('image/png');
    expect(contents[0]?.sha256).toBe(sha256('abcd'));
  });

  it('look into links that hold their content, and at no others', async () => {
    const { contents } = await factsOf([
      chunk([
        { url: 'data:text/plain;base64,SGVsbG8%3D', filename: 'a.txt' },
        { url: 'data:,a%20b%C3%A9' },
        { url: 'https://far.example/x', mediaType: 'text/html' },
        { raw: '***' },
      ]),
    ]);
    expect(contents.map(({ kind, bytes, url, problem }) => [kind, bytes, url, problem])).toEqual([
      ['raw', 5, undefined, undefined],
      ['raw', 5, undefined, undefined],
      ['url', 0, 'https://far.example/x', undefined],
      ['raw', 0, undefined, 'base64'],
    ]);
    expect(contents[0]?.sha256).toBe(sha256('Hello'));
    expect(contents[1]?.sha256).toBe(sha256('a bé'));
  });

  it('tell what the agent declares, of the part and of an artifact with one file', async () => {
    const metadata = { byteSize: 128.0, sha256: sha256('x'), sourcePath: '/srv/a' };
    const one = await factsOf([chunk([{ text: 'x' }], { metadata })]);
    expect(one.contents[0]?.declared).toEqual({ bytes: 128, sha256: sha256('x'), sourcePath: '/srv/a' });
    await server?.close();
    const two = await factsOf([chunk([{ text: 'x', metadata: { byteSize: 1 } }, { data: 1 }], { metadata })]);
    expect(two.contents.map(({ declared }) => declared)).toEqual([{ bytes: 1 }, undefined]);
  });

  it('say when something in the content was masked', async () => {
    const parts = [{ text: `key: ${SECRET}` }, { data: 'plain' }];
    const { contents } = await factsOf([chunk(parts)]);
    expect(contents.map(({ masked }) => masked)).toEqual([true, undefined]);
  });

  it('read the forms of 0.3', async () => {
    const metadata = { byteSize: 128.0, sha256: sha256('elsewhere') };
    const parts = [
      { kind: 'file', file: { bytes: base64('%PDF-1.7'), name: 'a.pdf', mimeType: 'application/pdf' } },
      { kind: 'file', file: { uri: 'file:///srv/a.yml', name: 'a.yml' }, metadata },
      { kind: 'data', data: { a: 1 } },
      { kind: 'text', text: 'b' },
    ];
    server = await startAgent((response, { id }) => {
      const result = { kind: 'artifact-update', taskId: 't', contextId: 'c', artifact: { artifactId: 'x', parts } };
      response.writeHead(200, { 'Content-Type': 'text/event-stream' });
      response.end(`data: ${JSON.stringify({ jsonrpc: '2.0', id, result })}\n\n`);
    });
    const engine = await engines.start();
    const agent = value(await engine.call('agents.add', { url: server.url, options: { version: '0.3' } }));
    await send(engine, agent.id, 'write');
    const session = engine.liveSession;
    const writes = (await rowsOf(engine, session)).filter((row) => row.artifact).map(({ seq }) => seq);
    const { contents } = value(await engine.call('artifacts.facts', { session, artifact: 'x', writes }));
    expect(
      contents.map(({ kind, name, mediaType, sniffed, bytes }) => [kind, name, mediaType, sniffed, bytes]),
    ).toEqual([
      ['raw', 'a.pdf', 'application/pdf', 'application/pdf', 8],
      ['url', 'a.yml', undefined, undefined, 0],
      ['data', undefined, undefined, 'text/plain', 7],
      ['text', undefined, undefined, 'text/plain', 1],
    ]);
    expect(contents[1]).toMatchObject({ url: 'file:///srv/a.yml', declared: { bytes: 128 } });
  });

  it('refuse events that are about something else', async () => {
    const { engine, session, writes } = await recorded([chunk([{ text: 'x' }])]);
    const reply = await engine.call('artifacts.facts', { session, artifact: 'other', writes });
    expect(reply).toMatchObject({ ok: false, error: { code: 'not-found' } });
  });
});

describe('bytes', () => {
  it('come from any offset, over events and in slices', async () => {
    const texts = ['abc', 'défg', 'x'.repeat(ARTIFACT_SLICE_BYTES)];
    const whole = Buffer.from(texts.join(''));
    const { engine, ...edition } = await recorded(texts.map((text) => chunk([{ text }])));
    const ask = async (from: number, length: number) => {
      const reply = await engine.call('artifacts.bytes', { artifact: 'x', content: 0, from, length, ...edition });
      const { base64: text, total } = value(reply);
      expect(total).toBe(whole.length);
      return Buffer.from(text, 'base64');
    };
    expect(await ask(0, 5)).toEqual(whole.subarray(0, 5));
    expect(await ask(2, 4)).toEqual(whole.subarray(2, 6));
    expect((await ask(7, 9 * ARTIFACT_SLICE_BYTES)).equals(whole.subarray(7, 7 + ARTIFACT_SLICE_BYTES))).toBe(true);
    expect(await ask(whole.length, 10)).toHaveLength(0);
  });
});

describe('saving', () => {
  const file = (artifact: string, name: string, writes: number[]) => ({ artifact, name, writes, content: 0 });

  /** Two artifacts of hostile names, and a folder that the dialogs of the host answer. */
  async function prepared() {
    const root = engines.folder();
    const folder = join(root, 'chosen');
    mkdirSync(folder);
    const asked: string[] = [];
    const { engine, session, writes } = await recorded(
      [chunk([{ text: 'first' }]), { artifact: { artifactId: 'y', parts: [{ text: 'second' }] }, lastChunk: true }],
      {
        dialogs: {
          open: async () => done(null),
          saveAs: async (name) => {
            asked.push(name);
            return done(join(folder, name));
          },
          chooseFolder: async () => done(folder),
        },
      },
    );
    const [first = 0, second = 0] = writes;
    const save = (...names: [string, string]) =>
      engine.call('artifacts.save', { session, files: [file('x', names[0], [first]), file('y', names[1], [second])] });
    return { engine, session, root, folder, asked, first, save };
  }

  it('writes one file where the person says, under a safe name', async () => {
    const { engine, session, root, folder, asked, first } = await prepared();
    const files = [file('x', '../../evil\u202e.txt', [first])];
    const saved = value(await engine.call('artifacts.save', { session, files }));
    expect(asked).toEqual(['evil.txt']);
    expect(saved).toEqual({ folder, names: ['evil.txt'] });
    expect(readFileSync(join(folder, 'evil.txt'), 'utf8')).toBe('first');
    expect(readdirSync(root)).toEqual(['chosen']);
  });

  it('writes many into a folder, and never over what is there', async () => {
    const { root, folder, save } = await prepared();
    writeFileSync(join(root, 'outside.txt'), 'untouched');
    symlinkSync(join(root, 'outside.txt'), join(folder, 'a.txt'));
    expect(value(await save('../a.txt', 'x\\A.TXT'))).toEqual({ folder, names: ['a (2).txt', 'A (2).TXT'] });
    expect(value(await save('a.txt', '..'))).toEqual({ folder, names: ['a (3).txt', 'artifact'] });
    expect(readFileSync(join(root, 'outside.txt'), 'utf8')).toBe('untouched');
    expect(readFileSync(join(folder, 'a (2).txt'), 'utf8')).toBe('first');
    expect(readFileSync(join(folder, 'artifact'), 'utf8')).toBe('second');
    expect(readdirSync(root).sort()).toEqual(['chosen', 'outside.txt']);
  });

  it('leaves no beginning of a file that cannot be read', async () => {
    const { engine, session, folder, first } = await prepared();
    const files = [file('nobody', 'a.txt', [first])];
    const reply = await engine.call('artifacts.save', { session, files });
    expect(reply).toMatchObject({ ok: false, error: { code: 'not-found' } });
    expect(readdirSync(folder)).toEqual([]);
  });

  it('is refused by hosts without dialogs', async () => {
    const { engine, session, writes } = await recorded([chunk([{ text: 'x' }])]);
    const reply = await engine.call('artifacts.save', { session, files: [file('x', 'a', writes)] });
    expect(reply).toMatchObject({ ok: false, error: { code: 'not-supported' } });
  });
});
