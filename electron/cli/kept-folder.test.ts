import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type KeptFolder, keptFolder, takeToChange, takeToUse } from './kept-folder.ts';

let root: string;
let folder: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'loupe-cli-kept-'));
  folder = join(root, 'kept');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const taken = (reply: ReturnType<typeof takeToUse>): KeptFolder => {
  if (!reply.ok || !reply.value) throw new Error('not taken');
  return reply.value;
};

describe('the folder of kept credentials', () => {
  it('is apart from those of other hosts', () => {
    const linux = { env: {}, platform: 'linux', home: '/home/ada' };
    expect(keptFolder(linux)).toBe(join('/home/ada', '.local', 'share', 'loupe-cli'));
    expect(keptFolder({ ...linux, env: { LOUPE_DATA_DIR: 'here' } })).toBe(join(resolve('here'), 'cli'));
  });

  it('is not made by a command that only uses it', () => {
    expect(takeToUse(folder)).toEqual({ ok: true, value: undefined });
    expect(existsSync(folder)).toBe(false);
  });

  it('is changed by one command at a time, and used as a copy meanwhile', () => {
    const first = taken(takeToChange(folder));
    writeFileSync(join(folder, 'a.json'), '1');
    mkdirSync(join(folder, 'deeper'));
    const second = takeToChange(folder);
    expect(!second.ok && second.error.code).toBe('busy');
    const copy = taken(takeToUse(folder));
    expect(copy.path).not.toBe(folder);
    expect(readdirSync(copy.path)).toEqual(['a.json']);
    writeFileSync(join(copy.path, 'a.json'), '2');
    copy.release();
    expect(existsSync(copy.path)).toBe(false);
    first.release();
    expect(readFileSync(join(folder, 'a.json'), 'utf8')).toBe('1');
    const third = taken(takeToUse(folder));
    expect(third.path).toBe(folder);
    third.release();
  });

  it('goes with everything in it when it is discarded, once it is given back', () => {
    const kept = taken(takeToChange(folder));
    writeFileSync(join(folder, 'a.json'), '1');
    kept.discard();
    expect(existsSync(join(folder, 'a.json'))).toBe(true);
    kept.release();
    expect(existsSync(folder)).toBe(false);
  });
});
