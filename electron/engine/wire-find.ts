import { performance } from 'node:perf_hooks';
import { setImmediate as turn } from 'node:timers/promises';
import type { FoundEntries } from '../../shared/contract/views.ts';
import { entryText } from './entry-text.ts';
import { createByteSearch } from './find/byte-search.ts';
import { FIND_CHUNK_BYTES, FIND_SLICE_MS, READ_SLICE_MS } from './limits.ts';
import type { EntrySource, Session } from './session.ts';
import type { EntryLines } from './store/offsets.ts';

/**
 * Looks through the entries after a seq for all the words, lower case, for `FIND_SLICE_MS` at most. The bytes of many
 * lines are searched at once for a part of a word, and only lines that have it are read as entries. Of the two characters
 * outside ASCII whose lower case is ASCII (U+212A, U+0130) none is found by a k or an i.
 */
export async function findEntries(
  session: Session,
  words: readonly string[],
  after: number,
  signal?: AbortSignal,
): Promise<FoundEntries> {
  const until = performance.now() + FIND_SLICE_MS;
  const { source, rows } = session;
  const found: FoundEntries = { hits: [], scanned: after, done: true };
  const needle = needleOf(words);
  if (!source) return found;
  const pieces = readAhead(source);
  let index = session.indexAfter(after);
  try {
    while (index < session.rows.length) {
      const lines = await pieces.take(index, session.rows.length);
      if (!lines) break;
      const count = Math.min(lines.count, session.rows.length - index);
      const next = candidatesOf(lines, needle);
      let slice = performance.now();
      for (let at = next(0); at < count; at = next(at + 1)) {
        const seq = rows.seqAt(index + at);
        if (matches(source, lines, at, words)) found.hits.push({ seq, exchange: rows.exchangeAt(index + at) });
        if (performance.now() - slice < READ_SLICE_MS) continue;
        await turn();
        slice = performance.now();
        if (signal?.aborted) return { ...found, scanned: seq, done: false };
      }
      index += count;
      found.scanned = rows.seqAt(index - 1);
      if (performance.now() > until || signal?.aborted) {
        found.done = index >= session.rows.length;
        break;
      }
    }
  } finally {
    await pieces.settled();
  }
  return found;
}

/** Reads the lines behind those that are looked at, into the same two pieces of memory again and again. */
function readAhead(source: EntrySource) {
  let memory = Buffer.allocUnsafeSlow(FIND_CHUNK_BYTES);
  let spare = Buffer.allocUnsafeSlow(FIND_CHUNK_BYTES);
  let coming: { index: number; lines: Promise<EntryLines | undefined> } | undefined;
  const begin = (index: number) => {
    const lines = source.lines(index, FIND_CHUNK_BYTES, spare);
    // Whoever takes them hears of it.
    lines.catch(() => undefined);
    [memory, spare] = [spare, memory];
    coming = { index, lines };
    return coming;
  };
  return {
    /** The lines from an index on; they are valid until the next call. */
    async take(index: number, end: number): Promise<EntryLines | undefined> {
      if (coming && coming.index !== index) await this.settled();
      const lines = await (coming?.index === index ? coming : begin(index)).lines;
      coming = undefined;
      if (lines && index + lines.count < end) begin(index + lines.count);
      return lines;
    },
    /** Nothing is being read any more. */
    async settled(): Promise<void> {
      await coming?.lines.catch(() => undefined);
    },
  };
}

function matches(source: EntrySource, lines: EntryLines, at: number, words: readonly string[]): boolean {
  const entry = source.read(lines.bytes.toString('utf8', lines.start(at), lines.end(at)));
  if (!entry) return false;
  const text = entryText(entry).toLowerCase();
  return words.every((word) => text.includes(word));
}

/** What every line with all the words has in its bytes; without one every line has to be read. */
interface Needle {
  text: string;
  search: ReturnType<typeof createByteSearch>;
  /** Letters of the needle are lower case, those of the lines may be capital. */
  folded: boolean;
  /** A line may spell it with escapes, as writers of plain ASCII do. */
  wide: boolean;
}

/**
 * ASCII that all writers of JSON leave as it is: quotes, backslashes and control characters are escaped by all, what has a
 * meaning in HTML by some. Spaces and colons stand between the parts of a head, which are apart in its line.
 */
const PLAIN = /[!#-%()*,-.0-9;=?-[\]^_a-~]+/g;
/** The same without letters. */
const CASELESS = /[!#-%()*,-.0-9;=?@[\]^_{-~]+/g;
/** East Asian scripts, which have no case. */
const WIDE = /[\u3001-\u9fff\uac00-\ud7af]+/g;
/** A caseless part this long is rare enough to prefer the faster search. */
const RARE_CHARS = 4;

function needleOf(words: readonly string[]): Needle | undefined {
  const caseless = longest(words, CASELESS);
  const plain = longest(words, PLAIN);
  if (caseless.length >= RARE_CHARS || (caseless !== '' && caseless.length === plain.length))
    return needleFor(caseless, { folded: false, wide: false });
  if (plain !== '') return needleFor(plain, { folded: true, wide: false });
  const wide = longest(words, WIDE);
  return wide === '' ? undefined : needleFor(wide, { folded: false, wide: true });
}

const needleFor = (text: string, kind: Pick<Needle, 'folded' | 'wide'>): Needle => ({
  text,
  search: createByteSearch(Buffer.from(text)),
  ...kind,
});

function longest(words: readonly string[], pattern: RegExp): string {
  const parts = words.flatMap((word) => word.match(pattern) ?? []);
  return parts.reduce((best, part) => (part.length > best.length ? part : best), '');
}

/** Gives the next line from one on that may have the words; the number of lines when there is none. */
function candidatesOf({ bytes, count, start }: EntryLines, needle: Needle | undefined): (from: number) => number {
  if (!needle || (needle.wide && bytes.includes('\\u'))) return (from) => from;
  // Lower case by byte: it changes no length, and nothing of ASCII that the needle could have.
  const lower = needle.folded ? bytes.toString('latin1').toLowerCase() : undefined;
  const placeFrom = (begin: number) =>
    lower === undefined ? needle.search(bytes, begin) : lower.indexOf(needle.text, begin);
  return (from) => {
    const place = from < count ? placeFrom(start(from)) : -1;
    if (place < 0) return count;
    let low = from;
    let high = count - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (start(middle) <= place) low = middle;
      else high = middle - 1;
    }
    return low;
  };
}
