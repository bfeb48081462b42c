import * as fs from 'node:fs';
import { join } from 'node:path';
import { TextDecoder } from 'node:util';
import { FILE_CHARS } from '../../../shared/lenses/user/parse.ts';
import { done, type Reply, refused } from '../../../shared/lib/result.ts';
import { LENS_FILES_LIMIT } from '../limits.ts';
import { writeFileSafely } from '../store/safe-file.ts';

const ENDING = '.json';
/** Characters of a file's name. */
const NAME_CHARS = 120;
/** UTF-8 takes at most four bytes a character. */
const FILE_BYTES = FILE_CHARS * 4;

/** One file as it is on disk; without `text` it cannot be read, and `problem` says why. */
export interface LensFile {
  file: string;
  text?: string;
  problem?: string;
}

/** Names that stay within the folder and that a person can see. */
const isFileName = (name: string): boolean =>
  name.endsWith(ENDING) &&
  name.length > ENDING.length &&
  name.length <= NAME_CHARS &&
  !name.startsWith('.') &&
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they belong in no file name
  !/[\\/:*?"<>|\u0000-\u001f\u007f]/.test(name);

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The folder with one JSON file per lens. People may edit the files at any time, so every write looks first. */
export class LensFolder {
  constructor(readonly path: string) {}

  /** All files by name. A folder that is not there has none. */
  read(): { files: LensFile[]; problem?: string } {
    let names: string[];
    try {
      names = fs.readdirSync(this.path).filter(isFileName).sort();
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { files: [] };
      return { files: [], problem: `The folder of lenses cannot be read: ${(error as Error).message}.` };
    }
    const files = names.slice(0, LENS_FILES_LIMIT).map((name) => this.readFile(name) ?? { file: name });
    if (names.length <= LENS_FILES_LIMIT) return { files };
    return { files, problem: `The folder holds ${names.length} files; the first ${LENS_FILES_LIMIT} are read.` };
  }

  /** Writes a file that is new, or whose text still is `before`. */
  write(file: string, text: string, before: string | undefined): Reply<null> {
    const allowed = this.#check(file, before);
    if (!allowed.ok) return allowed;
    try {
      writeFileSafely(this.#target(file), text);
      return done(null);
    } catch (error) {
      return refused('storage', `${file} cannot be saved: ${(error as Error).message}.`);
    }
  }

  /** Deletes a file whose text still is `before`. One that is gone is no trouble. */
  remove(file: string, before: string): Reply<null> {
    const allowed = this.#check(file, before);
    if (!allowed.ok) return allowed;
    try {
      fs.rmSync(join(this.path, file), { force: true });
      return done(null);
    } catch (error) {
      return refused('storage', `${file} cannot be deleted: ${(error as Error).message}.`);
    }
  }

  /** A free file name made of a lens's name. */
  nameFor(lens: string): string {
    const words =
      lens
        .toLowerCase()
        .match(/[\p{L}\p{N}]+/gu)
        ?.join('-') ?? '';
    const stem = words.slice(0, NAME_CHARS / 2) || 'lens';
    for (let number = 1; ; number += 1) {
      const file = `${stem}${number === 1 ? '' : `-${number}`}${ENDING}`;
      if (!fs.existsSync(join(this.path, file))) return file;
    }
  }

  #check(file: string, before: string | undefined): Reply<null> {
    if (!isFileName(file)) return refused('bad-input', `"${file}" is no name for a lens file, such as acme${ENDING}.`);
    const now = this.readFile(file);
    if (now === undefined || (now.text !== undefined && now.text === before)) return done(null);
    if (now.text === undefined)
      return refused('storage', `${file} cannot be read, so it is left as it is. ${now.problem}`);
    return refused('busy', `${file} is not what was read before: somebody else has written it. Read the files again.`);
  }

  /** Undefined: there is none. */
  readFile(file: string): LensFile | undefined {
    const path = join(this.path, file);
    try {
      const { size } = fs.statSync(path);
      if (size > FILE_BYTES)
        return { file, problem: `The file has ${size} bytes; a lens file has at most ${FILE_BYTES}.` };
      return { file, text: decoder.decode(fs.readFileSync(path)) };
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      if (code === 'ENOENT') return undefined;
      const why = code === 'ERR_ENCODING_INVALID_ENCODED_DATA' ? 'The file is no UTF-8 text.' : message;
      return { file, problem: why };
    }
  }

  /** A link into somebody's repository stays a link. */
  #target(file: string): string {
    const path = join(this.path, file);
    try {
      return fs.realpathSync(path);
    } catch {
      return path;
    }
  }
}
