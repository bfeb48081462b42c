import * as fs from 'node:fs';
import { promisify } from 'node:util';
import type { Entry, FrameEntry, SessionHeader } from '../../../shared/model/entry.ts';
import { SESSION_FLUSH_BYTES, SESSION_FLUSH_MS, SLAB_BYTES, STORE_MEMORY_BYTES } from '../limits.ts';
import type { SourceRange } from '../sse/reader.ts';
import { entryLine, readEntryLine } from './entry-line.ts';
import { canEmbed, createFrameWriter, frameLineBound } from './frame-writer.ts';
import { LineMemory } from './line-memory.ts';
import { type EntryLines, Offsets } from './offsets.ts';
import { Slabs } from './slabs.ts';

/** Bytes of lines that are put together as text before they are written into a slab: one call instead of three a frame. */
const PENDING_BYTES = 32 * 1024;

/** Slabs that one write takes along. */
const WRITE_PIECES = 64;

const writev = promisify(fs.writev);
const read = promisify(fs.read);
const fsync = promisify(fs.fsync);
const close = promisify(fs.close);

export interface LogStoreOptions {
  /** Session file; it is made with the first entry. Without one everything stays in memory. */
  path?: string;
  memoryBytes?: number;
  /** The file system refused; recording goes on in memory. Called once. */
  onError?(error: Error): void;
}

/** The append-only log of the session that is being recorded: the file's bytes, ahead of the file. */
export class LogStore {
  readonly #options: LogStoreOptions;
  readonly #path: string | undefined;
  readonly #slabs = new Slabs();
  readonly #offsets = new Offsets();
  #file: number | undefined;
  readonly #frames = createFrameWriter();
  readonly #memory = new LineMemory();
  /** Lines that belong behind the slabs' last one; ASCII. */
  #pending = '';
  #written = 0;
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> | undefined;
  #failed = false;
  #finished = false;

  constructor(header: SessionHeader, options: LogStoreOptions = {}) {
    this.#options = options;
    this.#path = options.path;
    this.#slabs.append(`${JSON.stringify(header)}\n`);
  }

  /** Number of entries. */
  get length(): number {
    return this.#offsets.length;
  }

  /** Bytes of the session file, what is not written yet included. */
  get bytes(): number {
    return this.#slabs.size + this.#pending.length;
  }

  /** `json` holds the bytes of a frame's text, when they are at hand and its data is known to be JSON. */
  append(entry: Entry, json?: SourceRange): void {
    if (json !== undefined && entry.kind === 'frame' && canEmbed(entry)) this.#appendFrame(entry, json);
    else {
      this.#settle();
      this.#offsets.push(this.#slabs.append(entryLine(entry)));
    }
    if (!this.#failed) this.#plan();
  }

  #plan(): void {
    if (this.bytes - this.#written >= SESSION_FLUSH_BYTES) this.#startWriting();
    else this.#timer ??= setTimeout(() => this.#startWriting(), SESSION_FLUSH_MS);
  }

  /** The entry at an index from 0. */
  async entry(index: number): Promise<Entry | undefined> {
    const line = await this.#memory.text((memory) => this.lines(index, 0, memory));
    return line === undefined ? undefined : this.read(line);
  }

  /** The lines from an index on as they are in the file, as many as fit `bytes`, at least one. */
  lines(index: number, bytes: number, memory?: Buffer): Promise<EntryLines | undefined> {
    this.#settle();
    return this.#offsets.read(index, this.#slabs.size, bytes, (into, offset) => this.#fill(into, offset), memory);
  }

  /** The entry that a line of `lines` says. */
  read(line: string): Entry | undefined {
    return readEntryLine(line) as Entry | undefined;
  }

  /** The whole file as text. */
  async text(): Promise<string> {
    this.#settle();
    const parts: string[] = [];
    for (let offset = 0; offset < this.#slabs.size; ) {
      const held = this.#slabs.from(offset);
      const end = held ? offset + held.length : this.#written;
      const bytes = held ?? Buffer.allocUnsafe(end - offset);
      if (!held) await read(this.#file as number, bytes, 0, bytes.length, offset);
      parts.push(bytes.toString('utf8'));
      offset = end;
    }
    return parts.join('');
  }

  /** Everything appended so far is with the operating system when this resolves. */
  async flush(): Promise<void> {
    this.#settle();
    if (this.#path === undefined) return;
    while (this.#writing || (this.#written < this.#slabs.size && this.#offsets.length > 0 && !this.#failed)) {
      this.#startWriting();
      await this.#writing;
    }
  }

  /** Ends the recording: writes the rest and syncs the file to the disk. Reading stays possible. */
  async finish(): Promise<void> {
    if (this.#finished) return;
    this.#finished = true;
    await this.flush();
    clearTimeout(this.#timer);
    if (this.#file !== undefined) await fsync(this.#file).catch(() => undefined);
  }

  /** Ends the recording and lets go of the file; entries can no longer be read. */
  async close(): Promise<void> {
    await this.finish();
    if (this.#file === undefined) return;
    const file = this.#file;
    this.#file = undefined;
    await close(file);
  }

  #appendFrame(entry: FrameEntry, source: SourceRange): void {
    const { text = '', bytes } = entry.body;
    const bound = frameLineBound(source);
    if (text.length === bytes && bound <= PENDING_BYTES) {
      this.#offsets.push(this.bytes);
      this.#pending += this.#frames.line(entry, text);
      if (this.#pending.length >= PENDING_BYTES) this.#settle();
      return;
    }
    this.#settle();
    // The bound is far above what a line takes; for a large frame it would waste memory.
    if (bound > SLAB_BYTES) this.#offsets.push(this.#slabs.append(entryLine(entry)));
    else {
      const room = this.#slabs.reserve(bound);
      this.#offsets.push(this.#slabs.commit(this.#frames.write(room.bytes, room.used, entry, source)));
    }
  }

  /** Writes the pending lines into the slabs. Whoever reads slabs comes through here first. */
  #settle(): void {
    const text = this.#pending;
    if (text === '') return;
    this.#pending = '';
    const room = this.#slabs.reserve(text.length);
    this.#slabs.commit(room.used + room.bytes.write(text, room.used, 'latin1'));
  }

  #startWriting(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#writing || this.#failed) return;
    this.#settle();
    if (this.#path === undefined) {
      // There is nowhere to write to; the code that comes here is the same for both, so that one warms up the other.
      this.#written = this.#slabs.size;
      return;
    }
    this.#writing = this.#write().catch((error: Error) => {
      this.#failed = true;
      this.#options.onError?.(error);
    });
    this.#writing.then(() => {
      this.#writing = undefined;
    });
  }

  /** What memory has comes from there; what it has dropped is in the file. */
  async #fill(into: Buffer, offset: number): Promise<void> {
    for (let filled = 0; filled < into.length; ) {
      const held = this.#slabs.from(offset + filled);
      if (held) {
        filled += held.copy(into, filled);
        continue;
      }
      const { bytesRead } = await read(this.#file as number, into, filled, into.length - filled, offset + filled);
      if (bytesRead === 0) return;
      filled += bytesRead;
    }
  }

  async #write(): Promise<void> {
    this.#file ??= fs.openSync(this.#path as string, 'wx+', 0o600);
    while (this.#written < this.#slabs.size) {
      // All at once: with a slab a turn, a burst of large frames would outrun the file and pile up in memory.
      const pieces = this.#slabs.piecesFrom(this.#written, WRITE_PIECES);
      if (pieces.length === 0) break;
      const { bytesWritten } = await writev(this.#file, pieces, this.#written);
      this.#written += bytesWritten;
      this.#slabs.drop(this.#options.memoryBytes ?? STORE_MEMORY_BYTES, this.#written);
      if (this.#slabs.size - this.#written < SESSION_FLUSH_BYTES && !this.#finished) break;
    }
    if (this.#written < this.bytes) this.#timer ??= setTimeout(() => this.#startWriting(), SESSION_FLUSH_MS);
  }
}
