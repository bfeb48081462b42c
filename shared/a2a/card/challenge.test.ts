import { describe, expect, it } from 'vitest';
import { challengesOf, parseChallenges } from './challenge.ts';

describe('the challenges of an answer', () => {
  it.each<[string, string[], unknown]>([
    ['one with parameters', ['Bearer realm="fixture"'], [{ scheme: 'Bearer', params: { realm: 'fixture' } }]],
    [
      'what an expired token gets',
      [
        'Bearer error="invalid_token", error_description="The \\"old\\" one, expired", scope="a b", resource_metadata="https://a.example/.well-known/oauth-protected-resource"',
      ],
      [
        {
          scheme: 'Bearer',
          params: {
            error: 'invalid_token',
            error_description: 'The "old" one, expired',
            scope: 'a b',
            resource_metadata: 'https://a.example/.well-known/oauth-protected-resource',
          },
        },
      ],
    ],
    [
      'several in one line',
      ['Newauth realm="apps", type=1, title="Login to \\"apps\\"", Basic realm="simple"'],
      [
        { scheme: 'Newauth', params: { realm: 'apps', type: '1', title: 'Login to "apps"' } },
        { scheme: 'Basic', params: { realm: 'simple' } },
      ],
    ],
    [
      'several lines',
      ['Negotiate', 'Basic Realm = simple'],
      [
        { scheme: 'Negotiate', params: {} },
        { scheme: 'Basic', params: { realm: 'simple' } },
      ],
    ],
    [
      'a value in place of parameters',
      ['Negotiate a87421000492aa874209af8bc028==, Bearer'],
      [
        { scheme: 'Negotiate', params: {}, token: 'a87421000492aa874209af8bc028==' },
        { scheme: 'Bearer', params: {} },
      ],
    ],
    ['an empty value', ['Digest nonce="", realm='], [{ scheme: 'Digest', params: { nonce: '', realm: '' } }]],
    ['one that is not closed', ['Bearer realm="half'], [{ scheme: 'Bearer', params: { realm: 'half' } }]],
    ['a repeated name', ['Bearer a=1, A=2'], [{ scheme: 'Bearer', params: { a: '1' } }]],
    ['empty elements', [', ,Bearer,,realm=x,'], [{ scheme: 'Bearer', params: { realm: 'x' } }]],
    ['no challenge', ['', ' ,, ', '="a"'], []],
    ['a parameter without a scheme', ['realm="x"'], []],
  ])('%s', (_, lines, challenges) => {
    expect(parseChallenges(lines)).toEqual(challenges);
  });

  it('are found in header lines of any spelling', () => {
    const headers: [string, string][] = [
      ['www-authenticate', 'Basic realm=a'],
      ['X-Other', 'Bearer'],
      ['WWW-AUTHENTICATE', 'Bearer'],
    ];
    expect(challengesOf(headers).map(({ scheme }) => scheme)).toEqual(['Basic', 'Bearer']);
  });

  it('do not reach into prototypes', () => {
    const [challenge] = parseChallenges(['Bearer __proto__="x", constructor="y"']);
    expect(Object.keys(challenge?.params ?? {})).toEqual(['__proto__', 'constructor']);
    expect(Object.getPrototypeOf(challenge?.params)).toBe(Object.prototype);
  });

  it('of garbage end in bounded time and size', () => {
    let seed = 7;
    const random = (below: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return seed % below;
    };
    const pieces = ['Bearer', ' ', ',', '=', '"', '\\', 'realm', '\t', 'é', '\u0000', 'a==', '/', '{', 'x="y"'];
    for (let run = 0; run < 3_000; run += 1) {
      const line = Array.from({ length: random(40) }, () => pieces[random(pieces.length)]).join('');
      for (const { scheme, params } of parseChallenges([line])) {
        expect(scheme).not.toBe('');
        for (const value of Object.values(params)) expect(typeof value).toBe('string');
      }
    }
    expect(parseChallenges([`Bearer ${'a=1,'.repeat(100_000)}`])[0]?.params).toEqual({ a: '1' });
    expect(parseChallenges(['Bearer,'.repeat(100_000)])).toHaveLength(16);
  });
});
