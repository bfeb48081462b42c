import * as fs from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { AgentOptions, AgentView } from '../../../shared/contract/views.ts';
import type { NoteEntry } from '../../../shared/model/entry.ts';
import type { SystemCipher } from '../access/seams.ts';
import type { Engine } from '../engine.ts';
import { makeCertificate } from '../testing/certificates.ts';
import { rowsOf, testEngines, value } from '../testing/engines.ts';
import { filesWith, testCipher } from '../testing/secret-stores.ts';
import { startHttp, type TestServer } from '../testing/servers.ts';

const engines = testEngines();
const servers: TestServer[] = [];
afterEach(async () => {
  await engines.close();
  for (const server of servers.splice(0)) await server.close();
});

const certificate = makeCertificate({ name: 'caller' });
const SECRETS = ['header-secret-1', 'cookie-secret-2', 'open-sesame-3', 'pass%2Fword-4'];
const OPTIONS: AgentOptions = {
  headers: [
    ['X-Api-Key', SECRETS[0] as string],
    ['X-Plain', 'plain'],
    ['Cookie', `session=${SECRETS[1]}`],
  ],
  tls: { cert: certificate.cert, key: certificate.key, passphrase: SECRETS[2] as string },
  proxy: { use: 'url', url: `http://me:${SECRETS[3]}@127.0.0.1:1` },
};

const start = (dataDir: string, cipher?: SystemCipher) =>
  engines.start({ env: {}, dataDir, ...(cipher && { cipher }) });

const agentIn = async (engine: Engine): Promise<AgentView> =>
  value(await engine.call('agents.list', {}))[0] as AgentView;

const add = async (engine: Engine, options: AgentOptions, url = 'https://127.0.0.1:1') =>
  value(await engine.call('agents.add', { url, options, connect: false }));

/** What an agent at this address receives. */
async function headersSent(engine: Engine): Promise<string[]> {
  const received: string[] = [];
  const server = await startHttp((request, response) => {
    received.push(...request.rawHeaders);
    response.end('{}');
  });
  servers.push(server);
  const agent = await agentIn(engine);
  const { proxy: _, tls: __, ...options } = agent.options;
  value(await engine.call('agents.update', { agent: agent.id, options: { ...options, endpoint: server.url } }));
  const call = { agent: agent.id, operation: 'GetTask' as const, request: { id: 'x' } };
  const started = value(await engine.call('calls.start', call));
  await engine.call('calls.outcome', { exchange: started.exchange });
  return received;
}

describe('secrets among the options of an agent', () => {
  it('come back after a restart when the system keeps them, and lie in no file', async () => {
    const dataDir = engines.folder();
    const cipher = testCipher();
    const first = await start(dataDir, cipher);
    const view = await add(first, OPTIONS);
    await first.close();
    for (const secret of [...SECRETS, certificate.key.slice(40, 90)]) expect(filesWith(dataDir, secret)).toEqual([]);

    const second = await start(dataDir, cipher);
    const again = await agentIn(second);
    expect(again.options).toEqual(view.options);
    expect(again.forgotten).toBeUndefined();
    const sent = await headersSent(second);
    expect(sent).toEqual(expect.arrayContaining([SECRETS[0], 'plain', `session=${SECRETS[1]}`]));
    value(await second.call('agents.remove', { agent: view.id }));
    await second.close();
    expect(JSON.parse(fs.readFileSync(join(dataDir, 'secrets.json'), 'utf8')).items).toEqual([]);
  });

  it('are forgotten when nothing keeps them', async () => {
    const dataDir = engines.folder();
    const first = await start(dataDir);
    await add(first, OPTIONS);
    await first.close();
    expect(fs.existsSync(join(dataDir, 'secrets.json'))).toBe(false);
    const second = await agentIn(await start(dataDir));
    expect(second.forgotten).toEqual(['key', 'proxy']);
    expect(second.options.headers).toEqual([['X-Plain', 'plain']]);
  });

  it('wait for the passphrase, go with it, and what was entered meanwhile stays', async () => {
    const dataDir = engines.folder();
    const first = await start(dataDir);
    const view = await add(first, OPTIONS);
    value(await first.call('vault.unlock', { passphrase: 'passphrase', create: true }));
    await first.close();
    for (const secret of SECRETS) expect(filesWith(dataDir, secret)).toEqual([]);

    const second = await start(dataDir);
    const locked = await agentIn(second);
    expect(locked.forgotten).toEqual(['key', 'proxy']);
    expect(value(await second.call('vault.get', {}))).toMatchObject({ kind: 'file', locked: true });
    const headers: AgentOptions['headers'] = [...(locked.options.headers ?? []), ['x-api-key', 'entered-meanwhile']];
    value(await second.call('agents.update', { agent: view.id, options: { ...locked.options, headers } }));
    expect(await second.call('vault.unlock', { passphrase: 'wrong' })).toMatchObject({
      ok: false,
      error: { code: 'auth' },
    });
    expect((await agentIn(second)).forgotten).toEqual(['key', 'proxy']);
    value(await second.call('vault.unlock', { passphrase: 'passphrase' }));
    expect((await agentIn(second)).forgotten).toBeUndefined();
    expect(await headersSent(second)).toEqual(expect.arrayContaining(['entered-meanwhile', `session=${SECRETS[1]}`]));
    expect(await headersSent(second)).not.toContain(SECRETS[0]);

    value(await second.call('vault.lock', {}));
    expect((await agentIn(second)).options.headers).toEqual([['X-Plain', 'plain']]);
    value(await second.call('vault.unlock', { passphrase: 'passphrase' }));
    value(await second.call('vault.changePassphrase', { passphrase: 'passphrase', next: 'another' }));
    await second.close();
    const third = await start(dataDir);
    value(await third.call('vault.unlock', { passphrase: 'another' }));
    expect(await headersSent(third)).toContain('entered-meanwhile');
  });

  it('are gone at once when everything is to be forgotten', async () => {
    const dataDir = engines.folder();
    const cipher = testCipher();
    const engine = await start(dataDir, cipher);
    await add(engine, OPTIONS);
    value(await engine.call('agents.update', { agent: (await agentIn(engine)).id, options: OPTIONS }));
    expect(value(await engine.call('vault.forget', {}))).toMatchObject({ kind: 'os', held: 0, kept: 0 });
    const agent = await agentIn(engine);
    expect(agent.forgotten).toEqual(['key', 'proxy']);
    expect(agent.options.headers).toEqual([['X-Plain', 'plain']]);
    expect(fs.existsSync(join(dataDir, 'secrets.json'))).toBe(false);
    await engine.close();
    expect(fs.existsSync(join(dataDir, 'secrets.json'))).toBe(false);
  });

  it('stay in the file when they cannot be decrypted, until something else is entered', async () => {
    const dataDir = engines.folder();
    const first = await start(dataDir, testCipher());
    const view = await add(first, OPTIONS);
    await first.close();
    const before = fs.readFileSync(join(dataDir, 'secrets.json'), 'utf8');
    const cipher = testCipher();
    const second = await start(dataDir, cipher);
    expect((await agentIn(second)).forgotten).toEqual(['key', 'proxy']);
    value(
      await second.call('agents.update', {
        agent: view.id,
        options: (await agentIn(second)).options,
        name: 'New name',
      }),
    );
    expect(fs.readFileSync(join(dataDir, 'secrets.json'), 'utf8')).toBe(before);
    value(await second.call('agents.update', { agent: view.id, options: OPTIONS }));
    await second.close();
    expect((await agentIn(await start(dataDir, cipher))).forgotten).toBeUndefined();
  });
});

it('says in the log why a secret is not kept', async () => {
  const why = 'The store is basic_text.';
  const engine = await start(engines.folder(), testCipher({ available: false, backend: 'basic_text', why }));
  const agent = await add(engine, {}, 'http://127.0.0.1:1');
  const saved = await engine.call('access.save', {
    agent: agent.id,
    scheme: { type: 'bearer' },
    keep: 'vault',
    secrets: { token: 'the-token-of-this-test' },
  });
  expect(saved).toMatchObject({ ok: true, value: { has: ['token'] } });
  expect(value(await engine.call('vault.get', {}))).toMatchObject({
    kind: 'session',
    osAvailable: false,
    why,
    held: 1,
    kept: 0,
  });
  const session = engine.liveSession;
  const rows = (await rowsOf(engine, session)).filter(({ kind }) => kind === 'note');
  const notes = value(await engine.call('entries.read', { session, seqs: rows.map(({ seq }) => seq) }));
  const details = notes.map(({ entry }) => (entry as NoteEntry).detail);
  expect(details).toContainEqual({ code: 'secret-store', message: expect.stringContaining('basic_text') });
});
