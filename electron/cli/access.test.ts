import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runCli } from './run.ts';
import { type GuardedAgent, guardedAgent } from './test-agent.ts';
import { openEngineIn, runLoupe, sendHello } from './test-loupe.ts';
import { recordingTerminal } from './test-terminal.ts';

let folder: string;
let kept: string;
let servers: GuardedAgent[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'loupe-cli-access-'));
  kept = join(folder, 'kept');
  servers = [];
});
afterEach(async () => {
  for (const server of servers) await server.close();
  rmSync(folder, { recursive: true, force: true });
});

type Guard = Parameters<typeof guardedAgent>;

const guarded = async (allows: Guard[0], options?: Guard[1]): Promise<GuardedAgent> => {
  const agent = await guardedAgent(allows, options);
  servers.push(agent);
  return agent;
};

const openEngine = (accessFolder?: string) => openEngineIn(folder)(accessFolder);

const loupe = (tokens: string[], env: Record<string, string> = {}, terminal = recordingTerminal('', env)) =>
  runLoupe(folder, tokens, terminal);

describe('credentials on the command line', () => {
  it('puts a token on the card and the call, and repeats it nowhere', async () => {
    const secret = 'tok-3f2a9c-secret';
    const agent = await guarded(({ headers }) => headers.authorization === `Bearer ${secret}`);
    const file = join(folder, 'run.jsonl');
    const sent = await loupe(sendHello(agent.url, '--token', secret, '--save', file));
    expect(sent).toMatchObject({ code: 0, outcome: { outcome: 'ok' } });
    expect(agent.authorizations()).toEqual([`Bearer ${secret}`]);
    expect(agent.seen).toHaveLength(2);
    expect(sent.stdout).toContain('you sent');
    for (const text of [sent.stdout, sent.stderr, readFileSync(file, 'utf8')]) expect(text).not.toContain(secret);
    expect(await loupe(sendHello(agent.url), { LOUPE_TOKEN: secret })).toMatchObject({ code: 0 });
  });

  it('says what is missing when nothing or the wrong thing was given', async () => {
    const agent = await guarded(({ headers }) => headers.authorization === 'Bearer right-token');
    const none = await loupe(sendHello(agent.url));
    expect(none).toMatchObject({ code: 1, outcome: { error: { layer: 'auth', http_status: 401 } } });
    const wrong = recordingTerminal('', { LOUPE_TOKEN: 'wrong-token-1234' });
    const code = await runCli(['card', agent.url], wrong, openEngine, '0.0.0');
    expect(code).toBe(1);
    expect(wrong.stderr).toContain('LOUPE_TOKEN');
    expect(wrong.stderr).not.toContain('wrong-token-1234');
  });

  it('repeats no secret in a refusal of its own', async () => {
    const slip = await loupe([
      'card',
      'http://127.0.0.1:9',
      '--token',
      'tok-typed-twice',
      '--allow-origin',
      'tok-typed-twice',
    ]);
    expect(slip.code).toBe(2);
    expect(slip.outcome.error?.message).toContain('--allow-origin takes an origin');
    expect(slip.stdout + slip.stderr).not.toContain('tok-typed-twice');
  });

  it('speaks Basic', async () => {
    const wanted = `Basic ${Buffer.from('ada:open sesame').toString('base64')}`;
    const agent = await guarded(({ headers }) => headers.authorization === wanted);
    const sent = await loupe(sendHello(agent.url, '--basic', 'ada:open sesame'));
    expect(sent.code).toBe(0);
    expect(sent.stdout).not.toContain(wanted.slice(6));
  });

  it('puts an API key where the card says, in the usual header for a guarded card, and where it was told', async () => {
    const scheme = { apiKeySecurityScheme: { location: 'query', name: 'key' } };
    const card = { securitySchemes: { k: scheme }, securityRequirements: [{ schemes: { k: { list: [] } } }] };
    const key = 'key-77-abcdef';
    const inQuery = await guarded(({ url }) => url === `/rpc?key=${key}`, { openCard: true, card });
    const sent = await loupe(sendHello(inQuery.url, '--api-key', key));
    expect(sent.code).toBe(0);
    expect(sent.stdout).not.toContain(key);

    const usual = await guarded(({ headers }) => headers['x-api-key'] === key);
    expect((await loupe(sendHello(usual.url), { LOUPE_API_KEY: key })).code).toBe(0);
    const cookie = await guarded(({ headers }) => headers.cookie === `sid=${key}`);
    expect((await loupe(sendHello(cookie.url, '--api-key', key, '--api-key-cookie', 'sid'))).code).toBe(0);
  });

  it('sends nothing to another origin until it is allowed, and names both', async () => {
    const elsewhere = await guarded(({ headers }) => headers.authorization === 'Bearer tok-for-one-origin');
    const agent = await guarded(() => true, { endpoint: `${elsewhere.url}/rpc` });
    const stopped = await loupe(sendHello(agent.url, '--token', 'tok-for-one-origin'));
    expect(stopped).toMatchObject({ code: 1, outcome: { outcome: 'error', error: { layer: 'consent' } } });
    for (const word of [agent.url, elsewhere.url, `--allow-origin ${elsewhere.url}`])
      expect(stopped.outcome.error?.message).toContain(word);
    expect(elsewhere.seen).toHaveLength(0);
    const allowed = sendHello(agent.url, '--token', 'tok-for-one-origin', '--allow-origin', `${elsewhere.url}/`);
    expect((await loupe(allowed)).code).toBe(0);
    expect(elsewhere.authorizations()).toEqual(['Bearer tok-for-one-origin']);
  });

  it('stops at a redirect to another origin, and follows it once it is allowed', async () => {
    const elsewhere = await guarded(({ headers }) => headers.authorization === 'Bearer tok-for-one-origin');
    const agent = await guarded(() => true, { movedTo: `${elsewhere.url}/rpc` });
    const env = { LOUPE_TOKEN: 'tok-for-one-origin' };
    const person = recordingTerminal('', env);
    expect(await runCli(sendHello(agent.url), person, openEngine, '0.0.0')).toBe(1);
    expect(person.stderr).toBe(
      `Error  What was entered for ${agent.url} was not sent, because the answer leads to ${elsewhere.url} ` +
        `(Authorization). --allow-origin ${elsewhere.url} sends it there.\n`,
    );
    expect(elsewhere.seen).toHaveLength(0);
    expect((await loupe(sendHello(agent.url, '--allow-origin', elsewhere.url), env)).code).toBe(0);
    expect(elsewhere.authorizations()).toEqual(['Bearer tok-for-one-origin']);
  });

  it('gives the connection test the same credentials', async () => {
    const agent = await guarded(({ headers }) => headers.authorization === 'Bearer for-the-doctor');
    const tested = await loupe(['doctor', agent.url], { LOUPE_TOKEN: 'for-the-doctor' });
    expect(tested.outcome.steps?.find(({ id }) => id === 'auth')?.verdict).not.toBe('failed');
    expect(tested.stdout).not.toContain('for-the-doctor');
    expect(agent.authorizations()).toEqual(['Bearer for-the-doctor']);
  });
});

describe('loupe access', () => {
  const secret = 'kept-token-5b1e';
  const passphrase = { LOUPE_PASSPHRASE: 'correct horse' };

  it('keeps a credential behind a passphrase, uses it for its origin only, and forgets it', async () => {
    const agent = await guarded(({ headers }) => headers.authorization === `Bearer ${secret}`);
    const other = await guarded(() => true);
    expect(await loupe(['access', 'keep', agent.url], passphrase)).toMatchObject({ code: 2 });
    const keeping = recordingTerminal(secret, passphrase);
    const stored = await loupe(['access', 'keep', agent.url, '--token', '-'], {}, keeping);
    expect(stored).toMatchObject({
      code: 0,
      outcome: { vault: { kind: 'file', locked: false, kept: 1 }, credentials: [{ origin: agent.url, keep: 'vault' }] },
    });
    for (const name of readdirSync(kept)) {
      expect(readFileSync(join(kept, name), 'utf8')).not.toContain(secret);
      expect(statSync(join(kept, name)).mode & 0o077).toBe(0);
    }
    expect((await loupe(sendHello(agent.url), passphrase)).code).toBe(0);
    expect((await loupe(sendHello(other.url), passphrase)).code).toBe(0);
    expect(other.authorizations()).toEqual([undefined]);
    expect(agent.authorizations()).toEqual([`Bearer ${secret}`]);

    expect((await loupe(['access', 'forget', agent.url])).outcome).toMatchObject({
      vault: { kept: 0 },
      credentials: [],
    });
    expect((await loupe(sendHello(agent.url), passphrase)).code).toBe(1);
  });

  it('goes on without what is locked, asks a person, and refuses a wrong passphrase', async () => {
    const agent = await guarded(({ headers }) => headers.authorization === `Bearer ${secret}`);
    const keeping = recordingTerminal();
    keeping.typed.push(secret, 'correct horse', 'correct horse');
    expect((await loupe(['access', 'keep', agent.url, '--token', '-'], {}, keeping)).code).toBe(0);
    expect(keeping.asked).toEqual(['--token: ', 'New passphrase: ', 'Once more: ']);

    const locked = await loupe(sendHello(agent.url));
    expect(locked.code).toBe(1);
    expect(locked.stderr).toContain(`kept for ${agent.url} are locked`);
    const person = recordingTerminal();
    person.typed.push('correct horse');
    expect((await loupe(sendHello(agent.url), {}, person)).code).toBe(0);
    const wrong = await loupe(sendHello(agent.url), { LOUPE_PASSPHRASE: 'wrong' });
    expect(wrong).toMatchObject({ code: 1, outcome: { error: { layer: 'auth' } } });

    const status = await loupe(['access', 'status', agent.url]);
    expect(status.outcome).toMatchObject({ vault: { kind: 'file', locked: true }, credentials: [{ state: 'locked' }] });
    const readable = recordingTerminal();
    await runCli(['access', 'status', agent.url], readable, openEngine, '0.0.0', kept);
    expect(readable.stdout).toMatch(/^1 credential kept behind a passphrase, locked$/m);
    expect(readable.stdout).toMatch(/bearer token {2,}locked/);
    expect(readable.stdout).not.toContain(secret);
  });

  it('replaces a credential for the same place, and makes no file for one that was not understood', async () => {
    const agent = await guarded(({ headers }) => headers.authorization === `Bearer ${secret}`);
    const differ = recordingTerminal();
    differ.typed.push('x', 'one', 'two');
    expect((await loupe(['access', 'keep', agent.url, '--token', '-'], {}, differ)).code).toBe(2);
    await loupe(['access', 'keep', agent.url, '--basic', 'ada:old-password'], passphrase);
    await loupe(
      ['access', 'keep', agent.url, '--api-key', 'key-of-another-place', '--api-key-header', 'X-Key'],
      passphrase,
    );
    const last = await loupe(['access', 'keep', agent.url, '--token', secret], passphrase);
    expect(last.outcome.credentials?.map(({ scheme }) => scheme.type).sort()).toEqual(['apiKey', 'bearer']);
    expect((await loupe(sendHello(agent.url), passphrase)).code).toBe(0);
  });

  it('forgets everything on request', async () => {
    const agent = await guarded(() => true);
    await loupe(['access', 'keep', agent.url, '--token', secret], passphrase);
    expect((await loupe(['access', 'forget'])).code).toBe(2);
    expect((await loupe(['access', 'forget', '--all'])).code).toBe(0);
    expect(existsSync(kept)).toBe(false);
    expect((await loupe(['access', 'status'])).outcome.vault).toMatchObject({ kind: 'session', kept: 0 });
  });
});
