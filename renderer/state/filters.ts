import { createStore, useStore } from 'zustand';
import { isObject } from '../../shared/lib/json.ts';
import { setSetting, settingsStore, useSettings } from './settings.ts';

/** A filter that a person gave a name. */
export interface SavedFilter {
  id: string;
  name: string;
  /** In the filter language. */
  text: string;
}

/** Filters remembered as used lately. */
const HISTORY_LIMIT = 20;
/** How long a deleted filter can be brought back, ms. */
const UNDO_MS = 6_000;

const isSaved = (one: unknown): one is SavedFilter =>
  isObject(one) && typeof one.id === 'string' && typeof one.name === 'string' && typeof one.text === 'string';

/** The same list while the setting is the same, as hooks need it. */
function readOnce<T>(read: (kept: unknown) => T): (kept: unknown) => T {
  let last: { kept: unknown; value: T } | undefined;
  return (kept) => {
    if (!last || last.kept !== kept) last = { kept, value: read(kept) };
    return last.value;
  };
}

const readSaved = readOnce((kept) => (Array.isArray(kept) ? kept.filter(isSaved) : []));
const readHistory = readOnce((kept): string[] =>
  Array.isArray(kept) ? kept.filter((one): one is string => typeof one === 'string') : [],
);

export const savedFilters = (): SavedFilter[] => readSaved(settingsStore.getState().savedFilters);

export const useSavedFilters = (): SavedFilter[] => useSettings((settings) => readSaved(settings.savedFilters));

/** Latest first. */
export const useFilterHistory = (): string[] => useSettings((settings) => readHistory(settings.filterHistory));

const keep = (filters: SavedFilter[]): void => setSetting('savedFilters', filters);

/** Keeps a filter under a name: a new one, or the one with this id as it is from now on. */
export function saveFilter({ id, name, text }: Omit<SavedFilter, 'id'> & { id?: string }): void {
  const filters = savedFilters();
  if (filters.some((one) => one.id === id)) {
    keep(filters.map((one) => (one.id === id ? { ...one, name, text } : one)));
    return;
  }
  const next = Math.max(0, ...filters.map((one) => Number(one.id) || 0)) + 1;
  keep([...filters, { id: String(next), name, text }]);
}

/** Moves a filter to another position of the list. */
export function moveFilter(id: string, step: number): void {
  const filters = savedFilters();
  const from = filters.findIndex((one) => one.id === id);
  const moved = filters[from];
  const to = Math.max(0, Math.min(filters.length - 1, from + step));
  if (!moved || to === from) return;
  const rest = filters.filter((one) => one !== moved);
  keep([...rest.slice(0, to), moved, ...rest.slice(to)]);
}

interface Deleted {
  filter: SavedFilter;
  at: number;
}

const deletedStore = createStore<{ deleted?: Deleted }>(() => ({}));
let timer: ReturnType<typeof setTimeout> | undefined;

/** The filter deleted last, as long as it can be brought back. */
export const useDeletedFilter = (): SavedFilter | undefined => useStore(deletedStore, (state) => state.deleted?.filter);

export function deleteFilter(id: string): void {
  const filters = savedFilters();
  const at = filters.findIndex((one) => one.id === id);
  const filter = filters[at];
  if (!filter) return;
  keep(filters.filter((one) => one !== filter));
  deletedStore.setState({ deleted: { filter, at } });
  clearTimeout(timer);
  timer = setTimeout(() => deletedStore.setState({ deleted: undefined }), UNDO_MS);
}

/** Brings the filter deleted last back to where it was. */
export function undoDelete(): void {
  const { deleted } = deletedStore.getState();
  if (!deleted) return;
  clearTimeout(timer);
  const filters = savedFilters();
  keep([...filters.slice(0, deleted.at), deleted.filter, ...filters.slice(deleted.at)]);
  deletedStore.setState({ deleted: undefined });
}

/** Puts a filter at the beginning of those used lately. */
export function rememberFilter(text: string): void {
  const used = text.trim();
  const history = readHistory(settingsStore.getState().filterHistory);
  if (used === '' || history[0] === used) return;
  setSetting('filterHistory', [used, ...history.filter((one) => one !== used)].slice(0, HISTORY_LIMIT));
}
