import { describe, expect, it } from 'vitest';
import type { AgentCard } from '../../shared/model/card.ts';
import { completed, standsAlone } from './card-credential.ts';
import type { GivenCredential, GivenOAuth } from './credentials.ts';

const card = (securitySchemes: object, required?: string[]): AgentCard =>
  ({
    name: 'agent',
    securitySchemes,
    ...(required && { securityRequirements: required.map((name) => ({ schemes: { [name]: { list: ['read'] } } })) }),
  }) as unknown as AgentCard;

const entry = (given: GivenCredential, on?: AgentCard) => {
  const reply = completed(given, on);
  if (!reply.ok) throw new Error(reply.error.message);
  return reply.value;
};

const key: GivenCredential = { type: 'apiKey', value: 'k' };
const client: GivenOAuth = {
  type: 'oauth2',
  flow: 'clientCredentials',
  clientId: 'c',
  clientAuth: 'basic',
  clientSecret: 's',
};
const service = {
  tokenUrl: 'https://login.example/token',
  deviceAuthorizationUrl: 'https://login.example/device',
  authorizationUrl: 'https://login.example/authorize',
};

describe('an API key', () => {
  const inHeader = { apiKeySecurityScheme: { location: 'header', name: 'X-One' } };
  const inQuery = { apiKeySecurityScheme: { location: 'query', name: 'key' } };

  it('goes where the card says, the required scheme before others', () => {
    expect(entry(key, card({ a: inHeader, b: inQuery }, ['b']))).toEqual({
      scheme: { type: 'apiKey', in: 'query', name: 'key' },
      secrets: { value: 'k' },
      cardScheme: 'b',
      named: [],
    });
    const older = card({ a: { type: 'apiKey', in: 'cookie', name: 'sid' } });
    expect(entry(key, older).scheme).toEqual({ type: 'apiKey', in: 'cookie', name: 'sid' });
  });

  it('goes into the usual header when nobody says anything', () => {
    const usual = { type: 'apiKey', in: 'header', name: 'X-API-Key' };
    expect(entry(key).scheme).toEqual(usual);
    expect(entry(key, card({ a: { httpAuthSecurityScheme: { scheme: 'Bearer' } } })).scheme).toEqual(usual);
  });

  it('goes to a named place whatever the card says', () => {
    const named: GivenCredential = { type: 'apiKey', value: 'k', place: { in: 'header', name: 'X-Mine' } };
    expect(entry(named, card({ b: inQuery })).scheme).toEqual({ type: 'apiKey', in: 'header', name: 'X-Mine' });
    expect(standsAlone(named)).toBe(true);
    expect(standsAlone(key)).toBe(false);
  });
});

describe('an OAuth client', () => {
  const schemes = { sso: { oauth2SecurityScheme: { flows: { clientCredentials: service, deviceCode: service } } } };

  it('takes addresses and scopes from the card, and says which addresses nobody typed', () => {
    expect(entry(client, card(schemes, ['sso']))).toEqual({
      scheme: {
        type: 'oauth2',
        flow: 'clientCredentials',
        clientId: 'c',
        clientAuth: 'basic',
        scopes: ['read'],
        ...service,
      },
      secrets: { clientSecret: 's' },
      cardScheme: 'sso',
      named: [service.tokenUrl, service.deviceAuthorizationUrl],
    });
  });

  it('takes what was typed instead', () => {
    const typed = entry({ ...client, tokenUrl: 'https://mine/token', scopes: ['all'] }, card(schemes, ['sso']));
    expect(typed.scheme).toMatchObject({ tokenUrl: 'https://mine/token', scopes: ['all'] });
    expect(typed.named).toEqual([service.deviceAuthorizationUrl]);
    const issuer = entry({ ...client, issuer: 'https://issuer.example' }, card(schemes));
    expect(issuer).toMatchObject({ scheme: { metadataUrl: 'https://issuer.example' }, named: [] });
    expect(issuer.scheme).not.toHaveProperty('tokenUrl');
  });

  it('takes the discovery document of OpenID Connect', () => {
    const document = 'https://login.example/.well-known/openid-configuration';
    const { scheme, named } = entry(
      client,
      card({ id: { openIdConnectSecurityScheme: { openIdConnectUrl: document } } }),
    );
    expect(scheme).toMatchObject({ metadataUrl: document });
    expect(named).toEqual([document]);
  });

  it('knows when it needs the card, and says what is missing without one', () => {
    expect(standsAlone(client)).toBe(false);
    expect(standsAlone({ ...client, tokenUrl: 'https://t' })).toBe(true);
    expect(standsAlone({ ...client, flow: 'deviceCode', tokenUrl: 'https://t' })).toBe(false);
    expect(standsAlone({ ...client, flow: 'deviceCode', issuer: 'https://i' })).toBe(true);
    const lost = completed(client, undefined);
    expect(!lost.ok && lost.error.message).toContain('--issuer or --token-url');
    const device = completed({ ...client, flow: 'deviceCode', tokenUrl: 'https://t' }, card({}));
    expect(!device.ok && device.error.message).toBe('the card names no address for this OAuth flow: give --issuer');
  });
});
