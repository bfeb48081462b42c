import { expect, test } from 'vitest';
import { RowKeys } from './row-keys.ts';

test('rows keep their keys while they are drawn', () => {
  const keys = new RowKeys();
  const [, b, c] = keys.of(['a', 'b', 'c']);
  expect(keys.of(['b', 'c', 'd']).slice(0, 2)).toEqual([b, c]);
});

test('rows that come take over the keys of those that left, in order', () => {
  const keys = new RowKeys();
  const first = keys.of(['a', 'b', 'c']);
  expect(keys.of(['d', 'e', 'f'])).toEqual(first);
  expect(keys.of(['e', 'f', 'g'])).toEqual([first[1], first[2], first[0]]);
});

test('a longer list gets keys that no other row has', () => {
  const keys = new RowKeys();
  const first = keys.of(['a', 'b']);
  const next = keys.of(['c', 'a', 'd', 'e']);
  expect(new Set(next).size).toBe(4);
  expect(next).toContain(first[0]);
  expect(next).toContain(first[1]);
});

test('after a shorter list no more keys are handed out than are drawn', () => {
  const keys = new RowKeys();
  keys.of(['a', 'b', 'c', 'd']);
  keys.of(['a']);
  const next = keys.of(['a', 'x', 'y']);
  expect(new Set(next).size).toBe(3);
});

test('asked again for the same rows, the keys are the same', () => {
  const keys = new RowKeys();
  keys.of(['a', 'b', 'c']);
  const once = keys.of(['c', 'd', 'e']);
  expect(keys.of(['c', 'd', 'e'])).toEqual(once);
});
