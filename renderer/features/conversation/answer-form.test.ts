import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../shared/lib/json.ts';
import { answerOf, startValues } from './answer-form.ts';
import { FIELD_LIMIT, type Form, formOf } from './answer-schema.ts';

const network: JsonObject = {
  type: 'object',
  required: ['region', 'name'],
  properties: {
    region: { type: 'string', title: 'Region', enum: ['north', 'south'], default: 'south' },
    name: { type: 'string', minLength: 2, maxLength: 4, pattern: '^[a-z]+$' },
    subnets: { type: 'integer', minimum: 1, maximum: 8, default: 2 },
    share: { type: ['number', 'null'] },
    public: { type: 'boolean' },
    size: { oneOf: [{ const: 1, title: 'Small' }, { const: 2 }] },
    zones: { type: 'array', items: { enum: ['a', 'b', 'c'] }, default: ['b'], maxItems: 2 },
    ports: { type: 'array', items: { type: 'integer', maximum: 65_535 } },
    owner: {
      type: 'object',
      required: ['mail'],
      properties: { mail: { type: 'string', format: 'email' }, 'on/off': { type: 'boolean' } },
    },
  },
};

const form = formOf(network) as Form;

describe('formOf', () => {
  it('makes one field per property, in order, with its default', () => {
    expect(form.fields.map(({ pointer, kind, start, required }) => [pointer, kind, start, required])).toEqual([
      ['/region', 'choice', '1', true],
      ['/name', 'text', '', true],
      ['/subnets', 'integer', '2', false],
      ['/share', 'number', '', false],
      ['/public', 'boolean', 'false', false],
      ['/size', 'choice', '', false],
      ['/zones', 'choices', '1', false],
      ['/ports', 'list', '', false],
      ['/owner', 'group', '', false],
    ]);
    expect(form.fields[5]?.options?.map((option) => option.label)).toEqual(['Small', '2']);
    expect(form.fields[8]?.fields?.map(({ pointer }) => pointer)).toEqual(['/owner/mail', '/owner/on~1off']);
  });

  it('makes a form of a single value', () => {
    const one = formOf({ title: 'Colour', enum: ['red', 'blue'] }) as Form;
    expect(one.fields).toMatchObject([{ pointer: '', label: 'Colour', kind: 'choice' }]);
    expect(answerOf(one, { '': '1' })).toEqual({ ok: true, data: 'blue' });
    expect(answerOf(one, { '': '' })).toMatchObject({ ok: false, problems: { '': { why: 'required' } } });
  });

  it.each([
    undefined,
    {},
    { properties: {} },
    { properties: { a: { type: 'object' } } },
    { properties: { a: { type: 'string' }, b: { type: 'array' } } },
    { properties: { a: { type: 'array', items: { type: 'object', properties: { b: { type: 'string' } } } } } },
    { properties: { a: { enum: [{ deep: 1 }] } } },
    { properties: { a: { type: ['string', 'number'] } } },
    { properties: { a: 'text' } },
    {
      properties: Object.fromEntries(Array.from({ length: FIELD_LIMIT + 1 }, (_, i) => [`p${i}`, { type: 'string' }])),
    },
  ] as (JsonObject | undefined)[])('makes no half form of %j', (schema) => {
    expect(formOf(schema)).toBeUndefined();
  });
});

describe('answerOf', () => {
  const answer = (change: Record<string, string>) => answerOf(form, { ...startValues(form.fields), ...change });

  it('sends typed values and leaves out what was left empty', () => {
    const more = { '/name': 'ab', '/share': '0.5', '/public': 'true', '/size': '0', '/ports': '80\n443\n' };
    expect(answer({ ...more, '/zones': '0,2', '/owner/mail': 'a@b.example', '/owner/on~1off': 'true' })).toEqual({
      ok: true,
      data: {
        region: 'south',
        name: 'ab',
        subnets: 2,
        share: 0.5,
        public: true,
        size: 1,
        zones: ['a', 'c'],
        ports: [80, 443],
        owner: { mail: 'a@b.example', 'on/off': true },
      },
    });
    expect(answer({ '/name': 'ab', '/subnets': '', '/zones': '' })).toEqual({
      ok: true,
      data: { region: 'south', name: 'ab', public: false },
    });
  });

  it.each([
    [{ '/name': '' }, { '/name': { why: 'required' } }],
    [{ '/name': 'a' }, { '/name': { why: 'minLength', limit: 2 } }],
    [{ '/name': 'abcde' }, { '/name': { why: 'maxLength', limit: 4 } }],
    [{ '/name': 'A1' }, { '/name': { why: 'pattern', wanted: '^[a-z]+$' } }],
    [{ '/name': 'ab', '/subnets': '1.5' }, { '/subnets': { why: 'integer' } }],
    [{ '/name': 'ab', '/subnets': '9' }, { '/subnets': { why: 'max', limit: 8 } }],
    [{ '/name': 'ab', '/subnets': '0' }, { '/subnets': { why: 'min', limit: 1 } }],
    [{ '/name': 'ab', '/share': 'x' }, { '/share': { why: 'number' } }],
    [{ '/name': 'ab', '/region': '' }, { '/region': { why: 'required' } }],
    [{ '/name': 'ab', '/zones': '0,1,2' }, { '/zones': { why: 'maxItems', limit: 2 } }],
    [{ '/name': 'ab', '/ports': '80\nx' }, { '/ports': { why: 'number' } }],
    [{ '/name': 'ab', '/ports': '80\n99999' }, { '/ports': { why: 'max', limit: 65_535 } }],
    [{ '/name': 'ab', '/owner/mail': 'nobody' }, { '/owner/mail': { why: 'format', wanted: 'email' } }],
    [{ '/name': 'ab', '/owner/on~1off': 'true' }, { '/owner/mail': { why: 'required' } }],
  ])('says what is wrong with %j', (change, problems) => {
    const found = answer(change);
    expect(found).toMatchObject({ ok: false, problems });
    expect(found.ok || Object.keys(found.problems)).toEqual(Object.keys(problems));
  });
});
