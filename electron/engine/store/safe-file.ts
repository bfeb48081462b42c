import * as fs from 'node:fs';
import { dirname } from 'node:path';
import { parseJson } from '../../../shared/lib/json.ts';

/**
 * Replaces a file so that a reader, or the next start after a crash, sees either the old or the new text.
 * Throws when the file system refuses.
 */
export function writeFileSafely(path: string, text: string): void {
  fs.mkdirSync(dirname(path), { recursive: true });
  const temporary = `${path}.${process.pid}.new`;
  const file = fs.openSync(temporary, 'w', 0o600);
  try {
    fs.writeSync(file, text);
    fs.fsyncSync(file);
  } finally {
    fs.closeSync(file);
  }
  fs.renameSync(temporary, path);
}

export type JsonFile =
  | { state: 'absent' }
  | { state: 'read'; value: unknown }
  /** The file could not be read and was moved to `keptAs`, so that nothing overwrites it. */
  | { state: 'unreadable'; message: string; keptAs?: string };

/** Reads a JSON file; one that is no JSON is kept aside under a name of its own. */
export function readJsonFile(path: string): JsonFile {
  let text: string;
  try {
    text = fs.readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { state: 'absent' };
    return { state: 'unreadable', message: (error as Error).message };
  }
  const parsed = parseJson(text);
  if (parsed.ok) return { state: 'read', value: parsed.value };
  return keepAside(path, parsed.message);
}

/** Moves a file out of the way under a name that is free. */
export function keepAside(path: string, message: string): JsonFile {
  for (let number = 1; ; number += 1) {
    const keptAs = `${path}.unreadable-${number}`;
    if (fs.existsSync(keptAs)) continue;
    try {
      fs.renameSync(path, keptAs);
      return { state: 'unreadable', message, keptAs };
    } catch {
      return { state: 'unreadable', message };
    }
  }
}
