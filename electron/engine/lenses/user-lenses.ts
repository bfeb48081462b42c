import { join } from 'node:path';
import type { LensesView, LensView } from '../../../shared/contract/lenses.ts';
import { createLenses } from '../../../shared/lenses/index.ts';
import type { UserLens } from '../../../shared/lenses/user/lens.ts';
import { parseLensFile } from '../../../shared/lenses/user/parse.ts';
import { done, type Reply, refused } from '../../../shared/lib/result.ts';
import type { Settings } from '../settings.ts';
import { LensFolder } from './lens-folder.ts';
import { BUILT_IN_LENSES, type LensSet } from './lens-set.ts';
import { readLens } from './lens-view.ts';

/** Files somebody switched off, by name. The files themselves stay as they are. */
const OFF_SETTING = 'lensesOff';

export interface UserLensesOptions {
  /** Folder of everything that is kept; without it there are no lenses of the user. */
  folder: string | undefined;
  settings: Settings;
  /** Files or what is used of them changed. */
  onChange(): void;
}

/** The lenses that people wrote, and the set that they make with the built-in ones. */
export class UserLenses {
  readonly #folder: LensFolder | undefined;
  readonly #options: UserLensesOptions;
  #set: LensSet = BUILT_IN_LENSES;
  #views: LensView[] = [];
  #problem: string | undefined;
  /** What `#set` was made of. */
  #made = '[]';

  constructor(options: UserLensesOptions) {
    this.#options = options;
    this.#folder = options.folder === undefined ? undefined : new LensFolder(join(options.folder, 'lenses'));
    this.#read();
  }

  /** The lenses to read with from now on. */
  get current(): LensSet {
    return this.#set;
  }

  view(): LensesView {
    return {
      ...(this.#folder && { folder: this.#folder.path }),
      version: this.#set.version,
      lenses: this.#views,
      ...(this.#problem && { problem: this.#problem }),
    };
  }

  /** Reads the files again. */
  reread(): LensesView {
    this.#changed();
    return this.view();
  }

  save(text: string, file: string | undefined, before: string | undefined): Reply<LensView> {
    const folder = this.#folder;
    if (folder === undefined) return NOT_KEPT;
    const { lens, issues } = parseLensFile(text);
    if (lens === undefined) {
      const first = issues.find(({ severity }) => severity === 'error');
      return refused(
        'bad-input',
        `The lens has errors and was not saved. ${first?.pointer ?? ''} ${first?.message ?? ''}`,
      );
    }
    const name = file ?? folder.nameFor(lens.id);
    const written = folder.write(name, text, before);
    if (!written.ok) return written;
    this.#changed();
    return this.#find(name);
  }

  remove(file: string, before: string): Reply<null> {
    if (this.#folder === undefined) return NOT_KEPT;
    const removed = this.#folder.remove(file, before);
    if (!removed.ok) return removed;
    const off = this.#off();
    if (off.delete(file)) this.#options.settings.set(OFF_SETTING, [...off]);
    this.#changed();
    return removed;
  }

  enable(file: string, enabled: boolean): Reply<LensView> {
    const known = this.#find(file);
    if (!known.ok) return known;
    const off = this.#off();
    if (enabled) off.delete(file);
    else off.add(file);
    const set = this.#options.settings.set(OFF_SETTING, [...off].sort());
    if (!set.ok) return set;
    this.#changed();
    return this.#find(file);
  }

  #find(file: string): Reply<LensView> {
    const view = this.#views.find((one) => one.file === file);
    return view ? done(view) : refused('not-found', `There is no lens file "${file}".`);
  }

  #off(): Set<string> {
    const kept = this.#options.settings.all()[OFF_SETTING];
    return new Set(Array.isArray(kept) ? kept.filter((name) => typeof name === 'string') : []);
  }

  #changed(): void {
    this.#read();
    this.#options.onChange();
  }

  /** A set is made anew only when what is used has changed: rows that were made with it stay good otherwise. */
  #read(): void {
    if (this.#folder === undefined) return;
    const off = this.#off();
    const { files, problem } = this.#folder.read();
    const read = files.map((file) => readLens(file, off.has(file.file)));
    this.#views = read.map(({ view }) => view);
    this.#problem = problem;
    const used = read.filter(({ view }) => view.state === 'used');
    const made = JSON.stringify(used.map(({ view }) => view.text));
    if (made === this.#made) return;
    this.#made = made;
    const lenses = createLenses(used.map(({ lens }) => lens as UserLens));
    this.#set = { version: this.#set.version + 1, lenses };
  }
}

const NOT_KEPT = refused('not-supported', 'Nothing is kept in this run, so there are no lens files.');
