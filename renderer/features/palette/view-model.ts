import type { IconName } from '../../ui/icons.ts';

export type EntryKind = 'command' | 'agent' | 'task' | 'context' | 'session' | 'event' | 'find';

export interface PaletteEntry {
  id: string;
  kind: EntryKind;
  icon: IconName;
  /** Class of the icon's colour. */
  tone?: string;
  label: string;
  /** What kind of thing it is. */
  hint?: string;
  keys?: string;
  run(): void;
}

/** First character of a query that narrows it to some kinds. */
export const PREFIXES: Readonly<Record<string, readonly EntryKind[]>> = {
  '>': ['command'],
  '#': ['task', 'context'],
  '@': ['agent'],
  ':': ['event'],
};

/** Entries shown at most; more words find the rest. */
export const PALETTE_LIMIT = 50;

export interface PaletteQuery {
  kinds?: readonly EntryKind[];
  words: string[];
}

export function readQuery(text: string): PaletteQuery {
  const trimmed = text.trimStart();
  const kinds = PREFIXES[trimmed.charAt(0)];
  const rest = kinds ? trimmed.slice(1) : trimmed;
  const words = rest
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  return kinds ? { kinds, words } : { words };
}

/** Lower is better; undefined when a word is missing. Starts of words and of the label come first. */
export function rank(label: string, words: readonly string[]): number | undefined {
  const text = label.toLowerCase();
  let sum = 0;
  for (const word of words) {
    const at = text.indexOf(word);
    if (at < 0) return undefined;
    sum += at === 0 ? 0 : /\W/.test(text.charAt(at - 1)) ? 1 : 3;
  }
  return sum;
}

/** Entries that have every word in their label or hint, best first within their group. */
export function search(entries: readonly PaletteEntry[], query: PaletteQuery): PaletteEntry[] {
  const found: { entry: PaletteEntry; score: number; order: number }[] = [];
  for (const [order, entry] of entries.entries()) {
    if (query.kinds && !query.kinds.includes(entry.kind)) continue;
    const score = rank(entry.label, query.words) ?? plus(rank(`${entry.label} ${entry.hint ?? ''}`, query.words), 10);
    if (score !== undefined) found.push({ entry, score, order });
  }
  found.sort(
    (one, other) => group(one.entry) - group(other.entry) || one.score - other.score || one.order - other.order,
  );
  return found.slice(0, PALETTE_LIMIT).map(({ entry }) => entry);
}

const plus = (score: number | undefined, more: number) => (score === undefined ? undefined : score + more);

/** Places come before commands, and looking elsewhere comes last. */
const group = (entry: PaletteEntry): number => ({ command: 1, find: 2 })[entry.kind as string] ?? 0;

/** The label cut into pieces, those that were searched for marked. */
export function marked(label: string, words: readonly string[]): { text: string; hit: boolean }[] {
  const lower = label.toLowerCase();
  const hit = new Array<boolean>(label.length).fill(false);
  for (const word of words) {
    const at = lower.indexOf(word);
    if (at >= 0) hit.fill(true, at, at + word.length);
  }
  const pieces: { text: string; hit: boolean }[] = [];
  for (let index = 0; index < label.length; index++) {
    const last = pieces[pieces.length - 1];
    if (last && last.hit === hit[index]) last.text += label[index];
    else pieces.push({ text: label[index] ?? '', hit: hit[index] === true });
  }
  return pieces;
}
