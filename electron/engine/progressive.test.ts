import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import type { FeedBatch } from '../../shared/contract/views.ts';
import type { Entry } from '../../shared/model/entry.ts';
import type { Engine } from './engine.ts';
import { BUILT_IN_LENSES } from './lenses/lens-set.ts';
import { createMasking } from './masking/masking.ts';
import { SecretValues } from './secret-values.ts';
import { Sessions } from './sessions.ts';
import { testEngines, value } from './testing/engines.ts';

const engines = testEngines();
const folders: string[] = [];
afterEach(async () => {
  await engines.close();
  for (const folder of folders.splice(0)) fs.rmSync(folder, { recursive: true, force: true });
});

/** More than is read in one turn. */
const ROWS = 60_000;

const request: Entry = {
  seq: 1,
  at: 0,
  kind: 'request',
  exchange: 1,
  agent: 'a',
  operation: 'SubscribeToTask',
  method: 'POST',
  url: 'http://h.example/',
  headers: [],
  body: { bytes: 2, text: '{}' },
};

/** A data folder with one session: a request and many comments of its answer, and what the file ends with. */
function dataDirWith(tail = ''): string {
  const dataDir = fs.mkdtempSync(join(tmpdir(), 'loupe-progressive-'));
  folders.push(dataDir);
  fs.mkdirSync(join(dataDir, 'sessions'));
  const header = { format: 'loupe-session', version: 2, app: '0', session: 's', started: '2026-01-31T12:00:00.000Z' };
  const text = `: ${'x'.repeat(200)}\n\n`;
  const lines = [JSON.stringify(header), JSON.stringify(request)];
  for (let seq = 2; seq <= ROWS; seq += 1) {
    const body = { bytes: text.length, text };
    lines.push(JSON.stringify({ seq, at: seq, kind: 'frame', exchange: 1, framing: 'sse', body } satisfies Entry));
  }
  fs.writeFileSync(join(dataDir, 'sessions', 's.jsonl'), `${lines.join('\n')}\n${tail}`);
  return dataDir;
}

/** Follows the session until a batch says that all is read. */
function follow(engine: Engine): Promise<FeedBatch[]> {
  return new Promise((resolve) => {
    const batches: FeedBatch[] = [];
    let taken = 0;
    const feed = engine.openFeed({ session: 's', after: 0 }, (batch) => {
      batches.push(batch);
      taken += batch.rows.length;
      feed.ack(taken);
      if (batch.loading || taken < batch.last) return;
      feed.close();
      resolve(batches);
    });
  });
}

const sessionsIn = (dataDir: string): Sessions =>
  new Sessions({
    dataDir,
    version: '0',
    persist: true,
    masking: createMasking(new SecretValues()),
    lenses: () => BUILT_IN_LENSES,
    onChange: () => undefined,
    abandonedMs: 0,
    onProblem: () => undefined,
  });

describe('a long session', () => {
  it('is open before it is read, and its rows come while it is', async () => {
    const engine = await engines.start({ dataDir: dataDirWith() });
    const opened = value(await engine.call('sessions.open', { session: 's' }));
    expect(opened.loading?.of).toBe(opened.bytes);
    expect(opened.loading?.bytes).toBeLessThan(opened.bytes);
    const batches = await follow(engine);
    expect(batches[0]?.rows.length).toBeGreaterThan(0);
    expect(batches[0]?.loading?.bytes).toBeLessThan(opened.bytes);
    expect(batches[0]?.last).toBeLessThan(ROWS);
    const seqs = batches.flatMap(({ rows }) => rows.map(({ seq }) => seq));
    expect(seqs).toEqual(Array.from({ length: ROWS }, (_, index) => index + 1));
    expect(batches[batches.length - 1]?.loading).toBeUndefined();
    expect(value(await engine.call('sessions.open', { session: 's' }))).not.toHaveProperty('loading');
  });

  it('tells at its end what its file lacks', async () => {
    const engine = await engines.start({ dataDir: dataDirWith('no entry\n{"seq":4}\n{"seq":9,"a') });
    expect(value(await engine.call('sessions.open', { session: 's' }))).not.toHaveProperty('damage');
    const batches = await follow(engine);
    const damage = { tornBytes: 11, unreadableLines: 2 };
    expect(batches.flatMap((batch) => batch.damage ?? [])).toEqual([damage]);
    expect(value(await engine.call('sessions.open', { session: 's' })).damage).toEqual(damage);
    const again = await follow(engine);
    expect(again[0]?.damage).toEqual(damage);
  });

  it('is read once however often it is opened, and what needs all of it waits', async () => {
    const engine = await engines.start({ dataDir: dataDirWith() });
    const open = () => engine.call('sessions.open', { session: 's' });
    await Promise.all([open(), open()]);
    const [batches, archive] = await Promise.all([follow(engine), engine.call('wire.har', { session: 's' })]);
    expect(batches.reduce((sum, { rows }) => sum + rows.length, 0)).toBe(ROWS);
    expect(value(archive).content.match(/: x/g)).toHaveLength(ROWS - 1);
  });

  it('can be looked into as far as it is read', async () => {
    const engine = await engines.start({ dataDir: dataDirWith() });
    value(await engine.call('sessions.open', { session: 's' }));
    expect(value(await engine.call('entries.get', { session: 's', seq: 2 })).row.kind).toBe('comment');
    expect(await engine.call('entries.get', { session: 's', seq: ROWS })).toMatchObject({ ok: false });
  });

  it('is read no further when nobody looks at it, and from its beginning when somebody does again', async () => {
    const dataDir = dataDirWith();
    const sessions = sessionsIn(dataDir);
    const session = value(await sessions.peek('s'));
    const unwatch = session.watch(() => undefined);
    sessions.left('s');
    await wait(5);
    expect(session.loading).toBeDefined();
    unwatch();
    const whole = sessions.get('s');
    sessions.left('s');
    expect(value(await whole).rows.length).toBe(ROWS);
    await sessions.close();

    const again = sessionsIn(dataDir);
    const left = value(await again.peek('s'));
    again.left('s');
    while (left.loading) await wait(1);
    const read = left.rows.length;
    expect(read).toBeLessThan(ROWS);
    await wait(20);
    expect(left.rows.length).toBe(read);
    expect(value(await again.get('s')).rows.length).toBe(ROWS);
    await again.close();
  });
});
