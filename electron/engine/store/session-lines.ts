import type { FileHandle } from 'node:fs/promises';
import { READ_CHUNK_BYTES } from '../limits.ts';

const LF = 10;

/** Called with each complete line and the offset of its first byte; the bytes are valid during the call only. */
export type OnLine = (bytes: Buffer, offset: number) => void;

/**
 * Hands out the complete lines of a file. `pause` runs between chunks and may wait, so that a long file does not keep
 * the event loop. Returns the offset after the last line feed; what follows it is a torn tail.
 */
export async function readLines(
  file: FileHandle,
  onLine: OnLine,
  pause: () => Promise<void> | undefined = () => undefined,
  chunkBytes: number = READ_CHUNK_BYTES,
): Promise<{ end: number; size: number }> {
  const chunk = Buffer.allocUnsafe(chunkBytes);
  let open: Buffer[] = [];
  let lineStart = 0;
  let position = 0;
  for (;;) {
    const { bytesRead } = await file.read(chunk, 0, chunk.length, position);
    if (bytesRead === 0) break;
    let from = 0;
    for (;;) {
      const end = chunk.indexOf(LF, from);
      if (end < 0 || end >= bytesRead) break;
      const piece = chunk.subarray(from, end);
      onLine(open.length === 0 ? piece : Buffer.concat([...open, piece]), lineStart);
      if (open.length > 0) open = [];
      from = end + 1;
      lineStart = position + from;
      const wait = pause();
      if (wait) await wait;
    }
    if (from < bytesRead) open.push(Buffer.from(chunk.subarray(from, bytesRead)));
    position += bytesRead;
  }
  return { end: lineStart, size: position };
}
