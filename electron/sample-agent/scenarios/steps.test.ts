import { describe, expect, it } from 'vitest';
import { cut, numberIn } from './steps.ts';

describe('numberIn', () => {
  it.each([
    ['', 10],
    ['7', 7],
    ['for 30 seconds', 30],
    ['0', 1],
    ['99999999999999999999', 100],
  ])('%j -> %i', (text, expected) => {
    expect(numberIn(text, 10, 100)).toBe(expected);
  });
});

describe('cut', () => {
  it('loses nothing and splits no surrogate pair', () => {
    const text = 'a👋b👋c👋d';
    const pieces = cut(text, 3);
    expect(pieces.join('')).toBe(text);
    expect(pieces).toEqual(['a👋b', '👋c👋', 'd']);
  });
});
