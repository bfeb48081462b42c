import { expect, it } from 'vitest';
import { needsRefresh, REFRESH_LEAD_MS } from './expiry.ts';

it('refreshes a token shortly before it expires', () => {
  const now = Date.parse('2030-01-01T00:00:00Z');
  const after = (ms: number) => new Date(now + ms).toISOString();
  expect(needsRefresh(after(REFRESH_LEAD_MS + 1), now)).toBe(false);
  expect(needsRefresh(after(REFRESH_LEAD_MS), now)).toBe(true);
  expect(needsRefresh(after(-1), now)).toBe(true);
  expect(needsRefresh(undefined, now)).toBe(false);
  expect(needsRefresh('whenever', now)).toBe(false);
});
