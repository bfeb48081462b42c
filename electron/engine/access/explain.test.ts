import { describe, expect, it } from 'vitest';
import { parseChallenges } from '../../../shared/a2a/card/challenge.ts';
import { explainRefusal, type Refused } from './explain.ts';

const words = (facts: Partial<Refused>, challenge?: string): string =>
  explainRefusal({
    status: 401,
    challenges: challenge === undefined ? [] : parseChallenges([challenge]),
    tried: [],
    typed: [],
    ...facts,
  });

const token = { name: 'Staging', as: 'Bearer', token: true as const };

describe('a refusal in words', () => {
  it('without credentials says what is asked for and where to enter it', () => {
    expect(words({}, 'Bearer realm="agents", Basic')).toBe(
      'No credentials were sent. The agent asks for Bearer realm="agents" and Basic. Enter credentials under Access.',
    );
    expect(words({})).toBe('No credentials were sent. Enter credentials under Access.');
  });

  it('names what was tried, what the agent says of it, and what helps', () => {
    const said = words({ tried: [token] }, 'Bearer error="invalid_token", error_description="expired"');
    expect(said).toMatch(/^“Staging” \(Bearer\) was sent and not accepted\./);
    expect(said).toContain('It says invalid_token: “expired”.');
    expect(said).toMatch(/Sign in again under Access\.$/);
    expect(words({ tried: [{ name: 'Key', as: 'X-Key' }], typed: ['X-Other'] })).toMatch(
      /“Key” \(X-Key\) and the header line X-Other were sent and not accepted/,
    );
  });

  it('of 403 speaks of what is allowed, and of scopes', () => {
    const said = words({ status: 403, tried: [token] }, 'Bearer error="insufficient_scope", scope="a b"');
    expect(said).toContain('does not allow this call');
    expect(said).toContain('It wants the scope a b.');
    expect(said).toMatch(/Sign in again with that scope/);
    expect(words({ status: 403, tried: [{ name: 'K', as: 'X' }] })).toMatch(/Ask the operator/);
  });

  it('says what stayed behind, and what became of the token', () => {
    expect(words({ withheld: { names: ['Authorization'], to: 'https://b.example' } })).toContain(
      'Authorization stayed behind, as you chose for https://b.example',
    );
    expect(words({ tried: [token], renewable: true })).toMatch(/The next call gets a new token first/);
    const failed = words({ tried: [token], renewable: true, renewal: 'It could not be refreshed.' });
    expect(failed).toMatch(/It could not be refreshed\.$/);
  });

  it('repeats words of the agent in one line, without what cannot be seen, and not without end', () => {
    const said = words({}, `Bearer error="a\u202eb", error_description="${'x'.repeat(5_000)}\u0007"`);
    expect(said).not.toMatch(/[\p{Cc}\p{Cf}]/u);
    expect(said.length).toBeLessThan(600);
  });

  it('points at the metadata of the resource', () => {
    expect(words({}, 'Bearer resource_metadata="https://a.example/.well-known/oauth-protected-resource"')).toContain(
      'described at https://a.example/.well-known/oauth-protected-resource',
    );
  });
});
