import { LANES, type RowKind } from '../../model/row.ts';

/** What may stand behind a key. */
export type KeyType = 'text' | 'choice' | 'state' | 'time' | 'size' | 'number' | 'status';

const TYPES = {
  kind: 'choice',
  lane: 'choice',
  state: 'state',
  dur: 'time',
  text: 'text',
  task: 'text',
  context: 'text',
  agent: 'text',
  name: 'text',
  artifact: 'text',
  status: 'status',
  size: 'size',
  seq: 'number',
  at: 'time',
  lens: 'text',
  issue: 'text',
  is: 'choice',
  session: 'text',
} as const satisfies Record<string, KeyType>;

export type FilterKey = keyof typeof TYPES;

/** In the order in which they are offered. */
export const FILTER_KEYS = Object.keys(TYPES) as FilterKey[];

export const typeOf = (key: FilterKey): KeyType => TYPES[key];

/** Other words for keys, as people know them from elsewhere. */
const OTHER_NAMES: Readonly<Record<string, FilterKey>> = {
  duration: 'dur',
  time: 'at',
  ctx: 'context',
  op: 'name',
  operation: 'name',
  tool: 'name',
  bytes: 'size',
  number: 'seq',
};

/** The key that a word stands for, if any. */
export function keyOf(word: string): FilterKey | undefined {
  const key = word.toLowerCase();
  if (Object.hasOwn(TYPES, key)) return key as FilterKey;
  return Object.hasOwn(OTHER_NAMES, key) ? OTHER_NAMES[key] : undefined;
}

/** Named so that a new kind is an error here until it has its place. */
const KINDS: Record<RowKind, true> = {
  request: true,
  response: true,
  end: true,
  task: true,
  status: true,
  text: true,
  message: true,
  result: true,
  artifact: true,
  thinking: true,
  'tool-started': true,
  'tool-input-delta': true,
  'tool-input': true,
  'tool-progress': true,
  'tool-result': true,
  usage: true,
  permission: true,
  answer: true,
  delivery: true,
  comment: true,
  error: true,
  unreadable: true,
  note: true,
};

/**
 * What `is:` knows: a text or an answer that was cut, a step without its result, a row with findings, one that the person
 * pinned, one that came while its place was not on screen.
 */
export const CONDITIONS = ['cut', 'unpaired', 'finding', 'pinned', 'unread'] as const;
export type Condition = (typeof CONDITIONS)[number];

/** Another word for a kind: the comments that keep a stream alive. */
const OTHER_KINDS: Readonly<Record<string, RowKind>> = { ping: 'comment' };

const CHOICES: Partial<Record<FilterKey, readonly string[]>> = {
  kind: Object.keys(KINDS),
  lane: LANES,
  is: CONDITIONS,
};

/** The values a key of type `choice` has; they may be shortened from the end. */
export const choicesOf = (key: FilterKey): readonly string[] => CHOICES[key] ?? [];

/** The common beginning of several values, such as `tool`; undefined for a value of no family. */
export const familyOf = (value: string): string | undefined => /^[a-z]+(?=-)/.exec(value)?.[0];

/** A value of a key of type `choice` in its usual spelling. */
export function choice(key: FilterKey, word: string): string {
  const lower = word.toLowerCase();
  return key === 'kind' && Object.hasOwn(OTHER_KINDS, lower) ? (OTHER_KINDS[lower] as string) : lower;
}
