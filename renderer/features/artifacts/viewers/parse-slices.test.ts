import { describe, expect, it } from 'vitest';
import { parseJson } from '../../../../shared/lib/json.ts';
import { parseInSlices } from './parse-slices.ts';

function run(text: string, batch: number) {
  const slices = parseInSlices(text, batch);
  let count = 0;
  for (;;) {
    const next = slices.next();
    if (next.done) return { parsed: next.value, count };
    count++;
  }
}

const VALUE = {
  list: Array.from({ length: 40 }, (_, at) => ({
    id: at,
    name: `quote " and \\ and \u2028 ${at}`,
    in: [[at], { x: null }],
  })),
  'key: with "marks", [and] {braces}': { deep: [[], {}, [1, [2, [3, [4]]]], 'a\\', '\\"', true, false, -1.5e-3] },
  empty: '',
};

describe('parseInSlices', () => {
  it.each([8, 20, 100, 1_000])('gives what the parser of the runtime gives, in batches of %i', (batch) => {
    for (const text of [
      JSON.stringify(VALUE),
      JSON.stringify(VALUE, null, 2),
      ` \n${JSON.stringify([VALUE, VALUE], null, '\t')} `,
    ])
      expect(run(text, batch).parsed).toEqual({ ok: true, value: JSON.parse(text) });
  });

  it('gives others a turn all along', () => {
    for (const value of [VALUE, { first: 1, second: [2], ...VALUE }, [1, 2, VALUE, 3, VALUE]]) {
      const text = JSON.stringify(value);
      expect(run(text, 100).count).toBeGreaterThan(text.length / 400);
    }
  });

  it('keeps the order of keys, the last of two equal ones, and every name', () => {
    const text =
      '{"b":1,"a":{"x":[1,2,3,4,5,6,7,8,9]},"b":2,"__proto__":{"polluted":[1,2,3,4,5,6,7]},"__proto__":3,"1":0}';
    const { parsed } = run(text, 8);
    expect(parsed.ok && JSON.stringify(parsed.value)).toBe(JSON.stringify(JSON.parse(text)));
    expect(parsed.ok && Object.hasOwn(parsed.value as object, '__proto__')).toBe(true);
  });

  it('finds the mistakes that the parser of the runtime finds, and no others', () => {
    const good = JSON.stringify(VALUE, null, 1);
    const marks = ['"', ',', '[', ']', '{', '}', ':', '\\', '1', ' ', 'x', ''];
    for (let at = 0; at < good.length; at += 37) {
      for (const mark of marks) {
        const text = good.slice(0, at) + mark + good.slice(at + 1);
        for (const batch of [10, 60])
          expect(JSON.stringify(run(text, batch).parsed), `${mark} at ${at}`).toBe(JSON.stringify(parseJson(text)));
      }
    }
  });

  it('parses as a whole what has too many large levels', () => {
    const text = `${'['.repeat(500)}1${']'.repeat(500)}`;
    expect(run(text, 4).parsed).toEqual({ ok: true, value: JSON.parse(text) });
  });
});
