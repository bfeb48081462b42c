import { useEffect, useReducer } from 'react';
import type { RunSpan } from '../../../shared/a2a/reduce/spans.ts';
import { type Asked, askedOf } from '../../../shared/a2a/reduce/spans-runs.ts';
import { call } from '../../state/bridge.ts';
import { rowOfSeq, useLogReading, useLogSession } from '../../state/log.ts';

/** Requests read in one go; a message may carry files. */
const READ_STEP = 25;

/** What the runs of one reading of a session asked for, by the number of their request. */
let known: { session: string; reading: number; asked: Map<number, Asked> } = {
  session: '',
  reading: 0,
  asked: new Map(),
};

/** What runs asked for: at first by the line that the timeline shows, and from the whole request once it was read. */
export function useAsked(runs: readonly RunSpan[]): (run: RunSpan) => Asked {
  const session = useLogSession();
  const reading = useLogReading();
  const [, render] = useReducer((count: number) => count + 1, 0);
  if (known.session !== session || known.reading !== reading) known = { session, reading, asked: new Map() };
  const { asked } = known;
  const missing = runs.map(({ seq }) => seq).filter((seq) => !asked.has(seq));
  const next = missing.slice(0, READ_STEP).join(' ');

  useEffect(() => {
    if (next === '') return undefined;
    let gone = false;
    const seqs = next.split(' ').map(Number);
    void call('entries.read', { session, seqs, brief: true }).then((reply) => {
      const read = new Map(reply.ok ? reply.value.map((view) => [view.row.seq, view.reading]) : []);
      for (const seq of seqs) {
        const found = read.get(seq);
        const message = found?.type === 'sent' ? found.message : undefined;
        asked.set(seq, message ? askedOf(message) : { text: rowOfSeq(seq)?.text ?? '' });
      }
      if (!gone) render();
    });
    return () => {
      gone = true;
    };
  }, [session, next, asked]);

  return ({ seq }) => asked.get(seq) ?? { text: rowOfSeq(seq)?.text ?? '' };
}
