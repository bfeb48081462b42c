import { expect, it } from 'vitest';
import { layOutInSlices } from './lay-out.ts';

const VALUE = {
  list: Array.from({ length: 30 }, (_, at) => ({ at, text: 'two\nlines "quoted"', in: [[], {}, [at, null]] })),
  'a "key"': { deep: { deeper: { deepest: [true, 1.5, ''] } } },
  empty: {},
};

it.each([1, 5, 40, 2_000])('layOutInSlices writes what JSON.stringify writes, %i values at once', (atOnce) => {
  for (const value of [VALUE, [VALUE, VALUE], [], {}, 'text', null]) {
    const slices = layOutInSlices(value, atOnce);
    let next = slices.next();
    while (!next.done) next = slices.next();
    expect(next.value).toBe(JSON.stringify(value, null, 2));
  }
});
