import { at, type Pointer } from './pointer.ts';

/** Characters from `start` up to, but not including, `end`. */
export interface TextRange {
  start: number;
  end: number;
}

/** Nesting past which places are no longer looked for. */
const DEPTH_LIMIT = 200;

const SPACE = /[ \t\r\n]*/y;
const LITERAL = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
// biome-ignore lint/suspicious/noControlCharactersInRegex: RFC 8259 §7 forbids them in strings
const STRING = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"/y;

class Broken extends Error {
  constructor(readonly offset: number) {
    super();
  }
}

/** The values of a JSON text by their pointers, or the offset of the first character that does not belong there. */
export function placesIn(
  text: string,
): { ok: true; places: ReadonlyMap<Pointer, TextRange> } | { ok: false; offset: number } {
  const scanner = new Scanner(text);
  try {
    scanner.document();
    return { ok: true, places: scanner.places };
  } catch (error) {
    if (error instanceof Broken) return { ok: false, offset: error.offset };
    throw error;
  }
}

/**
 * Where a value stands in a JSON text. For one that is not there: the opening bracket of the innermost value around it. In
 * a text that is no JSON: the character where it stops being JSON.
 */
export function placeOf(text: string, pointer: Pointer): TextRange {
  const found = placesIn(text);
  if (!found.ok) return { start: found.offset, end: Math.min(found.offset + 1, text.length) };
  const exact = found.places.get(pointer);
  if (exact !== undefined && pointer !== '') return exact;
  for (let parent = pointer; ; parent = parent.slice(0, Math.max(0, parent.lastIndexOf('/')))) {
    const around = found.places.get(parent);
    if (around !== undefined) return { start: around.start, end: Math.min(around.start + 1, around.end) };
    if (parent === '') return { start: 0, end: 0 };
  }
}

/** Line and column of an offset, both from 1. */
export function lineOf(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset).split('\n');
  return { line: before.length, column: (before[before.length - 1] as string).length + 1 };
}

class Scanner {
  readonly places = new Map<Pointer, TextRange>();
  private at = 0;

  constructor(private readonly text: string) {}

  document(): void {
    if (this.text.charCodeAt(0) === 0xfeff) this.at = 1;
    this.value('', 0);
    if (this.at < this.text.length) throw new Broken(this.at);
  }

  private take(pattern: RegExp): string {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text)?.[0] ?? '';
    this.at += found.length;
    return found;
  }

  private expect(pattern: RegExp): string {
    const found = this.take(pattern);
    if (found === '') throw new Broken(this.at);
    return found;
  }

  private char(wanted: string): boolean {
    if (this.text[this.at] !== wanted) return false;
    this.at += 1;
    this.take(SPACE);
    return true;
  }

  private value(pointer: Pointer, depth: number): void {
    this.take(SPACE);
    const start = this.at;
    if (depth > DEPTH_LIMIT) throw new Broken(start);
    let end: number;
    if (this.char('{')) end = this.members(pointer, depth);
    else if (this.char('[')) end = this.elements(pointer, depth);
    else {
      this.expect(this.text[start] === '"' ? STRING : LITERAL);
      end = this.at;
    }
    this.places.set(pointer, { start, end });
    this.take(SPACE);
  }

  private members(pointer: Pointer, depth: number): number {
    if (this.text[this.at] !== '}') {
      do {
        const key = JSON.parse(this.expect(STRING)) as string;
        this.take(SPACE);
        if (!this.char(':')) throw new Broken(this.at);
        this.value(at(pointer, key), depth + 1);
      } while (this.char(','));
    }
    return this.close('}');
  }

  private elements(pointer: Pointer, depth: number): number {
    if (this.text[this.at] !== ']') {
      let index = 0;
      do {
        this.value(at(pointer, index), depth + 1);
        index += 1;
      } while (this.char(','));
    }
    return this.close(']');
  }

  private close(bracket: string): number {
    if (this.text[this.at] !== bracket) throw new Broken(this.at);
    this.at += 1;
    return this.at;
  }
}
