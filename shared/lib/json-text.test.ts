import { describe, expect, it } from 'vitest';
import { indentJson } from './json-text.ts';

describe('indentJson', () => {
  it('agrees with JSON.stringify on ordinary values', () => {
    const value = { a: [1, 2, { b: null }], c: {}, d: [], e: 'x: {y}, "z" \\', f: true };
    expect(indentJson(JSON.stringify(value))).toBe(JSON.stringify(value, null, 2));
    expect(indentJson(JSON.stringify(value, null, 7))).toBe(JSON.stringify(value, null, 2));
  });

  it('keeps number lexemes, key order and escapes as received', () => {
    expect(indentJson('{"b":1.0,"a":9007199254740993,"a":"\\u0041"}')).toBe(
      '{\n  "b": 1.0,\n  "a": 9007199254740993,\n  "a": "\\u0041"\n}',
    );
  });

  it('loses no character of text that is no JSON', () => {
    for (const text of ['{"a": ', '<html>', '"open', '}}]]', '{"a":"\\']) {
      expect(indentJson(text).replace(/\s/g, '')).toBe(text.replace(/\s/g, ''));
    }
  });

  it('copes with deep nesting', () => {
    const deep = '['.repeat(5_000) + ']'.repeat(5_000);
    expect(indentJson(deep).replace(/\s/g, '')).toBe(deep);
  });
});
