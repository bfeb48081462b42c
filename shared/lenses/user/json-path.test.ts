import { describe, expect, it } from 'vitest';
import type { Json } from '../../lib/json.ts';
import { leadsTo, PATH_RESULTS, PATH_STEPS, parsePath, valuesAt } from './json-path.ts';

const path = (text: string) => {
  const parsed = parsePath(text);
  if (!parsed.ok) throw new Error(parsed.message);
  return parsed.path;
};
const doc: Json = { a: { 'b c': [1, 2, { d: null }], "it's": 'x', 'key-1': 0 }, list: [{ n: 1 }, { n: 2 }, {}] };

describe('a path', () => {
  it.each([
    ['$', [doc]],
    ['$.a.key-1', [0]],
    ["$.a['b c'][0]", [1]],
    ['$["a"]["b c"][-2]', [2]],
    ["$['a']['it\\'s']", ['x']],
    ['$.a["b c"][2].d', [null]],
    ['$.list[*].n', [1, 2]],
    ['$.list.*.n', [1, 2]],
    ['$.a["b c"][3]', []],
    ['$.a.nothing.more', []],
    ['$.list.n', []],
    ['$.a[0]', []],
    ['$.constructor', []],
    ['$.list.length', []],
    ['$.__proto__', []],
  ])('%s leads to %j', (text, values) => {
    expect(valuesAt(doc, path(text))).toEqual(values);
    expect(leadsTo(doc, path(text))).toBe(values.length > 0);
  });

  it('is compared with a value', () => {
    expect(leadsTo(doc, path('$.list[*].n'), 2)).toBe(true);
    expect(leadsTo(doc, path('$.list[*].n'), 3)).toBe(false);
    expect(leadsTo(doc, path('$.a["b c"][2].d'), null)).toBe(true);
  });

  it('gives a bounded number of values', () => {
    const rows = Array.from({ length: 400 }, () => Array.from({ length: 400 }, () => 1));
    expect(valuesAt(rows, path('$[*][*]'))).toHaveLength(PATH_RESULTS);
  });

  it.each([
    ['', 0, /starts with/],
    ['a.b', 0, /starts with/],
    ['$a', 1, /dot or an opening bracket/],
    ['$..a', 1, /Descendants/],
    ['$.a.', 4, /name is missing/],
    ['$.a[', 4, /index, a quoted name/],
    ['$[?(@.x)]', 2, /Filters/],
    ['$[0:2]', 3, /closing bracket/],
    ['$["a]', 2, /never ends/],
    ['$[(1)]', 2, /index, a quoted name/],
    ['$.a b', 3, /dot or an opening bracket/],
    [`$${'.a'.repeat(PATH_STEPS + 1)}`, 1 + 2 * PATH_STEPS, /steps/],
    [`$.${'a'.repeat(600)}`, 500, /characters/],
  ])('%s is refused at %i', (text, position, message) => {
    expect(parsePath(text)).toEqual({ ok: false, message: expect.stringMatching(message), position });
  });
});
