import type { Engine } from '../../electron/engine/engine.ts';
import { READ_LIMIT } from '../../shared/contract/limits.ts';
import type { EntryView } from '../../shared/contract/views.ts';
import type { Row } from '../../shared/model/row.ts';

/** All rows of a session up to now. */
function rowsOf(engine: Engine, session: string): Promise<Row[]> {
  return new Promise((resolve) => {
    const rows: Row[] = [];
    const feed = engine.openFeed({ session, after: 0 }, (batch) => {
      rows.push(...batch.rows);
      const last = rows[rows.length - 1]?.seq ?? 0;
      queueMicrotask(() => feed.ack(last));
      if (last < batch.last) return;
      queueMicrotask(() => feed.close());
      resolve(rows);
    });
  });
}

/** Every entry of a session up to now, in order. */
export async function readSession(engine: Engine, session: string): Promise<EntryView[]> {
  const seqs = (await rowsOf(engine, session)).map((row) => row.seq);
  const views: EntryView[] = [];
  for (let from = 0; from < seqs.length; from += READ_LIMIT) {
    const reply = await engine.call('entries.read', { session, seqs: seqs.slice(from, from + READ_LIMIT) });
    if (!reply.ok) throw new Error(`The session cannot be read: ${reply.error.message}`);
    views.push(...reply.value);
  }
  return views;
}
