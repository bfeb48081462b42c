import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { parseArguments } from './arguments.ts';
import { readCredentials, secretsOf } from './credentials.ts';
import { CONNECTION_OPTIONS } from './options.ts';
import { recordingTerminal } from './test-terminal.ts';

const folder = mkdtempSync(join(tmpdir(), 'loupe-cli-credentials-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const OPTIONS = [{ name: 'text', kind: 'text', repeat: true, summary: '' } as const, ...CONNECTION_OPTIONS];

async function read(tokens: string[], env: Record<string, string> = {}, terminal = recordingTerminal('piped\n', env)) {
  const args = parseArguments(tokens, OPTIONS, []);
  if (!args.ok) throw new Error(args.error.message);
  return readCredentials(args.value, terminal);
}

async function credentials(tokens: string[], env: Record<string, string> = {}) {
  const given = await read(tokens, env);
  if (!given.ok) throw new Error(given.error.message);
  return given.value.credentials;
}

async function problem(tokens: string[], env: Record<string, string> = {}) {
  const given = await read(tokens, env);
  return given.ok ? 'no problem' : `${given.error.code}: ${given.error.message}`;
}

describe('readCredentials', () => {
  it('reads a token from the argument, standard input, a file or the environment', async () => {
    const file = join(folder, 'token');
    writeFileSync(file, 'from-file\r\n');
    expect(await credentials(['--token', 't0'])).toEqual([{ type: 'bearer', token: 't0' }]);
    expect(await credentials(['--token', '-'])).toEqual([{ type: 'bearer', token: 'piped' }]);
    expect(await credentials(['--token', `@${file}`])).toEqual([{ type: 'bearer', token: 'from-file' }]);
    expect(await credentials([], { LOUPE_TOKEN: '@literal' })).toEqual([{ type: 'bearer', token: '@literal' }]);
    expect(await credentials([], { LOUPE_TOKEN: '' })).toEqual([]);
  });

  it('splits name and password at the first colon, and asks for a password that is left out', async () => {
    expect(await credentials(['--basic', 'ada:a:b'])).toEqual([{ type: 'basic', username: 'ada', password: 'a:b' }]);
    expect(await credentials([], { LOUPE_BASIC: 'ada:' })).toEqual([{ type: 'basic', username: 'ada', password: '' }]);
    const terminal = recordingTerminal();
    terminal.typed.push('typed');
    const asked = await read(['--basic', 'ada'], {}, terminal);
    expect(asked.ok && asked.value.credentials).toEqual([{ type: 'basic', username: 'ada', password: 'typed' }]);
    expect(terminal.asked).toEqual(['Password of ada: ']);
    expect(await problem(['--basic', 'ada'])).toContain('--basic has no password');
  });

  it('leaves the place of an API key to the card unless it is named', async () => {
    expect(await credentials(['--api-key', 'k'])).toEqual([{ type: 'apiKey', value: 'k' }]);
    expect(await credentials(['--api-key', 'k', '--api-key-query', 'key'])).toEqual([
      { type: 'apiKey', value: 'k', place: { in: 'query', name: 'key' } },
    ]);
    expect(await credentials([], { LOUPE_API_KEY: 'k', LOUPE_API_KEY_COOKIE: 'sid' })).toEqual([
      { type: 'apiKey', value: 'k', place: { in: 'cookie', name: 'sid' } },
    ]);
    expect(await credentials(['--api-key-header', 'X-A'], { LOUPE_API_KEY: 'k', LOUPE_API_KEY_COOKIE: 's' })).toEqual([
      { type: 'apiKey', value: 'k', place: { in: 'header', name: 'X-A' } },
    ]);
    expect(await problem(['--api-key-header', 'X-A'])).toContain('needs --api-key or LOUPE_API_KEY');
    expect(await problem(['--api-key-header', 'X-A', '--api-key-query', 'q'])).toContain('exclude each other');
  });

  it('takes an option before the environment, the token before name and password, and a header line before both', async () => {
    const env = { LOUPE_TOKEN: 'et', LOUPE_BASIC: 'u:ep', LOUPE_API_KEY: 'ek' };
    const types = async (...tokens: string[]) => (await credentials(tokens, env)).map(({ type }) => type);
    expect(await credentials(['--token', 'at'], env)).toEqual([
      { type: 'bearer', token: 'at' },
      { type: 'apiKey', value: 'ek' },
    ]);
    expect(await types()).toEqual(['bearer', 'apiKey']);
    expect(await types('--basic', 'u:p')).toEqual(['basic', 'apiKey']);
    expect(await types('--oauth', 'device', '--client-id', 'c')).toEqual(['oauth2', 'apiKey']);
    expect(await types('--header', 'authorization: Custom x')).toEqual(['apiKey']);
    expect(await problem(['--token', 'a', '--basic', 'u:p'])).toContain('--token and --basic exclude each other');
    expect(await problem(['--header', 'Authorization: x', '--token', 'a'])).toContain('exclude each other');
  });

  it('reads an OAuth client', async () => {
    const env = { LOUPE_CLIENT_ID: 'me', LOUPE_CLIENT_SECRET: 's' };
    expect(await credentials(['--oauth', 'client-credentials', '--scope', 'a b', '--scope', 'c'], env)).toEqual([
      {
        type: 'oauth2',
        flow: 'clientCredentials',
        clientId: 'me',
        clientSecret: 's',
        clientAuth: 'basic',
        scopes: ['a', 'b', 'c'],
      },
    ]);
    expect(await credentials(['--oauth', 'code', '--client-id', 'pub', '--issuer', 'https://i.example'])).toEqual([
      { type: 'oauth2', flow: 'authorizationCode', clientId: 'pub', clientAuth: 'none', issuer: 'https://i.example' },
    ]);
    expect(await problem(['--oauth', 'device'])).toContain('--oauth needs --client-id or LOUPE_CLIENT_ID');
    expect(await problem(['--oauth', 'client-credentials', '--client-id', 'c'])).toContain('needs its secret');
    expect(await problem(['--client-id', 'c'])).toContain('--client-id needs --oauth');
    expect(await problem(['--oauth', 'code', '--client-id', 'c', '--issuer', 'nowhere'])).toContain('--issuer takes');
    expect(await credentials([], env)).toEqual([]);
  });

  it('takes origins that may have credentials', async () => {
    const given = await read(['--allow-origin', 'https://B.example/path', '--allow-origin', 'http://c:8080']);
    expect(given.ok && given.value.allowed).toEqual(['https://b.example', 'http://c:8080']);
    expect(await problem(['--allow-origin', 'b.example'])).toContain('--allow-origin takes an origin');
  });

  it('refuses what cannot be sent, without repeating it', async () => {
    for (const wrong of ['two\nlines', '', 'x'.repeat(70_000)]) {
      const message = await problem(['--token', wrong]);
      expect(message).toMatch(/^bad-input: --token (?:is empty|has)/);
      expect(message).not.toContain(wrong || 'undefined');
    }
    expect(await problem(['--token', `@${join(folder, 'none')}`])).toContain('--token: the file cannot be read');
    expect(await problem(['--token', '-', '--text', '-'])).toContain('cannot both read standard input');
    const extra = parseArguments(['--token', 'open', 'sesame'], OPTIONS, []);
    expect(!extra.ok && extra.error.message).toBe('there is no place for one more argument');
    const header = parseArguments(['--header', 'Authorization sesame'], OPTIONS, []);
    expect(!header.ok && header.error.message).not.toContain('sesame');
  });

  it('names every secret for the mask', async () => {
    const given = await read(['--basic', 'ada:pw', '--api-key', 'key']);
    expect(given.ok && secretsOf(given.value)).toEqual(['pw', 'YWRhOnB3', 'key']);
    const oauth = await read(['--oauth', 'device', '--client-id', 'c', '--client-secret', 's']);
    expect(oauth.ok && secretsOf(oauth.value)).toEqual(['s']);
  });
});
