import { performance } from 'node:perf_hooks';
import { setImmediate as turn } from 'node:timers/promises';
import { done, type Reply, refused } from '../../../shared/lib/result.ts';
import { READ_SLICE_MS } from '../limits.ts';
import { Session } from '../session.ts';
import { openSessionFile } from '../store/session-reader.ts';
import type { LensSet } from './lens-set.ts';

/**
 * Makes the rows of a loaded session anew with other lenses. Who follows it goes on following: every entry gives one row
 * with any lenses, so places stay the same. The file of an ended session is read as a whole, which is faster.
 */
export async function rereadSession(session: Session, set: LensSet, file: string | undefined): Promise<Reply<null>> {
  const fresh = new Session(session.header, set, session.live);
  if (file !== undefined) {
    const opened = await openSessionFile(file, () => (entry) => fresh.push(entry));
    if (!opened.ok) return opened;
    await opened.value.close();
  }
  let slice = performance.now();
  // What is recorded meanwhile is read too; between the last look and the exchange nothing can come in.
  while (fresh.rows.length < session.rows.length) {
    const entry = await session.source?.entry(fresh.rows.length);
    if (!entry) return refused('storage', `Entry ${fresh.rows.length + 1} of ${session.id} cannot be read any more.`);
    fresh.push(entry);
    if (performance.now() - slice <= READ_SLICE_MS) continue;
    await turn();
    slice = performance.now();
  }
  session.adopt(fresh);
  return done(null);
}
