import { describe, expect, it } from 'vitest';
import { canonicalJson, signedPayloads } from './canonical.ts';

describe('canonicalJson', () => {
  it('sorts by code units, writes numbers as ECMAScript does and escapes no more than needed', () => {
    const value = JSON.parse('{"b":[1.0,1e21,-0,0.1],"a":{"é":"\\u20ac\\n","\\ud83d\\ude00":null,"z":true},"A":""}');
    expect(canonicalJson(value)).toBe('{"A":"","a":{"z":true,"é":"€\\n","😀":null},"b":[1,1e+21,0,0.1]}');
  });
});

describe('signedPayloads', () => {
  const card = {
    signatures: [{}],
    name: 'A',
    description: '',
    capabilities: { streaming: false, extensions: [{ uri: 'u', required: false }] },
    securitySchemes: { a: {} },
  };

  it('lists the readings of the presence rules, likeliest first', () => {
    expect(signedPayloads(card).map(({ form, payload }) => `${form} ${payload}`)).toEqual([
      'as-received {"capabilities":{"extensions":[{"required":false,"uri":"u"}],"streaming":false},"description":"","name":"A","securitySchemes":{"a":{}}}',
      'empty-left-out {"capabilities":{"extensions":[{"uri":"u"}],"streaming":false},"name":"A"}',
      'defaults-left-out {"capabilities":{"extensions":[{"uri":"u"}]},"name":"A"}',
    ]);
  });

  it('ends with the one that leaves the schemes unprotected', () => {
    const last = signedPayloads({ ...card, securitySchemes: { a: { b: 'c' } } }).pop();
    expect(last).toEqual({
      form: 'schemes-left-out',
      payload: '{"capabilities":{"extensions":[{"uri":"u"}],"streaming":false},"name":"A"}',
    });
  });
});
