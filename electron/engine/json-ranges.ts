import type { Pointer } from '../../shared/lib/pointer.ts';
import { at } from '../../shared/lib/pointer.ts';

/** One value inside a JSON text. */
export interface JsonRange {
  pointer: Pointer;
  /** Key it stands under; undefined for list items. */
  key: string | undefined;
  /** Index of the first and after the last character of the value. */
  start: number;
  end: number;
}

/** Deeper values are passed over as one piece; real messages stay far below. */
const DEPTH_LIMIT = 200;

/**
 * Visits every value of a JSON text with its place in the text, containers after their content. Text that is no JSON ends
 * the walk early; nothing is thrown. Used where values have to be cut or replaced without touching the rest.
 */
export function walkJson(text: string, from: number, visit: (range: JsonRange) => void): void {
  let position = from;

  const space = () => {
    while (position < text.length && ' \t\n\r'.includes(text[position] as string)) position += 1;
  };
  const string = (): boolean => {
    if (text[position] !== '"') return false;
    for (position += 1; position < text.length; position += 1) {
      const code = text.charCodeAt(position);
      if (code === 0x5c) position += 1;
      else if (code === 0x22) {
        position += 1;
        return true;
      }
    }
    return false;
  };
  const scalar = (): boolean => {
    if (text[position] === '"') return string();
    const start = position;
    while (position < text.length && !',]} \t\n\r'.includes(text[position] as string)) position += 1;
    return position > start;
  };
  const value = (pointer: Pointer, key: string | undefined, depth: number): boolean => {
    space();
    const start = position;
    const opening = text[position];
    const good =
      opening === '{' || opening === '[' ? depth < DEPTH_LIMIT && members(pointer, opening === '{', depth) : scalar();
    if (good) visit({ pointer, key, start, end: position });
    return good;
  };
  const members = (pointer: Pointer, object: boolean, depth: number): boolean => {
    const close = object ? '}' : ']';
    position += 1;
    space();
    if (text[position] === close) {
      position += 1;
      return true;
    }
    for (let index = 0; ; index += 1) {
      let key: string | undefined;
      if (object) {
        space();
        const start = position;
        if (!string()) return false;
        key = unquote(text.slice(start, position));
        space();
        if (text[position] !== ':') return false;
        position += 1;
      }
      if (!value(at(pointer, key ?? index), key, depth + 1)) return false;
      space();
      const next = text[position];
      position += 1;
      if (next === close) return true;
      if (next !== ',') return false;
    }
  };
  value('', undefined, 0);
}

function unquote(literal: string): string {
  if (!literal.includes('\\')) return literal.slice(1, -1);
  try {
    return JSON.parse(literal) as string;
  } catch {
    return literal.slice(1, -1);
  }
}

/** The text of the value a pointer names, spelled as in the source; undefined when it is not there. */
export function sliceJson(text: string, pointer: Pointer): string | undefined {
  let found: string | undefined;
  walkJson(text, 0, (range) => {
    if (range.pointer === pointer) found = text.slice(range.start, range.end);
  });
  return found;
}
