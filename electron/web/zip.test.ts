import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Zip, zipBytes } from './zip.ts';

const AT = new Date(2026, 1, 3, 14, 25, 36);
const FILES: readonly [name: string, content: Buffer][] = [
  ['plan.md', Buffer.from('# Plan\n')],
  ['größe – 計画 🚀.txt', Buffer.from('unicode')],
  ['empty', Buffer.alloc(0)],
  ['many.bin', Buffer.alloc(300_007, 'PK\u0003\u0004PK\u0001\u0002')],
];

/** Contents in pieces, as they come. */
function archive(files: readonly [string, Buffer][], piece = 65_536): Buffer {
  const zip = new Zip(AT);
  const written: Buffer[] = [];
  for (const [name, content] of files) {
    written.push(zip.begin(name));
    for (let from = 0; from < content.length; from += piece) {
      const bytes = content.subarray(from, from + piece);
      zip.take(bytes);
      written.push(bytes);
    }
    written.push(zip.endFile());
  }
  written.push(zip.end());
  return Buffer.concat(written);
}

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'loupe-zip-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const runs = (command: string, args: string[]) => spawnSync(command, args, { cwd: folder, encoding: 'utf8' });
const has = (command: string, args: string[]): boolean => runs(command, args).status === 0;

const PYTHON = `
import json, sys, zipfile
archive = zipfile.ZipFile(sys.argv[1])
assert archive.testzip() is None
archive.extractall(sys.argv[2])
print(json.dumps([[i.filename, i.file_size, i.compress_type, list(i.date_time)] for i in archive.infolist()]))
`;

describe('Zip', () => {
  it('has the size that was foretold', () => {
    for (const files of [FILES, FILES.slice(0, 1), []]) {
      const sizes = files.map(([name, content]) => ({ name, bytes: content.length }));
      expect(archive(files).length).toBe(zipBytes(sizes));
    }
  });

  it('names every file in its directory, with place, size and sum', () => {
    const bytes = archive([['a.txt', Buffer.from('123456789')]], 4);
    const end = bytes.length - 22;
    expect(bytes.readUInt32LE(end)).toBe(0x06054b50);
    expect([bytes.readUInt16LE(end + 8), bytes.readUInt16LE(end + 10)]).toEqual([1, 1]);
    const line = bytes.readUInt32LE(end + 16);
    expect(line + bytes.readUInt32LE(end + 12)).toBe(end);
    expect(bytes.readUInt32LE(line)).toBe(0x02014b50);
    // The check value of CRC-32.
    expect(bytes.readUInt32LE(line + 16)).toBe(0xcbf43926);
    expect([bytes.readUInt32LE(line + 20), bytes.readUInt32LE(line + 24)]).toEqual([9, 9]);
    const local = bytes.readUInt32LE(line + 42);
    expect(bytes.readUInt32LE(local)).toBe(0x04034b50);
    expect(bytes.subarray(local + 30, local + 44).toString()).toBe('a.txt123456789');
    // The descriptor says the same again.
    expect(bytes.readUInt32LE(local + 44)).toBe(0x08074b50);
    expect(bytes.readUInt32LE(local + 48)).toBe(0xcbf43926);
  });

  it.runIf(spawnSync('python3', ['-c', 'import zipfile']).status === 0)('is read by another program', () => {
    writeFileSync(join(folder, 'a.zip'), archive(FILES));
    const told = runs('python3', ['-X', 'utf8', '-c', PYTHON, 'a.zip', 'out']);
    expect(told.stderr).toBe('');
    expect(JSON.parse(told.stdout)).toEqual(
      FILES.map(([name, content]) => [name, content.length, 0, [2026, 2, 3, 14, 25, 36]]),
    );
    for (const [name, content] of FILES) {
      expect(readFileSync(join(folder, 'out', name)).equals(content), name).toBe(true);
    }
    expect(readdirSync(join(folder, 'out'))).toHaveLength(FILES.length);
  });

  it.runIf(spawnSync('unzip', ['-v']).status === 0)('is found whole by unzip', () => {
    writeFileSync(join(folder, 'a.zip'), archive(FILES));
    expect(has('unzip', ['-t', 'a.zip'])).toBe(true);
  });

  it('says a time that it can say', () => {
    const zip = new Zip(new Date(1970, 0, 1, 0, 0, 0));
    expect(zip.begin('a').readUInt16LE(12)).toBe((0 << 9) | (1 << 5) | 1);
  });
});
