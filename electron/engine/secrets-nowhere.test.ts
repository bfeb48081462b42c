import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { procedures } from '../../shared/contract/procedures.ts';
import { MASK } from './mask.ts';
import { echoListener } from './testing/echo-agent.ts';
import { rowsOf, send, testEngines, value } from './testing/engines.ts';
import { KEPT, SENT } from './testing/entered.ts';
import { type Sighting, sightings } from './testing/needles.ts';
import { runWithSecrets, type SecretRun } from './testing/secret-run.ts';
import { startHttp } from './testing/servers.ts';
import { unmasked } from './testing/unmasked.ts';

const RUN_TIMEOUT_MS = 120_000;

const lines = (seen: readonly Sighting[]): string[] => [
  ...new Set(seen.map(({ secret, spelling, where }) => `${secret} (${spelling}) in ${where}`)),
];

describe('what was entered as a secret', () => {
  let run: SecretRun;
  beforeAll(async () => {
    run = await runWithSecrets();
  }, RUN_TIMEOUT_MS);

  it('is seen in no file, no answer to a page, no feed and no export', () => {
    expect(lines(sightings({ ...SENT, ...KEPT }, run.texts))).toEqual([]);
  });

  it('was looked for in the answer of every procedure', () => {
    expect(Object.keys(procedures).filter((name) => !run.called.has(name))).toEqual([]);
    const places = [...run.texts.keys()];
    for (const place of [/^file sessions\/.*\.jsonl$/, /^file agents\.json$/, /^file credentials\.json$/, /^feed$/]) {
      expect(places.some((name) => place.test(name))).toBe(true);
    }
  });
});

describe('with the masking switched off', () => {
  it(
    'the same search finds every secret that is sent, in files, answers, feeds and exports',
    async () => {
      const run = await runWithSecrets({ masking: unmasked });
      const seen = sightings(SENT, run.texts);
      const found = (secret: string) => seen.filter((one) => one.secret === secret).map(({ where }) => where);
      for (const secret of Object.keys(SENT)) {
        expect(found(secret), secret).not.toEqual([]);
        expect(found(secret).join(), secret).toMatch(/file sessions/);
      }
      const everywhere = new Set(seen.map(({ where }) => where));
      for (const where of [
        'feed',
        'entries.get',
        'wire.har',
        'wire.curl',
        'wire.text',
        'sessions.export',
        'card.get',
      ]) {
        expect(everywhere.has(where), where).toBe(true);
      }
    },
    RUN_TIMEOUT_MS,
  );
});

describe('what becomes known as a secret after it was recorded', () => {
  const engines = testEngines();
  afterEach(() => engines.close());
  const LATE = 'known only later';

  it('is no longer shown or exported, and the report on the export counts it', async () => {
    const agent = await startHttp(echoListener);
    const engine = await engines.start();
    const session = engine.liveSession;
    const { id } = value(await engine.call('agents.add', { url: agent.url }));
    await send(engine, id, LATE, 'SendMessage');
    const everything = async () =>
      JSON.stringify([
        await rowsOf(engine, session),
        await engine.call('entries.read', { session, seqs: [1, 2, 3, 4, 5, 6, 7, 8] }),
        await engine.call('sessions.export', { session }),
        await engine.call('wire.har', { session }),
        await engine.call('wire.text', { session, exchange: 2, part: 'exchange' }),
      ]);
    expect(await everything()).toContain(LATE);
    const before = value(await engine.call('sessions.share', { session }));
    const scheme = { type: 'bearer' as const };
    value(await engine.call('access.save', { agent: id, scheme, secrets: { token: LATE } }));
    const now = await everything();
    expect(now).not.toContain(LATE);
    expect(now).toContain(MASK);
    const after = value(await engine.call('sessions.share', { session }));
    const places = (report: typeof after) => report.removed.map(({ where, place }) => `${where} ${place}`);
    expect(places(before)).not.toContain('body /params/message/parts/*/text');
    expect(places(after)).toContain('body /params/message/parts/*/text');
    await agent.close();
  });

  it('does not make other words secret because an imported session says so', async () => {
    const engine = await engines.start();
    const header = { format: 'loupe-session', version: 1, app: '0', session: 's', started: '2026-01-01T00:00:00Z' };
    const request = {
      ...{
        seq: 1,
        at: 0,
        kind: 'request',
        exchange: 1,
        agent: 'a',
        operation: 'GetTask',
        method: 'GET',
        url: 'http://h/',
      },
      headers: [['X-Token', 'ordinary words']],
      body: { bytes: 0, text: '' },
    };
    const content = `${JSON.stringify(header)}\n${JSON.stringify(request)}\n`;
    const id = value(await engine.call('sessions.import', { content }))?.id ?? '';
    const exported = value(await engine.call('sessions.export', { session: id })).content;
    expect(exported).not.toContain('ordinary words');
    expect(value(await engine.call('sessions.rename', { session: id, title: 'ordinary words' })).title).toBe(
      'ordinary words',
    );
  });
});
