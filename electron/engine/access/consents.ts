import { join } from 'node:path';
import type { ConsentView } from '../../../shared/contract/access.ts';
import { isObject } from '../../../shared/lib/json.ts';
import { done, type Reply } from '../../../shared/lib/result.ts';
import { openJsonFile, type SafeFile } from '../store/json-store.ts';

const FILE_VERSION = 1;

/** Answers to the question whether credentials may go to another origin, kept per pair in `consents.json`. */
export class Consents {
  readonly #file: SafeFile | undefined;
  readonly #answers = new Map<string, ConsentView>();
  readonly #onChange: () => void;

  /** Without a folder nothing is read or written. */
  constructor(folder: string | undefined, onChange: () => void) {
    this.#onChange = onChange;
    if (folder === undefined) return;
    const { file, value } = openJsonFile(join(folder, 'consents.json'), 'The list of consents', isFile);
    this.#file = file;
    for (const answer of value?.consents ?? []) if (isConsent(answer)) this.#answers.set(keyOf(answer), answer);
  }

  /** What happened when the file could not be read; nothing of it is overwritten. */
  get problem(): string | undefined {
    return this.#file?.problem;
  }

  answer(from: string, to: string): ConsentView['answer'] | undefined {
    return this.#answers.get(keyOf({ from, to }))?.answer;
  }

  /** Answers about credentials of some origins, oldest first. */
  list(from: readonly string[]): ConsentView[] {
    return [...this.#answers.values()].filter((consent) => from.includes(consent.from));
  }

  /** Remembers an answer; without one the earlier answer is taken back. */
  set(from: string, to: string, answer: ConsentView['answer'] | undefined): Reply<null> {
    const key = keyOf({ from, to });
    this.#answers.delete(key);
    if (answer) this.#answers.set(key, { from, to, answer, at: new Date().toISOString() });
    this.#onChange();
    return this.#file?.write({ version: FILE_VERSION, consents: [...this.#answers.values()] }) ?? done(null);
  }
}

const keyOf = ({ from, to }: Pick<ConsentView, 'from' | 'to'>): string => `${from} ${to}`;

const isFile = (value: unknown): value is { consents: unknown[] } =>
  isObject(value) && value.version === FILE_VERSION && Array.isArray(value.consents);

const isConsent = (value: unknown): value is ConsentView =>
  isObject(value) &&
  ['from', 'to', 'at'].every((name) => typeof value[name] === 'string') &&
  (value.answer === 'send' || value.answer === 'without');
