import { mkdir, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { safeName } from '../../../shared/a2a/reduce/artifacts-names.ts';
import { programSign } from '../../../shared/a2a/reduce/artifacts-programs.ts';
import { SNIFF_BYTES } from '../../../shared/a2a/reduce/artifacts-sniff.ts';
import { done, type Reply, refused } from '../../../shared/lib/result.ts';
import type { EngineOptions } from '../parts.ts';
import type { Session } from '../session.ts';
import type { ArtifactReader } from './artifacts.ts';
import type { FileOf } from './fetches.ts';
import { write } from './save.ts';

/** Nobody else on this computer reads the copies. */
const PRIVATE_FILE = 0o600;
const FOLDER = 'loupe-';

const NO_WAY = 'This host hands no files to other programs.';

/** Gives files to other programs as copies in a temporary folder, which are gone at the end. */
export class HandOut {
  readonly #reader: ArtifactReader;
  readonly #way: EngineOptions['handOut'];
  #folder: Promise<string> | undefined;
  #count = 0;

  constructor(reader: ArtifactReader, way: EngineOptions['handOut']) {
    this.#reader = reader;
    this.#way = way;
  }

  /** Opens a copy in the program that the system has for it. What may be a program itself is refused. */
  async open(session: Session, file: FileOf & { name: string }): Promise<Reply<null>> {
    if (!this.#way) return refused('not-supported', NO_WAY);
    const name = safeName(file.name);
    const head = await this.#reader.bytes(session, file, file.content, 0, SNIFF_BYTES);
    if (!head.ok) return head;
    if (programSign(name, head.value.bytes)) {
      return refused('bad-input', `${name} may be a program, so Loupe does not open it. Save it if you trust it.`);
    }
    const copy = await this.#copy(session, file, name);
    return copy.ok ? this.#way.open(copy.value) : copy;
  }

  /** Goes on with a drag that the page has begun. */
  async drag(session: Session, file: FileOf & { name: string }): Promise<Reply<null>> {
    if (!this.#way) return refused('not-supported', NO_WAY);
    const copy = await this.#copy(session, file, safeName(file.name));
    return copy.ok ? this.#way.drag(copy.value) : copy;
  }

  async close(): Promise<void> {
    const folder = await this.#folder?.catch(() => undefined);
    if (folder !== undefined) await rm(folder, { recursive: true, force: true }).catch(() => undefined);
  }

  /** A copy in a folder of its own, so that its name is free. */
  async #copy(session: Session, file: FileOf, name: string): Promise<Reply<string>> {
    try {
      this.#folder ??= mkdtemp(join(tmpdir(), FOLDER));
      this.#count += 1;
      const folder = join(await this.#folder, String(this.#count));
      await mkdir(folder);
      const path = join(folder, name);
      const handle = await open(path, 'wx', PRIVATE_FILE);
      return await write(this.#reader, session, { ...file, name }, done({ path, handle }));
    } catch (error) {
      this.#folder = undefined;
      return refused('storage', `A copy of ${name} cannot be written.`, String(error));
    }
  }
}
