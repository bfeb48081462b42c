import type { OutcomeView } from '../../shared/contract/views.ts';
import { done, type Reply } from '../../shared/lib/result.ts';
import type { Row } from '../../shared/model/row.ts';
import type { Connection } from './connection.ts';

/**
 * Listens to an exchange and, where the engine opens broken streams again, to those that take its place. The outcome is
 * that of the last one, with the issues of all. `onStep` gets the row of every step; Ctrl+C stops the attempts.
 */
export async function listenOn(
  connection: Connection,
  exchange: number,
  listen: (exchange: number) => Promise<Reply<OutcomeView>>,
  onStep: (row: Row) => void,
): Promise<Reply<OutcomeView>> {
  const settings = await connection.engine.call('settings.get', {});
  const again = settings.ok && settings.value.autoResubscribe === true;
  const steps = createSteps(connection, onStep);
  let outcome = await listen(exchange);
  const issues = outcome.ok ? [...outcome.value.issues] : [];
  while (again && outcome.ok && outcome.value.outcome === 'cut' && outcome.value.task) {
    const next = await steps.next(outcome.value.task.id);
    if (next === undefined) break;
    outcome = await listen(next);
    if (outcome.ok) issues.push(...outcome.value.issues);
  }
  return outcome.ok ? done({ ...outcome.value, issues }) : outcome;
}

/** Follows what the engine does about streams that broke. */
function createSteps({ engine, session, terminal, agent }: Connection, onStep: (row: Row) => void) {
  let seen = 0;

  const wait = (task: string): Promise<number | undefined> =>
    new Promise((resolve) => {
      const feed = engine.openFeed({ session, after: seen }, (batch) => {
        for (const row of batch.rows) {
          seen = row.seq;
          const step = row.kind === 'note' && row.task === task ? row.reconnect : undefined;
          if (!step) continue;
          onStep(row);
          if (step.phase !== 'connected' && step.phase !== 'gave-up') continue;
          // The handle is not there yet when the first batch comes before openFeed returns.
          queueMicrotask(() => feed.close());
          resolve(step.phase === 'connected' ? row.exchange : undefined);
          return;
        }
        const { last } = batch;
        queueMicrotask(() => feed.ack(last));
      });
    });

  return {
    /** The exchange that takes the place of a task's broken one; undefined when Loupe gave up. */
    async next(task: string): Promise<number | undefined> {
      const release = terminal.onInterrupt(() => void engine.call('streams.stop', { agent: agent.id, task }));
      try {
        return await wait(task);
      } finally {
        release();
      }
    },
  };
}
