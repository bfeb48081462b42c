/** Characters kept at each end of a shortened id. */
const ID_ENDS = 4;
/** Ids up to this length are shown whole. */
const ID_WHOLE = 12;

/** `7647d0b2-…-c8f1` becomes `7647…c8f1`; `extra` characters more at both ends tell look-alikes apart. */
export function shortId(id: string, extra = 0): string {
  const ends = ID_ENDS + extra;
  return id.length <= Math.max(ID_WHOLE, ends * 2 + 1) ? id : `${id.slice(0, ends)}…${id.slice(-ends)}`;
}

let counts: Intl.NumberFormat | undefined;

/** A count, grouped as the language does it. */
export function formatCount(count: number): string {
  // Nothing to group, and the tables for it take longer to load than the first screen has.
  if (Number.isInteger(count) && count >= 0 && count < 1_000) return String(count);
  counts ??= new Intl.NumberFormat();
  return counts.format(count);
}

/** Exact below 1,000 bytes, then kB and MB to one decimal, factor 1,000. */
export function formatBytes(bytes: number): string {
  if (bytes < 1_000) return `${bytes} B`;
  if (bytes < 999_950) return `${(bytes / 1_000).toFixed(1)} kB`;
  if (bytes < 999_950_000) return `${(bytes / 1_000_000).toFixed(1)} MB`;
  return `${(bytes / 1_000_000_000).toFixed(1)} GB`;
}

/** `41 ms`, `2.37 s`, `1 min 12 s`. */
export function formatDuration(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1_000).toFixed(ms < 10_000 ? 2 : 1)} s`;
  const seconds = Math.round(ms / 1_000);
  return seconds < 3_600
    ? `${Math.floor(seconds / 60)} min ${seconds % 60} s`
    : `${Math.floor(seconds / 3_600)} h ${Math.floor((seconds % 3_600) / 60)} min`;
}

/** Seconds with three decimals, as lists show it. */
export const formatSeconds = (ms: number): string => (ms / 1_000).toFixed(3);

/** Wall clock with milliseconds, 24 hours, local zone. */
export function formatClock(epochMs: number): string {
  const date = new Date(epochMs);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}.${String(date.getMilliseconds()).padStart(3, '0')}`;
}

// Joiners stay: emoji and several scripts need them. Line breaks and tabs are dealt with where a text is laid out.
const HIDDEN = /(?![\n\r\t\u200c\u200d])[\p{Cc}\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu;

/** Draws control and bidi characters as visible escapes, so that text cannot lie about itself. */
export const showHidden = (text: string): string =>
  text.replace(HIDDEN, (hidden) => `\\u${hidden.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** Characters a cell lays out at most. */
const CELL_LIMIT = 512;

/** One line for a cell: hidden characters visible, line breaks as a thin mark, cut before layout. */
export function oneLine(text: string): string {
  const cut = text.length > CELL_LIMIT ? `${text.slice(0, CELL_LIMIT)}…` : text;
  return showHidden(cut.replace(/\r\n|\r|\n/g, '\u2009↵\u2009').replace(/\t/g, ' '));
}
