import { describe, expect, it } from 'vitest';
import type { AgentCard } from '../../model/card.ts';
import { cardRules, checkCard } from './checks.ts';

const good: AgentCard = {
  name: 'A',
  description: 'd',
  version: '1',
  supportedInterfaces: [{ url: 'https://agent.example/rpc', protocolBinding: 'JSONRPC', protocolVersion: '1.0' }],
  capabilities: { streaming: true },
  defaultInputModes: ['text/plain'],
  defaultOutputModes: ['text/plain'],
  skills: [{ id: 's', name: 'S', description: 'x', tags: [] }],
};
const CARD_URL = 'https://agent.example/.well-known/agent-card.json';
const check = (change: Partial<AgentCard>, url: string | undefined = CARD_URL) =>
  checkCard({ card: { ...good, ...change }, url, supported: [{ binding: 'JSONRPC', dialect: '1.0' }] });
const at = (url: string, protocolBinding = 'JSONRPC', protocolVersion = '1.0') => ({
  supportedInterfaces: [{ url, protocolBinding, protocolVersion }],
});

describe('card rules', () => {
  it('find nothing on a good card', () => {
    expect(check({})).toEqual([]);
    expect(
      check({ supportedInterfaces: at('http://127.0.0.1:9/').supportedInterfaces }, 'http://localhost:9/x'),
    ).toEqual([]);
  });

  it('have ids of their own, and every finding says what to do', () => {
    expect(new Set(cardRules.map((rule) => rule.id)).size).toBe(cardRules.length);
    const findings = check({ name: '', skills: [], capabilities: {}, ...at('http://0.0.0.0:1') });
    expect(findings.length).toBeGreaterThan(4);
    for (const finding of findings) {
      expect(finding.fix).toMatch(/\.$/);
      expect(finding.clause).toMatch(/^1\.0 §/);
      expect(finding.pointer).toMatch(/^\//);
    }
  });

  it.each<[string, string, Partial<AgentCard>, string?]>([
    ['card-missing-field', '/version', { version: '' }],
    ['card-missing-field', '/defaultInputModes', { defaultInputModes: [] }],
    ['card-no-interfaces', '/supportedInterfaces', { supportedInterfaces: [] }],
    ['card-no-supported-interface', '/supportedInterfaces', at('agent.example:1', 'GRPC')],
    ['interface-missing-field', '/supportedInterfaces/0/protocolVersion', at('https://agent.example/', 'JSONRPC', '')],
    ['interface-url-invalid', '/supportedInterfaces/0/url', at('https://[bad')],
    ['interface-wildcard-address', '/supportedInterfaces/0/url', at('http://0.0.0.0:8000/'), 'http://localhost:8000/'],
    ['interface-wildcard-address', '/supportedInterfaces/0/url', at('http://[::]:8000/'), 'http://localhost:8000/'],
    ['interface-wildcard-address', '/supportedInterfaces/0/url', at('0.0.0.0:50051', 'GRPC'), 'http://localhost:8000/'],
    ['interface-container-name', '/supportedInterfaces/0/url', at('https://agent-1:8000/')],
    ['interface-scheme-downgrade', '/supportedInterfaces/0/url', at('http://agent.example/')],
    ['interface-plain-http', '/supportedInterfaces/0/url', at('http://agent.example/'), 'http://agent.example/'],
    ['interface-other-origin', '/supportedInterfaces/0/url', at('https://other.example/')],
    ['interface-other-origin', '/supportedInterfaces/0/url', at('http://127.0.0.1:2/'), 'http://127.0.0.1:1/'],
    [
      'interface-version-form',
      '/supportedInterfaces/0/protocolVersion',
      at('https://agent.example/', 'JSONRPC', '1.0.1'),
    ],
    ['skill-missing-field', '/skills/0/name', { skills: [{ id: 's', name: '', description: 'x', tags: [] }] }],
    ['skill-duplicate-id', '/skills/1/id', { skills: [good.skills[0] as never, good.skills[0] as never] }],
    ['card-no-skills', '/skills', { skills: [] }],
    ['card-streaming-unset', '/capabilities/streaming', { capabilities: {} }],
    ['provider-missing-field', '/provider/url', { provider: { url: '', organization: 'o' } }],
    [
      'security-scheme-undeclared',
      '/securityRequirements',
      { securityRequirements: [{ schemes: { key: { list: [] } } }] },
    ],
  ])('%s at %s', (code, pointer, change, url) => {
    expect(check(change, url).map((issue) => `${issue.code} ${issue.pointer}`)).toContain(`${code} ${pointer}`);
  });

  it('keeps to one word about an unencrypted address', () => {
    const codes = check(at('http://agent.example/')).map((issue) => issue.code);
    expect(codes).toContain('interface-scheme-downgrade');
    expect(codes).not.toContain('interface-plain-http');
  });

  it('says nothing about the origin when the address of the card is unknown', () => {
    const issues = checkCard({ card: good, supported: [] });
    expect(issues).toEqual([]);
  });
});
