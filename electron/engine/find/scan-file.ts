import * as fs from 'node:fs/promises';
import type { Reply } from '../../../shared/lib/result.ts';
import { done, refused } from '../../../shared/lib/result.ts';
import type { Entry } from '../../../shared/model/entry.ts';
import { readLines } from '../store/session-lines.ts';
import { readEntry } from '../store/session-reader.ts';
import { type ReadableHeader, readHeader } from '../store/upgrade.ts';

/**
 * Hands over the entries of a session file, one after the other; none is kept. `rest` runs after each line with the bytes
 * read so far and may wait; what it throws ends the reading. Gives the number of complete lines that are no entry.
 */
export async function scanSessionFile(
  path: string,
  onEntry: (entry: Entry) => void,
  rest: (bytes: number) => Promise<void> | undefined,
): Promise<Reply<{ unreadable: number }>> {
  let file: fs.FileHandle;
  try {
    file = await fs.open(path, 'r');
  } catch (error) {
    return refused('storage', `The session file cannot be read: ${(error as Error).message}`);
  }
  let reader: ReadableHeader | undefined;
  let refusal: Reply<never> | undefined;
  let unreadable = 0;
  let read = 0;
  const onLine = (bytes: Buffer, offset: number) => {
    read = offset + bytes.length;
    if (refusal || bytes.length === 0) return;
    const text = bytes.toString('utf8');
    if (!reader) {
      const header = readHeader(text);
      if (header.ok) reader = header.value;
      else refusal = header;
      return;
    }
    const entry = readEntry(text, reader);
    if (entry) onEntry(entry);
    else unreadable += 1;
  };
  try {
    await readLines(file, onLine, () => rest(read));
  } finally {
    await file.close();
  }
  if (reader && !refusal) return done({ unreadable });
  return refusal ?? refused('storage', 'The session file is empty or its first line is incomplete.');
}
