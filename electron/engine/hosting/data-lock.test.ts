import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir, uptime } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LOCK_FILE, lockDataFolder } from './data-lock.ts';

let folder = '';
let file = '';
const boot = () => Math.round(Date.now() - uptime() * 1_000);
const write = (holder: object) => writeFileSync(file, JSON.stringify(holder));

beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'loupe-lock-')), 'data');
  file = join(folder, LOCK_FILE);
});
afterEach(() => rmSync(join(folder, '..'), { recursive: true, force: true }));

function take() {
  const lock = lockDataFolder(folder, 'web');
  if (!lock.ok) throw new Error(lock.error.message);
  return lock.value;
}

describe('lockDataFolder', () => {
  it('creates the folder, keeps a second host out, and lets it in afterwards', () => {
    const first = take();
    const second = lockDataFolder(folder, 'window');
    expect(second).toMatchObject({ ok: false, error: { code: 'busy' } });
    if (!second.ok) {
      expect(second.error.message).toContain(folder);
      expect(second.error.message).toContain(`web, process ${process.pid}`);
    }
    first.release();
    first.release();
    expect(existsSync(file)).toBe(false);
    take().release();
  });

  it('respects a process that is alive and takes over once it is gone', async () => {
    take().release();
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
    await once(child, 'spawn');
    write({ pid: child.pid, host: 'window', boot: boot(), key: 'k' });
    expect(lockDataFolder(folder, 'web')).toMatchObject({ ok: false, error: { code: 'busy' } });
    child.kill('SIGKILL');
    await once(child, 'exit');
    take().release();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('takes over a lock from before the machine started, and one of its own pid that it does not hold', () => {
    take().release();
    write({ pid: process.ppid, host: 'window', boot: boot() - 3_600_000, key: 'k' });
    take().release();
    write({ pid: process.pid, host: 'window', boot: boot(), key: 'k' });
    take().release();
  });

  it('waits with an unreadable lock that may just be written, and takes over an old one', () => {
    take().release();
    writeFileSync(file, '');
    expect(lockDataFolder(folder, 'web').ok).toBe(false);
    const minuteAgo = Date.now() / 1_000 - 60;
    utimesSync(file, minuteAgo, minuteAgo);
    take().release();
  });

  it('does not remove a lock that somebody else has by now', () => {
    const lock = take();
    write({ pid: 1, host: 'window', boot: boot(), key: 'other' });
    lock.release();
    expect(readFileSync(file, 'utf8')).toContain('other');
  });

  it('says so when the folder cannot be used', () => {
    take().release();
    writeFileSync(join(folder, 'plain'), '');
    expect(lockDataFolder(join(folder, 'plain'), 'web')).toMatchObject({ ok: false, error: { code: 'storage' } });
  });
});
