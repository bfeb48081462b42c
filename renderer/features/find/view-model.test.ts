import { describe, expect, it } from 'vitest';
import type { FoundRow, SessionView } from '../../../shared/contract/views.ts';
import { parseFilter } from '../../../shared/replay/filter/parse.ts';
import { listOf, pieces, wordsOf } from './view-model.ts';

const hit = (session: string, seq: number): FoundRow => ({
  session,
  seq,
  at: 0,
  lane: 'status',
  kind: 'text',
  text: '',
});
const session: SessionView = { id: 'a', title: 'Demo', started: '2026-01-31T00:00:00Z', bytes: 1, live: false };

describe('results', () => {
  it('stand below their session', () => {
    const items = listOf([hit('a', 3), hit('a', 9), hit('b', 1)], [session]);
    expect(items.map((item) => item.id)).toEqual(['a', 'a 3', 'a 9', 'b', 'b 1']);
    expect(items[0]).toMatchObject({ kind: 'session', count: 2, view: session });
    expect(items[3]).toMatchObject({ kind: 'session', count: 1, view: undefined });
  });

  it('mark the words that were looked for, not those that were ruled out', () => {
    const words = wordsOf(parseFilter('VPC -zone text:"two b",x kind:tool'));
    expect(words).toEqual(['vpc', 'two b', 'x']);
    expect(pieces('A vpc, two VPCs', words)).toEqual([
      { text: 'A ', hit: false },
      { text: 'vpc', hit: true },
      { text: ', two ', hit: false },
      { text: 'VPC', hit: true },
      { text: 's', hit: false },
    ]);
    expect(pieces('', words)).toEqual([]);
    // One letter becomes two in lower case.
    expect(pieces('İ vpc', words)).toEqual([{ text: 'İ vpc', hit: false }]);
  });
});
