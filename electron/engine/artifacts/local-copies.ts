import type { LocalFile } from '../../../shared/contract/artifacts.ts';
import { done, type Reply, refused } from '../../../shared/lib/result.ts';
import { DATA_FOLDERS, defaultDataFolder, thisProcess } from '../hosting/data-folder.ts';
import { isLocal } from '../http/proxy.ts';
import { agentOrigin } from '../origins.ts';
import type { EngineOptions, EngineParts } from '../parts.ts';
import type { Session } from '../session.ts';
import type { ArtifactReader } from './artifacts.ts';
import type { Copies } from './copies.ts';
import { agentOf, type FileOf } from './fetches.ts';
import { lookAtFile, readFileAt } from './local-file.ts';
import { localPathOf } from './local-path.ts';

type Options = Pick<EngineOptions, 'capabilities' | 'dataDir' | 'accessFolder'>;

/** Files of this computer that agents on this computer name. */
export class LocalCopies {
  readonly #parts: Pick<EngineParts, 'agents'>;
  readonly #options: Options;
  readonly #reader: ArtifactReader;
  readonly #copies: Copies;

  constructor(parts: Pick<EngineParts, 'agents'>, options: Options, reader: ArtifactReader, copies: Copies) {
    this.#parts = parts;
    this.#options = options;
    this.#reader = reader;
    this.#copies = copies;
  }

  /** Null where none is offered. */
  async look(session: Session, file: FileOf): Promise<Reply<LocalFile | null>> {
    const named = await this.#named(session, file);
    if (named === null) return done(null);
    return named.ok ? lookAtFile(named.value.path, this.#own()) : named;
  }

  /** Reads the file; `resolved` is the path that the person has agreed to. */
  async read(session: Session, file: FileOf, resolved: string): Promise<Reply<null>> {
    const named = await this.#named(session, file);
    if (named === null) return refused('not-supported', 'No file of this computer is opened for this part.');
    if (!named.ok) return named;
    const { url, path } = named.value;
    const bytes = await readFileAt(path, resolved, this.#own());
    if (!bytes.ok) return bytes;
    this.#copies.keep(session, url, resolved, bytes.value);
    return done(null);
  }

  /** Folders of this Loupe and of its other hosts. */
  #own(): string[] {
    const { dataDir, accessFolder } = this.#options;
    const others = Object.values(DATA_FOLDERS).map((name) => defaultDataFolder(name, thisProcess()));
    return [dataDir, ...(accessFolder === undefined ? [] : [accessFolder]), ...others];
  }

  async #named(session: Session, file: FileOf): Promise<Reply<{ url: string; path: string }> | null> {
    const agent = agentOf(this.#parts, session, file);
    const origin = agent && agentOrigin(agent);
    // A path means nothing on a computer that the agent does not run on.
    if (this.#options.capabilities.localFiles !== true || !origin || !isLocal(new URL(origin).hostname)) return null;
    const content = await this.#reader.content(session, file, file.content);
    if (!content.ok) return content;
    const { url, declared } = content.value;
    const path = url === undefined ? undefined : localPathOf(url, declared?.sourcePath);
    if (url === undefined || path === undefined) return null;
    return path.ok ? done({ url, path: path.value }) : path;
  }
}
