import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Bridge } from '../../shared/contract/bridge.ts';
import { done } from '../../shared/lib/result.ts';
import { setBridge } from './bridge.ts';
import { clearPins, nextPin, PINS_LIMIT, pinsOf, togglePin } from './pins.ts';
import { settingsStore } from './settings.ts';

/** Takes every setting and says nothing. */
const silent = { host: 'fake', call: async () => done(null), openFeed: () => ({ ack() {}, close() {} }) };

beforeAll(() => setBridge(silent as unknown as Bridge));
beforeEach(() => settingsStore.setState({ pins: {} }));

describe('pins', () => {
  it('are kept per session, in order, and go one by one or all at once', () => {
    for (const seq of [9, 3, 12]) togglePin('one', seq);
    togglePin('two', 3);
    expect(pinsOf('one')).toEqual([3, 9, 12]);
    togglePin('one', 9);
    expect(pinsOf('one')).toEqual([3, 12]);
    clearPins('one');
    expect([pinsOf('one'), pinsOf('two')]).toEqual([[], [3]]);
    togglePin('two', 3);
    expect(settingsStore.getState().pins).toEqual({});
  });

  it('forget the sessions that were pinned in longest ago, and refuse more than can be kept', () => {
    for (let session = 0; session < 202; session++) togglePin(`s${session}`, 1);
    togglePin('s3', 2);
    expect(pinsOf('s1')).toEqual([]);
    expect(pinsOf('s3')).toEqual([1, 2]);
    expect(Object.keys(settingsStore.getState().pins).at(-1)).toBe('s3');
    settingsStore.setState({ pins: { full: Array.from({ length: PINS_LIMIT }, (_, index) => index + 1) } });
    expect(togglePin('full', PINS_LIMIT + 1)).toBe(false);
    expect(togglePin('full', 7)).toBe(true);
    expect(pinsOf('full')).toHaveLength(PINS_LIMIT - 1);
  });

  it('come through a settings file that somebody has edited', () => {
    settingsStore.setState({ pins: { one: [5, 'x', -1, 2], two: 'nonsense' } });
    expect([pinsOf('one'), pinsOf('two')]).toEqual([[2, 5], []]);
  });

  it('are gone to one after the other, and round', () => {
    expect([undefined, 1, 3, 8, 12].map((seq) => nextPin([12, 3, 8], seq))).toEqual([3, 3, 8, 12, 3]);
    expect([undefined, 12, 3].map((seq) => nextPin([12, 3, 8], seq, -1))).toEqual([12, 8, 12]);
  });
});
