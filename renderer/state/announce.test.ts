import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { announce, announceNow, SENTENCE_EVERY_MS, spokenStore } from './announce.ts';

describe('announce', () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: 1_000_000 });
  });
  afterEach(() => {
    vi.runAllTimers();
    vi.useRealTimers();
  });

  it('speaks at once, then at most once per interval, and the last sentence wins', () => {
    announce('one');
    expect(spokenStore.getState().polite).toBe('one');
    announce('two');
    announce(() => 'three');
    expect(spokenStore.getState().polite).toBe('one');
    vi.advanceTimersByTime(SENTENCE_EVERY_MS - 1);
    expect(spokenStore.getState().polite).toBe('one');
    vi.advanceTimersByTime(1);
    expect(spokenStore.getState().polite).toBe('three');
  });

  it('interrupts for what cannot wait', () => {
    announceNow('cut');
    expect(spokenStore.getState().assertive).toBe('cut');
  });
});
