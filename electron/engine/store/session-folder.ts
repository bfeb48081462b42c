import { randomBytes } from 'node:crypto';
import * as fs from 'node:fs';
import { join } from 'node:path';
import { isObject } from '../../../shared/lib/json.ts';
import type { Reply } from '../../../shared/lib/result.ts';
import { done, refused } from '../../../shared/lib/result.ts';
import type { SessionHeader } from '../../../shared/model/entry.ts';
import { repairSessionFile } from './repair.ts';
import { readJsonFile, writeFileSafely } from './safe-file.ts';
import { readSessionHeader } from './session-reader.ts';
import { readHeader } from './upgrade.ts';

const FILE_ENDING = '.jsonl';
/** Beside each session file: what changes after its header line was written. */
const SIDE_ENDING = '.meta.json';
const ID = /^[A-Za-z0-9][A-Za-z0-9_-]{0,99}$/;

interface Side {
  title?: string;
  /** Process that records; absent once the recording ended properly. */
  recordedBy?: number;
  /** Bytes cut off after an interrupted recording. */
  droppedBytes?: number;
}

export interface KeptSession {
  id: string;
  title: string;
  started: string;
  bytes: number;
}

export interface RecoveredSession {
  session: string;
  droppedBytes: number;
}

/** The folder with the session files of one person. */
export class SessionFolder {
  readonly path: string;

  constructor(path: string) {
    this.path = path;
  }

  /** A new identifier that sorts by time: `20260131-184502-3f9c`. */
  newId(now: Date = new Date()): string {
    const stamp = now.toISOString().replace(/[-:]/g, '').replace('T', '-').slice(0, 15);
    for (;;) {
      const id = `${stamp}-${randomBytes(2).toString('hex')}`;
      if (!fs.existsSync(this.fileOf(id))) return id;
    }
  }

  fileOf(id: string): string {
    return join(this.path, `${id}${FILE_ENDING}`);
  }

  has(id: string): boolean {
    return ID.test(id) && fs.existsSync(this.fileOf(id));
  }

  /** Newest first. Files that are no session are left out. */
  async list(): Promise<KeptSession[]> {
    const found = await Promise.all(this.ids().map((id) => this.get(id)));
    const sessions = found.flatMap((reply) => (reply.ok ? [reply.value] : []));
    return sessions.sort((a, b) => (a.started < b.started ? 1 : a.started > b.started ? -1 : a.id < b.id ? 1 : -1));
  }

  async get(id: string): Promise<Reply<KeptSession>> {
    if (!this.has(id)) return refused('not-found', `There is no session "${id}".`);
    const header = await readSessionHeader(this.fileOf(id));
    if (!header.ok) return header;
    const title = this.#side(id).title ?? header.value.title ?? titleOf(header.value);
    return done({ id, title, started: header.value.started, bytes: fs.statSync(this.fileOf(id)).size });
  }

  /** The title given by a person, if any; known before the file exists. */
  titleOf(id: string): string | undefined {
    return this.#side(id).title;
  }

  /** Marks a session as being recorded by this process. */
  begin(id: string): void {
    this.#setSide(id, { ...this.#side(id), recordedBy: process.pid });
  }

  /** Marks a recording as properly ended. */
  finish(id: string): void {
    const { recordedBy: _, ...side } = this.#side(id);
    this.#setSide(id, side);
  }

  rename(id: string, title: string): void {
    this.#setSide(id, { ...this.#side(id), title });
  }

  remove(id: string): void {
    fs.rmSync(this.fileOf(id), { force: true });
    fs.rmSync(this.#sideFile(id), { force: true });
  }

  /** The text of a session file as it stands, without a torn tail. */
  async text(id: string): Promise<string> {
    const text = await fs.promises.readFile(this.fileOf(id), 'utf8');
    return text.slice(0, text.lastIndexOf('\n') + 1);
  }

  /** Takes over the text of a session file under a new identifier. */
  async importText(content: string, name?: string): Promise<Reply<string>> {
    const end = content.indexOf('\n');
    const header = readHeader(end < 0 ? content : content.slice(0, end));
    if (!header.ok) return header;
    const id = this.newId();
    const original = JSON.parse(content.slice(0, end < 0 ? content.length : end)) as Record<string, unknown>;
    // Of a torn last line nothing is taken: it would become part of a later line.
    const lines = end < 0 ? '' : content.slice(end + 1, content.lastIndexOf('\n') + 1);
    fs.mkdirSync(this.path, { recursive: true });
    const temporary = `${this.fileOf(id)}.new`;
    await fs.promises.writeFile(temporary, `${JSON.stringify({ ...original, session: id })}\n${lines}`, {
      mode: 0o600,
    });
    await fs.promises.rename(temporary, this.fileOf(id));
    const title = header.value.header.title ?? name?.replace(/\.jsonl?$/i, '');
    if (title) this.rename(id, title);
    return done(id);
  }

  /** Repairs what recordings left that were never ended and whose process is gone; newest first. */
  async recover(): Promise<RecoveredSession[]> {
    const recovered: RecoveredSession[] = [];
    for (const id of this.ids().sort().reverse()) {
      const { recordedBy, ...side } = this.#side(id);
      if (recordedBy === undefined || (recordedBy !== process.pid && isAlive(recordedBy))) continue;
      const droppedBytes = await repairSessionFile(this.fileOf(id));
      if (fs.statSync(this.fileOf(id)).size === 0) {
        // Not even the first line got through: there is nothing to keep.
        this.remove(id);
        continue;
      }
      this.#setSide(id, { ...side, droppedBytes });
      recovered.push({ session: id, droppedBytes });
    }
    return recovered;
  }

  /** Identifiers of everything that may be a session, in no order. */
  ids(): string[] {
    if (!fs.existsSync(this.path)) return [];
    const names = fs.readdirSync(this.path).filter((name) => name.endsWith(FILE_ENDING));
    return names.map((name) => name.slice(0, -FILE_ENDING.length)).filter((id) => ID.test(id));
  }

  #sideFile(id: string): string {
    return join(this.path, `${id}${SIDE_ENDING}`);
  }

  #side(id: string): Side {
    const file = readJsonFile(this.#sideFile(id));
    return file.state === 'read' && isObject(file.value) ? (file.value as Side) : {};
  }

  #setSide(id: string, side: Side): void {
    writeFileSafely(this.#sideFile(id), `${JSON.stringify(side)}\n`);
  }
}

/** `2026-01-31 18:45`, local time. */
export function titleOf(header: Pick<SessionHeader, 'started' | 'session'>): string {
  const date = new Date(header.started);
  if (Number.isNaN(date.getTime())) return header.session;
  const two = (value: number) => String(value).padStart(2, '0');
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}`;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
