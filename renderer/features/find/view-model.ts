import type { FoundRow, SessionView } from '../../../shared/contract/views.ts';
import type { Filter } from '../../../shared/replay/filter/filter.ts';

/** What stands at one position of the results. */
export type FindItem =
  | { kind: 'session'; id: string; view: SessionView | undefined; count: number }
  | { kind: 'hit'; id: string; view: SessionView | undefined; hit: FoundRow };

/** Hits below the session they belong to, in the order in which they came. */
export function listOf(hits: readonly FoundRow[], sessions: readonly SessionView[]): FindItem[] {
  const views = new Map(sessions.map((session) => [session.id, session]));
  const counts = new Map<string, number>();
  for (const { session } of hits) counts.set(session, (counts.get(session) ?? 0) + 1);
  const items: FindItem[] = [];
  let last: string | undefined;
  for (const hit of hits) {
    const view = views.get(hit.session);
    if (hit.session !== last) {
      items.push({ kind: 'session', id: hit.session, view, count: counts.get(hit.session) ?? 0 });
      last = hit.session;
    }
    items.push({ kind: 'hit', id: `${hit.session} ${hit.seq}`, view, hit });
  }
  return items;
}

/** The words that a filter looks for, to mark them in what was found. */
export const wordsOf = ({ parts }: Filter): string[] =>
  parts
    .filter(({ key = 'text', negated }) => key === 'text' && !negated)
    .flatMap(({ values }) => values.map(({ text }) => text.toLowerCase()));

/** A text cut into pieces, every occurrence of a word marked. */
export function pieces(text: string, words: readonly string[]): { text: string; hit: boolean }[] {
  const lower = text.toLowerCase();
  // Where lower case changes the length, places no longer fit.
  if (lower.length !== text.length) return [{ text, hit: false }];
  const hit = new Uint8Array(text.length);
  for (const word of words) {
    if (word === '') continue;
    for (let at = lower.indexOf(word); at >= 0; at = lower.indexOf(word, at + word.length))
      hit.fill(1, at, at + word.length);
  }
  const found: { text: string; hit: boolean }[] = [];
  let from = 0;
  for (let at = 1; at <= text.length; at++) {
    if (at < text.length && hit[at] === hit[from]) continue;
    found.push({ text: text.slice(from, at), hit: hit[from] === 1 });
    from = at;
  }
  return found;
}
