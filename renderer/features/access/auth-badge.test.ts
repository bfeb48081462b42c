import { describe, expect, it } from 'vitest';
import type { AccessView, CredentialView, VaultView } from '../../../shared/contract/access.ts';
import type { AgentView } from '../../../shared/contract/views.ts';
import { authBadge } from './auth-badge.ts';
import { vaultWords } from './vault-words.ts';

const NOW = Date.parse('2030-01-01T00:00:00Z');
const agent = (connection: AgentView['connection']) => ({ id: 'a', connection }) as AgentView;
const credential = (change: Partial<CredentialView>): CredentialView =>
  ({
    id: 'c',
    name: 'staging',
    scheme: { type: 'bearer' },
    state: 'valid',
    keep: 'session',
    ...change,
  }) as CredentialView;
const access = (...using: CredentialView[]) => ({ using, held: [] }) as unknown as AccessView;

describe('the badge about access', () => {
  it('is not there where nothing is asked for or used', () => {
    expect(authBadge(agent('connected'), access(), false, NOW)).toBeUndefined();
  });

  it('tells a refusal from a wish of the card', () => {
    expect(authBadge(agent('needs-access'), access(), false, NOW)?.value).toBe('needed');
    expect(authBadge(agent('connected'), access(), true, NOW)?.value).toBe('asked');
  });

  it('shows the credential that is worst off, and the end of a token only when it is near', () => {
    const soon = credential({ id: 'd', expires: '2030-01-01T00:04:10Z' });
    expect(authBadge(agent('connected'), access(soon), true, NOW)?.text).toContain('4:10');
    const later = credential({ expires: '2030-01-01T01:00:00Z' });
    const badge = authBadge(agent('connected'), access(later), true, NOW);
    expect(badge?.text).not.toMatch(/\d:\d/);
    expect(badge?.why).toContain('1 h 0 min');
    expect(authBadge(agent('connected'), access(soon, credential({ state: 'refused' })), true, NOW)?.value).toBe(
      'refused',
    );
  });
});

describe('what is said of the vault', () => {
  const vault = (change: Partial<VaultView>): VaultView => ({
    kind: 'file',
    locked: false,
    osAvailable: false,
    held: 0,
    kept: 0,
    broken: 0,
    ...change,
  });

  it('is nothing while secrets are kept well', () => {
    expect([vault({}), vault({ kind: 'os' })].map(vaultWords)).toEqual([undefined, undefined]);
  });

  it('is the worst first', () => {
    const states = [
      vault({ kind: 'session' }),
      vault({ broken: 1 }),
      vault({ broken: 1, locked: true }),
      vault({ locked: true, problem: 'No space left.' }),
    ].map((one) => vaultWords(one)?.state);
    expect(states).toEqual(['session', 'broken', 'locked', 'problem']);
  });
});
