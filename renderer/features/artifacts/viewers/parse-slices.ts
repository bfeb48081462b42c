import { parseJson } from '../../../../shared/lib/json.ts';

export type Parsed = ReturnType<typeof parseJson>;

/** Characters that are parsed in one go. */
export const BATCH_CHARS = 32 * 1024;
/** Levels of values larger than a batch; a text with more of them is parsed as a whole. */
const LARGE_LEVELS = 32;

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_LIST = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

const isSpace = (code: number): boolean => code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;

/** The text is not what this reader can cut up. */
class NotCut extends Error {}

/**
 * Parses JSON piece by piece: between two pieces, which `undefined` stands for, somebody else may have a turn. What lies
 * in a large list or object is handed to the parser of the runtime in batches; a mistake is told in that one's own words.
 */
export function* parseInSlices(text: string, batch: number = BATCH_CHARS): Generator<undefined, Parsed> {
  if (text.length <= batch) return parseJson(text);
  try {
    const cutter = new Cutter(text, batch);
    const start = cutter.space(text.charCodeAt(0) === 0xfeff ? 1 : 0);
    if (!cutter.opens(start)) return parseJson(text);
    const value = yield* cutter.large(start, 0);
    if (cutter.space(cutter.at) < text.length) return parseJson(text);
    return { ok: true, value };
  } catch (error) {
    if (error instanceof NotCut || error instanceof SyntaxError) return parseJson(text);
    throw error;
  }
}

class Cutter {
  /** Behind the last value that was read. */
  at = 0;
  private readonly text: string;
  private readonly batch: number;

  constructor(text: string, batch: number) {
    this.text = text;
    this.batch = batch;
  }

  opens(at: number): boolean {
    const code = this.text.charCodeAt(at);
    return code === OPEN_LIST || code === OPEN_OBJECT;
  }

  /** First place that is no white space. */
  space(at: number): number {
    let next = at;
    while (isSpace(this.text.charCodeAt(next))) next++;
    return next;
  }

  /** A list or an object that may be larger than a batch. */
  *large(start: number, level: number): Generator<undefined, unknown> {
    if (level > LARGE_LEVELS) throw new NotCut();
    const { text } = this;
    const list = text.charCodeAt(start) === OPEN_LIST;
    const close = list ? CLOSE_LIST : CLOSE_OBJECT;
    const items: unknown[] = [];
    const object: Record<string, unknown> = {};
    /** Where the items begin that were not parsed yet. */
    let from = this.space(start + 1);
    let at = from;
    const take = (to: number) => {
      if (to <= from) return;
      const part = text.slice(from, to);
      if (list) for (const one of JSON.parse(`[${part}]`) as unknown[]) items.push(one);
      else for (const [key, one] of Object.entries(JSON.parse(`{${part}}`) as object)) put(object, key, one);
    };
    if (text.charCodeAt(at) === close) {
      this.at = at + 1;
      return list ? items : object;
    }
    for (;;) {
      const item = at;
      if (!list) at = this.behindKey(at);
      const end = this.end(at);
      if (end < 0) {
        // The commas in front of a large value belong to no batch.
        take(this.withoutComma(from, item));
        const key = list ? '' : (JSON.parse(text.slice(item, text.lastIndexOf(':', at - 1))) as string);
        const value = yield* this.large(at, level + 1);
        if (list) items.push(value);
        else put(object, key, value);
        at = this.space(this.at);
        from = at;
      } else at = this.space(end);
      const code = text.charCodeAt(at);
      if (code === close) {
        take(at);
        this.at = at + 1;
        return list ? items : object;
      }
      if (code !== COMMA) throw new NotCut();
      if (end < 0 || at - from > this.batch) {
        take(at);
        yield undefined;
        from = at + 1;
      }
      at = this.space(at + 1);
    }
  }

  /** End of items that a comma follows; `to` is where the next item begins. */
  private withoutComma(from: number, to: number): number {
    let end = to;
    while (end > from && (isSpace(this.text.charCodeAt(end - 1)) || this.text.charCodeAt(end - 1) === COMMA)) end--;
    return end;
  }

  /** Start of the value behind a key. */
  private behindKey(at: number): number {
    if (this.text.charCodeAt(at) !== QUOTE) throw new NotCut();
    const colon = this.space(this.behindString(at));
    if (this.text.charCodeAt(colon) !== COLON) throw new NotCut();
    return this.space(colon + 1);
  }

  private behindString(start: number): number {
    const { text } = this;
    for (let at = start + 1; ; at++) {
      at = text.indexOf('"', at);
      if (at < 0) throw new NotCut();
      let escapes = at;
      while (text.charCodeAt(escapes - 1) === BACKSLASH) escapes--;
      if ((at - escapes) % 2 === 0) return at + 1;
    }
  }

  /** Behind a value; -1 for a list or an object that is larger than a batch. */
  private end(start: number): number {
    const { text } = this;
    const first = text.charCodeAt(start);
    if (first === QUOTE) return this.behindString(start);
    let at = start;
    if (!this.opens(start)) {
      for (; at < text.length; at++) {
        const code = text.charCodeAt(at);
        if (code === COMMA || code === CLOSE_LIST || code === CLOSE_OBJECT || isSpace(code)) break;
      }
      if (at === start) throw new NotCut();
      return at;
    }
    for (let depth = 0; at < text.length; ) {
      const code = text.charCodeAt(at);
      if (code === QUOTE) at = this.behindString(at);
      else {
        if (code === OPEN_LIST || code === OPEN_OBJECT) depth++;
        else if ((code === CLOSE_LIST || code === CLOSE_OBJECT) && --depth === 0) return at + 1;
        at++;
      }
      if (at - start > this.batch) return -1;
    }
    throw new NotCut();
  }
}

/** As the parser of the runtime does it: `__proto__` is a key like any other. */
function put(object: Record<string, unknown>, key: string, value: unknown): void {
  if (key !== '__proto__') object[key] = value;
  else Object.defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true });
}
