import { describe, expect, it } from 'vitest';
import type { AgentCard } from '../../../shared/model/card.ts';
import { EMPTY_DRAFT } from '../../state/push-draft.ts';
import { isPrivateHost, warningsOf } from './warnings.ts';

const card = (name: string, pushNotifications = true) => ({ name, capabilities: { pushNotifications } }) as AgentCard;
const HERE = 'http://127.0.0.1:9000';
const AWAY = 'https://agents.example/';
const draft = (url: string, more = {}) => ({ ...EMPTY_DRAFT, url, token: 'x', ...more });

describe('warnings before a configuration is sent', () => {
  it.each([
    ['http://127.0.0.1:1/push', HERE, []],
    ['http://127.0.0.1:1/push', AWAY, ['loopback']],
    ['http://192.168.1.4/push', AWAY, ['private']],
    ['http://printer/push', AWAY, ['private']],
    ['https://hooks.example/push', AWAY, []],
    ['http://hooks.example/push', AWAY, ['plain']],
    ['', AWAY, []],
  ])('about %s for %s', (url, agent, expected) => {
    expect(warningsOf(draft(url), agent, card('Seller'))).toEqual(expected);
  });

  it('about an agent that refuses private addresses, wherever it runs', () => {
    expect(warningsOf(draft('http://127.0.0.1:1/'), HERE, card('IaC-Code Agent'))).toEqual(['refuses-private']);
    expect(warningsOf(draft('https://hooks.example/'), HERE, card('IaC-Code Agent'))).toEqual([]);
  });

  it('about a card that names no push notifications', () => {
    expect(warningsOf(draft(''), HERE, card('Seller', false))).toEqual(['capability']);
    expect(warningsOf(draft(''), HERE, undefined)).toEqual([]);
  });

  it('about two proofs, and about none', () => {
    const url = 'https://hooks.example/';
    const both = { scheme: 'Bearer', credentials: 'y' };
    expect(warningsOf(draft(url, both), HERE, card('Seller'))).toEqual(['both']);
    expect(warningsOf(draft(url, { token: '' }), HERE, card('Seller'))).toEqual(['no-proof']);
    expect(warningsOf(draft(url, { ...both, token: '' }), HERE, card('Seller'))).toEqual([]);
  });

  it('tells private hosts from public ones', () => {
    const near = ['10.0.0.1', '172.31.0.1', '169.254.1.1', '100.64.0.1', '[fd00::1]', '[fe80::1]', 'nas.local', 'nas'];
    expect(near.filter((host) => !isPrivateHost(host))).toEqual([]);
    const far = ['172.32.0.1', '8.8.8.8', '[2001:db8::1]', 'hooks.example', '10.example.com'];
    expect(far.filter(isPrivateHost)).toEqual([]);
  });
});
