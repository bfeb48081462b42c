import { randomUUID } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { uptime } from 'node:os';
import { join, resolve } from 'node:path';
import { done, type Reply, refused } from '../../../shared/lib/result.ts';

/** Name of the lock file inside a data folder. */
export const LOCK_FILE = 'host.lock';

/** A lock file without readable content may still be in the middle of being written for this long, ms. */
const SETTLE_MS = 2_000;
/** Two readings of the moment the machine started may differ by this much, ms: clocks get adjusted. */
const BOOT_TOLERANCE_MS = 60_000;
/** Only the person who runs Loupe reads its data. */
const PRIVATE_FOLDER = 0o700;
const PRIVATE_FILE = 0o600;

interface Holder {
  pid: number;
  /** Which host it is, for the message. */
  host: string;
  /** Wall clock at which the machine started, ms: after a restart the same pid is another program. */
  boot: number;
  /** Tells two locks of one process apart. */
  key: string;
}

export interface DataLock {
  /** Gives the folder back; harmless when called twice. */
  release(): void;
}

/** Keys of the locks this process holds; its own pid in a file says nothing after a restart inside a container. */
const held = new Set<string>();

/**
 * Takes a data folder for one host, creating it when needed. Two hosts must not write the same files: `busy` names the
 * other one. The lock of a process that is gone is taken over. `storage` when the folder cannot be written.
 */
export function lockDataFolder(folder: string, host: string): Reply<DataLock> {
  const file = join(resolve(folder), LOCK_FILE);
  const own: Holder = { pid: process.pid, host, boot: bootTime(), key: randomUUID() };
  try {
    mkdirSync(folder, { recursive: true, mode: PRIVATE_FOLDER });
    if (!create(file, own)) {
      const text = readFileSync(file, 'utf8');
      const holder = readHolder(text);
      if (holder ? isAlive(holder) : isFresh(file)) return inUse(folder, file, holder);
      if (!clear(file, text) || !create(file, own)) return inUse(folder, file, undefined);
    }
  } catch (error) {
    return refused('storage', `Loupe cannot use the data folder ${folder}: ${messageOf(error)}`);
  }
  held.add(own.key);
  return done({
    release: () => {
      if (!held.delete(own.key)) return;
      try {
        if (readHolder(readFileSync(file, 'utf8'))?.key === own.key) rmSync(file);
      } catch {
        // The folder may be gone by now; a lock left behind counts as stale.
      }
    },
  });
}

function inUse(folder: string, file: string, holder: Holder | undefined): Reply<never> {
  const who = holder ? `another Loupe (${holder.host}, process ${holder.pid})` : 'another Loupe';
  return refused(
    'busy',
    `The data folder ${folder} is in use by ${who}. Close it, or choose another folder with LOUPE_DATA_DIR. ` +
      `If no other Loupe runs, delete ${file}.`,
  );
}

function create(file: string, holder: Holder): boolean {
  try {
    writeFileSync(file, `${JSON.stringify(holder)}\n`, { flag: 'wx', mode: PRIVATE_FILE });
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

/** Moves a stale lock aside; false when somebody else took the folder in the meantime. */
function clear(file: string, stale: string): boolean {
  const aside = `${file}.${randomUUID()}`;
  try {
    renameSync(file, aside);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return true;
    throw error;
  }
  const moved = readFileSync(aside, 'utf8');
  try {
    if (moved !== stale) linkSync(aside, file);
  } catch {
    // A third host was even faster; its lock stands.
  }
  rmSync(aside);
  return moved === stale;
}

function readHolder(text: string): Holder | undefined {
  try {
    const value = JSON.parse(text) as Partial<Holder> | null;
    if (typeof value?.pid !== 'number' || typeof value.boot !== 'number') return undefined;
    return { pid: value.pid, boot: value.boot, host: String(value.host), key: String(value.key) };
  } catch {
    return undefined;
  }
}

function isAlive(holder: Holder): boolean {
  if (holder.pid === process.pid) return held.has(holder.key);
  if (Math.abs(holder.boot - bootTime()) > BOOT_TOLERANCE_MS) return false;
  try {
    process.kill(holder.pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}

const isFresh = (file: string) => Date.now() - statSync(file).mtimeMs < SETTLE_MS;
const bootTime = () => Math.round(Date.now() - uptime() * 1_000);
const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code;
const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
