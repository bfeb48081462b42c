import { createFold } from '../../shared/a2a/reduce/fold.ts';
import type { Folded } from '../../shared/a2a/reduce/reading.ts';
import { lineData, sseData } from '../../shared/a2a/reduce/sse-data.ts';
import { ENTRY_BODY_CHARS } from '../../shared/contract/limits.ts';
import type { EntryView } from '../../shared/contract/views.ts';
import type { Reply } from '../../shared/lib/result.ts';
import { done, refused } from '../../shared/lib/result.ts';
import type { Body, Entry, Timings } from '../../shared/model/entry.ts';
import type { Row } from '../../shared/model/row.ts';
import type { Session } from './session.ts';

/** Looks entries up by seq and says all that can be said of them. */
export async function viewEntries(session: Session, seqs: readonly number[]): Promise<Reply<EntryView[]>> {
  const views: EntryView[] = [];
  const contexts = new Map<number, Entry[]>();
  for (const seq of seqs) {
    const entry = await entryAt(session, seq);
    if (!entry) return refused('not-found', `Session ${session.id} has no entry ${seq}.`);
    const view = viewOf(session, entry, await contextOf(session, entry, contexts));
    const timings = await timingsOf(session, entry);
    if (timings) view.timings = timings;
    views.push(view);
  }
  return done(views);
}

export async function entryAt(session: Session, seq: number): Promise<Entry | undefined> {
  const index = session.indexOf(seq);
  return index < 0 ? undefined : session.source?.entry(index);
}

/** Times of the entry's whole exchange as far as it has come: those of its end, else those of its head. */
async function timingsOf(session: Session, entry: Entry): Promise<Timings | undefined> {
  if ('timings' in entry && entry.kind === 'end') return entry.timings;
  if (!('exchange' in entry) || entry.exchange === undefined) return undefined;
  const { head, end } = session.exchange(entry.exchange);
  const seq = end ?? head;
  const last = seq === undefined ? undefined : await entryAt(session, seq);
  return last && 'timings' in last ? last.timings : undefined;
}

/** Request and head of the entry's exchange: what the fold needs to read the entry by itself. */
async function contextOf(session: Session, entry: Entry, known: Map<number, Entry[]>): Promise<Entry[]> {
  if (!('exchange' in entry) || entry.exchange === undefined) return [];
  let places = session.exchange(entry.exchange);
  while (places.earlier && (places.request ?? 0) > entry.seq) places = places.earlier;
  const { request, head } = places;
  let context = known.get(request ?? 0);
  if (!context || request === undefined) {
    const found = await Promise.all([request, head].map((seq) => seq && entryAt(session, seq)));
    context = found.filter((other): other is Entry => typeof other === 'object');
    known.set(request ?? 0, context);
  }
  return context.filter((other) => other.seq < entry.seq);
}

function placesOf(session: Session, exchange: number): EntryView['related'] {
  const { earlier: _, ...places } = session.exchange(exchange);
  return places;
}

function viewOf(session: Session, entry: Entry, context: Entry[]): EntryView {
  const row = session.rows.at(session.indexOf(entry.seq)) as Row;
  const folded = foldAlone(session, entry, context);
  const view: EntryView = {
    entry: withShortBody(entry),
    row,
    // By itself the entry may seem to lack what others of its exchange said, so only what the row counted is taken over.
    issues: session.findings(entry.seq) ?? (row.marks?.findings ? folded?.issues : undefined) ?? [],
    sections: folded?.sections ?? [],
    related: 'exchange' in entry && entry.exchange !== undefined ? placesOf(session, entry.exchange) : {},
  };
  if (folded?.reading) view.reading = folded.reading;
  const text = 'body' in entry ? entry.body.text : undefined;
  if (text !== undefined) {
    const data = dataOf(entry, text);
    if (data !== undefined) view.data = data.slice(0, ENTRY_BODY_CHARS);
  }
  if (view.entry !== entry) view.bodyCut = true;
  return view;
}

/** The same without the bytes, for those who go by the reading. */
export function withoutBody({ data: _, ...view }: EntryView): EntryView {
  const { entry } = view;
  return 'body' in entry ? { ...view, entry: { ...entry, body: { bytes: entry.body.bytes } } } : view;
}

/** What the payload of an entry says as JSON text. */
function dataOf(entry: Entry, text: string): string | undefined {
  if (entry.kind !== 'frame') return text;
  return entry.framing === 'sse' ? sseData(text) : entry.framing === 'line' ? lineData(text) : text;
}

/** What the fold says of one entry by itself. `known` saves reading the beginnings of exchanges again. */
export async function readEntry(
  session: Session,
  entry: Entry,
  known = new Map<number, Entry[]>(),
): Promise<Folded | undefined> {
  return foldAlone(session, entry, await contextOf(session, entry, known));
}

/**
 * Readings are not kept; the fold gives them again from the entry and its exchange's beginning, with the lenses that its
 * row was made with.
 */
function foldAlone({ lenses }: Session, entry: Entry, context: Entry[]): Folded | undefined {
  try {
    const fold = createFold(lenses.lenses);
    for (const other of context) fold.push(other);
    return fold.push(entry);
  } catch {
    return undefined;
  }
}

/** The same entry when its body is short enough for one reply. */
function withShortBody(entry: Entry): Entry {
  if (!('body' in entry)) return entry;
  const { text, base64 } = entry.body;
  if ((text ?? base64 ?? '').length <= ENTRY_BODY_CHARS) return entry;
  const body: Body = { ...entry.body };
  if (text !== undefined) body.text = text.slice(0, ENTRY_BODY_CHARS);
  // Four characters stand for three bytes; a cut elsewhere would damage the last ones.
  if (base64 !== undefined) body.base64 = base64.slice(0, ENTRY_BODY_CHARS - (ENTRY_BODY_CHARS % 4));
  return { ...entry, body };
}
