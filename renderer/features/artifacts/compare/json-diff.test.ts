import { describe, expect, it } from 'vitest';
import { longestRise, Prints, sameJson } from './json-align.ts';
import { diffJson, type JsonChange } from './json-diff.ts';

const told = (before: unknown, after: unknown): string[] => diffJson(before, after).changes.map(inWords);
const inWords = ({ kind, path, from }: JsonChange): string =>
  from === undefined ? `${kind} ${path}` : `${kind} ${from} > ${path}`;

describe('diffJson', () => {
  it('tells keys that came, went, changed, and became another kind of value', () => {
    const before = { a: 1, 'b/c': { d: 'x', gone: null }, e: '1' };
    const after = { 'b/c': { d: 'y' }, a: 1, e: 1, f: [] };
    expect(diffJson(before, after)).toEqual({
      changes: [
        { kind: 'removed', path: '/b~1c/gone', before: null },
        { kind: 'changed', path: '/b~1c/d', before: 'x', after: 'y' },
        { kind: 'type', path: '/e', before: '1', after: 1 },
        { kind: 'added', path: '/f', after: [] },
      ],
      counts: { added: 1, removed: 1, changed: 1, type: 1, moved: 0 },
      byPlace: false,
    });
    expect(told(null, {})).toEqual(['type ']);
    expect(told([1, { a: [2] }], [1, { a: [2] }])).toEqual([]);
  });

  it('aligns a list by equal items', () => {
    expect(told(['a', 'b', 'c'], ['x', 'a', 'b', 'c'])).toEqual(['added /0']);
    expect(told(['a', 'b', 'c', 'd'], ['a', 'c', 'd'])).toEqual(['removed /1']);
    expect(told([1, 2, 2, 3, 2], [1, 2, 3, 2])).toEqual(['removed /2']);
    expect(told([[1], [2], [3]], [[1], [2, 5], [3]])).toEqual(['added /1/1']);
  });

  it('takes items between equal ones for changed, and goes into them', () => {
    expect(told([0, { x: 1, y: 2 }, 9], [0, { x: 1, y: 3 }, 9])).toEqual(['changed /1/y']);
  });

  it('says that an item stands elsewhere instead of gone and come', () => {
    expect(told(['a', 'b', 'c', 'd'], ['d', 'a', 'b', 'c'])).toEqual(['moved /3 > /0']);
  });

  it('aligns items by a key that names them, and compares those that moved too', () => {
    const before = [
      { id: 'vpc', size: 1 },
      { id: 'ecs', size: 2 },
      { id: 'slb', size: 3 },
    ];
    const after = [
      { id: 'slb', size: 3 },
      { id: 'vpc', size: 1 },
      { id: 'oss', size: 4 },
    ];
    expect(told(before, after)).toEqual(['moved /2 > /0', 'removed /1', 'added /2']);
    expect(
      told(
        [
          { id: 1, v: 1 },
          { id: 2, v: 1 },
        ],
        [
          { id: 2, v: 1 },
          { id: 1, v: 5 },
        ],
      ),
    ).toEqual(['moved /1 > /0', 'changed /0/v > /1/v']);
  });

  it('does not take a key that is not one of each item, or not its own, for a name', () => {
    expect(told([{ name: 'a' }, { name: 'a', x: 1 }], [{ name: 'a' }, { name: 'a', x: 2 }])).toEqual(['changed /1/x']);
    expect(told([{ id: 1, v: 1 }, 2], [{ id: 1, v: 2 }, 2])).toEqual(['changed /0/v']);
  });

  it('lists no more than asked for and counts all', () => {
    const diff = diffJson({}, Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`k${at}`, at])), 10);
    expect(diff.changes).toHaveLength(10);
    expect(diff.counts.added).toBe(50);
  });

  it('aligns long lists with one item more in front, and says when it cannot', () => {
    const long = Array.from({ length: 50_000 }, (_, at) => ({ at, tags: ['a'] }));
    expect(told(long, [{ at: -1, tags: [] }, ...long])).toEqual(['added /0']);
    const equal = new Array(60_000).fill('same');
    expect(diffJson(['a', ...equal], ['b', ...equal.slice(1), 'c']).counts).toMatchObject({ changed: 2, removed: 0 });
    const same = (value: number) => Array.from({ length: 3_000 }, (_, at) => (at + value) % 2);
    const diff = diffJson([5, ...same(0), 6], [7, ...same(1), 8, 9]);
    expect(diff.byPlace).toBe(true);
    expect(diff.counts.changed).toBeGreaterThan(0);
  });

  it('is not led astray by names of the language or by depth', () => {
    const before = JSON.parse('{"__proto__": {"x": 1}, "constructor": 1}');
    const after = JSON.parse('{"__proto__": {"x": 2}}');
    expect(told(before, after)).toEqual(['removed /constructor', 'changed /__proto__/x']);
    const deep = (end: number) => {
      let value: unknown = end;
      for (let level = 0; level < 3_000; level++) value = [value];
      return value;
    };
    expect(diffJson(deep(1), deep(2)).changes).toHaveLength(1);
    expect(diffJson(deep(1), deep(1)).changes).toHaveLength(0);
  });

  it('loses nothing: every leaf that differs is told', () => {
    let seed = 7;
    const random = (below: number) => {
      seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff;
      return seed % below;
    };
    const make = (depth: number): unknown => {
      const kind = depth === 0 ? 0 : random(3);
      if (kind === 0) return random(3);
      const items = Array.from({ length: random(5) }, () => make(depth - 1));
      return kind === 1 ? items : Object.fromEntries(items.map((one, at) => [`k${(at * 3 + random(2)) % 6}`, one]));
    };
    for (let round = 0; round < 400; round++) {
      const [a, b] = [make(3), make(3)];
      expect(diffJson(a, b).changes.length === 0, JSON.stringify([a, b])).toBe(sameJson(a, b));
    }
  });
});

it('Prints and sameJson do not look at the order of keys', () => {
  const prints = new Prints();
  expect(prints.of({ a: 1, b: [2] })).toBe(prints.of({ b: [2], a: 1 }));
  expect(prints.of(['1'])).not.toBe(prints.of([1]));
  expect(sameJson({ a: 1, b: [2] }, { b: [2], a: 1 })).toBe(true);
  expect(sameJson({ a: undefined }, { b: undefined })).toBe(false);
});

it('longestRise keeps as many as it can', () => {
  expect(longestRise([2, 0, 1, 3])).toEqual([1, 2, 3]);
  expect(longestRise([])).toEqual([]);
});
