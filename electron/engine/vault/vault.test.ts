import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { SystemCipher } from '../access/seams.ts';
import { value } from '../testing/engines.ts';
import { filesWith, testCipher } from '../testing/secret-stores.ts';
import { createVault, type OpenVault } from './vault.ts';

const TOKEN = 'tok/en+with ünusual "signs" 0123456789';
const PASSPHRASE = 'correct horse battery';
const MODE = 0o777;

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) fs.rmSync(folder, { recursive: true, force: true });
});

/** A folder that does not exist yet, in one that goes away at the end. */
function newFolder(): string {
  const parent = fs.mkdtempSync(join(tmpdir(), 'loupe-vault-'));
  folders.push(parent);
  return join(parent, 'data');
}

async function open(folder: string | undefined, cipher?: SystemCipher) {
  const seen: string[] = [];
  const problems: string[] = [];
  const vault = await createVault({
    folder,
    ...(cipher && { cipher }),
    secrets: { add: (...values) => seen.push(...values) },
    onChange: () => {},
    onProblem: (message) => problems.push(message),
  });
  return { vault, seen, problems };
}

const fileOf = (folder: string) => join(folder, 'secrets.json');
const textOf = (folder: string) => fs.readFileSync(fileOf(folder), 'utf8');
interface Item {
  id: string;
  by: string;
  data: string;
}
const itemsOf = (folder: string): Item[] => JSON.parse(textOf(folder)).items;
const found = (vault: OpenVault, id: string) => value(vault.get(id));

/** Writes the file again with one item changed, as a damaged disk or another computer would leave it. */
function spoil(folder: string, id: string): void {
  const file = JSON.parse(textOf(folder));
  const item = file.items.find((each: Item) => each.id === id);
  const bytes = Buffer.from(item.data, 'base64');
  bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 0xff;
  item.data = bytes.toString('base64');
  fs.writeFileSync(fileOf(folder), JSON.stringify(file));
}

describe('with a system store', () => {
  it('keeps secrets over a restart, readable by nobody else', async () => {
    const folder = newFolder();
    const cipher = testCipher();
    const first = await open(folder, cipher);
    value(await first.vault.put('a', { token: TOKEN }, 'vault'));
    value(await first.vault.put('b', { password: 'only for now 123' }, 'session'));
    expect(first.vault.view()).toEqual({
      kind: 'os',
      locked: false,
      osAvailable: true,
      backend: 'test keyring',
      held: 2,
      kept: 1,
      broken: 0,
    });
    expect(first.seen).toEqual([TOKEN, 'only for now 123']);
    expect(fs.statSync(fileOf(folder)).mode & MODE).toBe(0o600);
    expect(fs.statSync(folder).mode & MODE).toBe(0o700);
    expect(fs.readdirSync(folder)).toEqual(['secrets.json']);
    expect(filesWith(folder, TOKEN)).toEqual([]);

    const again = await open(folder, cipher);
    expect(found(again.vault, 'a')).toEqual({ token: TOKEN });
    expect(found(again.vault, 'b')).toBeUndefined();
    expect(again.seen).toEqual([TOKEN]);
    expect(again.problems).toEqual([]);
  });

  it('takes the kept copy out when a secret is for this session only, or is removed', async () => {
    const folder = newFolder();
    const cipher = testCipher();
    const { vault } = await open(folder, cipher);
    await vault.put('a', { token: TOKEN }, 'vault');
    await vault.put('b', { token: TOKEN }, 'vault');
    await vault.put('a', { token: 'another' }, 'session');
    await vault.remove('b');
    expect(itemsOf(folder)).toEqual([]);
    const again = await open(folder, cipher);
    expect(found(again.vault, 'a')).toBeUndefined();
    expect(found(again.vault, 'b')).toBeUndefined();
  });

  it('writes what came last, however the calls overlap', async () => {
    const folder = newFolder();
    const cipher = testCipher();
    const { vault } = await open(folder, cipher);
    void vault.put('a', { token: 'one' }, 'vault');
    void vault.put('a', { token: 'two' }, 'vault');
    void vault.put('b', { token: 'gone' }, 'vault');
    void vault.remove('b');
    void vault.put('c', { token: 'gone' }, 'vault');
    void vault.forgetAll();
    void vault.put('d', { token: 'three' }, 'vault');
    await vault.settled();
    const again = await open(folder, cipher);
    expect(['a', 'b', 'c', 'd'].map((id) => found(again.vault, id))).toEqual([
      undefined,
      undefined,
      undefined,
      { token: 'three' },
    ]);
  });

  it('keeps an item that cannot be decrypted byte for byte, and the others work', async () => {
    const folder = newFolder();
    const cipher = testCipher();
    const first = await open(folder, cipher);
    await first.vault.put('broken', { token: TOKEN }, 'vault');
    await first.vault.put('good', { token: 'works fine' }, 'vault');
    spoil(folder, 'broken');
    const spoiled = itemsOf(folder).find(({ id }) => id === 'broken');

    const { vault, problems } = await open(folder, cipher);
    expect(found(vault, 'good')).toEqual({ token: 'works fine' });
    expect(vault.get('broken')).toMatchObject({ ok: false, error: { code: 'auth', detail: 'undecryptable' } });
    expect(vault.view()).toMatchObject({ held: 1, kept: 2, broken: 1 });
    expect(problems.join()).toMatch(/cannot be decrypted/);

    await vault.put('other', { token: 'new' }, 'vault');
    await vault.remove('good');
    expect(itemsOf(folder).find(({ id }) => id === 'broken')).toEqual(spoiled);

    value(await vault.put('broken', { token: 'entered again' }, 'vault'));
    expect(vault.view().broken).toBe(0);
    expect(found((await open(folder, cipher)).vault, 'broken')).toEqual({ token: 'entered again' });
  });

  it('does not take an item for another one', async () => {
    const folder = newFolder();
    const cipher = testCipher();
    const first = await open(folder, cipher);
    await first.vault.put('mine', { token: TOKEN }, 'vault');
    fs.writeFileSync(fileOf(folder), textOf(folder).replace('"mine"', '"yours"'));
    const { vault } = await open(folder, cipher);
    expect(vault.get('yours')).toMatchObject({ ok: false, error: { detail: 'undecryptable' } });
  });

  it('leaves what another host stored where it is when there is no system store', async () => {
    const folder = newFolder();
    const first = await open(folder, testCipher());
    await first.vault.put('a', { token: TOKEN }, 'vault');
    const before = textOf(folder);
    const { vault, problems } = await open(folder);
    expect(vault.view()).toMatchObject({
      kind: 'session',
      osAvailable: false,
      broken: 1,
      why: expect.stringMatching(/no system store/),
    });
    expect(problems.join()).toMatch(/no system store/);
    await vault.put('b', { token: 'mine' }, 'vault');
    expect(textOf(folder)).toBe(before);
  });

  it('keeps in memory what the system refuses to encrypt, and says so', async () => {
    const folder = newFolder();
    const refuses: SystemCipher = { ...testCipher(), encrypt: () => Promise.reject(new Error('keyring is gone')) };
    const { vault } = await open(folder, refuses);
    expect(await vault.put('a', { token: TOKEN }, 'vault')).toMatchObject({
      ok: false,
      error: { code: 'storage', message: expect.stringMatching(/keyring is gone/) },
    });
    expect(found(vault, 'a')).toEqual({ token: TOKEN });
    expect(vault.view().problem).toMatch(/keyring is gone/);
    expect(fs.existsSync(fileOf(folder))).toBe(false);
  });

  it('stops keeping after lock, and goes on after unlock', async () => {
    const folder = newFolder();
    const cipher = testCipher();
    const { vault } = await open(folder, cipher);
    expect(vault.lock()).toMatchObject({ kind: 'session', osAvailable: true, why: expect.any(String) });
    await vault.put('a', { token: TOKEN }, 'vault');
    expect(found((await open(folder, cipher)).vault, 'a')).toBeUndefined();
    expect(value(await vault.unlock('', false)).kind).toBe('os');
    expect(found((await open(folder, cipher)).vault, 'a')).toEqual({ token: TOKEN });
  });

  it('takes any id and any name', async () => {
    const folder = newFolder();
    const cipher = testCipher();
    const { vault } = await open(folder, cipher);
    const secrets = JSON.parse('{"__proto__": "p", "constructor": "c"}');
    for (const id of ['__proto__', 'constructor', 'toString', '']) await vault.put(id, secrets, 'vault');
    const again = await open(folder, cipher);
    for (const id of ['__proto__', 'constructor', 'toString', '']) {
      expect(JSON.stringify(found(again.vault, id))).toBe('{"__proto__":"p","constructor":"c"}');
    }
    expect(found(again.vault, 'hasOwnProperty')).toBeUndefined();
    expect(({} as Record<string, unknown>).p).toBeUndefined();
  });
});

describe('without a system store', () => {
  it.each([
    [
      'a pretended one',
      testCipher({ available: false, backend: 'basic_text', why: 'It is basic_text.' }),
      /basic_text/,
    ],
    ['one that is not available', testCipher({ available: false, why: 'It is not available.' }), /not available/],
    ['none on this host', undefined, /no system store/],
  ])('keeps nothing, uses it in this session and says why: %s', async (_, cipher, why) => {
    const folder = newFolder();
    const { vault, problems, seen } = await open(folder, cipher);
    value(await vault.put('a', { token: TOKEN }, 'vault'));
    await vault.put('a', { token: TOKEN }, 'vault');
    expect(vault.view()).toMatchObject({
      kind: 'session',
      osAvailable: false,
      held: 1,
      kept: 0,
      why: expect.stringMatching(why),
    });
    expect(found(vault, 'a')).toEqual({ token: TOKEN });
    expect(problems).toEqual([expect.stringMatching(why)]);
    expect(seen).toContain(TOKEN);
    expect(fs.existsSync(folder)).toBe(false);
  });

  it('writes nothing without a folder', async () => {
    const { vault } = await open(undefined, testCipher());
    value(await vault.put('a', { token: TOKEN }, 'vault'));
    expect(vault.view()).toMatchObject({ kind: 'session', kept: 0, why: expect.any(String) });
    expect(await vault.unlock(PASSPHRASE, true)).toMatchObject({ ok: false, error: { code: 'not-supported' } });
  });
});

describe('behind a passphrase', () => {
  it('is made with what was entered so far, and is locked after a restart', async () => {
    const folder = newFolder();
    const first = await open(folder);
    await first.vault.put('early', { token: TOKEN }, 'vault');
    await first.vault.put('fleeting', { token: 'not kept' }, 'session');
    expect(await first.vault.unlock(PASSPHRASE, false)).toMatchObject({ ok: false, error: { code: 'not-found' } });
    expect(value(await first.vault.unlock(PASSPHRASE, true))).toMatchObject({
      kind: 'file',
      locked: false,
      kept: 1,
      held: 2,
    });
    await first.vault.put('late', { token: 'late one' }, 'vault');
    expect(JSON.parse(textOf(folder)).passphrase).toMatchObject({ kdf: 'scrypt', N: 131_072, r: 8, p: 1 });
    expect(fs.statSync(fileOf(folder)).mode & MODE).toBe(0o600);
    for (const secret of [TOKEN, 'late one', PASSPHRASE]) expect(filesWith(folder, secret)).toEqual([]);

    const { vault, seen, problems } = await open(folder);
    expect(vault.view()).toMatchObject({ kind: 'file', locked: true, kept: 2, held: 0, broken: 0 });
    expect(vault.get('early')).toMatchObject({ ok: false, error: { code: 'auth', detail: 'locked' } });
    expect(found(vault, 'fleeting')).toBeUndefined();
    const before = textOf(folder);
    expect(await vault.unlock('correct horse batter', false)).toMatchObject({
      ok: false,
      error: { code: 'auth', message: expect.stringMatching(/wrong/) },
    });
    expect(textOf(folder)).toBe(before);
    expect(vault.view().locked).toBe(true);
    expect(seen).toEqual([]);
    expect(value(await vault.unlock(PASSPHRASE, false))).toMatchObject({ locked: false, held: 2, broken: 0 });
    expect(found(vault, 'early')).toEqual({ token: TOKEN });
    expect(seen.sort()).toEqual(['late one', TOKEN].sort());
    expect(problems).toEqual([]);
  });

  it('gives nothing out once it is locked again; what is entered then waits for the passphrase', async () => {
    const folder = newFolder();
    const { vault, problems } = await open(folder);
    await vault.unlock(PASSPHRASE, true);
    await vault.put('kept', { token: TOKEN }, 'vault');
    await vault.put('fleeting', { token: 'still here' }, 'session');
    expect(vault.lock()).toMatchObject({ kind: 'file', locked: true, held: 1, kept: 1 });
    expect(vault.get('kept')).toMatchObject({ ok: false, error: { detail: 'locked' } });
    expect(found(vault, 'fleeting')).toEqual({ token: 'still here' });
    await vault.put('waiting', { token: 'waits' }, 'vault');
    expect(problems).toEqual([expect.stringMatching(/locked/)]);
    expect(itemsOf(folder).map(({ id }) => id)).toEqual(['kept']);
    value(await vault.unlock(PASSPHRASE, false));
    expect(itemsOf(folder).map(({ id }) => id)).toEqual(['kept', 'waiting']);
  });

  it('changes its passphrase with a new salt and new nonces', async () => {
    const folder = newFolder();
    const { vault } = await open(folder);
    await vault.unlock(PASSPHRASE, true);
    await vault.put('a', { token: TOKEN }, 'vault');
    await vault.put('b', { token: TOKEN }, 'vault');
    const before = textOf(folder);
    const [a, b] = JSON.parse(before).items;
    expect(a.nonce).not.toBe(b.nonce);
    expect(await vault.changePassphrase('nonsense', 'next one')).toMatchObject({ ok: false, error: { code: 'auth' } });
    expect(await vault.changePassphrase(PASSPHRASE, '')).toMatchObject({ ok: false, error: { code: 'bad-input' } });
    expect(textOf(folder)).toBe(before);
    value(await vault.changePassphrase(PASSPHRASE, 'next one'));
    for (const word of ['salt', 'nonce', 'data']) {
      const parts = (text: string) =>
        [...text.matchAll(new RegExp(`"${word}": "([^"]+)"`, 'g'))].map(([, part]) => part);
      expect(parts(before).length).toBeGreaterThan(0);
      for (const part of parts(before)) expect(textOf(folder)).not.toContain(part);
    }
    const again = await open(folder);
    expect(await again.vault.unlock(PASSPHRASE, false)).toMatchObject({ ok: false, error: { code: 'auth' } });
    value(await again.vault.unlock('next one', false));
    expect(found(again.vault, 'b')).toEqual({ token: TOKEN });
  });

  it('takes an accent however the keyboard composed it', async () => {
    const folder = newFolder();
    value(await (await open(folder)).vault.unlock('pass\u00e9', true));
    expect((await (await open(folder)).vault.unlock('passe\u0301', false)).ok).toBe(true);
  });

  it('does not take an item for another one, and keeps it', async () => {
    const folder = newFolder();
    const first = await open(folder);
    await first.vault.unlock(PASSPHRASE, true);
    await first.vault.put('mine', { token: TOKEN }, 'vault');
    await first.vault.put('good', { token: 'works' }, 'vault');
    fs.writeFileSync(fileOf(folder), textOf(folder).replace('"mine"', '"yours"'));
    const { vault, problems } = await open(folder);
    const view = value(await vault.unlock(PASSPHRASE, false));
    expect(view).toMatchObject({ broken: 1, kept: 2, held: 1 });
    expect(problems.join()).toMatch(/cannot be decrypted/);
    value(await vault.changePassphrase(PASSPHRASE, 'next'));
    expect(vault.view().kept).toBe(2);
  });

  it('comes before a system store that is there too', async () => {
    const folder = newFolder();
    await (await open(folder)).vault.unlock(PASSPHRASE, true);
    const { vault } = await open(folder, testCipher());
    expect(vault.view()).toMatchObject({ kind: 'file', locked: true, osAvailable: true });
  });
});

describe('forgetting all', () => {
  it('leaves neither memory nor files, not even those kept aside', async () => {
    const folder = newFolder();
    const first = await open(folder);
    await first.vault.unlock(PASSPHRASE, true);
    await first.vault.put('a', { token: TOKEN }, 'vault');
    fs.writeFileSync(join(folder, 'secrets.json.unreadable-1'), 'torn');
    fs.writeFileSync(join(folder, 'agents.json'), '{}');
    expect(value(await first.vault.forgetAll())).toMatchObject({
      kind: 'session',
      locked: false,
      held: 0,
      kept: 0,
      broken: 0,
    });
    expect(found(first.vault, 'a')).toBeUndefined();
    expect(fs.readdirSync(folder)).toEqual(['agents.json']);
    expect((await open(folder)).vault.view()).toMatchObject({ kind: 'session', kept: 0 });
  });

  it('works on a locked file, and on a folder that was never made', async () => {
    const folder = newFolder();
    value(await (await open(folder)).vault.forgetAll());
    await (await open(folder)).vault.unlock(PASSPHRASE, true);
    const { vault } = await open(folder);
    expect(value(await vault.forgetAll())).toMatchObject({ kind: 'session', kept: 0 });
    expect(fs.existsSync(fileOf(folder))).toBe(false);
  });
});

describe('a file that cannot be read', () => {
  const started = async (text: string) => {
    const folder = newFolder();
    fs.mkdirSync(folder, { recursive: true });
    fs.writeFileSync(fileOf(folder), text);
    return { folder, ...(await open(folder, testCipher())) };
  };
  const kept = (folder: string) => fs.readFileSync(`${fileOf(folder)}.unreadable-1`, 'utf8');

  it.each([
    ['torn', '{"version":1,"items":[{"id":"a","by":"o'],
    ['empty', ''],
  ])('is kept aside at once when it is %s', async (_, text) => {
    const { folder, vault, problems } = await started(text);
    expect(kept(folder)).toBe(text);
    expect(problems.join()).toMatch(/could not be read.*unreadable-1/);
    expect(vault.view().problem).toMatch(/unreadable-1/);
    value(await vault.put('a', { token: TOKEN }, 'vault'));
    expect(kept(folder)).toBe(text);
  });

  it.each([
    ['a later version', '{"version":2,"items":[]}'],
    ['another shape', '[]'],
    [
      'a header that asks for too much',
      '{"version":1,"items":[],"passphrase":{"kdf":"scrypt","N":1073741824,"r":8,"p":1,"salt":"AA==","check":{"nonce":"","data":""}}}',
    ],
  ])('stays until something is written when it has %s', async (_, text) => {
    const { folder, vault, problems } = await started(text);
    expect(textOf(folder)).toBe(text);
    expect(problems.join()).toMatch(/could not be read/);
    value(await vault.put('a', { token: TOKEN }, 'vault'));
    expect(kept(folder)).toBe(text);
    expect(itemsOf(folder)).toHaveLength(1);
  });

  it('is not overwritten when it cannot be moved away; memory has the secret', async () => {
    const folder = newFolder();
    // A folder in its place can neither be read nor, being in use by its content, be replaced by a file.
    fs.mkdirSync(join(folder, 'secrets.json', 'inside'), { recursive: true });
    const { vault, problems } = await open(folder, testCipher());
    expect(problems).toHaveLength(1);
    value(await vault.put('a', { token: TOKEN }, 'vault'));
    expect(fs.existsSync(join(folder, 'secrets.json.unreadable-1', 'inside'))).toBe(true);
    expect(found(vault, 'a')).toEqual({ token: TOKEN });
  });

  it('keeps items of an unknown kind as they are', async () => {
    const strange = [{ id: 'later', by: 'fingerprint', data: 'x' }, 'nonsense'];
    const { folder, vault } = await started(JSON.stringify({ version: 1, items: strange }));
    expect(vault.view()).toMatchObject({ kept: 2, broken: 2 });
    await vault.put('a', { token: TOKEN }, 'vault');
    expect(itemsOf(folder)).toEqual(expect.arrayContaining(strange));
  });
});

it('says so when nothing can be written, and keeps what it had', async () => {
  const folder = newFolder();
  const cipher = testCipher();
  const { vault } = await open(folder, cipher);
  value(await vault.put('a', { token: 'old value' }, 'vault'));
  const before = textOf(folder);
  // The name of the new text before it is renamed is taken by a folder.
  fs.mkdirSync(join(`${fileOf(folder)}.${process.pid}.new`, 'inside'), { recursive: true });
  expect(await vault.put('a', { token: TOKEN }, 'vault')).toMatchObject({ ok: false, error: { code: 'storage' } });
  expect(textOf(folder)).toBe(before);
  expect(found(vault, 'a')).toEqual({ token: TOKEN });
  expect(vault.view().problem).toMatch(/cannot be saved/);
  fs.rmSync(`${fileOf(folder)}.${process.pid}.new`, { recursive: true });
  value(await vault.put('b', { token: 'fine' }, 'vault'));
  expect(vault.view().problem).toBeUndefined();
  const again = await open(folder, cipher);
  expect(['a', 'b'].map((id) => found(again.vault, id))).toEqual([{ token: TOKEN }, { token: 'fine' }]);
});
