import type { FileHandle } from 'node:fs/promises';
import * as fs from 'node:fs/promises';
import { isObject, parseJson } from '../../../shared/lib/json.ts';
import type { NoteEntry } from '../../../shared/model/entry.ts';

const SCAN_BYTES = 64 * 1024;

/** Offset after the last line feed before `end`; 0 when there is none. */
async function afterLineFeed(file: FileHandle, end: number): Promise<number> {
  const chunk = Buffer.allocUnsafe(SCAN_BYTES);
  let position = end;
  while (position > 0) {
    const from = Math.max(0, position - chunk.length);
    const { bytesRead } = await file.read(chunk, 0, position - from, from);
    const found = chunk.subarray(0, bytesRead).lastIndexOf(10);
    if (found >= 0) return from + found + 1;
    position = from;
  }
  return 0;
}

async function readText(file: FileHandle, from: number, to: number): Promise<string> {
  const bytes = Buffer.allocUnsafe(to - from);
  const { bytesRead } = await file.read(bytes, 0, bytes.length, from);
  return bytes.toString('utf8', 0, bytesRead);
}

/**
 * Brings the file of an interrupted recording in order: cuts the torn tail at the last line feed and adds a `recovered`
 * note, so that the log itself says what happened. Returns the bytes that went away. Throws when the file system refuses.
 */
export async function repairSessionFile(path: string): Promise<number> {
  const file = await fs.open(path, 'r+');
  try {
    const { size } = await file.stat();
    const end = await afterLineFeed(file, size);
    const droppedBytes = size - end;
    if (droppedBytes > 0) await file.truncate(end);
    const lastStart = await afterLineFeed(file, Math.max(0, end - 1));
    const last = parseJson(await readText(file, lastStart, end));
    if (last.ok && isObject(last.value) && typeof last.value.seq === 'number' && typeof last.value.at === 'number') {
      const { seq, at } = last.value;
      const message = 'The recording was interrupted here; what was not written by then is lost.';
      const note: NoteEntry = { seq: seq + 1, at, kind: 'note', what: 'recovered', detail: { message, droppedBytes } };
      await file.write(`${JSON.stringify(note)}\n`, end);
    }
    await file.sync();
    return droppedBytes;
  } finally {
    await file.close();
  }
}
