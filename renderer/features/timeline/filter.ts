import { LANES, type Lane, type Row } from '../../../shared/model/row.ts';

/** A text filter: words with a field name narrow by that field, everything else is looked for in the text. */
export interface Filter {
  /** As typed, for the message that nothing matched. */
  source: string;
  kinds: string[];
  lanes: string[];
  states: string[];
  tasks: string[];
  /** Lower case. */
  texts: string[];
}

export const NO_FILTER: Filter = { source: '', kinds: [], lanes: [], states: [], tasks: [], texts: [] };

const FIELDS = { kind: 'kinds', lane: 'lanes', state: 'states', task: 'tasks' } as const;

/** Words are split at spaces; quotes keep a phrase together. A field without a value is being typed and filters nothing. */
export function parseFilter(source: string): Filter {
  const filter: Filter = { source: source.trim(), kinds: [], lanes: [], states: [], tasks: [], texts: [] };
  for (const [, field, quoted, plain] of source.matchAll(/(?:(kind|lane|state|task):)?(?:"([^"]*)"?|(\S*))/gi)) {
    const value = (quoted ?? plain ?? '').toLowerCase();
    if (value === '') continue;
    if (field) filter[FIELDS[field.toLowerCase() as keyof typeof FIELDS]].push(value);
    else filter.texts.push(value);
  }
  return filter;
}

export const isFiltering = (filter: Filter): boolean => filter.source !== '';

const loose = (word: string): string => word.toLowerCase().replace(/[-_ ]/g, '');

/** True when the row has every field asked for (one of the values each) and every text. */
export function matchesFilter(filter: Filter, row: Row): boolean {
  const { kinds, lanes, states, tasks, texts } = filter;
  if (kinds.length > 0 && !kinds.some((kind) => row.kind.startsWith(kind))) return false;
  if (lanes.length > 0 && !lanes.some((lane) => row.lane.startsWith(lane))) return false;
  if (states.length > 0) {
    const state = loose(row.state ?? '');
    if (state === '' || !states.some((word) => state.includes(loose(word)))) return false;
  }
  if (tasks.length > 0 && !tasks.some((task) => row.task?.toLowerCase().includes(task))) return false;
  if (texts.length === 0) return true;
  const text = row.text.toLowerCase();
  const name = row.name?.toLowerCase() ?? '';
  return texts.every((word) => text.includes(word) || name.includes(word));
}

/** Rows per lane, all zero. */
export const noLanes = (): Record<Lane, number> =>
  Object.fromEntries(LANES.map((lane) => [lane, 0])) as Record<Lane, number>;
