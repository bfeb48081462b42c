import { constants } from 'node:fs';
import { open, readdir, realpath, type stat as Stat, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import type { LocalFile } from '../../../shared/contract/artifacts.ts';
import { done, type Reply, refused } from '../../../shared/lib/result.ts';
import { LOCAL_LIMIT_BYTES } from './limits.ts';
import { isSystemPath, NO_SYSTEM_FILE } from './local-path.ts';

type Stats = Awaited<ReturnType<typeof Stat>>;

/** Some systems have no such flags. A link that took the file's place is not followed, and a pipe is not waited for. */
const READ_FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
/** Names in upper and lower case are one there. */
const CASELESS = process.platform === 'win32' || process.platform === 'darwin';

/**
 * Looks at a file without reading it: links are followed, and what they lead to has to be a regular file that is not too
 * large and none of Loupe's own. `own`: folders of Loupe.
 */
export async function lookAtFile(path: string, own: readonly string[]): Promise<Reply<LocalFile>> {
  try {
    const resolved = await realpath(path);
    const stats = await stat(resolved);
    const problem = problemOf(resolved, stats) ?? (await ownTrouble(resolved, stats, own));
    if (problem) return refused('bad-input', problem);
    return done({ path, resolved, bytes: stats.size });
  } catch (error) {
    return unreadable(path, error);
  }
}

/** Reads a file that was looked at. Refused when something else lies there by now. */
export async function readFileAt(path: string, resolved: string, own: readonly string[]): Promise<Reply<Buffer>> {
  const looked = await lookAtFile(path, own);
  if (!looked.ok) return looked;
  if (looked.value.resolved !== resolved) {
    return refused('bad-input', `${path} leads to another file by now: ${looked.value.resolved}.`);
  }
  try {
    const file = await open(resolved, READ_FLAGS);
    try {
      const stats = await file.stat();
      const problem = problemOf(resolved, stats) ?? (await ownTrouble(resolved, stats, own));
      if (problem) return refused('bad-input', problem);
      const bytes = Buffer.alloc(stats.size);
      let length = 0;
      while (length < bytes.length) {
        const { bytesRead } = await file.read(bytes, length, bytes.length - length, length);
        if (bytesRead === 0) break;
        length += bytesRead;
      }
      return done(bytes.subarray(0, length));
    } finally {
      await file.close();
    }
  } catch (error) {
    return unreadable(resolved, error);
  }
}

function problemOf(path: string, stats: Stats): string | undefined {
  if (isSystemPath(path)) return NO_SYSTEM_FILE;
  if (stats.isDirectory()) return `${path} is a folder.`;
  if (!stats.isFile()) return `${path} is no regular file.`;
  if (stats.size > LOCAL_LIMIT_BYTES) {
    return `${path} is larger than the ${Math.round(LOCAL_LIMIT_BYTES / 1024 / 1024)} MiB that Loupe shows.`;
  }
  return undefined;
}

/** Credentials lie in Loupe's own folders; a second name of such a file elsewhere counts, too. */
async function ownTrouble(path: string, stats: Stats, own: readonly string[]): Promise<string | undefined> {
  for (const folder of own) {
    const root = await realpath(folder).catch(() => undefined);
    if (root === undefined) continue;
    if (isInside(root, path) || (stats.nlink > 1 && (await holds(root, stats)))) {
      return `${path} belongs to Loupe itself, so it is not opened.`;
    }
  }
  return undefined;
}

function isInside(root: string, path: string): boolean {
  const [folder, file] = CASELESS ? [root.toLowerCase(), path.toLowerCase()] : [root, path];
  return file === folder || file.startsWith(folder.endsWith(sep) ? folder : `${folder}${sep}`);
}

async function holds(folder: string, { dev, ino }: Stats): Promise<boolean> {
  for (const name of await readdir(folder)) {
    const other = await stat(join(folder, name)).catch(() => undefined);
    if (other?.ino === ino && other.dev === dev) return true;
  }
  return false;
}

function unreadable(path: string, error: unknown): Reply<never> {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT' || code === 'ENOTDIR')
    return refused('not-found', `There is no file ${path} on this computer.`);
  if (code === 'EACCES' || code === 'EPERM') return refused('storage', `The system does not let Loupe read ${path}.`);
  return refused('storage', `${path} cannot be read.`, String(error));
}
