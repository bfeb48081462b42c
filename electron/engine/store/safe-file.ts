import * as fs from 'node:fs';
import { dirname } from 'node:path';
import { parseJson } from '../../../shared/lib/json.ts';

/** Only the person who runs the program may look inside. */
const PRIVATE_FILE = 0o600;
const PRIVATE_FOLDER = 0o700;

/**
 * Replaces a file so that a reader, or the next start after a crash, sees either the old or the new text.
 * Throws when the file system refuses.
 */
export function writeFileSafely(path: string, text: string): void {
  const folder = dirname(path);
  fs.mkdirSync(folder, { recursive: true, mode: PRIVATE_FOLDER });
  const temporary = `${path}.${process.pid}.new`;
  // A left-over of an earlier run could have another mode.
  fs.rmSync(temporary, { force: true });
  try {
    writeNewFile(temporary, text);
    fs.renameSync(temporary, path);
  } catch (error) {
    fs.rmSync(temporary, { force: true });
    throw error;
  }
  syncFolder(folder);
}

function writeNewFile(path: string, text: string): void {
  const file = fs.openSync(path, 'wx', PRIVATE_FILE);
  try {
    fs.writeFileSync(file, text);
    fs.fsyncSync(file);
  } finally {
    fs.closeSync(file);
  }
}

/** Without it a power cut may undo the rename. Some systems cannot open folders; the new text is safe there all the same. */
function syncFolder(path: string): void {
  try {
    const folder = fs.openSync(path, 'r');
    try {
      fs.fsyncSync(folder);
    } finally {
      fs.closeSync(folder);
    }
  } catch {
    // Nothing to be done about it.
  }
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
