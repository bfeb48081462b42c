import { READ_LIMIT } from '../../shared/contract/limits.ts';
import type { EntryView, OutcomeView } from '../../shared/contract/views.ts';
import { done, type Reply } from '../../shared/lib/result.ts';
import type { Row } from '../../shared/model/row.ts';
import type { Connection } from './connection.ts';

/** Rows that never belong to what an agent said in a stream or an answer. */
const NOT_FRAMES: ReadonlySet<Row['kind']> = new Set(['request', 'response', 'end', 'delivery', 'answer', 'note']);

/** Entries of one exchange in order, read in pages while they arrive. */
function followExchange(connection: Connection, exchange: number, onEntry: (view: EntryView) => void): Promise<void> {
  const { engine, session } = connection;
  return new Promise((resolve, reject) => {
    const waiting: number[] = [];
    let ended = false;
    let reading = false;

    const pump = async () => {
      if (reading) return;
      reading = true;
      while (waiting.length > 0) {
        const seqs = waiting.splice(0, READ_LIMIT);
        const reply = await engine.call('entries.read', { session, seqs });
        if (!reply.ok) throw new Error(reply.error.message);
        for (const view of reply.value) onEntry(view);
      }
      reading = false;
      if (ended) {
        feed.close();
        resolve();
      }
    };

    const feed = engine.openFeed({ session, after: 0 }, (batch) => {
      for (const row of batch.rows) {
        if (row.exchange !== exchange) continue;
        if (row.kind === 'end') ended = true;
        else if (!NOT_FRAMES.has(row.kind)) waiting.push(row.seq);
      }
      const last = batch.rows[batch.rows.length - 1];
      // The handle is not there yet when the first batch comes before openFeed returns.
      if (last) queueMicrotask(() => feed.ack(last.seq));
      void Promise.resolve().then(pump).catch(reject);
    });
  });
}

/**
 * Waits for the end of an exchange and hands on what every frame said, in order. Ctrl+C stops listening: the exchange
 * then ends as `aborted`.
 */
export async function follow(
  connection: Connection,
  exchange: number,
  onEntry: (view: EntryView) => void,
): Promise<Reply<OutcomeView>> {
  const { engine, terminal } = connection;
  const release = terminal.onInterrupt(() => void engine.call('calls.abort', { exchange }));
  try {
    const [outcome] = await Promise.all([
      engine.call('calls.outcome', { exchange }),
      followExchange(connection, exchange, onEntry),
    ]);
    return outcome.ok ? done(outcome.value) : outcome;
  } finally {
    release();
  }
}
