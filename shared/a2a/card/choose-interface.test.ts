import { describe, expect, it } from 'vitest';
import type { AgentCard, AgentInterface } from '../../model/card.ts';
import { bindingOf, chooseInterface, dialectOf, type Supported } from './choose-interface.ts';

const card = (...supportedInterfaces: AgentInterface[]): AgentCard => ({
  name: 'A',
  description: '',
  version: '1',
  supportedInterfaces,
  capabilities: {},
  defaultInputModes: [],
  defaultOutputModes: [],
  skills: [],
});
const entry = (
  protocolBinding: string,
  protocolVersion: string,
  url = `https://h/${protocolBinding}/${protocolVersion}`,
  tenant?: string,
): AgentInterface => ({
  url,
  protocolBinding,
  protocolVersion,
  ...(tenant === undefined ? {} : { tenant }),
});
const supported: Supported[] = [
  { binding: 'JSONRPC', dialect: '1.0' },
  { binding: 'JSONRPC', dialect: '0.3' },
  { binding: 'HTTP+JSON', dialect: '1.0' },
];
const URL_OF_CARD = 'https://h/a/.well-known/agent-card.json';

describe('names', () => {
  it.each([
    ['JSONRPC', 'JSONRPC'],
    ['json-rpc', 'JSONRPC'],
    ['http+json', 'HTTP+JSON'],
    ['HTTP_JSON', 'HTTP+JSON'],
    ['grpc', 'GRPC'],
    ['https://example.test/ws', undefined],
  ])('binding %s', (name, binding) => expect(bindingOf(name)).toBe(binding));
  it.each([
    ['1.0', '1.0'],
    ['1.7', '1.0'],
    ['1.0.1', '1.0'],
    ['v1', '1.0'],
    ['0.3.0', '0.3'],
    ['0.2.6', '0.3'],
    ['0.1', undefined],
    ['2.0', undefined],
    ['next', undefined],
    ['', '1.0'],
  ])('version %j', (version, dialect) => expect(dialectOf(version)).toBe(dialect));
});

describe('choice', () => {
  it('takes the first entry it can use and says what became of the others', () => {
    const chosen = chooseInterface(
      card(
        entry('GRPC', '1.0', 'h:1'),
        entry('https://x/ws', '1.0'),
        entry('http+json', '0.3'),
        entry('jsonrpc', '1.0', ' https://h/rpc ', 'acme'),
        entry('HTTP+JSON', '1.0'),
      ),
      {},
      supported,
      URL_OF_CARD,
    );
    expect(chosen).toMatchObject({
      url: 'https://h/rpc',
      binding: 'JSONRPC',
      dialect: '1.0',
      protocolVersion: '1.0',
      tenant: 'acme',
      index: 3,
      why: 'first-supported',
    });
    expect(chosen.verdicts?.map((one) => one.verdict)).toEqual(['binding', 'binding', 'version', 'used', 'usable']);
  });

  it('keeps the version as written', () => {
    expect(chooseInterface(card(entry('JSONRPC', '0.3.0')), {}, supported)).toMatchObject({
      dialect: '0.3',
      protocolVersion: '0.3.0',
      why: 'only-supported',
    });
  });

  it.each([
    ['/rpc', 'https://h/rpc'],
    ['rpc', 'https://h/a/.well-known/rpc'],
    ['//other/rpc', 'https://other/rpc'],
    ['other.example:8080/rpc', 'https://other.example:8080/rpc'],
    ['127.0.0.1:8080', 'https://127.0.0.1:8080/'],
  ])('resolves %s against the card', (url, resolved) => {
    expect(chooseInterface(card(entry('JSONRPC', '1.0', url)), {}, supported, URL_OF_CARD).url).toBe(resolved);
  });

  it('passes over an entry without a usable url', () => {
    const chosen = chooseInterface(card(entry('JSONRPC', '1.0', 'ws://h'), entry('JSONRPC', '1.0', '')), {}, supported);
    expect(chosen).toMatchObject({ why: 'no-interface' });
    expect(chosen.verdicts?.map((one) => one.verdict)).toEqual(['url', 'url']);
  });
});

describe('a binding that is used on request', () => {
  const pairs: Supported[] = [...supported, { binding: 'GRPC', dialect: '1.0', onRequest: true }];
  const mixed = card(entry('GRPC', '1.0', 'h:1'), entry('https://x/ws', '1.0'), entry('JSONRPC', '1.0'));
  it('gives way to the others', () => {
    const chosen = chooseInterface(mixed, {}, pairs);
    expect(chosen).toMatchObject({ index: 2, binding: 'JSONRPC', why: 'first-supported' });
    expect(chosen.verdicts?.map((one) => one.verdict)).toEqual(['usable', 'binding', 'used']);
    expect(chosen.reason).toContain('Interface 1 of the card (GRPC 1.0) is used when it is asked for.');
  });
  it('is used when asked for, and when there is no other', () => {
    expect(chooseInterface(mixed, { binding: 'GRPC' }, pairs)).toMatchObject({ index: 0, url: 'h:1', why: 'forced' });
    const alone = card(entry('GRPC', '1.0', 'h:1'));
    expect(chooseInterface(alone, {}, pairs)).toMatchObject({ index: 0, why: 'only-supported' });
  });
  it('has an address that is no URL', () => {
    const options = { binding: 'GRPC', endpoint: ' h:2 ' } as const;
    expect(chooseInterface(mixed, options, pairs, URL_OF_CARD)).toMatchObject({ url: 'h:2', index: -1 });
    expect(chooseInterface(card(entry('GRPC', '1.0', 'ftp://h')), {}, pairs).verdicts).toMatchObject([
      { verdict: 'url' },
    ]);
  });
});

describe('wishes', () => {
  it('for a binding the card does not have are told apart', () => {
    const only = card(entry('JSONRPC', '1.0'));
    expect(chooseInterface(only, { binding: 'GRPC' }, supported)).toMatchObject({ offered: false, why: 'forced' });
    expect(chooseInterface(only, { binding: 'JSONRPC' }, supported)).not.toHaveProperty('offered');
    expect(chooseInterface(only, { version: '0.3' }, supported)).not.toHaveProperty('offered');
  });
  it.each([
    [{ binding: 'HTTP+JSON' }, 'Binding HTTP+JSON was asked for: interface 2 of the card (HTTP+JSON 1.0).'],
    [
      { version: '0.3', endpoint: 'https://h/x' },
      'Version 0.3 and the address were asked for, whatever the card says.',
    ],
    [{ binding: 'GRPC' }, 'Binding GRPC was asked for, but no interface of the card has it.'],
  ] as const)('%j are named in the reason', (options, reason) => {
    const listed = card(entry('JSONRPC', '1.0'), entry('HTTP+JSON', '1.0'));
    expect(chooseInterface(listed, options, supported).reason).toContain(reason);
  });

  const both = card(entry('JSONRPC', '1.0'), entry('HTTP+JSON', '1.0'), entry('JSONRPC', '0.3'));
  it.each([
    [{ binding: 'HTTP+JSON' }, { index: 1, binding: 'HTTP+JSON', dialect: '1.0' }],
    [{ version: '0.3' }, { index: 2, binding: 'JSONRPC', dialect: '0.3' }],
    [
      { version: '0.3', binding: 'HTTP+JSON' },
      { index: 1, binding: 'HTTP+JSON', dialect: '0.3', protocolVersion: '0.3' },
    ],
    [{ binding: 'GRPC' }, { index: 0, binding: 'GRPC' }],
    [{ endpoint: '/mine' }, { index: -1, url: 'https://h/mine', binding: 'JSONRPC', dialect: '1.0' }],
    [
      { endpoint: 'https://o/x', version: '0.3' },
      { index: -1, url: 'https://o/x', dialect: '0.3' },
    ],
  ] as const)('%j', (options, expected) => {
    expect(chooseInterface(both, options, supported, URL_OF_CARD)).toMatchObject({ ...expected, why: 'forced' });
  });
  it('the tenant typed wins over the one on the card', () => {
    expect(chooseInterface(card(entry('JSONRPC', '1.0', 'https://h', 'a')), { tenant: 'b' }, supported)).toMatchObject({
      tenant: 'b',
      why: 'only-supported',
    });
    expect(chooseInterface(card(entry('JSONRPC', '1.0', 'https://h', '')), {}, supported)).not.toHaveProperty('tenant');
  });
});

describe('no interface', () => {
  it('gives the best guess', () => {
    expect(chooseInterface(card(entry('GRPC', '1.0', 'h:1')), {}, supported, URL_OF_CARD)).toMatchObject({
      url: 'h:1',
      binding: 'GRPC',
      index: 0,
      why: 'no-interface',
      verdicts: [{ verdict: 'binding' }],
    });
    expect(chooseInterface(card(), {}, supported, URL_OF_CARD)).toEqual({
      url: 'https://h/',
      binding: 'JSONRPC',
      dialect: '1.0',
      protocolVersion: '1.0',
      index: -1,
      why: 'no-interface',
      reason: "Loupe speaks none of the card's interfaces; JSONRPC 1.0 is a guess. Requests say A2A-Version: 1.0.",
      verdicts: [],
    });
  });
});
