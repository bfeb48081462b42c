import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { MASK } from '../../../shared/lib/mask.ts';
import { value } from '../testing/engines.ts';
import { filesWith, testCipher } from '../testing/secret-stores.ts';
import { createVault } from '../vault/vault.ts';
import { type CredentialRecord, Credentials } from './credentials.ts';
import type { SystemCipher } from './seams.ts';

const TOKEN = 'a-token-of-24-characters';

const folders: string[] = [];
const newFolder = () => {
  const folder = fs.mkdtempSync(join(tmpdir(), 'loupe-credentials-'));
  folders.push(folder);
  return folder;
};
afterEach(() => {
  for (const folder of folders.splice(0)) fs.rmSync(folder, { recursive: true, force: true });
});

async function open(folder: string, cipher?: SystemCipher) {
  let changes = 0;
  const vault = await createVault({
    folder,
    ...(cipher && { cipher }),
    secrets: { add: () => {} },
    onChange: () => {},
    onProblem: () => {},
  });
  const credentials = new Credentials({
    folder,
    vault,
    secrets: { isSecret: (text) => text === TOKEN, mask: (text) => text.split(TOKEN).join(MASK) },
    onChange: () => {
      changes += 1;
    },
  });
  return { vault, credentials, changes: () => changes };
}

const record = (id: string, more: Partial<CredentialRecord> = {}): CredentialRecord => ({
  id,
  name: `Credential ${id}`,
  origin: 'https://agent.example',
  scheme: { type: 'bearer' },
  keep: 'vault',
  created: '2026-01-01T00:00:00.000Z',
  ...more,
});

const fileOf = (folder: string) => join(folder, 'credentials.json');

describe('credentials', () => {
  it('come back after a restart with their uses, and the file holds no secret', async () => {
    const folder = newFolder();
    const cipher = testCipher();
    const { credentials, changes } = await open(folder, cipher);
    const trouble = { code: 'auth' as const, message: `${TOKEN} was refused.`, detail: { access_token: TOKEN } };
    const a = record('a', { expires: '2026-01-01T01:00:00Z', granted: ['read'], lastUse: 'refused', trouble });
    value(await credentials.save(a, { token: TOKEN }));
    value(await credentials.save(record('b'), { token: 'other' }));
    value(credentials.use('agent-1', ['b', 'a', 'b']));
    value(credentials.use('agent-2', ['a']));
    expect(changes()).toBe(4);
    expect(credentials.get('a')).toEqual(a);
    expect(fs.statSync(fileOf(folder)).mode & 0o777).toBe(0o600);
    expect(filesWith(folder, TOKEN)).toEqual([]);

    const again = (await open(folder, cipher)).credentials;
    const masked = { ...a, trouble: { code: 'auth', message: `${MASK} was refused.` } };
    expect(again.list()).toEqual([masked, record('b')]);
    expect(again.usedBy('agent-1')).toEqual([record('b'), masked]);
    expect(again.agentsOf('a')).toEqual(['agent-1', 'agent-2']);
    expect(value(again.secretsOf('a'))).toEqual({ token: TOKEN });
    expect(again.secretsView('a')).toEqual({ state: 'there', has: ['token'] });
  });

  it('keep their secrets when only the record is saved, and move them with `keep`', async () => {
    const folder = newFolder();
    const cipher = testCipher();
    const { credentials, vault } = await open(folder, cipher);
    await credentials.save(record('a'), { token: TOKEN });
    await credentials.save(record('a', { name: 'Renamed', lastUse: 'ok' }));
    expect(value(credentials.secretsOf('a'))).toEqual({ token: TOKEN });
    await credentials.save(record('a', { keep: 'session' }));
    expect(vault.view()).toMatchObject({ held: 1, kept: 0 });
    await credentials.save(record('a', { keep: 'vault' }));
    expect(vault.view()).toMatchObject({ held: 1, kept: 1 });
  });

  it('stay without an agent until they are removed', async () => {
    const folder = newFolder();
    const cipher = testCipher();
    const { credentials } = await open(folder, cipher);
    await credentials.save(record('a'), { token: TOKEN });
    credentials.use('agent-1', ['a']);
    credentials.use('agent-1', []);
    expect(credentials.usedBy('agent-1')).toEqual([]);
    expect(credentials.list()).toHaveLength(1);
    credentials.use('agent-2', ['a']);
    value(await credentials.remove('a'));
    expect(credentials.usedBy('agent-2')).toEqual([]);
    const again = await open(folder, cipher);
    expect(again.credentials.list()).toEqual([]);
    expect(again.vault.view()).toMatchObject({ held: 0, kept: 0 });
    expect(await credentials.remove('a')).toMatchObject({ ok: false, error: { code: 'not-found' } });
    expect(credentials.use('agent-2', ['a'])).toMatchObject({ ok: false, error: { code: 'not-found' } });
  });

  it('ask for what was forgotten, and for nothing that was never there', async () => {
    const folder = newFolder();
    const { credentials } = await open(folder);
    await credentials.save(record('a'), { token: TOKEN });
    await credentials.save(record('certificate', { scheme: { type: 'mutualTLS' } }));
    expect(credentials.secretsView('a')).toEqual({ state: 'there', has: ['token'] });
    const again = (await open(folder)).credentials;
    expect(again.secretsView('a')).toEqual({ state: 'enter-again', has: [] });
    expect(again.secretsView('certificate')).toEqual({ state: 'none', has: [] });
    await again.save(record('a'), { token: 'new' });
    expect(again.secretsView('a').state).toBe('there');
  });

  it('tell the undecryptable from the locked', async () => {
    const folder = newFolder();
    const first = await open(folder, testCipher());
    await first.credentials.save(record('a'), { token: TOKEN });
    const { credentials, vault } = await open(folder, testCipher());
    expect(credentials.secretsView('a')).toMatchObject({ state: 'enter-again', trouble: { code: 'auth' } });
    await vault.unlock('passphrase', true);
    await credentials.save(record('b'), { token: TOKEN });
    vault.lock();
    expect(credentials.secretsView('b')).toMatchObject({ state: 'locked', has: [] });
    expect(credentials.secretsView('a').state).toBe('enter-again');
  });

  it('are kept aside when the file is torn, and what is not understood stays in it', async () => {
    const folder = newFolder();
    fs.writeFileSync(fileOf(folder), '{"version":1,"cred');
    const torn = (await open(folder)).credentials;
    expect(torn.problem).toMatch(/could not be read.*unreadable-1/);
    await torn.save(record('a'));
    expect(fs.readFileSync(`${fileOf(folder)}.unreadable-1`, 'utf8')).toBe('{"version":1,"cred');

    const odd = { id: 'odd', scheme: { type: 'retina' } };
    const file = {
      version: 1,
      credentials: [odd, record('__proto__')],
      uses: [{ agent: '__proto__', credentials: ['__proto__', 'odd'] }],
    };
    fs.writeFileSync(fileOf(folder), JSON.stringify(file));
    const { credentials } = await open(folder);
    expect(credentials.usedBy('__proto__')).toEqual([record('__proto__')]);
    await credentials.save(record('b'));
    expect(JSON.parse(fs.readFileSync(fileOf(folder), 'utf8')).credentials).toContainEqual(odd);
  });
});
