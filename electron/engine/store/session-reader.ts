import type { FileHandle } from 'node:fs/promises';
import * as fs from 'node:fs/promises';
import { performance } from 'node:perf_hooks';
import type { Reply } from '../../../shared/lib/result.ts';
import { done, refused } from '../../../shared/lib/result.ts';
import type { Entry, SessionHeader } from '../../../shared/model/entry.ts';
import { READ_SLICE_MS } from '../limits.ts';
import { readEntryLine } from './entry-line.ts';
import { Offsets } from './offsets.ts';
import { readLines } from './session-lines.ts';
import { type ReadableHeader, readHeader } from './upgrade.ts';

/** A kept session file: its entries can be read one by one. */
export interface SessionFile {
  header: SessionHeader;
  bytes: number;
  /** Bytes after the last line feed, left by an interrupted recording. */
  tornBytes: number;
  /** Complete lines that are no entry. */
  unreadableLines: number;
  length: number;
  /** The entry at an index from 0. */
  entry(index: number): Promise<Entry | undefined>;
  close(): Promise<void>;
}

/**
 * Opens a session file and hands its entries over in order, to the function that `onHeader` returns. Takes turns with the rest of the program. A torn tail and
 * unreadable lines are counted and left out; the file is not changed.
 */
export async function openSessionFile(
  path: string,
  onHeader: (header: SessionHeader) => (entry: Entry) => void,
): Promise<Reply<SessionFile>> {
  let file: FileHandle;
  try {
    file = await fs.open(path, 'r');
  } catch (error) {
    return refused('storage', `The session file cannot be read: ${(error as Error).message}`);
  }
  const offsets = new Offsets();
  let reader: ReadableHeader | undefined;
  let refusal: Reply<never> | undefined;
  let onEntry: (entry: Entry) => void = () => undefined;
  let unreadableLines = 0;
  let turn = performance.now();
  let count = 0;

  const onLine = (bytes: Buffer, offset: number) => {
    if (refusal || bytes.length === 0) return;
    const text = bytes.toString('utf8');
    if (!reader) {
      const header = readHeader(text);
      if (header.ok) {
        reader = header.value;
        onEntry = onHeader(reader.header);
      } else refusal = header;
      return;
    }
    const entry = readEntry(text, reader);
    if (!entry) {
      unreadableLines += 1;
      return;
    }
    offsets.push(offset);
    onEntry(entry);
  };
  // The clock costs more than a line, so it is asked now and then.
  const pause = () => {
    count += 1;
    if ((count & 31) !== 0 || performance.now() - turn < READ_SLICE_MS) return undefined;
    return new Promise<void>((resolve) => {
      setImmediate(() => {
        turn = performance.now();
        resolve();
      });
    });
  };

  const { end, size } = await readLines(file, onLine, pause);
  if (!reader || refusal) {
    await file.close();
    return refusal ?? refused('storage', 'The session file is empty or its first line is incomplete.');
  }
  const { header, upgrade } = reader;
  const known: ReadableHeader = { header, upgrade };
  return done({
    header,
    bytes: size,
    tornBytes: size - end,
    unreadableLines,
    length: offsets.length,
    async entry(index) {
      if (index < 0 || index >= offsets.length) return undefined;
      const offset = offsets.at(index);
      const next = index + 1 < offsets.length ? offsets.at(index + 1) : end;
      const bytes = Buffer.allocUnsafe(next - offset);
      await file.read(bytes, 0, bytes.length, offset);
      const lineEnd = bytes.indexOf(10);
      return readEntry(bytes.toString('utf8', 0, lineEnd < 0 ? bytes.length : lineEnd), known);
    },
    close: () => file.close(),
  });
}

/** The entry of one line; undefined when it is none. */
export function readEntry(text: string, reader: ReadableHeader): Entry | undefined {
  const written = readEntryLine(text);
  if (!written) return undefined;
  const entry = reader.upgrade(written);
  return typeof entry.seq === 'number' && typeof entry.at === 'number' && typeof entry.kind === 'string'
    ? entry
    : undefined;
}

/** Reads only the first line of a session file. */
export async function readSessionHeader(path: string): Promise<Reply<SessionHeader>> {
  try {
    const file = await fs.open(path, 'r');
    try {
      const bytes = Buffer.alloc(HEADER_BYTES);
      const { bytesRead } = await file.read(bytes, 0, bytes.length, 0);
      const end = bytes.indexOf(10);
      if (end < 0 || end >= bytesRead) return refused('storage', 'The first line of the session file is incomplete.');
      const header = readHeader(bytes.toString('utf8', 0, end));
      return header.ok ? done(header.value.header) : header;
    } finally {
      await file.close();
    }
  } catch (error) {
    return refused('storage', `The session file cannot be read: ${(error as Error).message}`);
  }
}

/** Bytes within which the header line ends. */
const HEADER_BYTES = 16 * 1024;
