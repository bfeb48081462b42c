import { expect, test } from 'vitest';
import { leftOver, type Unread } from './left-over.ts';

const other = (key: string, value: Unread['value']): Unread => ({ kind: 'other', key, value });

test('shows keys together, in their order', () => {
  expect(leftOver([other('b', 1), other('a', { c: 2 })])).toEqual([{ b: 1, a: { c: 2 } }]);
  expect(leftOver([])).toEqual([]);
});

test('loses no value of a key that occurs again', () => {
  expect(leftOver([other('a', 1), other('b', 2), other('a', 3), other('b', 4)])).toEqual([
    { a: 1, b: 2 },
    { a: 3, b: 4 },
  ]);
});

test('keeps a key that means something to the language', () => {
  const [value] = leftOver([other('a', 1), other('__proto__', 2)]);
  expect(JSON.stringify(value)).toBe('{"a":1,"__proto__":2}');
});
