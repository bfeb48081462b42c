import { describe, expect, it } from 'vitest';
import { describeScheme, describeSecurity } from './security-words.ts';

describe('one scheme', () => {
  it.each([
    [
      { httpAuthSecurityScheme: { scheme: 'Bearer' } },
      'http bearer',
      'current',
      { in: 'header', name: 'Authorization', prefix: 'Bearer' },
    ],
    [
      { type: 'apiKey', in: 'header', name: 'X-Key' },
      'apiKey header X-Key',
      'openapi',
      { in: 'header', name: 'X-Key' },
    ],
    [
      { apiKeySecurityScheme: { location: 'query', name: 'k' } },
      'apiKey query k',
      'current',
      { in: 'query', name: 'k' },
    ],
    [{ type: 'mutualTLS' }, 'mutualTLS', 'openapi', { in: 'tls' }],
    [
      { oauth2SecurityScheme: { flows: { clientCredentials: {} } } },
      'oauth2 clientCredentials',
      'current',
      { in: 'header', name: 'Authorization', prefix: 'Bearer' },
    ],
    [
      { openIdConnectSecurityScheme: { openIdConnectUrl: 'u' } },
      'openIdConnect',
      'current',
      { in: 'header', name: 'Authorization', prefix: 'Bearer' },
    ],
    [
      { scheme: { $case: 'httpAuthSecurityScheme', value: { scheme: 'Basic' } } },
      'http basic',
      'case',
      { in: 'header', name: 'Authorization', prefix: 'Basic' },
    ],
    [{ $case: 'mtlsSecurityScheme', value: {} }, 'mutualTLS', 'case', { in: 'tls' }],
    [{ openIdConnectUrl: 'u' }, 'unrecognised', 'unknown', { in: 'unknown' }],
    [{ type: 'http' }, 'unrecognised', 'unknown', { in: 'unknown' }],
    [{ type: 'constructor' }, 'unrecognised', 'unknown', { in: 'unknown' }],
    [null, 'unrecognised', 'unknown', { in: 'unknown' }],
  ])('%j is %s', (written, short, form, where) => {
    expect(describeScheme('n', written, [])).toMatchObject({ name: 'n', short, form, where });
  });
});

describe('requirements', () => {
  const schemes = {
    a: { type: 'http', scheme: 'bearer' },
    b: { type: 'apiKey', in: 'cookie', name: 'c' },
    rest: { type: 'mutualTLS' },
  };
  it('are alternatives of combinations', () => {
    const words = describeSecurity(
      [{ schemes: { a: { list: ['read'] }, b: {} } }, { schemes: { b: { list: [] } } }],
      schemes,
    );
    expect(words.open).toBe(false);
    expect(words.options.map((option) => option.map((one) => [one.name, one.kind, one.scopes]))).toEqual([
      [
        ['a', 'http', ['read']],
        ['b', 'apiKey', []],
      ],
      [['b', 'apiKey', []]],
    ]);
    expect(words.unused.map((one) => one.name)).toEqual(['rest']);
  });
  it('may be in the OpenAPI form, and name schemes nobody described', () => {
    const words = describeSecurity([{ a: ['s'] }, { ghost: [] }], schemes);
    expect(words.options[0]?.[0]).toMatchObject({ name: 'a', scopes: ['s'] });
    expect(words.options[1]?.[0]).toMatchObject({ name: 'ghost', missing: true, kind: 'unknown' });
  });
  it('leave the agent open when there is none, or an empty one', () => {
    expect(describeSecurity(undefined, schemes)).toMatchObject({ open: true, options: [] });
    expect(describeSecurity([{}, { a: [] }], schemes)).toMatchObject({ open: true });
    expect(describeSecurity([{}, { a: [] }], schemes).options).toHaveLength(1);
    expect(describeSecurity('x', null)).toEqual({ open: true, options: [], unused: [] });
  });
});
