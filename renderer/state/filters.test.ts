import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Bridge } from '../../shared/contract/bridge.ts';
import { done } from '../../shared/lib/result.ts';
import { setBridge } from './bridge.ts';
import { deleteFilter, moveFilter, rememberFilter, savedFilters, saveFilter, undoDelete } from './filters.ts';
import { settingsStore } from './settings.ts';

/** Takes every setting and says nothing. */
const silent = { host: 'fake', call: async () => done(null), openFeed: () => ({ ack() {}, close() {} }) };

const names = () => savedFilters().map(({ name }) => name);

beforeAll(() => setBridge(silent as unknown as Bridge));
beforeEach(() => settingsStore.setState({ savedFilters: [], filterHistory: [] }));

describe('saved filters', () => {
  it('are kept, changed, moved, deleted and brought back to their place', () => {
    for (const name of ['A', 'B', 'C']) saveFilter({ name, text: name.toLowerCase() });
    const [a, b] = savedFilters();
    saveFilter({ id: b?.id ?? '', name: 'Bee', text: 'kind:tool' });
    expect(names()).toEqual(['A', 'Bee', 'C']);
    moveFilter(a?.id ?? '', 1);
    expect(names()).toEqual(['Bee', 'A', 'C']);
    moveFilter(a?.id ?? '', -5);
    expect(names()).toEqual(['A', 'Bee', 'C']);
    deleteFilter(b?.id ?? '');
    expect(names()).toEqual(['A', 'C']);
    undoDelete();
    undoDelete();
    expect(names()).toEqual(['A', 'Bee', 'C']);
    saveFilter({ name: 'D', text: 'd' });
    expect(new Set(savedFilters().map(({ id }) => id)).size).toBe(4);
  });

  it('come through a settings file that somebody has edited', () => {
    settingsStore.setState({ savedFilters: [{ id: '1', name: 'A', text: 'a' }, { name: 'no id' }, 7] });
    expect(names()).toEqual(['A']);
    settingsStore.setState({ savedFilters: 'nonsense', filterHistory: {} });
    expect(names()).toEqual([]);
    rememberFilter(' vpc ');
    rememberFilter('vpc');
    rememberFilter('  ');
    rememberFilter('kind:tool');
    expect(settingsStore.getState().filterHistory).toEqual(['kind:tool', 'vpc']);
  });
});
