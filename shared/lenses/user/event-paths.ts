import type { Json } from '../../lib/json.ts';

/** One place of an event, and what stands there in this one. */
export interface EventPath {
  path: string;
  /** The first value found there. */
  value: Json;
}

/** Paths listed of one event. */
export const EVENT_PATHS = 400;
/** Elements of a list that are looked at; the others are taken to be alike. */
const ELEMENTS = 20;
const DEPTH_LIMIT = 16;

const PLAIN = /^[\p{L}\p{N}_$-]+$/u;

/** One step of a path, as it is written. */
export const stepText = (name: string): string =>
  PLAIN.test(name) ? `.${name}` : `['${name.replace(/[\\']/g, '\\$&')}']`;

/** The places of a value, outer ones first; elements of lists share one path. */
export function eventPaths(value: Json, root = '$'): EventPath[] {
  const found = new Map<string, EventPath>();
  let level: EventPath[] = [{ path: root, value }];
  for (let depth = 0; level.length > 0 && depth < DEPTH_LIMIT && found.size < EVENT_PATHS; depth += 1) {
    const next: EventPath[] = [];
    for (const one of level) {
      if (depth > 0 && !found.has(one.path) && found.size < EVENT_PATHS) found.set(one.path, one);
      if (next.length < EVENT_PATHS) next.push(...below(one));
    }
    level = next;
  }
  return [...found.values()];
}

function below({ path, value }: EventPath): EventPath[] {
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.slice(0, ELEMENTS).map((element) => ({ path: `${path}[*]`, value: element }));
  return Object.keys(value).map((name) => ({ path: path + stepText(name), value: value[name] as Json }));
}
