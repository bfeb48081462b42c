import { randomBytes } from 'node:crypto';
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SessionView } from '../../shared/contract/views.ts';
import type { Reply } from '../../shared/lib/result.ts';
import { done, refused } from '../../shared/lib/result.ts';
import type { SessionHeader } from '../../shared/model/entry.ts';
import type { LensSet } from './lenses/lens-set.ts';
import { rereadSession } from './lenses/reread.ts';
import { ABANDONED_READING_MS, OPEN_SESSIONS_LIMIT } from './limits.ts';
import type { Masking } from './masking/masking.ts';
import { remaskText } from './masking/remask.ts';
import { Recorder } from './recorder.ts';
import { Session } from './session.ts';
import { type RecoveredSession, SessionFolder, titleOf } from './store/session-folder.ts';
import { beginSessionFile, type SessionFile } from './store/session-reader.ts';

interface OpenSession {
  session: Session;
  /** What it is read from, unless it was recorded here. */
  file?: SessionFile;
  /** Callers that need all of it. */
  waiting: number;
  close(): Promise<void>;
}

export interface SessionsOptions {
  dataDir: string;
  version: string;
  /** Without it sessions live in memory, and imported ones in a temporary folder that goes away at the end. */
  persist: boolean;
  masking: Masking;
  /** The lenses of now. */
  lenses(): LensSet;
  onChange(): void;
  /** Milliseconds after which what nobody looks at is read no further. */
  abandonedMs?: number;
  /** Something a person should know, for example a full disk. */
  onProblem(message: string): void;
}

/** The session that is being recorded and those that are kept. */
export class Sessions {
  readonly folder: SessionFolder;
  live: Recorder;
  recovered: RecoveredSession | undefined;
  readonly #options: SessionsOptions;
  #liveTitle: string | undefined;
  /** Loaded sessions, the least recently used first. */
  readonly #open = new Map<string, OpenSession>();
  readonly #opening = new Map<string, Promise<Reply<Session>>>();
  readonly #rereading = new Map<Session, Promise<Reply<null>>>();

  constructor(options: SessionsOptions) {
    this.#options = options;
    const path = options.persist
      ? join(options.dataDir, 'sessions')
      : join(tmpdir(), `loupe-sessions-${process.pid}-${randomBytes(4).toString('hex')}`);
    this.folder = new SessionFolder(path);
    this.live = this.#begin();
  }

  /** Repairs interrupted recordings. */
  async recover(): Promise<void> {
    if (this.#options.persist) this.recovered = (await this.folder.recover())[0];
  }

  async list(): Promise<SessionView[]> {
    const kept = (await this.folder.list()).filter(({ id }) => id !== this.live.session.id);
    return [this.liveView(), ...kept.map((session) => ({ ...session, live: false }))];
  }

  async view(id: string): Promise<Reply<SessionView>> {
    if (id === this.live.session.id) return done(this.liveView());
    const open = this.#open.get(id);
    // Its file is not asked again: that would wait for several turns of its own reading.
    if (open?.file) {
      const { header, loading, damage } = open.session;
      const title = this.folder.titleOf(id) ?? header.title ?? titleOf(header);
      const view = { id, title, started: header.started, bytes: open.file.size, live: false };
      return done({ ...view, ...(loading && { loading }), ...(damage && { damage }) });
    }
    const kept = await this.folder.get(id);
    if (kept.ok) return done({ ...kept.value, live: false });
    if (!open) return kept;
    const { header } = open.session;
    return done({ id, title: titleOf(header), started: header.started, bytes: 0, live: false });
  }

  /**
   * The session as far as it is read, opened when it is not; the rest comes by itself. One that nobody follows is brought
   * up to the lenses of now first.
   */
  async peek(id: string): Promise<Reply<Session>> {
    const session = await this.#opened(id);
    if (session.ok && !session.value.loading && !session.value.watched) await this.#bringUp(session.value);
    return session;
  }

  /** The whole session. */
  async get(id: string): Promise<Reply<Session>> {
    const session = await this.#opened(id);
    if (!session.ok) return session;
    const whole = await this.#whole(id);
    if (!whole.ok) return whole;
    if (!session.value.watched) await this.#bringUp(session.value);
    return session;
  }

  /** Somebody stopped following a session. One that is still being read and that nobody comes back to is read no further. */
  left(id: string): void {
    const open = this.#open.get(id);
    if (!open || !isAbandoned(open)) return;
    const timer = setTimeout(() => {
      if (this.#open.get(id) === open && isAbandoned(open)) void this.#drop(id);
    }, this.#options.abandonedMs ?? ABANDONED_READING_MS);
    timer.unref();
  }

  /** Makes the rows of a session anew when they were made with other lenses than those of now. */
  async reread(id: string): Promise<Reply<null>> {
    const session = await this.#opened(id);
    if (!session.ok) return session;
    const whole = await this.#whole(id);
    return whole.ok ? this.#bringUp(session.value) : whole;
  }

  /** Ends the recording and begins another. A session without entries simply goes on. */
  async start(): Promise<SessionView> {
    const ended = this.live;
    if (ended.bytes > 0) {
      this.live = this.#begin();
      await ended.finish();
      this.#finishFile(ended);
      this.#keepOpen(ended.session.id, { session: ended.session, waiting: 0, close: () => ended.close() });
      this.#options.onChange();
    }
    return this.liveView();
  }

  async rename(id: string, title: string): Promise<Reply<SessionView>> {
    const live = id === this.live.session.id;
    if (live) this.#liveTitle = title;
    else if (!this.folder.has(id)) return refused('not-found', `There is no session "${id}".`);
    // The live session's file comes with its first flush; its title has a place from the first entry on.
    if (!live || (this.#options.persist && this.live.bytes > 0)) this.folder.rename(id, title);
    this.#options.onChange();
    return this.view(id);
  }

  async remove(id: string): Promise<Reply<null>> {
    if (id === this.live.session.id) {
      if (this.live.openExchanges > 0) return refused('busy', 'The session is being recorded; stop its calls first.');
      await this.start();
    }
    if (!this.folder.has(id) && !this.#open.has(id)) return refused('not-found', `There is no session "${id}".`);
    await this.#drop(id);
    this.folder.remove(id);
    this.#options.onChange();
    return done(null);
  }

  async import(content: string, name?: string): Promise<Reply<SessionView>> {
    const id = await this.folder.importText(content, name);
    if (!id.ok) return id;
    const session = await this.peek(id.value);
    if (!session.ok) {
      this.folder.remove(id.value);
      return session;
    }
    this.#options.onChange();
    return this.view(id.value);
  }

  async export(id: string): Promise<Reply<{ name: string; content: string }>> {
    const name = `${id}.jsonl`;
    if (id === this.live.session.id)
      return done({ name, content: await remaskText(await this.live.text(), this.#options.masking) });
    if (!this.folder.has(id)) return refused('not-found', `There is no session "${id}".`);
    return done({ name, content: await remaskText(await this.folder.text(id), this.#options.masking) });
  }

  async close(): Promise<void> {
    await this.live.close();
    if (this.live.bytes > 0) this.#finishFile(this.live);
    for (const id of [...this.#open.keys()]) await this.#drop(id);
    if (!this.#options.persist) fs.rmSync(this.folder.path, { recursive: true, force: true });
  }

  async #opened(id: string): Promise<Reply<Session>> {
    const loaded = this.#loaded(id);
    if (loaded) return done(loaded);
    let opening = this.#opening.get(id);
    if (!opening) {
      opening = this.#load(id).finally(() => this.#opening.delete(id));
      this.#opening.set(id, opening);
    }
    return opening;
  }

  /** Waits until an opened session is read to its end. */
  async #whole(id: string): Promise<Reply<null>> {
    const open = this.#open.get(id);
    if (!open?.file || open.file.ended) return done(null);
    open.waiting += 1;
    await open.file.whole;
    open.waiting -= 1;
    return this.#open.get(id) === open ? done(null) : refused('aborted', 'The session was closed while it was read.');
  }

  #loaded(id: string): Session | undefined {
    if (id === this.live.session.id) return this.live.session;
    const open = this.#open.get(id);
    if (!open) return undefined;
    this.#open.delete(id);
    this.#open.set(id, open);
    return open.session;
  }

  /** Lenses may change again while a session is read; then it is read once more. */
  async #bringUp(session: Session): Promise<Reply<null>> {
    const set = this.#options.lenses();
    if (session.lenses.version === set.version) return done(null);
    let running = this.#rereading.get(session);
    if (!running) {
      const { id } = session;
      const file = !session.live && this.folder.has(id) ? this.folder.fileOf(id) : undefined;
      running = rereadSession(session, set, file).finally(() => this.#rereading.delete(session));
      this.#rereading.set(session, running);
    }
    const reply = await running;
    return reply.ok ? this.#bringUp(session) : reply;
  }

  #begin(): Recorder {
    const now = new Date();
    const header: SessionHeader = {
      format: 'loupe-session',
      version: 2,
      app: this.#options.version,
      session: this.folder.newId(now),
      started: now.toISOString(),
    };
    this.#liveTitle = undefined;
    const { persist, masking } = this.#options;
    return new Recorder(header, {
      masking,
      lenses: this.#options.lenses(),
      ...(persist && { path: this.folder.fileOf(header.session) }),
      onFirst: () => {
        if (persist) this.#beginFile(header.session);
        this.#options.onChange();
      },
      onError: (error) => this.#options.onProblem(`The session cannot be saved any more: ${error.message}`),
    });
  }

  #beginFile(id: string): void {
    try {
      this.folder.begin(id);
      if (this.#liveTitle !== undefined) this.folder.rename(id, this.#liveTitle);
    } catch (error) {
      this.#options.onProblem(`The session cannot be saved: ${(error as Error).message}`);
    }
  }

  #finishFile(recorder: Recorder): void {
    if (this.#options.persist && this.folder.has(recorder.session.id)) this.folder.finish(recorder.session.id);
  }

  /** The session that is being recorded. */
  liveView(): SessionView {
    const { session, bytes } = this.live;
    const title = this.#liveTitle ?? titleOf(session.header);
    return { id: session.id, title, started: session.header.started, bytes, live: true };
  }

  async #load(id: string): Promise<Reply<Session>> {
    if (!this.folder.has(id)) return refused('not-found', `There is no session "${id}".`);
    let session: Session | undefined;
    const file = await beginSessionFile(this.folder.fileOf(id), (header) => {
      const opened = new Session({ ...header, session: id }, this.#options.lenses(), false);
      session = opened;
      return (entry, data) => opened.push(entry, data);
    });
    if (!file.ok) return file;
    if (!session) return refused('internal', 'A session file was opened without its header.');
    const opened = session;
    opened.source = file.value;
    opened.file = file.value;
    this.#keepOpen(id, { session: opened, file: file.value, waiting: 0, close: () => file.value.close() });
    void file.value.whole.then(() => opened.tell());
    return done(opened);
  }

  #keepOpen(id: string, open: OpenSession): void {
    this.#open.set(id, open);
    for (const [old, { session, waiting }] of this.#open) {
      if (this.#open.size <= OPEN_SESSIONS_LIMIT) return;
      if (old !== id && !session.watched && waiting === 0) void this.#drop(old);
    }
  }

  async #drop(id: string): Promise<void> {
    const open = this.#open.get(id);
    this.#open.delete(id);
    await open?.close();
  }
}

/** It is still being read, and nobody has any use for it. */
const isAbandoned = ({ session, file, waiting }: OpenSession): boolean =>
  file !== undefined && !file.ended && !session.watched && waiting === 0;
