import { existsSync, rmSync } from 'node:fs';
import { done, type Reply, refused } from '../../../shared/lib/result.ts';
import { keepAside, readJsonFile, writeFileSafely } from './safe-file.ts';

/** A JSON file that is read once and replaced as a whole. What could not be read is never overwritten. */
export interface SafeFile {
  /** What happened when it could not be read or written, as sentences. */
  readonly problem: string | undefined;
  write(value: unknown): Reply<null>;
  /** Refused when the file system does not let it go. */
  remove(): Reply<null>;
}

/**
 * Reads a JSON file. One that is no JSON is kept aside at once; one of another shape, or that cannot be opened, stays
 * where it is until something has to be written.
 */
export function openJsonFile<T>(
  path: string,
  what: string,
  fits: (value: unknown) => value is T,
): { file: SafeFile; value: T | undefined } {
  const read = readJsonFile(path);
  let value: T | undefined;
  /** Whether a file that is not to be overwritten lies at the path. */
  let foreign = false;
  let problem: string | undefined;
  const tell = (message: string, keptAs?: string) => {
    problem = `${what} could not be read (${message}).${keptAs ? ` The file was kept as ${keptAs}.` : ''}`;
  };
  if (read.state === 'unreadable') {
    foreign = read.keptAs === undefined;
    tell(read.message, read.keptAs);
  } else if (read.state === 'read') {
    if (fits(read.value)) value = read.value;
    else {
      foreign = true;
      tell('it has a form or a version that is not known');
    }
  }

  const makeRoom = (): void => {
    if (!foreign || !existsSync(path)) return;
    const kept = keepAside(path, '');
    if (kept.state !== 'unreadable' || kept.keptAs === undefined) {
      throw new Error('the unreadable file cannot be moved out of the way');
    }
    foreign = false;
    problem = `${problem ?? ''} It was kept as ${kept.keptAs}.`;
  };
  const attempt = (verb: string, action: () => void): Reply<null> => {
    try {
      action();
      return done(null);
    } catch (error) {
      return refused('storage', `${what} cannot be ${verb}: ${(error as Error).message}.`);
    }
  };
  const file: SafeFile = {
    get problem() {
      return problem;
    },
    write: (next) =>
      attempt('saved', () => {
        makeRoom();
        writeFileSafely(path, `${JSON.stringify(next, null, 1)}\n`);
      }),
    remove: () => attempt('removed', () => rmSync(path, { force: true })),
  };
  return { file, value };
}
