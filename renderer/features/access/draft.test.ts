import { describe, expect, it } from 'vitest';
import type { CredentialView, DiscoveryView } from '../../../shared/contract/access.ts';
import { withDiscovery } from './discovery.ts';
import { type Draft, draftOf, EMPTY_DRAFT, isTouched, schemeOf, typedSecrets } from './draft.ts';
import { hasLooseSpace, otherOrigin, problemsOf } from './problems.ts';
import { passphraseHint } from './vault-words.ts';

const draft = (change: Partial<Draft>): Draft => ({ ...EMPTY_DRAFT, ...change });

const client = draft({
  type: 'oauth2',
  clientId: 'loupe',
  tokenUrl: 'https://login.example/token',
  secrets: { clientSecret: 's' },
});

describe('a form', () => {
  it('comes back as it was saved', () => {
    const scheme = schemeOf({
      ...client,
      flow: 'authorizationCode',
      authorizationUrl: 'https://login.example/auth',
      scopes: ['a'],
      moreScopes: ' b  a ',
      redirectPort: '8123',
    });
    expect(scheme).toMatchObject({ scopes: ['a', 'b'], redirectPort: 8123 });
    const view = { id: 'c', name: 'N', scheme, has: ['clientSecret'] } as unknown as CredentialView;
    const again = draftOf(view, draft({ offered: [{ name: 'a' }] }));
    expect(again).toMatchObject({ scopes: ['a'], moreScopes: 'b', credential: 'c', secrets: {} });
    expect(schemeOf(again)).toEqual(scheme);
    expect(isTouched(again, again)).toBe(false);
  });

  it('hands over typed secrets only, and none of a kind it does not show', () => {
    const both = { clientSecret: 's', token: 't' };
    expect(typedSecrets({ ...client, secrets: both })).toEqual({ clientSecret: 's' });
    expect(typedSecrets({ ...client, secrets: both, clientAuth: 'none' })).toEqual({});
    expect(typedSecrets({ ...client, secrets: { clientSecret: '' }, has: ['clientSecret'] })).toEqual({});
    expect(typedSecrets(draft({ type: 'basic', username: 'u' }))).toEqual({ password: '' });
  });

  it('leaves out addresses that its flow does not use', () => {
    expect(schemeOf({ ...client, authorizationUrl: 'https://login.example/auth' })).not.toHaveProperty(
      'authorizationUrl',
    );
  });
});

describe('what is wrong with a form', () => {
  const fields = (change: Partial<Draft>) => problemsOf(draft(change)).map(({ field, word }) => `${field} ${word}`);

  it.each([
    ['an empty token', { type: 'bearer' }, ['secret:token required']],
    ['a token of two lines', { secrets: { token: 'a\nb' } }, ['secret:token line-break']],
    ['a held token', { has: ['token'] }, []],
    ['a header name with a space', { type: 'apiKey', key: 'X Key', secrets: { value: 'v' } }, ['key header']],
    ['the same name in a query', { type: 'apiKey', place: 'query', key: 'X Key', secrets: { value: 'v' } }, []],
    ['an empty password', { type: 'basic', username: 'u' }, []],
    ['no user', { type: 'basic' }, ['username required']],
    ['a line without a name', { type: 'headers', secrets: { 'header:0': 'v' } }, ['lines required']],
  ] as [string, Partial<Draft>, string[]][])('%s', (_name, change, expected) => {
    expect(fields(change)).toEqual(expected);
  });

  it('asks for the addresses of the flow, or for a discovery document instead', () => {
    expect(fields({ ...client, tokenUrl: '', flow: 'deviceCode' })).toEqual([
      'tokenUrl endpoint',
      'deviceAuthorizationUrl endpoint',
    ]);
    expect(fields({ ...client, tokenUrl: '', flow: 'deviceCode', metadataUrl: 'https://login.example' })).toEqual([]);
    expect(fields({ ...client, tokenUrl: 'login.example/token' })).toEqual(['tokenUrl url']);
  });

  it('takes ports that exist', () => {
    expect(fields({ ...client, redirectPort: '65536' })).toEqual(['redirectPort port']);
    expect(fields({ ...client, redirectPort: '0' })).toEqual(['redirectPort port']);
    expect(fields({ ...client, redirectPort: '8080' })).toEqual([]);
  });

  it('notices a space at an end, and another origin', () => {
    expect([hasLooseSpace('a b'), hasLooseSpace('a ')]).toEqual([false, true]);
    expect(otherOrigin('https://login.example/t', 'https://agent.example')).toBe('login.example');
    expect(otherOrigin('https://agent.example/t', 'https://agent.example')).toBeUndefined();
    expect(otherOrigin('no address', 'https://agent.example')).toBeUndefined();
  });
});

describe('a discovery document', () => {
  const found: DiscoveryView = {
    tokenUrl: 'https://login.example/new-token',
    authorizationUrl: 'https://login.example/auth',
    scopes: ['openid', 'a'],
    flows: ['authorizationCode'],
    clientAuth: ['post'],
  };

  it('fills what is empty and leaves what somebody said', () => {
    const next = withDiscovery({ ...client, chooseFlow: true, offered: [{ name: 'a' }] }, found);
    expect(next).toMatchObject({
      tokenUrl: client.tokenUrl,
      authorizationUrl: found.authorizationUrl,
      read: { authorizationUrl: found.authorizationUrl },
      flow: 'authorizationCode',
      clientAuth: 'post',
    });
    expect(next.offered.map(({ name }) => name)).toEqual(['a', 'openid']);
  });

  it('replaces what an earlier document said', () => {
    const first = withDiscovery({ ...client, tokenUrl: '' }, { ...found, tokenUrl: 'https://old.example/t' });
    expect(withDiscovery(first, found).tokenUrl).toBe(found.tokenUrl);
  });
});

it('a passphrase is judged by its length alone', () => {
  expect(['a'.repeat(7), 'a'.repeat(8), 'a'.repeat(16)].map((text) => passphraseHint(text).good)).toEqual([
    false,
    true,
    true,
  ]);
});
