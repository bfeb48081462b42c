import { type Holder, type Leaf, type Outline, outlineOf } from './json-outline.ts';

/** Readings until it is looked which leaves move. */
const REVIEW_READINGS = 16;
/** Texts up to this length are copied out of what they were found in, so that keeping one does not keep all of it. */
const COPIED_CHARS = 256;
/** Substrings shorter than this are copies anyway. */
const SLICED_CHARS = 13;

const SPECIAL = /[.*+?^${}()|[\]\\/]/g;
/** RFC 8259 §7: what may stand between the quotes of a string. Each character can be read in one way only. */
const ANY_STRING = '"([^"\\\\\\u0000-\\u001f]*(?:\\\\["\\\\/bfnrtu][^"\\\\\\u0000-\\u001f]*)*)"';
/** RFC 8259 §6. */
const ANY_NUMBER = '(-?(?:0|[1-9][0-9]*)(?:\\.[0-9]+)?(?:[eE][+-]?[0-9]+)?)';

/** Texts that differ in nothing but their strings and numbers. */
export interface JsonShape {
  /**
   * The value of a text of this shape; undefined for any other text. Parts that are as in the text before are the same
   * objects again: values must not be changed.
   */
  read(text: string): unknown;
}

/** The shape of a JSON text and the value it has. Undefined for texts that cannot be read by a shape, or hardly faster. */
export function jsonShape(text: string, value: unknown): JsonShape | undefined {
  const outline = outlineOf(text, value);
  return outline && new Shape(outline);
}

class Shape implements JsonShape {
  readonly #outline: Outline;
  readonly #any: RegExp;
  /** The same with what stayed as it was written out, which leaves less to take out and to compare. */
  #narrow: RegExp | undefined;
  /** Leaves that `#narrow` takes out. */
  #moving: readonly Leaf[] = [];
  #reading = 0;

  constructor(outline: Outline) {
    this.#outline = outline;
    this.#any = patternOf(outline, () => true);
  }

  read(text: string): unknown {
    const near = this.#narrow?.exec(text);
    if (near) return this.#take(near, this.#moving);
    const found = this.#any.exec(text);
    if (found === null) return undefined;
    const value = this.#take(found, this.#outline.leaves);
    // Where the narrow pattern stands already, another leaf has moved: its old text must not be taken for its value again.
    if (this.#narrow !== undefined || this.#reading >= REVIEW_READINGS) this.#settle();
    return value;
  }

  #settle(): void {
    const { leaves } = this.#outline;
    this.#moving = leaves.filter((leaf) => leaf.moved);
    this.#narrow = patternOf(this.#outline, (leaf) => leaf.moved);
  }

  #take(found: RegExpExecArray, leaves: readonly Leaf[]): unknown {
    this.#reading += 1;
    for (let index = 0; index < leaves.length; index += 1) {
      const leaf = leaves[index] as Leaf;
      const raw = found[index + 1] as string;
      if (raw === leaf.raw) continue;
      const value = leaf.text ? textOf(raw) : Number(raw);
      if (value === undefined) return undefined;
      leaf.raw = leaf.text && raw.length === (value as string).length ? (value as string) : raw;
      leaf.moved = true;
      this.#renew(leaf.holder)[leaf.key] = value;
    }
    return this.#outline.root.value;
  }

  /** The value of a holder, which no earlier reading has given out. */
  #renew(holder: Holder): Holder['value'] {
    if (holder.made === this.#reading) return holder.value;
    const { value, parent } = holder;
    const copy = holder.list
      ? ((value as unknown as unknown[]).slice() as unknown as Holder['value'])
      : copyOf(value, holder.depth);
    holder.value = copy;
    holder.made = this.#reading;
    if (parent !== undefined) this.#renew(parent)[holder.key] = copy;
    return copy;
  }
}

const patternOf = ({ literals, leaves }: Outline, taken: (leaf: Leaf) => boolean): RegExp => {
  let pattern = '^';
  leaves.forEach((leaf, index) => {
    pattern += literals[index]?.replace(SPECIAL, '\\$&');
    if (taken(leaf)) pattern += leaf.text ? ANY_STRING : ANY_NUMBER;
    else pattern += (leaf.text ? `"${leaf.raw}"` : leaf.raw).replace(SPECIAL, '\\$&');
  });
  return new RegExp(`${pattern}${literals[leaves.length]?.replace(SPECIAL, '\\$&')}$`);
};

/** Objects of one depth resemble each other; the engine copies fast where a place in the code has seen few kinds. */
function copyOf(value: Holder['value'], depth: number): Holder['value'] {
  switch (depth) {
    case 0:
      return { ...value };
    case 1:
      return { ...value };
    case 2:
      return { ...value };
    case 3:
      return { ...value };
    case 4:
      return { ...value };
    case 5:
      return { ...value };
    default:
      return { ...value };
  }
}

/** What a string's text between the quotes says; undefined when it is none. */
function textOf(raw: string): string | undefined {
  if (raw.includes('\\')) {
    try {
      return JSON.parse(`"${raw}"`) as string;
    } catch {
      return undefined;
    }
  }
  if (raw.length < SLICED_CHARS || raw.length > COPIED_CHARS) return raw;
  // The one way to a copy that costs no call out of the engine: a joined string is written anew when it is cut.
  return ` ${raw}`.slice(1);
}
