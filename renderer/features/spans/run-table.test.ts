import { describe, expect, it } from 'vitest';
import type { RunSpan } from '../../../shared/a2a/reduce/spans.ts';
import { type Asked, groupRuns } from '../../../shared/a2a/reduce/spans-runs.ts';
import { askedWords, runTable } from './run-table.ts';

/** A run of no task with these times after its begin. */
const run = (exchange: number, change: Partial<RunSpan['run']> = {}): RunSpan =>
  ({
    from: 1_000,
    failed: false,
    parent: undefined,
    run: {
      exchange,
      agent: 'a1',
      number: 1,
      ended: 1_300,
      cause: 'complete',
      idle: 0,
      longestIdle: 0,
      tokens: 0,
      ...change,
    },
  }) as unknown as RunSpan;

const lines = (runs: RunSpan[], asked: (run: RunSpan) => Asked, agentName?: (agent: string) => string) =>
  runTable(groupRuns(runs, asked), agentName).lines.map(({ tone, cells }) => [tone, cells[0]?.text, cells[6]?.text]);

describe('the table of runs', () => {
  const same = () => ({ text: 'go' });

  it('has one spread when all ask for the same, without those that failed', () => {
    expect(lines([run(1), run(2, { ended: 1_500 }), run(3, { ended: 9_000, cause: 'cut' })], same)).toEqual([
      ['sum', 'p50', '300 ms'],
      ['sum', 'p95', '500 ms'],
      ['group', 'go · 3 runs, 1 failed', ''],
      [undefined, 'Message without a task', '300 ms'],
      [undefined, 'Message without a task', '500 ms'],
      ['failed', 'Message without a task · failed', '8.00 s'],
    ]);
  });

  it('has a spread per group where there are several, and names their agents when asked', () => {
    const runs = [run(1), run(2), run(3, { ended: undefined }), run(4, { agent: 'a2' })];
    const asked = ({ run: { exchange } }: RunSpan) => (exchange < 3 ? { skill: 's', text: '' } : { text: '' });
    expect(lines(runs, asked, (agent) => agent.toUpperCase())).toEqual([
      ['sum', 'p50', '300 ms'],
      ['sum', 'p95', '300 ms'],
      ['group', 'A1 · skill s · 2 runs', ''],
      ['sum', 'p50', '300 ms'],
      ['sum', 'p95', '300 ms'],
      [undefined, 'Message without a task', '300 ms'],
      [undefined, 'Message without a task', '300 ms'],
      ['group', 'A1 · no text · 1 run, 1 not ended', ''],
      [undefined, 'Message without a task', 'not ended'],
      ['group', 'A2 · no text · 1 run', ''],
      [undefined, 'Message without a task', '300 ms'],
    ]);
  });

  it('has no spread of one run', () => {
    expect(lines([run(1)], same).map(([tone]) => tone)).toEqual(['group', undefined]);
  });

  it('says long texts in short', () => {
    expect(askedWords({ text: 'x'.repeat(100) })).toBe(`${'x'.repeat(60)}…`);
  });
});
