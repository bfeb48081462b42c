import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../shared/lib/json.ts';
import { answerOf, FIELD_LIMIT, fieldsOf, startValues } from './answer-form.ts';

const network: JsonObject = {
  type: 'object',
  required: ['region', 'name'],
  properties: {
    region: { type: 'string', title: 'Region', enum: ['north', 'south'], default: 'south' },
    name: { type: 'string', minLength: 2, maxLength: 4 },
    subnets: { type: 'integer', minimum: 1, maximum: 8, default: 2 },
    share: { type: 'number' },
    public: { type: 'boolean' },
    size: { oneOf: [{ const: 1, title: 'Small' }, { const: 2 }] },
  },
};

describe('fieldsOf', () => {
  it('makes one field per property, in order, with its default', () => {
    const fields = fieldsOf(network) ?? [];
    expect(fields.map(({ name, kind, start, required }) => [name, kind, start, required])).toEqual([
      ['region', 'choice', '1', true],
      ['name', 'text', '', true],
      ['subnets', 'integer', '2', false],
      ['share', 'number', '', false],
      ['public', 'boolean', 'false', false],
      ['size', 'choice', '', false],
    ]);
    expect(fields[5]?.options?.map((option) => option.label)).toEqual(['Small', '2']);
  });

  it.each([
    undefined,
    {},
    { properties: {} },
    { properties: { a: { type: 'object' } } },
    { properties: { a: { type: 'string' }, b: { type: 'array' } } },
    { properties: { a: { enum: [{ deep: 1 }] } } },
    { properties: { a: 'text' } },
    {
      properties: Object.fromEntries(Array.from({ length: FIELD_LIMIT + 1 }, (_, i) => [`p${i}`, { type: 'string' }])),
    },
  ] as (JsonObject | undefined)[])('makes no half form of %j', (schema) => {
    expect(fieldsOf(schema)).toBeUndefined();
  });
});

describe('answerOf', () => {
  const fields = fieldsOf(network) ?? [];
  const answer = (change: Record<string, string>) => answerOf(fields, { ...startValues(fields), ...change });

  it('sends typed values and leaves out what was left empty', () => {
    expect(answer({ name: 'ab', share: '0.5', public: 'true', size: '0' })).toEqual({
      ok: true,
      data: { region: 'south', name: 'ab', subnets: 2, share: 0.5, public: true, size: 1 },
    });
    expect(answer({ name: 'ab', subnets: '' })).toEqual({
      ok: true,
      data: { region: 'south', name: 'ab', public: false },
    });
  });

  it.each([
    [{ name: '' }, { name: { why: 'required' } }],
    [{ name: 'a' }, { name: { why: 'minLength', limit: 2 } }],
    [{ name: 'abcde' }, { name: { why: 'maxLength', limit: 4 } }],
    [{ name: 'ab', subnets: '1.5' }, { subnets: { why: 'integer' } }],
    [{ name: 'ab', subnets: '9' }, { subnets: { why: 'max', limit: 8 } }],
    [{ name: 'ab', subnets: '0' }, { subnets: { why: 'min', limit: 1 } }],
    [{ name: 'ab', share: 'x' }, { share: { why: 'number' } }],
    [{ name: 'ab', region: '' }, { region: { why: 'required' } }],
  ])('says what is wrong with %j', (change, problems) => {
    expect(answer(change)).toEqual({ ok: false, problems });
  });
});
