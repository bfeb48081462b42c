import type { FetchAnswer, FetchProgress } from '../../../shared/contract/artifacts.ts';
import { done, type Reply, refused } from '../../../shared/lib/result.ts';
import type { AgentRecord } from '../agents.ts';
import type { EngineParts } from '../parts.ts';
import type { Session } from '../session.ts';
import { type ArtifactReader, type Edition, editionKey } from './artifacts.ts';
import type { Copies } from './copies.ts';
import { fetchFile } from './fetch.ts';

/** One file of an artifact. */
export interface FileOf extends Edition {
  content: number;
}

/** Fetches files that agents only gave an address of, each once at a time. */
export class Fetches {
  readonly #parts: EngineParts;
  readonly #reader: ArtifactReader;
  readonly #copies: Copies;
  readonly #running = new Map<string, FetchProgress>();

  constructor(parts: EngineParts, reader: ArtifactReader, copies: Copies) {
    this.#parts = parts;
    this.#reader = reader;
    this.#copies = copies;
  }

  progress(session: Session, file: FileOf): FetchProgress | null {
    return this.#running.get(keyOf(session, file)) ?? null;
  }

  async fetch(
    session: Session,
    file: FileOf,
    origins: readonly string[],
    signal: AbortSignal | undefined,
  ): Promise<Reply<FetchAnswer>> {
    const key = keyOf(session, file);
    if (this.#running.has(key)) return refused('busy', 'This file is being fetched already.');
    this.#running.set(key, { bytes: 0 });
    try {
      const content = await this.#reader.content(session, file, file.content);
      if (!content.ok) return content;
      const { url } = content.value;
      if (url === undefined)
        return refused('bad-input', 'The content of this file came along; there is nothing to fetch.');
      const agent = agentOf(this.#parts, session, file) ?? stranger(url);
      const fetched = await fetchFile(
        this.#parts,
        { agent, url, origins },
        { signal, onProgress: (progress) => this.#running.set(key, progress) },
      );
      if (!fetched.ok) return fetched;
      const { exchange, ...answer } = fetched.value;
      if (answer.state === 'fetched') this.#copies.fetched(session, url, exchange);
      return done(answer);
    } finally {
      this.#running.delete(key);
    }
  }
}

const keyOf = ({ id }: Session, file: FileOf): string => `${id}\n${editionKey(file)}\n${file.content}`;

/** Who wrote an artifact, as long as it is in the list. */
export function agentOf({ agents }: Pick<EngineParts, 'agents'>, session: Session, { writes }: Edition) {
  const row = session.rows.at(session.indexOf(writes[0] ?? 0));
  return row && agents.get(row.agent);
}

/** Stands in for an agent that is not in the list, such as one of a session from elsewhere: it has nothing to send. */
const stranger = (url: string): AgentRecord => ({ id: '', url, options: {}, connection: 'idle' });
