import { performance } from 'node:perf_hooks';
import { lensEvent } from '../../../shared/a2a/reduce/lens-event.ts';
import type { LensFound, LensPreviewView } from '../../../shared/contract/lenses.ts';
import { createLenses } from '../../../shared/lenses/index.ts';
import { previewLens } from '../../../shared/lenses/user/lens.ts';
import { parseLensFile } from '../../../shared/lenses/user/parse.ts';
import { done, type Reply, refused } from '../../../shared/lib/result.ts';
import type { Entry } from '../../../shared/model/entry.ts';
import { entryAt, readEntry } from '../entries.ts';
import { FIND_SLICE_MS } from '../limits.ts';
import type { Session } from '../session.ts';
import { placedIssues } from './lens-view.ts';

/** What is to be said of a text, and what its lens makes of one entry. */
export async function previewText(
  text: string,
  at: { session: Session; seq: number } | undefined,
): Promise<Reply<LensPreviewView>> {
  const { lens, issues } = parseLensFile(text);
  const entry = at && (await entryAt(at.session, at.seq));
  if (at && !entry) return refused('not-found', `Session ${at.session.id} has no entry ${at.seq}.`);
  const event = at && entry && lensEvent((await readEntry(at.session, entry))?.reading);
  const blank = { matched: false, items: 0, sections: [], rest: [], silent: [] };
  const said = {
    ...(lens && { name: lens.id }),
    issues: placedIssues(text, issues),
    readable: event !== undefined,
  };
  if (lens === undefined || event === undefined) return done({ ...said, ...blank });
  const preview = previewLens(lens, event);
  const all = createLenses([lens]).readSections(event, lens);
  return done({ ...said, ...preview, rest: all.slice(preview.sections.length) });
}

/** The nearest entry on one side of a seq that the lens of a text is for. */
export async function findMatch(
  text: string,
  session: Session,
  from: number,
  direction: 'next' | 'previous',
): Promise<Reply<LensFound>> {
  const { lens } = parseLensFile(text);
  if (lens === undefined) return done({ scanned: from, done: true });
  const step = direction === 'next' ? 1 : -1;
  const { rows } = session;
  const known = new Map<number, Entry[]>();
  const start = performance.now();
  let scanned = from;
  const after = session.indexAfter(from);
  const before = session.indexAfter(from - 1) - 1;
  for (let index = step > 0 ? after : before; index >= 0 && index < rows.length; index += step) {
    const row = rows.at(index);
    if (row === undefined) break;
    scanned = row.seq;
    const entry = SILENT_KINDS.has(row.kind) ? undefined : await session.source?.entry(index);
    const event = entry && lensEvent((await readEntry(session, entry, known))?.reading);
    if (event && lens.detect(event)) return done({ seq: row.seq, scanned, done: true });
    if (performance.now() - start > FIND_SLICE_MS) return done({ scanned, done: false });
  }
  return done({ scanned, done: true });
}

/** Rows behind which there is no event. */
const SILENT_KINDS: ReadonlySet<string> = new Set(['response', 'end', 'note', 'comment', 'unreadable', 'error']);
