import { describe, expect, it } from 'vitest';
import type { Credential, CredentialScheme } from '../../../shared/model/credential.ts';
import { type Applied, linesOf } from './lines.ts';
import type { SecretRecord } from './seams.ts';

const applied = (scheme: CredentialScheme, secrets: SecretRecord, name: string = scheme.type): Applied => ({
  credential: {
    id: name,
    name,
    origin: 'https://a.example',
    scheme,
    keep: 'session',
    created: '',
  } satisfies Credential,
  secrets,
});

const bearer = (token: string, prefix?: string) =>
  applied({ type: 'bearer', ...(prefix !== undefined && { prefix }) }, { token });

describe('what a credential puts on a request', () => {
  it.each<[string, Applied, { headers?: unknown; query?: unknown }]>([
    ['a bearer token', bearer('t-1'), { headers: [['Authorization', 'Bearer t-1']] }],
    ['a token behind another word', bearer('t-1', 'Token'), { headers: [['Authorization', 'Token t-1']] }],
    ['a bare token', bearer('t-1', ''), { headers: [['Authorization', 't-1']] }],
    [
      'name and password in UTF-8',
      applied({ type: 'basic', username: 'té' }, { password: 'pä:ss' }),
      { headers: [['Authorization', `Basic ${Buffer.from('té:pä:ss', 'utf8').toString('base64')}`]] },
    ],
    [
      'an empty password',
      applied({ type: 'basic', username: 'u' }, { password: '' }),
      { headers: [['Authorization', 'Basic dTo=']] },
    ],
    [
      'a key in a header',
      applied({ type: 'apiKey', in: 'header', name: 'X-Key' }, { value: 'k' }),
      { headers: [['X-Key', 'k']] },
    ],
    [
      'a key in the query',
      applied({ type: 'apiKey', in: 'query', name: 'key' }, { value: 'k&1' }),
      { query: [['key', 'k&1']] },
    ],
    [
      'a key in a cookie',
      applied({ type: 'apiKey', in: 'cookie', name: 'sid' }, { value: 'k' }),
      { headers: [['Cookie', 'sid=k']] },
    ],
    [
      'header lines of its own',
      applied({ type: 'headers', names: ['X-A', 'X-B'] }, { 'header:0': 'a', 'header:1': 'b' }),
      {
        headers: [
          ['X-A', 'a'],
          ['X-B', 'b'],
        ],
      },
    ],
    [
      'an access token',
      applied(
        { type: 'oauth2', flow: 'clientCredentials', clientId: 'c', clientAuth: 'basic', scopes: [] },
        { clientSecret: 's', accessToken: 'at' },
      ),
      { headers: [['Authorization', 'Bearer at']] },
    ],
  ])('%s', (_, credential, { headers = [], query = [] }) => {
    expect(linesOf([credential], [])).toEqual({
      ok: true,
      value: { headers, query, used: [credential.credential.id], notes: [], certificate: false },
    });
  });

  it('of a client certificate is nothing but the wish to show it', () => {
    const lines = linesOf([applied({ type: 'mutualTLS' }, {})], []);
    expect(lines).toMatchObject({ ok: true, value: { headers: [], certificate: true, used: ['mutualTLS'] } });
  });
});

describe('a secret that is not there', () => {
  it.each<[CredentialScheme, SecretRecord]>([
    [{ type: 'bearer' }, {}],
    [{ type: 'bearer' }, { token: '' }],
    [{ type: 'basic', username: 'u' }, {}],
    [{ type: 'apiKey', in: 'query', name: 'k' }, {}],
    [{ type: 'headers', names: ['X-A', 'X-B'] }, { 'header:0': 'a' }],
    [{ type: 'oauth2', flow: 'deviceCode', clientId: 'c', clientAuth: 'none', scopes: [] }, { refreshToken: 'r' }],
  ])('refuses the request, whatever else is there: %j', (scheme, secrets) => {
    const reply = linesOf([bearer('other'), applied(scheme, secrets, 'Mine')], []);
    expect(reply).toMatchObject({ ok: false, error: { code: 'auth', message: expect.stringContaining('“Mine”') } });
    if (!reply.ok) expect(reply.error.message).toMatch(/under Access/);
  });
});

describe('what cannot be sent', () => {
  it.each<[CredentialScheme, SecretRecord]>([
    [{ type: 'bearer' }, { token: 'a\r\nX-Evil: 1' }],
    [{ type: 'bearer', prefix: 'B\r\n' }, { token: 'a' }],
    [{ type: 'bearer' }, { token: 'ключ-value' }],
    [{ type: 'basic', username: 'a:b' }, { password: 'p-value' }],
    [{ type: 'apiKey', in: 'header', name: 'two words' }, { value: 'k-value' }],
    [{ type: 'apiKey', in: 'header', name: 'X\r\nY' }, { value: 'k-value' }],
    [{ type: 'apiKey', in: 'cookie', name: 'a=b' }, { value: 'k-value' }],
    [{ type: 'apiKey', in: 'cookie', name: 'a' }, { value: 'k-value; admin=1' }],
    [{ type: 'apiKey', in: 'query', name: '' }, { value: 'k-value' }],
    [{ type: 'headers', names: ['X-A'] }, { 'header:0': 'k-value\n' }],
  ])('is refused without saying the value: %j', (scheme, secrets) => {
    const reply = linesOf([applied(scheme, secrets)], []);
    expect(reply).toMatchObject({ ok: false, error: { code: 'bad-input' } });
    expect(JSON.stringify(reply)).not.toContain('-value');
  });

  it('over gRPC is a key in the query', () => {
    const key = applied({ type: 'apiKey', in: 'query', name: 'key' }, { value: 'k' });
    expect(linesOf([key], [], 'JSONRPC').ok).toBe(true);
    expect(linesOf([key], [], 'GRPC')).toMatchObject({
      ok: false,
      error: { code: 'not-supported', message: expect.stringMatching(/gRPC calls have no query/) },
    });
  });
});

describe('several in one place', () => {
  const lines = (...args: Parameters<typeof linesOf>) => {
    const reply = linesOf(...args);
    if (!reply.ok) throw new Error(reply.error.message);
    return reply.value;
  };

  it('leave exactly one Authorization: the typed one', () => {
    const { headers, used, notes } = lines([bearer('t-1')], [['authorization', 'Custom x=1']]);
    expect(headers).toEqual([['authorization', 'Custom x=1']]);
    expect(used).toEqual([]);
    expect(notes).toEqual([expect.stringMatching(/Authorization of “bearer” was left out/)]);
  });

  it('leave the first credential', () => {
    const { headers, used, notes } = lines(
      [applied({ type: 'basic', username: 'u' }, { password: 'p' }), bearer('t')],
      [],
    );
    expect(headers).toEqual([['Authorization', 'Basic dTpw']]);
    expect(used).toEqual(['basic']);
    expect(notes).toHaveLength(1);
  });

  it('share one Cookie line, typed cookies first and as they were typed', () => {
    const cookie = (name: string, value: string) => applied({ type: 'apiKey', in: 'cookie', name }, { value }, name);
    const { headers } = lines(
      [cookie('sid', 'new'), cookie('theme', 'x')],
      [
        ['X-A', 'a'],
        ['cookie', 'theme=dark; other=1'],
      ],
    );
    expect(headers).toEqual([
      ['X-A', 'a'],
      ['Cookie', 'theme=dark; other=1; sid=new'],
    ]);
  });

  it('are all sent where they do not meet', () => {
    const key = applied({ type: 'apiKey', in: 'query', name: 'key' }, { value: 'k' });
    expect(lines([bearer('t'), key], [['X-A', 'a']])).toMatchObject({
      headers: [
        ['Authorization', 'Bearer t'],
        ['X-A', 'a'],
      ],
      query: [['key', 'k']],
      used: ['bearer', 'apiKey'],
      notes: [],
    });
  });
});
