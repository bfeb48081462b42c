import { parseJson } from './json.ts';
import { type JsonShape, jsonShape } from './json-shape.ts';

/** In longer texts the values weigh more than what is around them. */
const SHAPED_CHARS = 8 * 1024;
/** Shapes that are known at a time. */
const KEPT_SHAPES = 16;
/** Shapes that are tried on one text. */
const TRIED_SHAPES = 8;
/** Texts of no known shape until the shape of one is learned, at first and at most. Learning takes as long as many readings. */
const PATIENCE = 8;
const MOST_PATIENCE = 1_024;
/** A shape that was of use this often was worth it. */
const WORTH_READINGS = 32;

interface Known {
  shape: JsonShape;
  readings: number;
  /** What came after it last time. */
  next: Known | undefined;
}

/** Reads JSON texts like `parseJson`; those of a stream resemble each other, and that makes it several times as fast. */
export interface ShapedJson {
  /** The value must not be changed: what is as in an earlier text is the same object again. */
  parse(text: string): ReturnType<typeof parseJson>;
}

export function createShapedJson(): ShapedJson {
  return new Shapes();
}

class Shapes implements ShapedJson {
  /** The latest ones first. */
  readonly #known: Known[] = [];
  #last: Known | undefined;
  #patience = PATIENCE;
  #misses = 0;

  parse(text: string): ReturnType<typeof parseJson> {
    if (text.length > SHAPED_CHARS) return parseJson(text);
    const value = this.#read(text);
    if (value !== undefined) return { ok: true, value };
    const parsed = parseJson(text);
    this.#misses += 1;
    if (parsed.ok && this.#misses >= this.#patience) this.#learn(text, parsed.value);
    return parsed;
  }

  #read(text: string): unknown {
    const expected = this.#last?.next;
    if (expected !== undefined) {
      const value = expected.shape.read(text);
      if (value !== undefined) {
        this.#follow(expected);
        return value;
      }
    }
    const known = this.#known;
    const tried = Math.min(known.length, TRIED_SHAPES);
    for (let index = 0; index < tried; index += 1) {
      const one = known[index] as Known;
      if (one === expected) continue;
      const value = one.shape.read(text);
      if (value === undefined) continue;
      if (index > 0) {
        known.splice(index, 1);
        known.unshift(one);
      }
      this.#follow(one);
      return value;
    }
    return undefined;
  }

  #follow(one: Known): void {
    one.readings += 1;
    if (one.readings === WORTH_READINGS) this.#patience = PATIENCE;
    if (this.#last !== undefined) this.#last.next = one;
    this.#last = one;
  }

  #learn(text: string, value: unknown): void {
    this.#misses = 0;
    const shape = jsonShape(text, value);
    const dropped = this.#known.length === KEPT_SHAPES ? this.#known.pop() : undefined;
    const waste = shape === undefined || (dropped !== undefined && dropped.readings < WORTH_READINGS);
    if (waste) this.#patience = Math.min(this.#patience * 2, MOST_PATIENCE);
    if (shape !== undefined) this.#known.unshift({ shape, readings: 0, next: undefined });
  }
}
