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
import { OPEN_SESSIONS_LIMIT } from './limits.ts';
import type { Masking } from './masking/masking.ts';
import { remaskText } from './masking/remask.ts';
import { Recorder } from './recorder.ts';
import { Session } from './session.ts';
import { type RecoveredSession, SessionFolder, titleOf } from './store/session-folder.ts';
import { openSessionFile } from './store/session-reader.ts';

interface OpenSession {
  session: Session;
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
  readonly #loading = new Map<string, Promise<Reply<Session>>>();
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
    const open = this.#open.get(id)?.session;
    const kept = await this.folder.get(id);
    if (kept.ok) return done({ ...kept.value, live: false });
    if (!open) return kept;
    return done({ id, title: titleOf(open.header), started: open.header.started, bytes: 0, live: false });
  }

  /** The session, loaded when it is not. One that nobody follows is brought up to the lenses of now first. */
  async get(id: string): Promise<Reply<Session>> {
    const loaded = this.#loaded(id);
    if (loaded) {
      if (!loaded.watched) await this.#bringUp(loaded);
      return done(loaded);
    }
    let loading = this.#loading.get(id);
    if (!loading) {
      loading = this.#load(id).finally(() => this.#loading.delete(id));
      this.#loading.set(id, loading);
    }
    return loading;
  }

  /** Makes the rows of a session anew when they were made with other lenses than those of now. */
  async reread(id: string): Promise<Reply<null>> {
    const loaded = this.#loaded(id);
    if (loaded) return this.#bringUp(loaded);
    const session = await this.get(id);
    return session.ok ? done(null) : session;
  }

  /** Ends the recording and begins another. A session without entries simply goes on. */
  async start(): Promise<SessionView> {
    const ended = this.live;
    if (ended.bytes > 0) {
      this.live = this.#begin();
      await ended.finish();
      this.#finishFile(ended);
      this.#keepOpen(ended.session.id, { session: ended.session, close: () => ended.close() });
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
    const session = await this.get(id.value);
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
    const file = await openSessionFile(this.folder.fileOf(id), (header) => {
      const opened = new Session({ ...header, session: id }, this.#options.lenses(), false);
      session = opened;
      return (entry) => opened.push(entry);
    });
    if (!file.ok) return file;
    if (!session) return refused('internal', 'A session file was opened without its header.');
    session.source = file.value;
    this.#keepOpen(id, { session, close: () => file.value.close() });
    return done(session);
  }

  #keepOpen(id: string, open: OpenSession): void {
    this.#open.set(id, open);
    for (const [old, { session }] of this.#open) {
      if (this.#open.size <= OPEN_SESSIONS_LIMIT) return;
      if (old !== id && !session.watched) void this.#drop(old);
    }
  }

  async #drop(id: string): Promise<void> {
    const open = this.#open.get(id);
    this.#open.delete(id);
    await open?.close();
  }
}
