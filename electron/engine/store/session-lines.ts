import type { FileHandle } from 'node:fs/promises';
import { READ_CHUNK_BYTES } from '../limits.ts';

const LF = 10;

/** Called with each complete line and the offset of its first byte; the bytes are valid during the call only. */
export type OnLine = (bytes: Buffer, offset: number) => void;

/** The same with the line as text, and how many bytes it has. False ends the reading. */
export type OnText = (text: string, offset: number, bytes: number) => boolean;

/** Runs after each line and may wait, so that a long file does not keep the event loop. */
type Pause = () => Promise<void> | undefined;

export interface LinesRead {
  /** Offset after the last line feed; what follows it is a torn tail. */
  end: number;
  /** Bytes read. */
  size: number;
}

const noPause: Pause = () => undefined;

/** Hands out the complete lines of a file. */
export function readLines(
  file: FileHandle,
  onLine: OnLine,
  pause: Pause = noPause,
  chunkBytes: number = READ_CHUNK_BYTES,
): Promise<LinesRead> {
  const onRange: OnRange = (bytes, start, end, offset) => {
    onLine(bytes.subarray(start, end), offset);
    return true;
  };
  return readRanges(file, onRange, pause, chunkBytes);
}

/** Hands out the complete lines of a file as text: a view of the bytes for each would cost more than finding them. */
export function readTexts(file: FileHandle, onText: OnText, pause: Pause): Promise<LinesRead> {
  const onRange: OnRange = (bytes, start, end, offset) =>
    onText(bytes.toString('utf8', start, end), offset, end - start);
  return readRanges(file, onRange, pause, READ_CHUNK_BYTES);
}

/** A line lies from `start` to `end` in `bytes`. False ends the reading. */
type OnRange = (bytes: Buffer, start: number, end: number, offset: number) => boolean;

async function readRanges(file: FileHandle, onRange: OnRange, pause: Pause, chunkBytes: number): Promise<LinesRead> {
  let memory = Buffer.allocUnsafe(chunkBytes);
  let spare = Buffer.allocUnsafe(chunkBytes);
  let begun: Buffer[] = [];
  let lineStart = 0;
  let position = 0;
  let reading = file.read(memory, 0, chunkBytes, position);
  for (;;) {
    const { bytesRead } = await reading;
    if (bytesRead === 0) break;
    // The next piece comes from the disk while this one is looked at.
    reading = file.read(spare, 0, chunkBytes, position + bytesRead);
    reading.catch(() => undefined);
    const chunk = memory.subarray(0, bytesRead);
    let from = 0;
    for (let end = chunk.indexOf(LF); end >= 0; end = chunk.indexOf(LF, from)) {
      let more: boolean;
      if (begun.length === 0) more = onRange(chunk, from, end, lineStart);
      else {
        const line = Buffer.concat([...begun, chunk.subarray(from, end)]);
        begun = [];
        more = onRange(line, 0, line.length, lineStart);
      }
      from = end + 1;
      lineStart = position + from;
      if (!more) {
        await reading.catch(() => undefined);
        return { end: lineStart, size: lineStart };
      }
      const wait = pause();
      if (wait) await wait;
    }
    if (from < bytesRead) begun.push(Buffer.from(chunk.subarray(from)));
    position += bytesRead;
    [memory, spare] = [spare, memory];
  }
  return { end: lineStart, size: position };
}
