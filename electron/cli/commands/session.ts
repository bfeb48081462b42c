import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Row } from '../../../shared/model/row.ts';
import { positional } from '../arguments.ts';
import type { Command } from '../command.ts';
import type { CommandEngine } from '../connection.ts';
import { failedOutcome } from '../outcome-line.ts';

/** Replays a loaded session to its end. */
function eachRow(engine: CommandEngine, session: string, onRow: (row: Row) => void): Promise<void> {
  return new Promise((resolve) => {
    let over = false;
    const feed = engine.openFeed({ session, after: 0 }, (batch) => {
      if (over) return;
      for (const row of batch.rows) onRow(row);
      const seq = batch.rows[batch.rows.length - 1]?.seq ?? 0;
      over = seq >= batch.last;
      // The handle is not there yet when the first batch comes before openFeed returns.
      queueMicrotask(() => {
        feed.ack(seq);
        if (!over) return;
        feed.close();
        resolve();
      });
    });
  });
}

export const session: Command = {
  words: ['session'],
  summary: 'print a saved session',
  positionals: [{ name: 'FILE', required: true, summary: 'a file kept with --save or by the window' }],
  options: [],
  examples: ['loupe session run.loupe.jsonl', 'loupe session run.loupe.jsonl --json'],
  async run({ args, engine, reporter }) {
    const path = positional(args, 0);
    let content: string;
    try {
      content = await readFile(path, 'utf8');
    } catch (error) {
      const message = `cannot read the file: ${error instanceof Error ? error.message : String(error)}`;
      return failedOutcome('session', { code: 'bad-input', message });
    }
    const opened = await engine.call('sessions.import', { name: basename(path), content });
    if (!opened.ok) return failedOutcome('session', { ...opened.error, code: 'bad-input' });
    if (!opened.value) return failedOutcome('session', { code: 'bad-input', message: `${path} holds no session` });
    const { id } = opened.value;
    await eachRow(engine, id, (row) => reporter.row(row));
    return {
      kind: 'outcome',
      outcome: 'ok',
      operation: 'session',
      warnings: [],
      events: [],
      event_count: 0,
      session: opened.value,
    };
  },
};
