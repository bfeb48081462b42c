import type { Json } from '../../lib/json.ts';

/** Characters of one path. */
export const PATH_CHARS = 500;
/** Steps of one path. */
export const PATH_STEPS = 32;
/** Values one path gives; the rest is not looked at. */
export const PATH_RESULTS = 256;

/** A member, an element (from the end when negative), or every member or element. */
export type Step = string | number | typeof ALL;
export const ALL = Symbol('*');

/** `$` starts at the event, `@` at the item the lens is reading. */
export interface JsonPath {
  root: '$' | '@';
  steps: readonly Step[];
  text: string;
}

export type ParsedPath = { ok: true; path: JsonPath } | { ok: false; message: string; position: number };

const NAME = /[\p{L}\p{N}_$-]+/uy;
const INDEX = /-?\d{1,9}/y;

class Refused extends Error {
  constructor(
    message: string,
    readonly position: number,
  ) {
    super(message);
  }
}

/**
 * Parses the part of JSONPath (RFC 9535) that only names places: `.name`, `['name']`, `[0]`, `[-1]`, `[*]` and `.*`. There
 * are no filters, slices, descendants or functions, so reading a path never runs anything and always ends.
 */
export function parsePath(text: string): ParsedPath {
  try {
    return { ok: true, path: { root: rootOf(text), steps: stepsOf(text), text } };
  } catch (error) {
    if (error instanceof Refused) return { ok: false, message: error.message, position: error.position };
    throw error;
  }
}

function rootOf(text: string): '$' | '@' {
  if (text.length > PATH_CHARS) throw new Refused(`A path has at most ${PATH_CHARS} characters.`, PATH_CHARS);
  const root = text[0];
  if (root === '$' || root === '@') return root;
  throw new Refused('A path starts with $ or @.', 0);
}

function stepsOf(text: string): Step[] {
  const steps: Step[] = [];
  let at = 1;
  while (at < text.length) {
    if (steps.length >= PATH_STEPS) throw new Refused(`A path has at most ${PATH_STEPS} steps.`, at);
    const { step, end } = text[at] === '.' ? dotStep(text, at) : bracketStep(text, at);
    steps.push(step);
    at = end;
  }
  return steps;
}

interface Found {
  step: Step;
  end: number;
}

function match(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0];
}

function dotStep(text: string, at: number): Found {
  if (text[at + 1] === '.') throw new Refused('Descendants (..) are not supported.', at);
  if (text[at + 1] === '*') return { step: ALL, end: at + 2 };
  const name = match(NAME, text, at + 1);
  if (name === undefined) throw new Refused('A name is missing after the dot.', at + 1);
  return { step: name, end: at + 1 + name.length };
}

function bracketStep(text: string, at: number): Found {
  if (text[at] !== '[') throw new Refused('A dot or an opening bracket was expected.', at);
  const found = inBrackets(text, at + 1);
  if (text[found.end] !== ']') throw new Refused('A closing bracket was expected.', found.end);
  return { step: found.step, end: found.end + 1 };
}

function inBrackets(text: string, at: number): Found {
  const first = text[at];
  if (first === '*') return { step: ALL, end: at + 1 };
  if (first === '"' || first === "'") return quoted(text, at, first);
  if (first === '?') throw new Refused('Filters are not supported.', at);
  const index = match(INDEX, text, at);
  if (index === undefined) throw new Refused('An index, a quoted name or * was expected.', at);
  return { step: Number(index), end: at + index.length };
}

function quoted(text: string, at: number, quote: string): Found {
  let name = '';
  for (let i = at + 1; i < text.length; i++) {
    const char = text[i] as string;
    if (char === quote) return { step: name, end: i + 1 };
    if (char === '\\') i++;
    name += text[i] ?? '';
  }
  throw new Refused('The quoted name never ends.', at);
}

/** Own members only: a path must not reach what every object inherits. */
function member(value: Json, step: string | number): Json | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (Array.isArray(value)) return typeof step === 'number' ? value[step < 0 ? value.length + step : step] : undefined;
  return typeof step === 'string' && Object.hasOwn(value, step) ? value[step] : undefined;
}

/** Whether the path leads anywhere (with `wanted`: to that value). Allocates nothing for paths without `*`. */
export function leadsTo(value: Json, path: JsonPath, wanted?: Json): boolean {
  return leads(value, path.steps, 0, wanted);
}

function leads(value: Json, steps: readonly Step[], from: number, wanted: Json | undefined): boolean {
  let here = value;
  for (let i = from; i < steps.length; i++) {
    const step = steps[i] as Step;
    if (step === ALL) {
      if (typeof here !== 'object' || here === null) return false;
      const members = Array.isArray(here) ? here : Object.values(here);
      const end = Math.min(members.length, PATH_RESULTS);
      for (let k = 0; k < end; k++) if (leads(members[k] as Json, steps, i + 1, wanted)) return true;
      return false;
    }
    const next = member(here, step);
    if (next === undefined) return false;
    here = next;
  }
  return wanted === undefined || here === wanted;
}

/** The values at the path in document order, at most PATH_RESULTS of them. */
export function valuesAt(value: Json, path: JsonPath): Json[] {
  let here: Json[] = [value];
  for (const step of path.steps) {
    const next: Json[] = [];
    for (const one of here) {
      if (step === ALL) {
        if (typeof one !== 'object' || one === null) continue;
        next.push(...(Array.isArray(one) ? one : Object.values(one)).slice(0, PATH_RESULTS));
      } else {
        const found = member(one, step);
        if (found !== undefined) next.push(found);
      }
      if (next.length >= PATH_RESULTS) break;
    }
    here = next.length > PATH_RESULTS ? next.slice(0, PATH_RESULTS) : next;
  }
  return here;
}
