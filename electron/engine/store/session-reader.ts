import type { FileHandle } from 'node:fs/promises';
import * as fs from 'node:fs/promises';
import { performance } from 'node:perf_hooks';
import type { Reply } from '../../../shared/lib/result.ts';
import { done, refused } from '../../../shared/lib/result.ts';
import type { Entry, SessionHeader } from '../../../shared/model/entry.ts';
import { OPENING_MS, OPENING_SLICE_MS, READ_SLICE_MS } from '../limits.ts';
import { readEmbedded, readEntryLine, readSpelledOut } from './entry-line.ts';
import { LineMemory } from './line-memory.ts';
import { type EntryLines, Offsets } from './offsets.ts';
import { type OnText, readTexts } from './session-lines.ts';
import { type ReadableHeader, readHeader } from './upgrade.ts';

/** Takes the header of a session file and returns what takes its entries, in their order. */
export type OnHeader = (header: SessionHeader) => OnEntry;
/** `data`: that of a frame whose block is one `data:` line. */
type OnEntry = (entry: Entry, data?: string) => void;

/** A kept session file: its entries can be read one by one, those that come later once they were handed over. */
export interface SessionFile {
  readonly header: SessionHeader;
  /** Bytes of the file. */
  readonly size: number;
  /** Bytes read so far. */
  readonly bytes: number;
  /** Bytes after the last line feed, left by an interrupted recording; known at the end. */
  readonly tornBytes: number;
  /** Complete lines that are no entry. */
  readonly unreadableLines: number;
  /** Why the file could not be read to its end. */
  readonly problem: string | undefined;
  /** Entries handed over so far. */
  readonly length: number;
  /** Nothing more will be read: it came to its end, or was closed. */
  readonly ended: boolean;
  /** Resolves when `ended` becomes true. */
  readonly whole: Promise<void>;
  /** The entry at an index from 0. */
  entry(index: number): Promise<Entry | undefined>;
  /** The lines from an index on as they are in the file, as many as fit `bytes`, at least one; read into `memory` when it has room. */
  lines(index: number, bytes: number, memory?: Buffer): Promise<EntryLines | undefined>;
  /** The entry that a line of `lines` says. */
  read(line: string): Entry | undefined;
  /** Also ends the reading. */
  close(): Promise<void>;
}

/**
 * Opens a session file and hands its entries over in order, to the function that `onHeader` returns. Takes turns with
 * the rest of the program. A torn tail and unreadable lines are counted and left out; the file is not changed.
 */
export async function openSessionFile(path: string, onHeader: OnHeader): Promise<Reply<SessionFile>> {
  const file = await beginSessionFile(path, onHeader);
  if (file.ok) await file.value.whole;
  return file;
}

/** The same, but the answer is there after the first turn; the rest is read while others go on with what there is. */
export async function beginSessionFile(path: string, onHeader: OnHeader): Promise<Reply<SessionFile>> {
  let file: FileHandle;
  let size: number;
  try {
    file = await fs.open(path, 'r');
    ({ size } = await file.stat());
  } catch (error) {
    return refused('storage', `The session file cannot be read: ${(error as Error).message}`);
  }
  return new Promise((resolve) => {
    const reading = new Reading(file, size, onHeader, (first) => resolve(done(first)));
    void reading.whole.then(async () => {
      if (reading.readable) resolve(done(reading));
      else {
        await reading.close();
        resolve(reading.refusal);
      }
    });
  });
}

class Reading implements SessionFile {
  bytes = 0;
  tornBytes = 0;
  unreadableLines = 0;
  problem: string | undefined;
  ended = false;
  refusal: Reply<never> = refused('storage', 'The session file is empty or its first line is incomplete.');
  readonly whole: Promise<void>;
  size: number;
  readonly #file: FileHandle;
  readonly #offsets = new Offsets();
  readonly #memory = new LineMemory();
  readonly #onHeader: OnHeader;
  #onFirst: ((self: SessionFile) => void) | undefined;
  #onEntry: OnEntry = () => undefined;
  #reader: ReadableHeader | undefined;
  #stopped = false;
  readonly #begun = performance.now();
  #turn = this.#begun;
  #lines = 0;

  constructor(file: FileHandle, size: number, onHeader: OnHeader, onFirst: (self: SessionFile) => void) {
    this.#file = file;
    this.size = size;
    this.#onHeader = onHeader;
    this.#onFirst = onFirst;
    this.whole = this.#run();
  }

  /** The first line says that this is a session file. */
  get readable(): boolean {
    return this.#reader !== undefined;
  }

  get header(): SessionHeader {
    return (this.#reader as ReadableHeader).header;
  }

  get length(): number {
    return this.#offsets.length;
  }

  async entry(index: number): Promise<Entry | undefined> {
    const line = await this.#memory.text((memory) => this.lines(index, 0, memory));
    return line === undefined ? undefined : this.read(line);
  }

  lines(index: number, bytes: number, memory?: Buffer): Promise<EntryLines | undefined> {
    const fill = async (into: Buffer, offset: number) => {
      await this.#file.read(into, 0, into.length, offset);
    };
    return this.#offsets.read(index, this.bytes, bytes, fill, memory);
  }

  read(line: string): Entry | undefined {
    return readEntry(line, this.#reader as ReadableHeader);
  }

  async close(): Promise<void> {
    this.#stopped = true;
    await this.whole;
    await this.#file.close();
  }

  async #run(): Promise<void> {
    try {
      const { end, size } = await readTexts(this.#file, this.#onLine, this.#pause);
      this.bytes = end;
      if (!this.#stopped) {
        this.size = size;
        this.tornBytes = size - end;
      }
    } catch (error) {
      const message = `The session file cannot be read: ${(error as Error).message}`;
      this.problem = message;
      this.refusal = refused('storage', message);
    }
    this.ended = true;
  }

  readonly #onLine: OnText = (text, offset, bytes) => {
    if (this.#stopped) return false;
    if (text === '') return true;
    if (!this.#reader) {
      const header = readHeader(text);
      if (!header.ok) {
        this.refusal = header;
        return false;
      }
      this.#reader = header.value;
      this.#onEntry = this.#onHeader(header.value.header);
      return true;
    }
    const embedded = readEmbedded(text);
    const entry = embedded?.entry ?? upgraded(readSpelledOut(text), this.#reader);
    if (entry) {
      this.#offsets.push(offset);
      this.bytes = offset + bytes + 1;
      this.#onEntry(entry, embedded?.data);
    } else this.unreadableLines += 1;
    return true;
  };

  /** The clock costs more than a line, so it is asked now and then. */
  readonly #pause = (): Promise<void> | undefined => {
    this.#lines += 1;
    if ((this.#lines & 31) !== 0) return undefined;
    const now = performance.now();
    const slice = now - this.#begun < OPENING_MS ? OPENING_SLICE_MS : READ_SLICE_MS;
    if (now - this.#turn < slice) return undefined;
    if (this.#onFirst && this.#reader) {
      this.#onFirst(this);
      this.#onFirst = undefined;
    }
    return new Promise<void>((resolve) => {
      setImmediate(() => {
        this.#turn = performance.now();
        resolve();
      });
    });
  };
}

/** The entry of one line; undefined when it is none. */
export function readEntry(text: string, reader: ReadableHeader): Entry | undefined {
  return upgraded(readEntryLine(text), reader);
}

function upgraded(written: Record<string, unknown> | undefined, reader: ReadableHeader): Entry | undefined {
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
