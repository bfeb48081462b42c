import { expect, it } from 'vitest';
import { Held } from './use-paced.ts';

it('shows a value at once and those that follow at a pace, the newest in the end', () => {
  const held = new Held('a', []);
  expect(held.look('b', 100, [], 1_000)).toBeUndefined();
  expect(held.shown).toBe('b');
  expect(held.look('c', 100, [], 1_030)).toBe(70);
  expect(held.look('d', 100, [], 1_060)).toBe(40);
  expect(held.shown).toBe('b');
  expect(held.look('d', 100, [], 1_100)).toBeUndefined();
  expect(held.shown).toBe('d');
  expect(held.look('d', 100, [], 1_101)).toBeUndefined();
});

it('does not hold back what a person has changed', () => {
  const held = new Held(1, ['filter', false]);
  held.look(2, 100, ['filter', false], 0);
  expect(held.look(3, 100, ['filter', true], 1)).toBeUndefined();
  expect(held.shown).toBe(3);
  expect(held.look(4, 100, ['filter', true], 2)).toBe(99);
});
