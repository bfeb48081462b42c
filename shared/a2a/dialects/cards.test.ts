import { describe, expect, it } from 'vitest';
import { detectCardDialect, dialects } from './index.ts';

const current = {
  name: 'A',
  description: 'd',
  version: '1',
  supportedInterfaces: [{ url: 'https://h/', protocolBinding: 'JSONRPC', protocolVersion: '1.0' }],
  capabilities: { streaming: true },
  securitySchemes: { b: { httpAuthSecurityScheme: { scheme: 'Bearer' } } },
  securityRequirements: [{ schemes: { b: { list: ['s'] } } }],
  defaultInputModes: ['text/plain'],
  defaultOutputModes: ['text/plain'],
  skills: [{ id: 's', name: 'S', description: 'x', tags: [] }],
};
const older = {
  protocolVersion: '0.3.0',
  name: 'A',
  description: 'd',
  version: '1',
  url: 'https://h/rpc',
  preferredTransport: 'JSONRPC',
  additionalInterfaces: [
    { url: 'https://h/rpc', transport: 'JSONRPC' },
    { url: 'https://h/rest', transport: 'HTTP+JSON', own: 1 },
  ],
  capabilities: { streaming: true, stateTransitionHistory: true },
  supportsAuthenticatedExtendedCard: true,
  securitySchemes: {
    k: { type: 'apiKey', in: 'header', name: 'X-Key' },
    o: { type: 'oauth2', flows: { clientCredentials: { tokenUrl: 't', scopes: { a: 'A' } } } },
  },
  security: [{ k: [] }, { o: ['a'] }],
  defaultInputModes: ['text/plain'],
  defaultOutputModes: ['text/plain'],
  skills: [{ id: 's', name: 'S', description: 'x', tags: [], security: [{ k: [] }] }],
};

describe('card form', () => {
  it.each([
    [current, '1.0'],
    [older, '0.3'],
    [{ ...older, ...current }, '1.0'],
    [{ url: 'https://h' }, '0.3'],
    [{ name: 'x' }, undefined],
    [null, undefined],
    [[], undefined],
  ])('%#', (card, dialect) => expect(detectCardDialect(card)).toBe(dialect));
});

describe('1.0 cards', () => {
  it('come back as they are', () => {
    const { value, issues } = dialects['1.0'].decodeCard(current);
    expect(value).toBe(current);
    expect(issues).toEqual([]);
  });

  it('keep the 0.3 keys of servers that speak both', () => {
    const { value, issues } = dialects['1.0'].decodeCard({
      ...current,
      url: 'https://h/old',
      preferredTransport: 'JSONRPC',
    });
    expect(value).toMatchObject({ url: 'https://h/old', supportedInterfaces: current.supportedInterfaces });
    expect(issues).toEqual([]);
  });

  it('fill what is missing so that the type holds', () => {
    expect(dialects['1.0'].decodeCard({}).value).toEqual({
      name: '',
      description: '',
      version: '',
      supportedInterfaces: [],
      capabilities: {},
      defaultInputModes: [],
      defaultOutputModes: [],
      skills: [],
    });
  });

  it('understand every written form of schemes and requirements', () => {
    const { value, issues } = dialects['1.0'].decodeCard({
      ...current,
      securitySchemes: {
        wrapped: { httpAuthSecurityScheme: { scheme: 'Bearer' } },
        openapi: { type: 'apiKey', in: 'header', name: 'X-Key' },
        leaked: {
          scheme: { $case: 'httpAuthSecurityScheme', value: { description: '', scheme: 'Bearer', bearerFormat: '' } },
        },
        flow: {
          scheme: {
            $case: 'oauth2SecurityScheme',
            value: { flows: { flow: { $case: 'clientCredentials', value: { tokenUrl: 't', scopes: {} } } } },
          },
        },
        bare: { openIdConnectUrl: 'https://idp' },
        noScheme: { type: 'http' },
      },
      securityRequirements: [{ schemes: { wrapped: {} } }, { openapi: ['s'] }, 7],
    });
    expect(value?.securitySchemes).toEqual({
      wrapped: { httpAuthSecurityScheme: { scheme: 'Bearer' } },
      openapi: { apiKeySecurityScheme: { location: 'header', name: 'X-Key' } },
      leaked: { httpAuthSecurityScheme: { description: '', scheme: 'Bearer', bearerFormat: '' } },
      flow: { oauth2SecurityScheme: { flows: { clientCredentials: { tokenUrl: 't', scopes: {} } } } },
      bare: { openIdConnectUrl: 'https://idp' },
      noScheme: { type: 'http' },
    });
    expect(value?.securityRequirements).toEqual([
      { schemes: { wrapped: { list: [] } } },
      { schemes: { openapi: { list: ['s'] } } },
      { schemes: {}, value: 7 },
    ]);
    const unknown = issues.filter((issue) => issue.code === 'security-scheme-unknown');
    expect(unknown.map((issue) => issue.pointer)).toEqual(['/securitySchemes/bare', '/securitySchemes/noScheme']);
    expect(issues.some((issue) => issue.code === 'security-requirement-unknown')).toBe(true);
  });
});

describe('0.3 cards', () => {
  it('are decoded into the 1.0 shape', () => {
    const { value, issues } = dialects['0.3'].decodeCard(older);
    expect(issues).toEqual([]);
    expect(value).toEqual({
      protocolVersion: '0.3.0',
      name: 'A',
      description: 'd',
      version: '1',
      supportedInterfaces: [
        { url: 'https://h/rpc', protocolBinding: 'JSONRPC', protocolVersion: '0.3' },
        { url: 'https://h/rest', protocolBinding: 'HTTP+JSON', protocolVersion: '0.3', own: 1 },
      ],
      capabilities: { streaming: true, stateTransitionHistory: true, extendedAgentCard: true },
      securitySchemes: {
        k: { apiKeySecurityScheme: { location: 'header', name: 'X-Key' } },
        o: { oauth2SecurityScheme: { flows: { clientCredentials: { tokenUrl: 't', scopes: { a: 'A' } } } } },
      },
      securityRequirements: [{ schemes: { k: { list: [] } } }, { schemes: { o: { list: ['a'] } } }],
      defaultInputModes: ['text/plain'],
      defaultOutputModes: ['text/plain'],
      skills: [
        { id: 's', name: 'S', description: 'x', tags: [], securityRequirements: [{ schemes: { k: { list: [] } } }] },
      ],
    });
  });

  it('get version 0.3 and a warning when they state none', () => {
    const { protocolVersion: _, ...card } = older;
    const { value, issues } = dialects['0.3'].decodeCard(card);
    expect(value?.supportedInterfaces[0]?.protocolVersion).toBe('0.3');
    expect(issues).toMatchObject([{ code: 'protocol-version-missing', severity: 'warning' }]);
    expect(issues[0]?.message).toContain('protocolVersion');
  });

  it('keep the version they state', () => {
    const versions = ['0.2.6', '1.0'].map((protocolVersion) =>
      dialects['0.3'].decodeCard({ ...older, protocolVersion }),
    );
    expect(versions.map(({ value }) => value?.supportedInterfaces[0]?.protocolVersion)).toEqual(['0.2', '1.0']);
    expect(versions.map(({ issues }) => issues.map((issue) => issue.code))).toEqual([[], ['card-version-mismatch']]);
  });

  it('are read by the 1.0 dialect too, and the other way round', () => {
    expect(dialects['1.0'].decode('card', older).issues).toMatchObject([{ code: 'other-version-shape' }]);
    expect(dialects['1.0'].decode('card', older).value).toEqual(dialects['0.3'].decodeCard(older).value);
    const other = dialects['0.3'].decodeCard(current);
    expect(other.value).toBe(current);
    expect(other.issues).toMatchObject([{ code: 'other-version-shape' }]);
  });
});
