import { describe, expect, it, vi } from 'vitest';
import { parseJson } from './json.ts';
import { createShapedJson } from './shaped-json.ts';

/** Texts until any shape is known. */
const SETTLED = 100;

/** Repeatable choices. */
function dice(seed: number): (sides: number) => number {
  let state = seed;
  return (sides) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return (state >>> 8) % sides;
  };
}

const STRINGS = [
  ...[
    '',
    'a',
    'working',
    'a "quoted" \\ word\n',
    '\u0000\u001f',
    '日本語の文',
    'Привет, мир',
    '👍',
    '\ud800',
    '{"a":1}',
  ],
  ...['$&', '.*+?', '__proto__', 'x'.repeat(300), 'é'.repeat(20), '\u2028', '</script>', '[]', 'ends with \\', '/'],
];
const NUMBERS = [0, -0, 1, -1, 1.5, 1e21, 1e-7, 110, Number.MAX_SAFE_INTEGER, Number.MAX_VALUE];
const KEYS = ['id', 'text', 'a.b', 'a"b', '1', '0', 'ключ', '', 'constructor', 'toString', '$ref'];

/** A random value whose structure comes from `shape` and whose leaves come from `roll`. */
function randomValue(shape: (sides: number) => number, roll: (sides: number) => number, depth = 0): unknown {
  const kind = shape(depth === 0 ? 2 : depth > 4 ? 5 : 8);
  const inner = () => randomValue(shape, roll, depth + 1);
  if (depth === 0 || kind >= 5) {
    const size = shape(5);
    if (kind % 2 === 0) return Array.from({ length: size }, inner);
    return Object.fromEntries(Array.from({ length: size }, () => [KEYS[shape(KEYS.length)], inner()]));
  }
  if (kind === 0) return null;
  if (kind === 1) return shape(2) === 0;
  if (kind === 2) return NUMBERS[roll(NUMBERS.length)];
  return STRINGS[roll(STRINGS.length)];
}

const SPACES = [undefined, 1, '\t'];

describe('JSON that is read by its shape', () => {
  it('has the values that parsing gives, whatever follows what', () => {
    for (let seed = 1; seed <= 60; seed += 1) {
      const json = createShapedJson();
      const choose = dice(seed);
      for (let index = 0; index < 150; index += 1) {
        const shape = 1 + choose(1 + (seed % 5));
        const value = randomValue(dice(seed * 100 + shape), dice(choose(40)));
        const text = JSON.stringify(value, null, SPACES[shape % 3]);
        expect(json.parse(text)).toEqual(parseJson(text));
      }
    }
  });

  it('keeps the order of members and the sign of zero', () => {
    const json = createShapedJson();
    for (let index = 0; index < SETTLED; index += 1) {
      const text = `{"b":"${index}","10":-0,"a":{"z":1,"2":"${index}"}}`;
      const read = json.parse(text);
      expect(read.ok && JSON.stringify(read.value)).toBe(JSON.stringify(JSON.parse(text)));
      expect(read.ok && Object.is((read.value as Record<string, unknown>)['10'], -0)).toBe(true);
    }
  });

  it('does not touch what it gave out before', () => {
    const json = createShapedJson();
    const given: [unknown, string][] = [];
    for (let index = 0; index < SETTLED; index += 1) {
      const text = JSON.stringify({
        id: 1,
        deep: { list: [{ text: `t${index}` }, index % 7], same: 'x' },
        n: index % 3,
      });
      const read = json.parse(text);
      if (read.ok) given.push([read.value, text]);
    }
    expect(given).toHaveLength(SETTLED);
    for (const [value, text] of given) expect(JSON.stringify(value)).toBe(text);
  });

  it('takes up a leaf that moves for the first time after many texts', () => {
    const json = createShapedJson();
    for (let index = 0; index < 10 * SETTLED; index += 1) {
      const text = `{"id":"${index}","state":"${index > 9 * SETTLED ? `s${index}` : 'same'}","n":${index > 500 ? 2 : 1}}`;
      expect(json.parse(text)).toEqual(parseJson(text));
    }
  });

  it('sees leaves that move one after the other go back to what they were', () => {
    const json = createShapedJson();
    for (let index = 0; index < 3 * SETTLED; index += 1) {
      const leaves = Array.from({ length: 40 }, (_, leaf) => (index >= 5 * leaf && index % 3 === 0 ? 'other' : 'same'));
      const text = JSON.stringify({ id: `${index}`, leaves, n: index > SETTLED && index % 7 === 0 ? 2 : 1 });
      expect(json.parse(text)).toEqual(parseJson(text));
    }
  });

  it('sees it go back also after a text that was none in the end', () => {
    const json = createShapedJson();
    const text = (state: string, last: string) => `{"id":"1","state":"${state}","last":"${last}"}`;
    for (let index = 0; index < 26; index += 1) json.parse(text('same', `${index}`));
    for (const next of [text('other', '\\u12'), text('same', 'x'), text('other', 'y'), text('same', 'z')]) {
      expect(json.parse(next)).toEqual(parseJson(next));
    }
  });

  it('leaves to the parser what is no such text', () => {
    const json = createShapedJson();
    for (let index = 0; index < SETTLED; index += 1) json.parse(`{"a":"${index}","n":${index},"b":[true,null]}`);
    const texts = [
      ...['{"a":"x","n":1,"b":[true,null]', '{"a":"x","n":1,"b":[true,null]}}', '{"a":"x","n":01,"b":[true,null]}'],
      ...[
        '{"a":"\\x","n":1,"b":[true,null]}',
        '{"a":"\\u12","n":1,"b":[true,null]}',
        '{"a":"x\ny","n":1,"b":[true,null]}',
      ],
      ...['{"a":"x","n":1.,"b":[true,null]}', '{"a":"x","n":+1,"b":[true,null]}', '{"a":"x","n":1,"b":[true,null]} x'],
      ...['{"a":"x","n":1,"b":[false,null]}', '{"a":"x","n":"1","b":[true,null]}', '{"a":null,"n":1,"b":[true,null]}'],
      ...['\ufeff{"a":"x","n":1,"b":[true,null]}', '{"a":"x","n":1,"b":[true,null]}\n', '', '1', '"x"', 'nothing'],
      ...['{"a":"1\\u00e9\\n","n":1e2,"b":[true,null]}', '{"a":"\\"","n":-0.5E-1,"b":[true,null]}'],
    ];
    for (const number of ['9007199254740993', '1e999', '-0', '123456789012345678901234567890']) {
      texts.push(`{"a":"x","n":${number},"b":[true,null]}`);
    }
    for (const text of texts) expect(json.parse(text)).toEqual(parseJson(text));
  });

  it.each([
    ['a name twice', (index: number) => `{"a":"${index}","a":"last"}`],
    ['a name twice, holding others', (index: number) => `{"a":{"b":${index}},"a":["${index % 3}"]}`],
    ['the name of the prototype', (index: number) => `{"__proto__":{"x":"${index}"},"a":1}`],
    ['a byte order mark', (index: number) => `\ufeff{"a":"${index}"}`],
    ['many leaves', (index: number) => JSON.stringify(Array.from({ length: 200 }, (_, at) => `${index}-${at}`))],
    ['a long text', (index: number) => JSON.stringify({ a: 'x'.repeat(20_000), b: index })],
    ['deep nesting', (index: number) => `${'['.repeat(500)}${index}${']'.repeat(500)}`],
    ['nothing but a number', (index: number) => `${index}`],
    ['now a number, now a string', (index: number) => (index % 2 ? `{"a":${index}}` : `{"a":"${index}"}`)],
    ['the same text again and again', () => '{"a":"x","b":[1]}'],
    ['nothing in it', () => '{}'],
    ['a shape of its own each time', (index: number) => `{"k${index}":"${index}"}`],
  ])('reads %s as the parser does', (_, text) => {
    const json = createShapedJson();
    for (let index = 0; index < 3 * SETTLED; index += 1) {
      const read = json.parse(text(index));
      const parsed = parseJson(text(index));
      expect(read).toEqual(parsed);
      expect(read.ok && Object.getPrototypeOf(read.value)).toBe(parsed.ok && Object.getPrototypeOf(parsed.value));
    }
  });

  it('hardly ever asks the parser when a stream repeats itself', () => {
    const json = createShapedJson();
    const parse = vi.spyOn(JSON, 'parse');
    for (let index = 0; index < 1_000; index += 1) {
      const kind = index % 3;
      json.parse(kind === 0 ? `{"a":"${index}"}` : kind === 1 ? `{"b":${index}}` : `{"a":"${index}","c":[${index}]}`);
    }
    expect(parse.mock.calls.length).toBeLessThan(50);
    parse.mockRestore();
  });
});
