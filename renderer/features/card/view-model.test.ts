import { describe, expect, it } from 'vitest';
import type { Negotiated } from '../../../shared/contract/views.ts';
import type { AgentCard } from '../../../shared/model/card.ts';
import {
  automatic,
  capabilityRows,
  forced,
  interfaceRows,
  isForced,
  shortUrl,
  signatureState,
  withExtension,
  worstAt,
} from './view-model.ts';

const card = (change: Record<string, unknown>): AgentCard =>
  ({
    name: 'a',
    description: '',
    version: '1',
    supportedInterfaces: [
      { url: 'https://a.example/rpc', protocolBinding: 'JSONRPC', protocolVersion: '1.0', tenant: 'blue' },
      { url: 'http://a.example/v3', protocolBinding: 'JSONRPC', protocolVersion: '0.3.0' },
      { url: 'wss://a.example', protocolBinding: 'urn:x', protocolVersion: '1.0' },
      { url: 'http://127.0.0.1:1/', protocolBinding: 'HTTP+JSON', protocolVersion: '2.0' },
    ],
    capabilities: {},
    defaultInputModes: [],
    defaultOutputModes: [],
    skills: [],
    ...change,
  }) as AgentCard;

const negotiated = (change: Partial<Negotiated>): Negotiated => ({
  url: 'https://a.example/rpc',
  binding: 'JSONRPC',
  dialect: '1.0',
  protocolVersion: '1.0',
  index: 0,
  why: 'first-supported',
  ...change,
});

describe('interfaceRows', () => {
  it('marks the used one and says what to set to use another', () => {
    const rows = interfaceRows(card({}), negotiated({}), []);
    expect(rows.map((row) => row.used)).toEqual([true, false, false, false]);
    expect(rows[0]?.force).toEqual({
      binding: 'JSONRPC',
      version: '1.0',
      endpoint: 'https://a.example/rpc',
      tenant: 'blue',
    });
    expect(rows[1]?.force).toEqual({ binding: 'JSONRPC', version: '0.3', endpoint: 'http://a.example/v3' });
  });

  it('offers no choice of what Loupe cannot speak', () => {
    const rows = interfaceRows(card({}), undefined, []);
    expect(rows.map((row) => row.unusable)).toEqual([undefined, undefined, 'binding', 'version']);
    expect(rows[2]?.force).toBeUndefined();
  });

  it('finds a forced endpoint on the card', () => {
    const own = negotiated({ index: -1, url: 'http://a.example/v3', dialect: '0.3' });
    expect(interfaceRows(card({}), own, []).map((row) => row.used)).toEqual([false, true, false, false]);
  });

  it('leaves the judgement of what can be used to whoever chose', () => {
    const list = [{ url: '/rpc', protocolBinding: 'jsonrpc', protocolVersion: '1.0' }];
    const judge = (verdict: 'version' | 'usable') => {
      const verdicts = [{ index: 0, verdict, url: 'https://a.example/rpc' }];
      return interfaceRows(card({ supportedInterfaces: list }), negotiated({ verdicts }), [])[0];
    };
    expect(judge('version')?.unusable).toBe('version');
    expect(judge('usable')?.force?.endpoint).toBe('https://a.example/rpc');
  });

  it('takes the worst finding at or below the interface, and plain http to elsewhere as a warning', () => {
    const rows = interfaceRows(card({}), undefined, [
      { code: 'n', severity: 'note', message: '', pointer: '/supportedInterfaces/0/url' },
      { code: 'e', severity: 'error', message: '', pointer: '/supportedInterfaces/0' },
      { code: 'other', severity: 'error', message: '', pointer: '/supportedInterfaces/10' },
    ]);
    expect(rows.map((row) => row.state)).toEqual(['error', 'warning', 'untested', 'untested']);
    expect(rows[0]?.issue?.code).toBe('e');
    expect(rows[1]?.plain).toBe(true);
  });

  it('takes over what the connection test found, unless something has changed since', () => {
    const [first, second] = interfaceRows(card({}), undefined, []).map(({ url }) => url);
    const interfaces = [
      { index: 0, url: first ?? '', verdict: 'ok' as const, message: 'it answers' },
      { index: 1, url: second ?? '', verdict: 'failed' as const, message: 'it does not' },
      { index: 3, url: 'http://elsewhere/', verdict: 'failed' as const, message: 'another card' },
    ];
    const rows = interfaceRows(card({}), undefined, [], { interfaces });
    expect(rows.map(({ state }) => state)).toEqual(['ok', 'error', 'untested', 'untested']);
    expect(rows[1]?.reach?.message).toBe('it does not');
    const outdated = interfaceRows(card({}), undefined, [], { interfaces, outdated: true });
    expect(outdated.map(({ state }) => state)).toEqual(['untested', 'warning', 'untested', 'untested']);
  });

  it.each([undefined, null, 'x', { 0: {} }])('bears %j in place of the list', (supportedInterfaces) => {
    expect(interfaceRows(card({ supportedInterfaces }), undefined, [])).toEqual([]);
  });

  it('bears interfaces of the wrong kind', () => {
    const rows = interfaceRows(card({ supportedInterfaces: [null, 7, { url: 5 }] }), negotiated({ index: -1 }), []);
    expect(rows.map((row) => [row.url, row.force, row.used])).toEqual([
      ['', undefined, false],
      ['', undefined, false],
      ['', undefined, false],
    ]);
  });
});

describe('options', () => {
  const row = interfaceRows(card({}), undefined, [])[0];
  it('forces one interface and goes back without losing the rest', () => {
    if (!row) throw new Error('no row');
    const kept = { extensions: ['urn:e'], headers: [['a', 'b']] as [string, string][] };
    const chosen = forced(kept, row);
    expect(isForced(chosen)).toBe(true);
    expect(chosen).toMatchObject({ ...kept, endpoint: 'https://a.example/rpc', tenant: 'blue' });
    expect(automatic(chosen)).toEqual(kept);
    expect(isForced(automatic(chosen))).toBe(false);
  });

  it('keeps a tenant that belongs to no endpoint', () => {
    expect(automatic({ tenant: 'mine', version: '0.3' })).toEqual({ tenant: 'mine' });
  });

  it('adds an extension once and takes it away', () => {
    const once = withExtension(withExtension({}, 'urn:e', true), 'urn:e', true);
    expect(once.extensions).toEqual(['urn:e']);
    expect(withExtension(once, 'urn:e', false).extensions).toEqual([]);
  });
});

describe('facts', () => {
  it('tells no from not said', () => {
    const says = capabilityRows(card({ capabilities: { streaming: true, pushNotifications: false } }));
    expect(says.map((one) => one.says)).toEqual(['true', 'false', 'unsaid']);
    expect(capabilityRows(card({ capabilities: null })).every((one) => one.says === 'unsaid')).toBe(true);
  });

  it('says in one word what the signatures come to: a trusted one is enough', () => {
    expect(signatureState([])).toBe('unsigned');
    expect(signatureState([{ state: 'cannot-check' }])).toBe('cannot-check');
    expect(signatureState([{ state: 'cannot-check' }, { state: 'invalid' }])).toBe('invalid');
    expect(signatureState([{ state: 'invalid' }, { state: 'trusted' }])).toBe('trusted');
  });

  it('finds no finding where there is none', () => {
    expect(worstAt([{ code: 'x', severity: 'note', message: '' }], '/name')).toBeUndefined();
  });

  it('shortens the path and never the host', () => {
    const host = `https://${'h'.repeat(80)}.example`;
    expect(shortUrl(`${host}/${'p'.repeat(200)}/end.json`, 72).startsWith(`${host}/`)).toBe(true);
    expect(shortUrl(`https://a.example/${'p'.repeat(200)}/end.json`, 72)).toMatch(
      /^https:\/\/a\.example\/p+…p+\/end\.json$/,
    );
    expect(shortUrl('https://a.example/x')).toBe('https://a.example/x');
  });
});
