import { expect, it } from 'vitest';
import type { Row } from '../../model/row.ts';
import { compileFilter } from './match.ts';
import { parseFilter } from './parse.ts';

const ROWS = 100_000;
const ROUNDS = 9;
/** A hand-written test of the same is not much faster. */
const RATIO = 4;

const KINDS = ['status', 'text', 'thinking', 'tool-started', 'tool-result'] as const;

const rows: Row[] = Array.from({ length: ROWS }, (_, index) => {
  const kind = KINDS[index % KINDS.length] ?? 'status';
  const tool = kind.startsWith('tool');
  // Read from text, as rows come from the feed: strings put together here would not lie in one piece.
  return JSON.parse(
    JSON.stringify({
      seq: index + 1,
      at: index,
      lane: tool ? 'tool' : 'status',
      kind,
      exchange: 1,
      agent: 'a',
      task: `task-${Math.floor(index / 500)}`,
      text: `creating the zone of resource ${index} in region cn-hangzhou, status of the VPC is not known by now`,
      size: 500,
      ...(kind === 'tool-result' ? { duration: index % 900, span: { id: `s${index}`, edge: 'close' } } : {}),
    }),
  );
});

const count = (test: (row: Row) => boolean): number => {
  let found = 0;
  for (const row of rows) if (test(row)) found += 1;
  return found;
};

const time = (test: (row: Row) => boolean): number => {
  const start = performance.now();
  count(test);
  return performance.now() - start;
};

it.each<[string, (row: Row) => boolean]>([
  ['vpc', (row) => row.text.toLowerCase().includes('vpc')],
  ['"zonal outage"', (row) => row.text.toLowerCase().includes('zonal outage')],
  [
    'kind:tool dur:>500ms "resource 9"',
    (row) => row.kind.startsWith('tool') && (row.duration ?? 0) > 500 && row.text.toLowerCase().includes('resource 9'),
  ],
])('%s costs about what a plain loop does', (source, plain) => {
  const match = compileFilter(parseFilter(source));
  if (!match) throw new Error('nothing to match');
  expect(count(match)).toBe(count(plain));
  let ratio = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS; round++) ratio = Math.min(ratio, time(match) / time(plain));
  expect(ratio).toBeLessThan(RATIO);
});
