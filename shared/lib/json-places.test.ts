import { describe, expect, it } from 'vitest';
import { lineOf, placeOf, placesIn } from './json-places.ts';

const TEXT = `{
  "a": [1, {"b/c": "x\\"y"}],
  "n": -1.5e3, "t": null
}`;
const shown = (pointer: string) => {
  const { start, end } = placeOf(TEXT, pointer);
  return TEXT.slice(start, end);
};

describe('places in JSON text', () => {
  it('are those of the values', () => {
    expect(shown('/a/0')).toBe('1');
    expect(shown('/a/1/b~1c')).toBe('"x\\"y"');
    expect(shown('/a/1')).toBe('{"b/c": "x\\"y"}');
    expect(shown('/n')).toBe('-1.5e3');
    expect(shown('/t')).toBe('null');
    expect(lineOf(TEXT, placeOf(TEXT, '/t').start)).toEqual({ line: 3, column: 21 });
  });

  it('are the bracket around a value that is missing', () => {
    expect(placeOf(TEXT, '/a/1/none/deeper').start).toBe(TEXT.indexOf('{"b/c"'));
    expect(shown('/a/1/none')).toBe('{');
    expect(placeOf(TEXT, '')).toEqual({ start: 0, end: 1 });
    expect(placeOf(TEXT, '/zz')).toEqual({ start: 0, end: 1 });
  });

  it.each([
    ['', 0],
    ['{"a": }', 6],
    ['{"a": 1,}', 8],
    ['{"a" 1}', 5],
    ['[1, 2', 5],
    ['{} x', 3],
    ['{"a": tru}', 6],
    ['["\n"]', 1],
  ])('of %j end at %i', (text, offset) => {
    expect(placesIn(text)).toEqual({ ok: false, offset });
    expect(placeOf(text, '/any').start).toBe(offset);
  });

  it('are found in whatever JSON.parse takes', () => {
    for (const text of ['\ufeff{"a":1}', ' [ ] ', '{}', '"x"', '0', ' -0.0 ', '{"a":{"a":{}},"b":[[],{}]}']) {
      expect(placesIn(text).ok, text).toBe(true);
    }
    expect(placesIn('['.repeat(5_000)).ok).toBe(false);
  });
});
