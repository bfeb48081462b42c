import * as fs from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { Row } from '../../../shared/model/row.ts';
import type { Engine } from '../engine.ts';
import { LENS_FILES_LIMIT } from '../limits.ts';
import { rowsOf, send, testEngines, value } from '../testing/engines.ts';
import type { TestServer } from '../testing/servers.ts';
import { startTellingAgent, TELLING_LENS } from '../testing/telling-agent.ts';

const engines = testEngines();
let agent: TestServer | undefined;
afterEach(async () => {
  await engines.close();
  await agent?.close();
  agent = undefined;
});

async function record(engine: Engine): Promise<string> {
  agent ??= await startTellingAgent();
  const { id } = value(await engine.call('agents.add', { url: agent.url }));
  await send(engine, id, 'go');
  return engine.liveSession;
}

const list = async (engine: Engine) => value(await engine.call('lenses.list', {})).lenses;
const events = (rows: Row[]) => rows.filter(({ lane, task }) => task && ['status', 'tool', 'thinking'].includes(lane));
const kinds = async (engine: Engine, session: string) => events(await rowsOf(engine, session)).map(({ kind }) => kind);
const PLAIN = ['status', 'status', 'status', 'status', 'status', 'status'];
const READ = ['tool-input', 'tool-result', 'thinking', 'tool-input', 'tool-result', 'status'];

describe('a lens of the user', () => {
  it('turns plain status metadata into tool rows with spans, in sessions that are opened later too', async () => {
    const dataDir = engines.folder();
    const first = await engines.start({ dataDir });
    const session = await record(first);
    expect(await kinds(first, session)).toEqual(PLAIN);
    await first.close();

    const second = await engines.start({ dataDir });
    value(await second.call('sessions.open', { session }));
    expect(await kinds(second, session)).toEqual(PLAIN);
    expect(value(await second.call('lenses.save', { text: TELLING_LENS }))).toMatchObject({
      file: 'acme.json',
      name: 'Acme',
      state: 'used',
      issues: [],
    });
    const rows = events(await rowsOf(second, session));
    expect(rows.map(({ kind }) => kind)).toEqual(READ);
    expect(rows.map(({ marks }) => marks?.lens)).toEqual(['Acme', 'Acme', 'Acme', 'Acme', 'Acme', undefined]);
    const spans = rows.flatMap(({ span }) => (span ? [span] : []));
    expect(spans).toMatchObject([
      { edge: 'open', name: 'read_plan' },
      { edge: 'close', name: 'read_plan' },
      { edge: 'open', name: 'apply' },
      { edge: 'close', failed: true },
    ]);
    expect(spans[0]?.id).toBe(spans[1]?.id);
    expect(spans[2]?.id).not.toBe(spans[1]?.id);
    const view = value(await second.call('entries.get', { session, seq: rows[1]?.seq ?? 0 }));
    expect(view.sections).toMatchObject([
      { kind: 'tool', phase: 'completed', id: 'c-1', result: { lines: 42 } },
      { kind: 'other', key: 'acme' },
    ]);
    expect(await kinds(second, await record(second))).toEqual(READ);
    await second.close();
    const third = await engines.start({ dataDir });
    expect(await kinds(third, session)).toEqual(READ);
  });

  it('is there for a session on screen once it is read again, while it is recorded', async () => {
    const engine = await engines.start();
    const session = await record(engine);
    const rows: Row[] = [];
    const feed = engine.openFeed({ session, after: 0 }, (batch) => {
      rows.push(...batch.rows);
      feed.ack(batch.last);
    });
    await expect.poll(() => events(rows).length).toBe(PLAIN.length);
    const before = rows.length;
    value(await engine.call('lenses.save', { text: TELLING_LENS }));
    expect(await kinds(engine, session)).toEqual(PLAIN);
    const reread = engine.call('sessions.reread', { session });
    await record(engine);
    value(await reread);
    expect(await kinds(engine, session)).toEqual([...READ, ...READ]);
    // Who followed misses nothing and gets nothing twice.
    await expect.poll(() => rows.map(({ seq }) => seq)).toEqual((await rowsOf(engine, session)).map(({ seq }) => seq));
    expect(events(rows.slice(0, before)).map(({ kind }) => kind)).toEqual(PLAIN);
    feed.close();
    value(await engine.call('lenses.enable', { file: 'acme.json', enabled: false }));
    expect(await kinds(engine, session)).toEqual([...PLAIN, ...PLAIN]);
  });

  it('can be switched off, changed and deleted, and says so to every page', async () => {
    const dataDir = engines.folder();
    const engine = await engines.start({ dataDir });
    const session = await record(engine);
    const signals: string[] = [];
    let batches = 0;
    const feed = engine.openFeed({ session, after: 0 }, (batch) => {
      batches += 1;
      signals.push(...(batch.signals ?? []));
    });
    await expect.poll(() => batches).toBeGreaterThan(0);
    const { file, text = '' } = value(await engine.call('lenses.save', { text: TELLING_LENS }));
    await expect.poll(() => signals).toContain('lenses');
    feed.close();
    expect(value(await engine.call('lenses.enable', { file, enabled: false }))).toMatchObject({ state: 'off' });
    expect(await kinds(engine, session)).toEqual(PLAIN);
    await engine.close();
    const again = await engines.start({ dataDir });
    expect(await list(again)).toMatchObject([{ file, state: 'off' }]);
    value(await again.call('lenses.enable', { file, enabled: true }));
    const changed = text.replace('"Acme"', '"Acme 2"');
    expect(value(await again.call('lenses.save', { file, text: changed, before: text }))).toMatchObject({
      name: 'Acme 2',
      state: 'used',
    });
    expect(fs.readFileSync(join(dataDir, 'lenses', file), 'utf8')).toBe(changed);
    value(await again.call('lenses.remove', { file, before: changed }));
    expect(await list(again)).toEqual([]);
    expect(await kinds(again, session)).toEqual(PLAIN);
    // Undone: the same file comes back.
    expect(value(await again.call('lenses.save', { file, text: changed }))).toMatchObject({ file, state: 'used' });
    expect(await kinds(again, session)).toEqual(READ);
  });
});

describe('lens files', () => {
  const folderOf = (dataDir: string, files: Record<string, string | Buffer>) => {
    const folder = join(dataDir, 'lenses');
    fs.mkdirSync(folder, { recursive: true });
    for (const [name, text] of Object.entries(files)) fs.writeFileSync(join(folder, name), text);
    return folder;
  };

  it('that are broken are reported with their places, kept, and do not disturb the others', async () => {
    const dataDir = engines.folder();
    const broken = TELLING_LENS.replace('"$.statusUpdate.metadata.acme.tool"', '"$..tool"');
    const files = {
      'a.json': broken,
      'b.json': '{\n  "loupeLens": 1,\n}',
      'c.json': Buffer.from([0x7b, 0xff, 0x7d]),
      'good.json': TELLING_LENS,
      'notes.txt': 'mine',
      '.hidden.json': '{}',
    };
    const folder = folderOf(dataDir, files);
    fs.mkdirSync(join(folder, 'd.json'));
    const engine = await engines.start({ dataDir });
    const found = await list(engine);
    expect(found.map(({ file, state }) => [file, state])).toEqual([
      ['a.json', 'broken'],
      ['b.json', 'broken'],
      ['c.json', 'broken'],
      ['d.json', 'broken'],
      ['good.json', 'used'],
    ]);
    expect(found[0]).toMatchObject({ issues: [{ pointer: '/read/name', line: 14, column: 13 }] });
    const { start = 0, end } = found[0]?.issues[0] ?? {};
    expect(broken.slice(start, end)).toBe('"$..tool"');
    expect(found[1]?.issues).toMatchObject([{ severity: 'error', line: 3, column: 1 }]);
    expect(found[2]).toMatchObject({ issues: [{ message: 'The file is no UTF-8 text.' }] });
    expect(found[2]?.text).toBeUndefined();
    expect(await kinds(engine, await record(engine))).toEqual(READ);
    for (const file of ['a.json', 'c.json', 'd.json', '.hidden.json', 'notes.txt', '../settings.json', 'x/../a.json']) {
      expect(await engine.call('lenses.save', { file, text: TELLING_LENS }), file).toMatchObject({ ok: false });
      expect(await engine.call('lenses.remove', { file, before: '' }), file).toMatchObject({ ok: false });
    }
    value(await engine.call('lenses.save', { text: TELLING_LENS.replace('Acme', 'A') }));
    for (const [name, text] of Object.entries(files)) {
      expect(fs.readFileSync(join(folder, name)), name).toEqual(Buffer.from(text));
    }
    // Who has seen the faults can repair them.
    expect(
      value(await engine.call('lenses.save', { file: 'a.json', text: TELLING_LENS, before: broken })),
    ).toMatchObject({
      state: 'used',
    });
  });

  it('that somebody else has written meanwhile are not overwritten', async () => {
    const dataDir = engines.folder();
    const engine = await engines.start({ dataDir });
    const { file } = value(await engine.call('lenses.save', { text: TELLING_LENS }));
    const theirs = TELLING_LENS.replace('Acme', 'Theirs');
    folderOf(dataDir, { [file]: theirs });
    const save = () => engine.call('lenses.save', { file, text: `${TELLING_LENS} `, before: TELLING_LENS });
    expect(await save()).toMatchObject({ ok: false, error: { code: 'busy' } });
    expect(await engine.call('lenses.remove', { file, before: TELLING_LENS })).toMatchObject({ ok: false });
    expect(fs.readFileSync(join(dataDir, 'lenses', file), 'utf8')).toBe(theirs);
    expect((await list(engine)).map(({ name }) => name)).toEqual(['Acme']);
    expect(value(await engine.call('lenses.read', {})).lenses.map(({ name }) => name)).toEqual(['Theirs']);
  });

  it('are named after their lens, and never written with errors', async () => {
    const engine = await engines.start();
    const save = (name: string) => engine.call('lenses.save', { text: TELLING_LENS.replace('Acme', name) });
    const names = [];
    for (const name of ['Ärger & Co.', 'ärger co', '...', '../x']) names.push(value(await save(name)).file);
    expect(names).toEqual(['ärger-co.json', 'ärger-co-2.json', 'lens.json', 'x.json']);
    expect(await engine.call('lenses.save', { text: '{}' })).toMatchObject({ ok: false, error: { code: 'bad-input' } });
    expect(await engine.call('lenses.enable', { file: 'none.json', enabled: true })).toMatchObject({ ok: false });
  });

  it.skipIf(process.platform === 'win32')('may be links into a repository', async () => {
    const dataDir = engines.folder();
    const elsewhere = join(engines.folder(), 'real.json');
    fs.writeFileSync(elsewhere, TELLING_LENS);
    fs.symlinkSync(elsewhere, join(folderOf(dataDir, {}), 'link.json'));
    const engine = await engines.start({ dataDir });
    const text = TELLING_LENS.replace('Acme', 'Linked');
    value(await engine.call('lenses.save', { file: 'link.json', text, before: TELLING_LENS }));
    expect(fs.readFileSync(elsewhere, 'utf8')).toBe(text);
  });

  it('are read up to a number, and not at all in a run that keeps nothing', async () => {
    const dataDir = engines.folder();
    const many = Array.from({ length: LENS_FILES_LIMIT + 1 }, (_, index) => [`l${index}.json`, TELLING_LENS]);
    folderOf(dataDir, Object.fromEntries(many));
    const engine = await engines.start({ dataDir });
    const view = value(await engine.call('lenses.list', {}));
    expect(view.lenses).toHaveLength(LENS_FILES_LIMIT);
    expect(view.problem).toContain(String(LENS_FILES_LIMIT + 1));
    await engine.close();
    const without = await engines.start({ dataDir, persist: false });
    expect(value(await without.call('lenses.list', {}))).toEqual({ version: 0, lenses: [] });
    expect(await without.call('lenses.save', { text: TELLING_LENS })).toMatchObject({ ok: false });
  });
});

describe('a preview', () => {
  it('shows what a text that is not saved would make of an event', async () => {
    const engine = await engines.start();
    const session = await record(engine);
    const rows = events(await rowsOf(engine, session));
    const preview = async (text: string, seq: number | undefined) =>
      value(await engine.call('lenses.preview', { text, at: { session, seq: seq ?? 0 } }));
    expect(await preview(TELLING_LENS, rows[0]?.seq)).toMatchObject({
      name: 'Acme',
      readable: true,
      matched: true,
      items: 1,
      sections: [{ kind: 'tool', id: 'c-1', name: 'read_plan', input: { path: 'plan.yaml' } }],
      rest: [{ kind: 'other', key: 'acme' }],
      silent: [{ field: 'result' }, { field: 'text', path: '$.statusUpdate.metadata.acme.note' }],
    });
    expect(await preview(TELLING_LENS, rows[5]?.seq)).toMatchObject({ matched: false, sections: [] });
    expect(await preview('{', rows[0]?.seq)).toMatchObject({ readable: true, matched: false, issues: [{ line: 1 }] });
    expect(await preview(TELLING_LENS, 1)).toMatchObject({ readable: false });
    expect(value(await engine.call('lenses.preview', { text: '{}' })).issues.length).toBeGreaterThan(2);
    expect(await engine.call('lenses.preview', { text: '', at: { session, seq: 9_999 } })).toMatchObject({ ok: false });
    expect(await kinds(engine, session)).toEqual(PLAIN);
  });

  it('finds the events that the text is for', async () => {
    const engine = await engines.start();
    const session = await record(engine);
    const seqs = events(await rowsOf(engine, session)).map(({ seq }) => seq);
    const text = TELLING_LENS.replace(
      '"$.statusUpdate.metadata.acme"',
      '{ "path": "$.statusUpdate.metadata.acme.kind", "equals": "call" }',
    );
    const find = async (from: number, direction: 'next' | 'previous', what = text) =>
      value(await engine.call('lenses.find', { text: what, session, from, direction }));
    const calls = [seqs[0], seqs[1], seqs[3], seqs[4]];
    for (const [direction, order] of [
      ['next', calls],
      ['previous', [...calls].reverse()],
    ] as const) {
      const found: (number | undefined)[] = [];
      let from = direction === 'next' ? 0 : 9_999;
      while (found.length <= order.length) {
        const { seq, done } = await find(from, direction);
        expect(done).toBe(true);
        if (seq === undefined) break;
        found.push(seq);
        from = seq;
      }
      expect(found).toEqual(order);
    }
    expect(await find(0, 'next', '{}')).toEqual({ scanned: 0, done: true });
  });
});
