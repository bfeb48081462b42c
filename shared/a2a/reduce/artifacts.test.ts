import { describe, expect, it } from 'vitest';
import { ROW_ARTIFACT_LIMIT, type Row, type RowArtifact } from '../../model/row.ts';
import { type ArtifactRecord, Artifacts, EARLIER_VERSIONS_LIMIT, editionState } from './artifacts.ts';
import { createFold } from './fold.ts';
import { SessionScript } from './testing/session-script.ts';
import { createTree } from './tree.ts';

interface Step extends Partial<Row> {
  artifact?: RowArtifact;
}

/** Folds rows of one task, of exchange 1 unless a step says another. */
function fold(steps: readonly Step[]): Artifacts {
  const tree = createTree();
  const artifacts = new Artifacts(tree);
  const base = { at: 0, lane: 'artifact', agent: 'a', context: 'c', task: 't', text: '', size: 1 } as const;
  const seen = new Set<number>();
  let seq = 0;
  for (const step of steps) {
    const exchange = step.exchange ?? 1;
    const rows: Row[] = [];
    if (!seen.has(exchange) && step.kind !== 'delivery') {
      rows.push({ ...base, lane: 'request', kind: 'request', exchange, seq: ++seq, name: 'SendStreamingMessage' });
      seen.add(exchange);
    }
    rows.push({ ...base, kind: step.artifacts ? 'task' : 'artifact', exchange, ...step, seq: ++seq });
    for (const row of rows) {
      tree.push(row);
      artifacts.push(row);
    }
  }
  return artifacts;
}

const write = (id: string, bytes: number, more: Partial<RowArtifact> = {}): Step => ({
  artifact: { id, bytes, ...more },
});
const only = (artifacts: Artifacts): ArtifactRecord => artifacts.records[0] as ArtifactRecord;

describe('Artifacts', () => {
  it('append to what is there, and end with the last chunk', () => {
    const record = only(
      fold([
        write('x', 3, { name: 'plan.md', mediaType: 'text/markdown' }),
        write('x', 4, { append: true }),
        write('x', 5, { append: true, last: true }),
      ]),
    );
    expect(record).toMatchObject({ id: 'x', name: 'plan.md', mediaType: 'text/markdown', task: 't' });
    expect(record.current).toMatchObject({ bytes: 12, sealed: true, number: 1 });
    expect(record.current.writes.map(({ kind }) => kind)).toEqual(['new', 'append', 'append']);
    expect(editionState(record.current)).toBe('complete');
  });

  it('are incomplete without a last chunk', () => {
    expect(editionState(only(fold([write('x', 3)])).current)).toBe('incomplete');
  });

  it('flag what is appended after the last chunk', () => {
    const { current } = only(fold([write('x', 3, { last: true }), write('x', 2, { append: true })]));
    expect(editionState(current)).toBe('written-after-close');
    expect(current.writes.map(({ late }) => late)).toEqual([false, true]);
    expect(current.bytes).toBe(5);
  });

  it('keep what was there when they are written anew', () => {
    const record = only(fold([write('x', 3, { last: true }), write('x', 7)]));
    expect(record.earlier).toMatchObject([{ number: 1, bytes: 3, sealed: true }]);
    expect(record.current).toMatchObject({ number: 2, bytes: 7, sealed: false, lateWrites: 0 });
  });

  it('keep a bounded number of versions', () => {
    const steps = Array.from({ length: EARLIER_VERSIONS_LIMIT + 5 }, (_, at) => write('x', at + 1));
    const record = only(fold(steps));
    expect(record.earlier).toHaveLength(EARLIER_VERSIONS_LIMIT);
    expect(record.current.number).toBe(EARLIER_VERSIONS_LIMIT + 5);
  });

  it('are kept apart by task and id', () => {
    const { records } = fold([write('x', 1), write('y', 2), { ...write('x', 4), task: 't2', exchange: 2 }]);
    expect(records.map(({ id, task, current }) => [id, task, current.bytes])).toEqual([
      ['x', 't', 1],
      ['y', 't', 2],
      ['x', 't2', 4],
    ]);
  });

  it('are confirmed by a snapshot of the ended task that holds the same', () => {
    const end = { state: 'TASK_STATE_COMPLETED', artifacts: [{ id: 'x', bytes: 3 }] } as const;
    const { current, earlier } = only(fold([write('x', 3), { ...end, artifacts: [...end.artifacts] }]));
    expect(editionState(current)).toBe('complete');
    expect(current.writes).toHaveLength(1);
    expect(earlier).toEqual([]);
  });

  it('are not changed by a snapshot that holds less', () => {
    const { current } = only(
      fold([write('x', 3), { state: 'TASK_STATE_WORKING', artifacts: [{ id: 'x', bytes: 1 }] }]),
    );
    expect(current).toMatchObject({ bytes: 3, confirmed: false });
  });

  it('take over a snapshot that holds more, and go on from it', () => {
    const record = only(
      fold([
        write('x', 3),
        { state: 'TASK_STATE_WORKING', artifacts: [{ id: 'x', bytes: 9 }] },
        write('x', 2, { append: true, last: true }),
      ]),
    );
    expect(record.current.writes.map(({ kind, bytes }) => [kind, bytes])).toEqual([
      ['whole', 9],
      ['append', 2],
    ]);
    expect(record.earlier).toHaveLength(1);
  });

  it('count one of two streams on the same task until it ends', () => {
    const second = { ...write('x', 2, { append: true }), exchange: 2 };
    const both = [write('x', 1), { ...write('x', 1), exchange: 2 }, write('x', 2, { append: true }), second];
    expect(only(fold(both)).current.bytes).toBe(3);
    const after: Step[] = [...both, { kind: 'end', lane: 'request', name: 'cut' }, { ...second }];
    expect(only(fold(after)).current.bytes).toBe(5);
  });

  it('leave out deliveries beside a stream, and those that were refused', () => {
    const delivery = { ...write('x', 8), kind: 'delivery', exchange: 0, status: 200 } as const;
    expect(only(fold([write('x', 1), delivery])).current.bytes).toBe(1);
    expect(fold([{ ...delivery, status: 401 }]).records).toEqual([]);
    const accepted = { verified: true, accepted: 1 };
    expect(only(fold([{ ...delivery, status: 401, delivery: accepted }])).current.bytes).toBe(8);
  });

  it('leave out what is delivered before the open stream says it', () => {
    const response: Step = { kind: 'response', lane: 'request', stream: true };
    const delivery = { ...write('x', 8), kind: 'delivery', exchange: 0, status: 200 } as const;
    const streamed = only(fold([response, { kind: 'status' }, delivery, write('x', 8)]));
    expect(streamed).toMatchObject({ current: { number: 1, bytes: 8 }, earlier: [] });
    expect(streamed.current.writes.map(({ seq }) => seq)).toEqual([5]);
  });

  it('take in a delivery that was refused and then accepted by the person', () => {
    const accepted = { kind: 'delivery', exchange: 0, status: 401, delivery: { verified: true, accepted: 1 } } as const;
    expect(only(fold([{ ...write('x', 8), ...accepted }])).current).toMatchObject({ bytes: 8, number: 1 });
    expect(only(fold([{ artifacts: [{ id: 'x', bytes: 5 }], ...accepted }])).current.bytes).toBe(5);
  });

  it('of a delivered task are a snapshot, beside a stream too', () => {
    const whole = { kind: 'delivery', exchange: 0, status: 200, delivery: { verified: true } } as const;
    const end = { ...whole, state: 'TASK_STATE_COMPLETED' } as const;
    const { current } = only(fold([write('x', 3), { ...end, artifacts: [{ id: 'x', bytes: 3 }] }]));
    expect(current).toMatchObject({ bytes: 3, confirmed: true });
    expect(fold([{ ...end, status: 500, artifacts: [{ id: 'x', bytes: 3 }] }]).records).toEqual([]);
  });
});

/** A task with many artifacts, fetched and delivered. */
function snapshots(count: number) {
  const artifacts = Array.from({ length: count }, (_, at) => ({ artifactId: `x${at}`, parts: [{ text: 'abc' }] }));
  const task = { id: 't', contextId: 'c', status: { state: 'TASK_STATE_COMPLETED' }, artifacts };
  const fetched = new SessionScript();
  fetched.answer(fetched.call('GetTask', { id: 't' }), task);
  const delivered = new SessionScript();
  delivered.deliver({ task });
  return { fetched, delivered };
}

describe.each(['fetched', 'delivered'] as const)('artifacts of a task that was %s', (way) => {
  const found = (count: number) => {
    const [fold, tree] = [createFold(), createTree()];
    const artifacts = new Artifacts(tree);
    const codes: string[] = [];
    for (const entry of snapshots(count)[way].entries) {
      const { row, issues } = fold.push(entry);
      tree.push(row);
      artifacts.push(row);
      codes.push(...issues.map(({ code }) => code));
    }
    return { records: artifacts.records, codes };
  };

  it('are all there, hundreds too', () => {
    const { records, codes } = found(300);
    expect(records.map(({ id }) => id)).toEqual(Array.from({ length: 300 }, (_, at) => `x${at}`));
    expect(records[299]?.current).toMatchObject({ bytes: 3, confirmed: true });
    expect(codes).toEqual([]);
  });

  it('beyond the limit are told of', () => {
    const { records, codes } = found(ROW_ARTIFACT_LIMIT + 1);
    expect(records).toHaveLength(ROW_ARTIFACT_LIMIT);
    expect(codes).toEqual(['many-artifacts']);
  });
});
