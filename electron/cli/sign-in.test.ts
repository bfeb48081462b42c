import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type AuthorizationServer,
  authorizationServer,
  browse,
  CLIENT_SECRET,
} from '../engine/testing/authorization-server.ts';
import { runCli } from './run.ts';
import { type GuardedAgent, guardedAgent } from './test-agent.ts';
import { openEngineIn, runLoupe, sendHello } from './test-loupe.ts';
import { type RecordingTerminal, recordingTerminal } from './test-terminal.ts';

/** Seconds between two questions of a device; the standard's own pause is longer than a test should take. */
const POLLS_EVERY_S = 1;

let folder: string;
let server: AuthorizationServer;
let agents: GuardedAgent[];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'loupe-cli-sign-in-'));
  server = await authorizationServer();
  server.provider.use(async (context, next) => {
    await next();
    if (context.path === '/device/auth') Object.assign(context.body as object, { interval: POLLS_EVERY_S });
  });
  agents = [];
});
afterEach(async () => {
  for (const agent of agents) await agent.close();
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Takes every bearer token that is long enough to be one. */
async function agent(card = {}, openCard = true): Promise<GuardedAgent> {
  const made = await guardedAgent(({ headers }) => /^Bearer \S{20,}$/.test(headers.authorization ?? ''), {
    openCard,
    card,
  });
  agents.push(made);
  return made;
}

const loupe = (tokens: string[], terminal: RecordingTerminal) => runLoupe(folder, tokens, terminal);
const machine = ['--oauth', 'client-credentials', '--client-id', 'machine-client'];
const secret = { LOUPE_CLIENT_SECRET: CLIENT_SECRET };

/** Calls back once with the first match on standard error. */
function onceSaid(terminal: RecordingTerminal, pattern: RegExp, then: (match: RegExpExecArray) => void): void {
  let done = false;
  terminal.watch = (_, stderr) => {
    const match = done ? null : pattern.exec(stderr);
    if (!match) return;
    done = true;
    then(match);
  };
}

const tokenOf = ({ seen }: GuardedAgent): string =>
  seen.map(({ headers }) => headers.authorization?.slice('Bearer '.length)).find((token) => token !== undefined) ?? '';

describe('signing in on the command line', () => {
  it('gets a token for a client without a word, before the card when the issuer is named', async () => {
    const guarded = await agent({}, false);
    const sent = await loupe(
      sendHello(guarded.url, ...machine, '--issuer', server.issuer, '--scope', 'products:read'),
      recordingTerminal('', secret),
    );
    expect(sent).toMatchObject({ code: 0, stderr: '', outcome: { outcome: 'ok' } });
    expect(server.asked[0]?.form.get('scope')).toBe('products:read');
    expect(guarded.seen).toHaveLength(2);
    for (const value of [CLIENT_SECRET, tokenOf(guarded)]) {
      expect(value.length).toBeGreaterThan(10);
      expect(sent.stdout).not.toContain(value);
    }
  });

  it('takes the address from the card, once its origin is trusted with the secret', async () => {
    const flows = { clientCredentials: { tokenUrl: `${server.issuer}/token`, scopes: {} } };
    const guarded = await agent({ securitySchemes: { sso: { oauth2SecurityScheme: { flows } } } });
    const stopped = await loupe(sendHello(guarded.url, ...machine), recordingTerminal('', secret));
    expect(stopped).toMatchObject({ code: 1, outcome: { error: { layer: 'consent' } } });
    for (const word of [guarded.url, `--allow-origin ${server.issuer}`])
      expect(stopped.outcome.error?.message).toContain(word);
    expect(server.paths).toEqual([]);
    const allowed = sendHello(guarded.url, ...machine, '--allow-origin', server.issuer);
    expect((await loupe(allowed, recordingTerminal('', secret))).code).toBe(0);
    const typed = sendHello(guarded.url, ...machine, '--token-url', `${server.issuer}/token`);
    expect((await loupe(typed, recordingTerminal('', secret))).code).toBe(0);
  });

  it('says what a token service refused, without the secret', async () => {
    const guarded = await agent();
    const wrong = { LOUPE_CLIENT_SECRET: 'not-the-right-secret' };
    const terminal = recordingTerminal('', wrong);
    const code = await runCli(
      ['card', guarded.url, ...machine, '--issuer', server.issuer],
      terminal,
      openEngineIn(folder),
      '0',
    );
    expect(code).toBe(1);
    expect(terminal.stderr).toContain('invalid_client');
    expect(terminal.stderr).not.toContain('not-the-right-secret');
    expect(guarded.seen).toHaveLength(0);
  });

  it('prints the code and the address of a device, and goes on when somebody agreed', async () => {
    const guarded = await agent();
    const terminal = recordingTerminal();
    const pages: Promise<unknown>[] = [];
    onceSaid(terminal, /open (\S+) and enter the code (\S+)\nor open (\S+)\n/, (match) =>
      pages.push(browse(match[3] ?? '')),
    );
    const device = ['--oauth', 'device', '--client-id', 'device', '--issuer', server.issuer, '--scope', 'openid'];
    const sent = await loupe(sendHello(guarded.url, ...device), terminal);
    await Promise.all(pages);
    expect(sent).toMatchObject({ code: 0, outcome: { outcome: 'ok' } });
    expect(sent.stderr).toMatch(/^To sign in, open http:\S+\/device and enter the code \w{4}-\w{4}$/m);
    expect(sent.stdout).not.toContain(tokenOf(guarded));
  });

  it('prints the address for a browser and takes what comes back', async () => {
    const guarded = await agent();
    const terminal = recordingTerminal();
    const pages: Promise<unknown>[] = [];
    onceSaid(terminal, /open (http:\S+)\n/, (match) => pages.push(browse(match[1] ?? '')));
    const code = ['--oauth', 'code', '--client-id', 'desktop', '--issuer', server.issuer, '--scope', 'openid'];
    const sent = await loupe(sendHello(guarded.url, ...code), terminal);
    await Promise.all(pages);
    expect(sent).toMatchObject({ code: 0, outcome: { outcome: 'ok' } });
    const token = tokenOf(guarded);
    expect(token).not.toBe('');
    expect(sent.stdout + sent.stderr).not.toContain(token);
  });

  it('stops on Ctrl+C while it waits', async () => {
    const guarded = await agent();
    const terminal = recordingTerminal();
    onceSaid(terminal, /enter the code/, () => terminal.interrupt());
    const device = ['--oauth', 'device', '--client-id', 'device', '--issuer', server.issuer, '--scope', 'openid'];
    const stopped = await loupe(sendHello(guarded.url, ...device), terminal);
    expect(stopped).toMatchObject({ code: 130, outcome: { outcome: 'aborted' } });
    expect(guarded.seen).toHaveLength(0);
  });

  it('keeps what was granted, so that the next command does not ask', async () => {
    const guarded = await agent();
    const env = { LOUPE_PASSPHRASE: 'correct horse' };
    const terminal = recordingTerminal('', env);
    const pages: Promise<unknown>[] = [];
    onceSaid(terminal, /or open (\S+)\n/, (match) => pages.push(browse(match[1] ?? '')));
    const device = ['--oauth', 'device', '--client-id', 'device', '--issuer', server.issuer, '--scope', 'openid'];
    const kept = await loupe(['access', 'keep', guarded.url, ...device], terminal);
    await Promise.all(pages);
    expect(kept).toMatchObject({ code: 0, outcome: { credentials: [{ state: 'valid', scheme: { type: 'oauth2' } }] } });
    const before = server.paths.length;
    const sent = await loupe(sendHello(guarded.url), recordingTerminal('', env));
    expect(sent).toMatchObject({ code: 0, stderr: '' });
    expect(server.paths).toHaveLength(before);
    for (const text of [kept.stdout, sent.stdout]) expect(text).not.toContain(tokenOf(guarded));
  });
});
