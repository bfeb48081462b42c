import { isObject } from './json.ts';

/** Leaves beyond these make a pattern slower than a parser. */
const OUTLINE_LEAVES = 64;

const STRING = /"[^"\\]*(?:\\.[^"\\]*)*"/y;
const PRIMITIVE = /[^\s,\]}]+/y;
const SPACE = /[ \t\n\r]*/y;

/** An object or array of a value, as it was built last. */
export interface Holder {
  parent: Holder | undefined;
  /** Where the parent holds it. */
  key: string | number;
  value: Record<string | number, unknown>;
  list: boolean;
  depth: number;
  /** The reading that made `value`. */
  made: number;
}

/** A string or number in it. */
export interface Leaf {
  holder: Holder;
  key: string | number;
  text: boolean;
  /** What stood there last, as written; of a string, what is between the quotes. */
  raw: string;
  /** It was not the same in all texts. */
  moved: boolean;
}

export interface Outline {
  /** What stands before each leaf, and behind the last one. */
  literals: string[];
  root: Holder;
  leaves: Leaf[];
}

/**
 * What a JSON text consists of, beside the value that it has. Undefined where that is not an object or array, has too many
 * leaves, or a name twice: then a place in the text is no place in the value.
 */
export function outlineOf(text: string, value: unknown): Outline | undefined {
  const walk = new Walk(text);
  const root = walk.value(value, undefined, '');
  return typeof root === 'object' ? { literals: walk.end(), root, leaves: walk.leaves } : undefined;
}

/** Goes through a text that is known to be JSON. */
class Walk {
  readonly leaves: Leaf[] = [];
  readonly #literals: string[] = [];
  readonly #text: string;
  #at = 0;
  /** Behind the last leaf. */
  #literalStart = 0;

  constructor(text: string) {
    this.#text = text;
  }

  end(): string[] {
    return [...this.#literals, this.#text.slice(this.#literalStart)];
  }

  /** The holder that starts here, true for a member of one that is none, false when there is no outline. */
  value(value: unknown, parent: Holder | undefined, key: string | number): Holder | boolean {
    this.#token(SPACE);
    const start = this.#text.charAt(this.#at);
    if (start === '{' || start === '[') {
      const list = start === '[';
      if (list ? !Array.isArray(value) : !isObject(value)) return false;
      const depth = parent === undefined ? 0 : parent.depth + 1;
      const holder: Holder = { parent, key, value: value as Holder['value'], list, depth, made: 0 };
      return this.#members(holder) && holder;
    }
    if (parent === undefined) return false;
    if (start === '"') this.#leaf(parent, key, this.#token(STRING).slice(1, -1), true);
    else if (typeof value === 'number') this.#leaf(parent, key, this.#token(PRIMITIVE), false);
    else this.#token(PRIMITIVE);
    return this.leaves.length <= OUTLINE_LEAVES;
  }

  #members(holder: Holder): boolean {
    const names = new Set<string>();
    const closing = holder.list ? ']' : '}';
    this.#mark();
    for (let index = 0; this.#text.charAt(this.#at) !== closing; index += 1) {
      if (index > 0) this.#mark();
      const key = holder.list ? index : this.#name();
      if (typeof key === 'string' && names.size === names.add(key).size) return false;
      if (!this.value(holder.value[key], holder, key)) return false;
      this.#token(SPACE);
    }
    this.#mark();
    return true;
  }

  #name(): string {
    const name = JSON.parse(this.#token(STRING)) as string;
    this.#token(SPACE);
    this.#mark();
    return name;
  }

  /** A bracket, comma or colon, and the space behind it. */
  #mark(): void {
    this.#at += 1;
    this.#token(SPACE);
  }

  #leaf(holder: Holder, key: string | number, raw: string, text: boolean): void {
    const quotes = text ? 2 : 0;
    this.#literals.push(this.#text.slice(this.#literalStart, this.#at - raw.length - quotes));
    this.#literalStart = this.#at;
    this.leaves.push({ holder, key, text, raw, moved: false });
  }

  #token(expression: RegExp): string {
    expression.lastIndex = this.#at;
    const found = expression.exec(this.#text)?.[0] ?? '';
    this.#at += found.length;
    return found;
  }
}
