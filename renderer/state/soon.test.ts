import { expect, test } from 'vitest';
import { advanceFor } from './soon.ts';

/** A list that needs so many looks, each of them `ms` long. */
function listOf(looks: number, ms: number) {
  const list = {
    looked: 0,
    advance() {
      for (const until = performance.now() + ms; performance.now() < until; );
      list.looked += 1;
      return list.looked === looks;
    },
  };
  return list;
}

test('goes on until there are no rows left', () => {
  const list = listOf(5, 0);
  expect(advanceFor(list, 60_000)).toBe(true);
  expect(list.looked).toBe(5);
});

test('ends when its time is over, after one look at least', () => {
  const list = listOf(5, 2);
  expect(advanceFor(list, 0)).toBe(false);
  expect(list.looked).toBe(1);
});
