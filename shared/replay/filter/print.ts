import type { Filter, FilterPart } from './filter.ts';

const NEEDS_QUOTES = /[\s,"]|^$/;
/** Read by itself such a word would be a condition, not a text. */
const LOOKS_LIKE_MORE = /^-|^[A-Za-z]{2,}:/;

/** A value as it has to be written behind a key or, `bare`, by itself. */
export function quoted(text: string, bare = false): string {
  const plain = bare ? !/\s|^"|^$/.test(text) && !LOOKS_LIKE_MORE.test(text) : !NEEDS_QUOTES.test(text);
  return plain ? text : `"${text.replace(/["\\]/g, '\\$&')}"`;
}

/** One condition in its usual spelling. */
export function printPart({ negated, key, values }: Pick<FilterPart, 'negated' | 'key' | 'values'>): string {
  const words = values.map(({ text }) => quoted(text, key === undefined)).join(',');
  return `${negated ? '-' : ''}${key === undefined ? '' : `${key}:`}${words}`;
}

/** The sound part of a filter in its usual spelling; reading it again gives the same conditions. */
export const printFilter = ({ parts }: Pick<Filter, 'parts'>): string => parts.map(printPart).join(' ');

/** The source without one of its parts. */
export function withoutPart(source: string, { from, to }: Pick<FilterPart, 'from' | 'to'>): string {
  return `${source.slice(0, from).trimEnd()} ${source.slice(to).trimStart()}`.trim();
}
