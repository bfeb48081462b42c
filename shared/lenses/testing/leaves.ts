import type { Json } from '../../lib/json.ts';
import { isObject } from '../../lib/json.ts';
import type { StreamResponse } from '../../model/event.ts';
import type { Section } from '../lens.ts';

/** One scalar (or empty value) inside the metadata of an event, and the object or list that holds it. */
export interface Leaf {
  /** Place and pointer, list positions as `*`: `statusUpdate/metadata/iac_code/tool/status`. */
  pattern: string;
  holder: Record<string, Json>;
  key: string;
}

/** How a leaf reaches the person who looks. */
export type Fate =
  /** It changes what is shown under a name: a phase, a text, a count. */
  | 'read'
  /** It stands in the raw value of a section that was read. */
  | 'detail'
  /** It is shown raw as a key no lens reads. */
  | 'other'
  /** It changes nothing: it would be lost. */
  | 'hidden';

const isHolder = (value: unknown): value is Record<string, Json> => typeof value === 'object' && value !== null;

/** The leaves of all metadata in the event. */
export function leavesOf(event: StreamResponse): Leaf[] {
  const leaves: Leaf[] = [];
  find(event, '', leaves);
  return leaves;
}

function find(value: unknown, place: string, leaves: Leaf[]): void {
  if (!isHolder(value)) return;
  for (const key of Object.keys(value)) {
    const step = join(place, Array.isArray(value) ? '*' : key);
    if (key === 'metadata' && isObject(value[key])) collect(value[key] as Record<string, Json>, step, leaves);
    // Data of parts is content, even when it has a key of that name.
    else if (key !== 'data') find(value[key], step, leaves);
  }
}

function collect(holder: Record<string, Json>, pattern: string, leaves: Leaf[]): void {
  for (const key of Object.keys(holder)) {
    const value = holder[key];
    const step = join(pattern, Array.isArray(holder) ? '*' : key);
    if (isHolder(value) && Object.keys(value).length > 0) collect(value, step, leaves);
    else leaves.push({ pattern: step, holder, key });
  }
}

const join = (place: string, step: string): string => (place === '' ? step : `${place}/${step}`);

/** Another value of the same type. */
function other(value: Json | undefined): Json {
  if (typeof value === 'string') return `${value}~`;
  if (typeof value === 'number') return value + 1;
  if (typeof value === 'boolean') return !value;
  return '~';
}

const typed = (sections: readonly Section[]): string =>
  JSON.stringify(
    sections
      .filter((section) => section.kind !== 'other')
      .map((section) => ('detail' in section ? { ...section, detail: null } : section)),
  );

const details = (sections: readonly Section[]): string =>
  JSON.stringify(sections.filter((section) => section.kind !== 'other'));

/** Finds out what a leaf is good for by taking it away and by changing it. */
export function fateOf(leaf: Leaf, event: StreamResponse, read: (event: StreamResponse) => Section[]): Fate {
  const { holder, key } = leaf;
  const before = read(event);
  const [typedBefore, detailsBefore, allBefore] = [typed(before), details(before), JSON.stringify(before)];
  const raw = before.some((section) => section.kind === 'other' && holds(section, leaf));
  const value = holder[key] as Json;
  const keys = Array.isArray(holder) ? undefined : { ...holder };
  let [typedMoves, detailsMove, moves] = [false, false, false];
  const look = () => {
    const after = read(event);
    typedMoves ||= typed(after) !== typedBefore;
    detailsMove ||= details(after) !== detailsBefore;
    moves ||= JSON.stringify(after) !== allBefore;
  };
  holder[key] = other(value);
  look();
  if (keys === undefined) holder[key] = value;
  else {
    delete holder[key];
    look();
    // In the old order, so that the next leaf is compared with the same text.
    for (const name of Object.keys(holder)) delete holder[name];
    Object.assign(holder, keys);
  }
  if (typedMoves) return 'read';
  if (raw) return 'other';
  if (detailsMove) return 'detail';
  return moves ? 'read' : 'hidden';
}

/** Whether a raw section shows the leaf: by itself, or somewhere inside. */
function holds(section: Extract<Section, { kind: 'other' }>, { holder, key }: Leaf): boolean {
  if (section.key === key && section.value === holder[key]) return true;
  const inside = (value: unknown): boolean =>
    isHolder(value) && (value === holder || Object.keys(value).some((name) => inside(value[name])));
  if (inside(section.value)) return true;
  // What was left over is a new object with the members no lens read.
  return isObject(section.value) && key in section.value && section.value[key] === holder[key];
}
