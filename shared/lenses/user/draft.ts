import type { Json, JsonObject } from '../../lib/json.ts';
import { isObject } from '../../lib/json.ts';
import type { StreamResponse } from '../../model/event.ts';
import { type EventPath, eventPaths, stepText } from './event-paths.ts';
import { FORMAT, FORMAT_KEY, NAME_CHARS } from './parse.ts';
import type { UserKind, ValueField } from './spec.ts';

type Wanted = ValueField | 'kind' | 'state' | 'usage';

/** Names under which agents put a field, the likeliest first; compared without case and punctuation. */
const NAMES: Readonly<Record<Wanted, readonly string[]>> = {
  id: ['toolcallid', 'tooluseid', 'callid', 'runid', 'id'],
  name: ['toolname', 'tool', 'functionname', 'function', 'name'],
  arguments: ['arguments', 'args', 'toolinput', 'input', 'parameters', 'params'],
  result: ['result', 'output', 'out', 'observation', 'response'],
  text: ['thought', 'thinking', 'reasoning', 'text', 'content', 'delta'],
  kind: ['kind', 'type', 'eventtype', 'event'],
  state: ['state', 'status', 'phase'],
  usage: ['usage', 'tokenusage', 'usagemetadata', 'tokens'],
};

const isWord = (value: Json): boolean => typeof value === 'string' && value !== '';
const FITS: Partial<Record<Wanted, (value: Json) => boolean>> = {
  id: (value) => isWord(value) || typeof value === 'number',
  name: isWord,
  text: isWord,
  kind: isWord,
  state: isWord,
  usage: (value) => isObject(value),
};

/** Name of a lens where the event names no vendor. */
const UNNAMED = 'My agent';
/** Levels below an item in which a field is looked for. */
const FIELD_DEPTH = 2;

const KIND_WORDS: readonly [RegExp, UserKind][] = [
  [/tool|call|function|action/i, 'tool'],
  [/th(?:ink|ought)|reason/i, 'thinking'],
  [/usage|token|cost/i, 'usage'],
  [/error|fail/i, 'error'],
  [/text|delta|message/i, 'text'],
];

/** What a lens file begins with when nothing is known of the agent. */
export const LENS_TEMPLATE = format({
  [FORMAT_KEY]: FORMAT,
  name: UNNAMED,
  match: '$.statusUpdate.metadata.myAgent',
  read: {
    kind: 'tool',
    id: '$.statusUpdate.metadata.myAgent.callId',
    name: '$.statusUpdate.metadata.myAgent.tool',
    state: '$.statusUpdate.metadata.myAgent.status',
    arguments: '$.statusUpdate.metadata.myAgent.args',
    result: '$.statusUpdate.metadata.myAgent.result',
  },
});

/** A lens file for events like this one, guessed from the names in its metadata. It is a beginning, not an answer. */
export function draftLens(event: StreamResponse): string {
  const start = subjectOf(event);
  if (start === undefined) return LENS_TEMPLATE;
  const { name, match, items, base, item } = start;
  const fields = fieldsOf(item, items === undefined ? base : '@');
  const read: JsonObject = { kind: kindOf(fields) };
  for (const key of ['id', 'name', 'state', 'arguments', 'result', 'text', 'usage'] as const) {
    const field = fields.get(key);
    if (field !== undefined) read[key] = field.path;
  }
  return format({
    [FORMAT_KEY]: FORMAT,
    name: name.slice(0, NAME_CHARS),
    match,
    ...(items !== undefined && { items }),
    read,
  });
}

interface Subject {
  name: string;
  match: string;
  /** Path of the list that the items come from. */
  items?: string;
  /** Path of the item, when it is the only one. */
  base: string;
  item: Json;
}

/** Objects that agents are free to fill: metadata, from the outside in, then data parts. */
function* freeObjects(event: StreamResponse): Iterable<{ path: string; value: JsonObject }> {
  const update = event.statusUpdate ?? event.task;
  const root = event.statusUpdate ? '$.statusUpdate' : '$.task';
  const { artifactUpdate } = event;
  const message = update?.status?.message ?? event.message;
  const messagePath = update?.status?.message ? `${root}.status.message` : '$.message';
  const places: [string, unknown][] = [
    [`${root}.metadata`, update?.metadata],
    [`${messagePath}.metadata`, message?.metadata],
    ['$.artifactUpdate.metadata', artifactUpdate?.metadata],
    ['$.artifactUpdate.artifact.metadata', artifactUpdate?.artifact?.metadata],
  ];
  for (const [path, value] of places) if (isObject(value)) yield { path, value: value as JsonObject };
  const parts = message?.parts ?? artifactUpdate?.artifact?.parts;
  const partsPath = message?.parts ? `${messagePath}.parts` : '$.artifactUpdate.artifact.parts';
  if (!Array.isArray(parts)) return;
  for (const [index, part] of parts.entries()) {
    if (isObject(part?.metadata)) yield { path: `${partsPath}[${index}].metadata`, value: part.metadata as JsonObject };
    if (isObject(part?.data)) yield { path: `${partsPath}[${index}].data`, value: part.data as JsonObject };
  }
}

function subjectOf(event: StreamResponse): Subject | undefined {
  for (const { path, value } of freeObjects(event)) {
    const keys = Object.keys(value);
    if (keys.length === 0) continue;
    const nested = keys.find((key) => isObject(value[key]) || listOfObjects(value[key]));
    // A flat object is the item itself: a field that only this agent has marks it.
    const own = fieldsOf(value, path, 1);
    if (nested === undefined || own.has('id')) {
      const mark = own.get('id') ?? own.get('kind') ?? { path: path + stepText(keys[0] as string) };
      return { name: UNNAMED, match: mark.path, base: path, item: value };
    }
    return within(nested, path + stepText(nested), value[nested] as Json);
  }
  return undefined;
}

/** Goes down to the list or the object that has more than one thing to say. */
function within(name: string, match: string, value: Json): Subject {
  let base = match;
  let item = value;
  for (;;) {
    if (listOfObjects(item)) return { name, match, items: `${base}[*]`, base, item: (item as Json[])[0] as Json };
    if (!isObject(item)) return { name, match, base, item };
    const members = item as JsonObject;
    const keys = Object.keys(members);
    const list = keys.find((key) => listOfObjects(members[key]));
    const only = list ?? (keys.length === 1 ? keys[0] : undefined);
    const next = only === undefined ? undefined : members[only];
    if (only === undefined || next === undefined || typeof next !== 'object') return { name, match, base, item };
    base += stepText(only);
    item = next;
  }
}

const listOfObjects = (value: unknown): boolean => Array.isArray(value) && value.length > 0 && isObject(value[0]);

const bare = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '');
const lastName = (path: string): string => bare(/([^.[\]']+)'?\]?$/.exec(path)?.[1] ?? '');
const depthOf = (path: string): number => path.split(/[.[]/).length;

function fieldsOf(item: Json, root: string, levels = FIELD_DEPTH): Map<Wanted, EventPath> {
  const deepest = depthOf(root) + levels;
  const near = eventPaths(item, root).filter(
    ({ path }) => depthOf(path) <= deepest && !path.includes('[*]', root.length),
  );
  const found = new Map<Wanted, EventPath>();
  const taken = new Set<string>();
  for (const field of Object.keys(NAMES) as Wanted[]) {
    const fits = FITS[field] ?? (() => true);
    for (const name of NAMES[field]) {
      const match = near.find((one) => lastName(one.path) === name && fits(one.value) && !taken.has(one.path));
      if (match === undefined) continue;
      found.set(field, match);
      taken.add(match.path);
      break;
    }
  }
  return found;
}

function kindOf(fields: ReadonlyMap<Wanted, EventPath>): Json {
  const by = whatIsThere(fields);
  const kind = fields.get('kind');
  if (kind === undefined) return by;
  const word = String(kind.value);
  const said = KIND_WORDS.find(([pattern]) => pattern.test(word))?.[1];
  const usable = said === 'tool' ? fields.has('id') : said === 'usage' ? fields.has('usage') : said !== undefined;
  return { path: kind.path, words: { [word]: said !== undefined && usable ? said : by } };
}

function whatIsThere(fields: ReadonlyMap<Wanted, EventPath>): UserKind {
  if (fields.has('id') && (fields.has('name') || fields.has('arguments') || fields.has('result'))) return 'tool';
  const text = fields.get('text');
  if (text !== undefined) return /th(?:ought|inking)|reasoning/i.test(text.path) ? 'thinking' : 'text';
  return fields.has('usage') ? 'usage' : 'report';
}

function format(file: JsonObject): string {
  return `${JSON.stringify(file, null, 2)}\n`;
}
