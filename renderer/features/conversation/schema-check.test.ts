import { describe, expect, it } from 'vitest';
import { checkValue, isChecked } from './schema-check.ts';

describe('checkValue', () => {
  it.each([
    [{ type: 'object', required: ['a'] }, {}, ['/a required']],
    [{ type: 'object', properties: { 'a/b': { type: 'string' } } }, { 'a/b': 1 }, ['/a~1b type']],
    [{ type: 'array', items: { type: 'integer' }, minItems: 2 }, [1.5], [' minItems', '/0 integer']],
    [{ const: 'x' }, 'y', [' enum']],
    [{ enum: [{ a: 1 }, null] }, null, []],
    [{ type: 'string', format: 'date' }, '2026-13-01', [' format']],
    [{ type: 'string', format: 'uri' }, 'https://a.example/x', []],
    [{ type: 'string', format: 'made-up' }, 'anything', []],
    [{ type: 'string', maxLength: 2 }, '😀😀', []],
    [{ if: {}, allOf: [{ type: 'string' }] }, 7, []],
  ])('holds %j against %j', (schema, value, problems) => {
    expect(checkValue(schema, value).map(({ pointer, why }) => `${pointer} ${why}`)).toEqual(problems);
  });

  it.each(['(a+)+$', '(a|a)*$', '((ab)*)*c', '(.*)\\1', '['])('does not run the pattern %s', (pattern) => {
    expect(isChecked(pattern)).toBe(false);
    expect(checkValue({ type: 'string', pattern }, `${'a'.repeat(40)}!`)).toEqual([]);
  });

  it.each(['^[a-z]+$', '^\\d{3}-\\d{4}$', '^(dev|prod)$', '^vpc-[0-9a-f]{8,17}$'])('runs the pattern %s', (pattern) => {
    expect(isChecked(pattern)).toBe(true);
    expect(checkValue({ type: 'string', pattern }, '?')).toMatchObject([{ why: 'pattern' }]);
  });
});
