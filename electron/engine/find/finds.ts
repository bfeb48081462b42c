import { randomBytes } from 'node:crypto';
import type { FindPage } from '../../../shared/contract/views.ts';
import type { Reply } from '../../../shared/lib/result.ts';
import { done, refused } from '../../../shared/lib/result.ts';
import { parseFilter } from '../../../shared/replay/filter/parse.ts';
import { pinsIn } from '../../../shared/replay/filter/pins.ts';
import { agentView } from '../agents.ts';
import { FIND_IDLE_MS, FIND_PAGE_ROWS, OPEN_FINDS_LIMIT } from '../limits.ts';
import type { EngineParts } from '../parts.ts';
import { type LostSession, Search, type SearchedSession } from './search.ts';

interface OpenFind {
  search: Search;
  idle: ReturnType<typeof setTimeout> | undefined;
  busy: boolean;
}

/** What a page asks for: the beginning of a search, or how it goes on. */
export interface FindRequest {
  filter: string;
  after?: string | undefined;
  limit?: number | undefined;
}

/** The searches over all sessions that somebody may go on with. */
export class Finds {
  readonly #parts: Pick<EngineParts, 'sessions' | 'agents' | 'lenses' | 'settings'>;
  readonly #open = new Map<string, OpenFind>();

  constructor(parts: Pick<EngineParts, 'sessions' | 'agents' | 'lenses' | 'settings'>) {
    this.#parts = parts;
  }

  /** The next page of a search. Ends with the signal. */
  async page({ filter, after, limit = FIND_PAGE_ROWS }: FindRequest, signal?: AbortSignal): Promise<Reply<FindPage>> {
    const key = after ?? (await this.#begin(filter));
    const find = this.#open.get(key);
    if (!find) return refused('not-found', 'This search has ended; begin it again.');
    if (find.busy) return refused('busy', 'The search has not answered yet.');
    clearTimeout(find.idle);
    find.busy = true;
    const stop = () => this.#end(key);
    signal?.addEventListener('abort', stop);
    try {
      const page = await find.search.page(limit);
      find.busy = false;
      if (signal?.aborted || page.done) this.#end(key);
      else {
        page.next = key;
        find.idle = setTimeout(stop, FIND_IDLE_MS);
        find.idle.unref();
      }
      return signal?.aborted ? refused('aborted', 'The search was stopped.') : done(page);
    } catch (error) {
      this.#end(key);
      throw error;
    } finally {
      signal?.removeEventListener('abort', stop);
    }
  }

  close(): void {
    for (const key of [...this.#open.keys()]) this.#end(key);
  }

  #end(key: string): void {
    const find = this.#open.get(key);
    if (!find) return;
    clearTimeout(find.idle);
    this.#open.delete(key);
    find.search.stop();
  }

  async #begin(source: string): Promise<string> {
    const { sessions, agents, lenses, settings } = this.#parts;
    const { pins } = settings.all();
    const lost: LostSession[] = [];
    const kept: SearchedSession[] = [];
    for (const id of sessions.folder.ids()) {
      if (id === sessions.live.session.id) continue;
      const session = await sessions.folder.get(id);
      if (session.ok) kept.push({ ...session.value, live: false, from: { file: sessions.folder.fileOf(id) } });
      else lost.push({ id, why: session.error.message });
    }
    kept.sort((one, other) => other.started.localeCompare(one.started) || other.id.localeCompare(one.id));
    const live = sessions.liveView();
    const search = new Search({
      filter: parseFilter(source),
      sessions: [{ ...live, from: { session: sessions.live.session } }, ...kept],
      lost,
      lenses: lenses.current,
      agentName: (id) => {
        const agent = agents.get(id);
        return agent && agentView(agent).name;
      },
      pinsOf: (session) => pinsIn(pins, session),
    });
    for (const key of [...this.#open.keys()].slice(0, Math.max(0, this.#open.size + 1 - OPEN_FINDS_LIMIT))) {
      this.#end(key);
    }
    const key = randomBytes(8).toString('hex');
    this.#open.set(key, { search, idle: undefined, busy: false });
    return key;
  }
}
