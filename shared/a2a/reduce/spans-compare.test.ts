import { describe, expect, it } from 'vitest';
import { type alignSteps, COMPARED_STEPS, compareRuns, stepsOf } from './spans-compare.ts';
import type { RunSpan, Span } from './spans-model.ts';
import { chunk, said, status, TASK, task, thought, tool } from './testing/events.ts';
import { SessionScript } from './testing/session-script.ts';
import { playSpans } from './testing/spans.ts';

const DONE = status('TASK_STATE_COMPLETED');
const call = (name: string, id: string, ms: number, end = 'completed'): (object | number)[] => [
  tool('started', { name }, id),
  ms,
  tool(end, { name, result: 'ok' }, id),
];

/** Two runs of tasks of their own, a number is a wait in ms, and their comparison. */
function compared(one: (object | number)[], other: (object | number)[]) {
  const script = new SessionScript();
  for (const [index, events] of [one, other].entries()) {
    const exchange = script.ask('go');
    script.head(exchange);
    for (const event of [task('TASK_STATE_SUBMITTED'), ...events]) {
      if (typeof event === 'number') script.wait(event);
      else script.item(exchange, JSON.parse(JSON.stringify(event).replaceAll(TASK, `task-${index}`)));
    }
    script.end(exchange);
  }
  const { spans } = playSpans(script);
  const [a, b] = spans.session.group.turns as [RunSpan, RunSpan];
  return { spans, a, b, comparison: compareRuns(spans, a, b) };
}

const name = (span: Span | undefined): string =>
  span === undefined ? '' : [span.kind, span.what, span.name || span.note].filter(Boolean).join(' ');
const told = (steps: ReturnType<typeof alignSteps>): string[] =>
  steps.map(({ verdict, a, b }) => `${verdict} ${name(a ?? b)}`);

describe('two runs', () => {
  it('of the same steps have deltas and nothing else', () => {
    const steps = (ms: number) => [thought('hm'), ...call('list_files', 'c1', ms), said('done'), DONE];
    const { comparison } = compared(steps(0), steps(500));
    expect(new Set(comparison.steps.map(({ verdict }) => verdict))).toEqual(new Set(['same']));
    expect([comparison.missing, comparison.extra, comparison.left]).toEqual([[], [], 0]);
    const tools = comparison.steps.filter(({ a }) => a?.kind === 'tool');
    expect(tools.map(({ delta }) => delta)).toEqual([500]);
    const figures = Object.fromEntries(comparison.figures.map(({ figure, delta }) => [figure, delta]));
    expect(figures).toMatchObject({ firstByte: 0, firstEvent: 0, end: 500, firstArtifact: undefined });
  });

  it('say which steps are missing and which are extra', () => {
    const { comparison } = compared(
      [thought('hm'), ...call('list_files', 'c1', 0), ...call('write_file', 'c2', 0), DONE],
      [...call('list_files', 'c1', 0), ...call('list_files', 'c2', 0), ...call('run', 'c3', 0), said('x'), DONE],
    );
    expect(told(comparison.steps)).toEqual([
      'same point state TASK_STATE_WORKING',
      'only-a thinking',
      'same tool list_files',
      'only-a tool write_file',
      'only-b tool list_files',
      'only-b tool run',
      'only-b text',
      'same point state TASK_STATE_COMPLETED',
    ]);
    const counts = (list: { step: Span; a: number; b: number }[]) =>
      list.map(({ step, a, b }) => [step.kind, step.name, a, b]);
    expect(counts(comparison.missing)).toEqual([
      ['thinking', '', 1, 0],
      ['tool', 'write_file', 1, 0],
    ]);
    expect(counts(comparison.extra)).toEqual([
      ['tool', 'list_files', 1, 2],
      ['tool', 'run', 0, 1],
      ['text', '', 0, 1],
    ]);
  });

  it('show the same step that came out differently, whatever its identifier', () => {
    const { comparison } = compared(
      [...call('run', 'c1', 0), chunk('id-1', [{ text: 'a' }], { lastChunk: true }), DONE],
      [
        ...call('run', 'c9', 0, 'failed'),
        chunk('id-2', [{ text: 'abc' }], { lastChunk: true }),
        status('TASK_STATE_FAILED'),
      ],
    );
    expect(told(comparison.steps)).toEqual([
      'same point state TASK_STATE_WORKING',
      'changed tool run',
      'changed artifact id-1',
      'changed point state TASK_STATE_COMPLETED',
    ]);
  });

  it('do not count what takes no time or has not ended', () => {
    const { comparison } = compared(
      [tool('started', { name: 'run' }, 'c1'), DONE],
      [tool('started', { name: 'run' }, 'c1')],
    );
    const [submitted, run] = comparison.steps;
    expect(submitted?.delta).toBeUndefined();
    expect(run).toMatchObject({ verdict: 'changed', delta: undefined });
  });

  it('of which one has not begun to answer', () => {
    const { comparison, spans, b } = compared([said('x'), DONE], []);
    expect(stepsOf(spans, b).map(name)).toEqual(['point state TASK_STATE_SUBMITTED']);
    expect(comparison.extra).toEqual([]);
    expect(comparison.figures.find(({ figure }) => figure === 'firstText')).toMatchObject({
      b: undefined,
      delta: undefined,
    });
  });

  it('are compared up to a limit, and the rest is counted', () => {
    const many = Array.from({ length: COMPARED_STEPS }, (_, index) => [thought('a'), said(`${index}`)]).flat();
    const { comparison } = compared(many, [DONE]);
    expect(comparison.left).toBeGreaterThan(COMPARED_STEPS);
    expect(comparison.steps.length).toBeLessThanOrEqual(COMPARED_STEPS + 2);
    expect(comparison.missing.find(({ step }) => step.kind === 'thinking')).toMatchObject({ a: COMPARED_STEPS, b: 0 });
  });
});
