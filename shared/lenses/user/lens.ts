import type { Json, JsonObject } from '../../lib/json.ts';
import { isObject } from '../../lib/json.ts';
import type { StreamResponse } from '../../model/event.ts';
import type { Lens, Section } from '../lens.ts';
import { count, object, word } from '../values.ts';
import { type JsonPath, leadsTo, valuesAt } from './json-path.ts';
import {
  type Choice,
  isPath,
  KINDS,
  type LensSpec,
  STATES,
  USAGE_FIELDS,
  type UsageField,
  type UserKind,
  type UserState,
  VALUE_FIELDS,
} from './spec.ts';

/** Items of one event; the rest is not read and stays visible as it came. */
const ITEM_LIMIT = 256;

/** Names under which agents put token counts, tried in turn. */
const USAGE_NAMES: Readonly<Record<UsageField, readonly string[]>> = {
  input: ['input', 'inputTokens', 'input_tokens', 'promptTokens', 'prompt_tokens', 'promptTokenCount'],
  output: ['output', 'outputTokens', 'output_tokens', 'completionTokens', 'completion_tokens', 'candidatesTokenCount'],
  total: ['total', 'totalTokens', 'total_tokens', 'totalTokenCount'],
  cached: ['cached', 'cachedInputTokens', 'cached_tokens', 'cachedContentTokenCount'],
  model: ['model'],
  provider: ['provider'],
};

/** Words agents use for the state of a call, beside Loupe's own. */
const STATE_WORDS: ReadonlyMap<string, UserState> = new Map([
  ['start', 'started'],
  ['pending', 'started'],
  ['running', 'progress'],
  ['working', 'progress'],
  ['executing', 'progress'],
  ['complete', 'completed'],
  ['done', 'completed'],
  ['success', 'completed'],
  ['succeeded', 'completed'],
  ['ok', 'completed'],
  ['fail', 'failed'],
  ['error', 'failed'],
  ['cancelled', 'failed'],
  ['canceled', 'failed'],
]);

export interface UserLens extends Lens {
  readonly spec: LensSpec;
}

/** A lens made of a file. */
export function createUserLens(spec: LensSpec): UserLens {
  const { path, equals } = spec.match;
  return {
    id: spec.name,
    spec,
    // Whatever a path reads is shown raw as well: what else stands beside it is not known.
    claims: {},
    bare: true,
    detect: (event) => leadsTo(event as Json, path, equals),
    read: (event) => new Reader(spec, event).sections(),
  };
}

/** What a lens makes of one event. */
export interface LensPreview {
  /** Whether the event is one for this lens. */
  matched: boolean;
  /** How many items were read. */
  items: number;
  sections: Section[];
  /** Fields whose path led to nothing in any item, with the path as written. */
  silent: { field: string; path: string }[];
}

/** Reads one event, in the 1.0 model, and says which paths of the lens were of no use. */
export function previewLens(lens: UserLens, event: StreamResponse): LensPreview {
  const { spec } = lens;
  const reader = new Reader(spec, event);
  const sections = reader.sections();
  const silent: LensPreview['silent'] = [];
  for (const [field, path] of pathsOf(spec)) if (!reader.used.has(path)) silent.push({ field, path: path.text });
  return { matched: lens.detect(event), items: reader.items.length, sections, silent };
}

function* pathsOf(spec: LensSpec): Iterable<[field: string, path: JsonPath]> {
  yield ['match', spec.match.path];
  if (spec.items !== undefined) yield ['items', spec.items];
  if ('path' in spec.kind) yield ['kind', spec.kind.path];
  if (spec.state !== undefined && 'path' in spec.state) yield ['state', spec.state.path];
  for (const field of VALUE_FIELDS) {
    const path = spec.values[field];
    if (path !== undefined) yield [field, path];
  }
  if (spec.usage === undefined) return;
  if (isPath(spec.usage)) yield ['usage', spec.usage];
  else for (const field of USAGE_FIELDS) if (spec.usage[field]) yield [`usage.${field}`, spec.usage[field]];
}

class Reader {
  readonly items: readonly Json[];
  /** Paths that led to something. */
  readonly used = new Set<JsonPath>();

  constructor(
    private readonly spec: LensSpec,
    private readonly event: StreamResponse,
  ) {
    const found = spec.items === undefined ? [event as Json] : valuesAt(event as Json, spec.items);
    this.items = found.slice(0, ITEM_LIMIT);
    if (spec.items !== undefined && found.length > 0) this.used.add(spec.items);
    if (leadsTo(event as Json, spec.match.path)) this.used.add(spec.match.path);
  }

  sections(): Section[] {
    const sections: Section[] = [];
    for (const item of this.items) {
      // Every path is followed for every item, so that the preview knows the ones of no use.
      const values = this.valuesOf(item);
      const kind = this.choose(item, this.spec.kind, KINDS);
      const state = this.spec.state && this.choose(item, this.spec.state, STATES, STATE_WORDS);
      const usage = this.usageOf(item);
      const section = kind === undefined ? undefined : make(kind, state, values, usage, item);
      if (section !== undefined) sections.push(section);
    }
    return sections;
  }

  private first(item: Json, path: JsonPath | undefined): Json | undefined {
    if (path === undefined) return undefined;
    const value = valuesAt(path.root === '$' ? (this.event as Json) : item, path)[0];
    if (value !== undefined) this.used.add(path);
    return value;
  }

  private valuesOf(item: Json): Values {
    const { id, name, arguments: input, result, text } = this.spec.values;
    return {
      id: idOf(this.first(item, id)),
      name: word(this.first(item, name)),
      input: this.first(item, input),
      result: this.first(item, result),
      text: this.textOf(item, text),
    };
  }

  /** Several texts are one: a path with `*` gives the pieces. */
  private textOf(item: Json, path: JsonPath | undefined): string | undefined {
    if (path === undefined) return undefined;
    const pieces = valuesAt(path.root === '$' ? (this.event as Json) : item, path);
    if (pieces.length > 0) this.used.add(path);
    const texts = pieces.filter((piece) => typeof piece === 'string');
    return texts.length === 0 ? undefined : texts.join('');
  }

  private choose<T extends string>(
    item: Json,
    choice: Choice<T>,
    known: readonly T[],
    more?: ReadonlyMap<string, T>,
  ): T | undefined {
    if ('word' in choice) return choice.word;
    const value = this.first(item, choice.path);
    if (value === undefined || typeof value === 'object') return undefined;
    const said = String(value);
    return choice.words.get(said) ?? known.find((one) => one === said) ?? more?.get(said.toLowerCase());
  }

  private usageOf(item: Json): JsonObject | undefined {
    const { usage } = this.spec;
    if (usage === undefined) return undefined;
    if (isPath(usage)) return object(this.first(item, usage));
    const found: JsonObject = {};
    for (const field of USAGE_FIELDS) {
      const value = this.first(item, usage[field]);
      if (value !== undefined) found[field] = value;
    }
    return found;
  }
}

interface Values {
  id: string | undefined;
  name: string | undefined;
  input: Json | undefined;
  result: Json | undefined;
  text: string | undefined;
}

const idOf = (value: Json | undefined): string | undefined => (typeof value === 'number' ? String(value) : word(value));

/** The section of one item; undefined when it lacks what its kind is about. */
function make(
  kind: UserKind,
  state: UserState | undefined,
  values: Values,
  usage: JsonObject | undefined,
  item: Json,
): Section | undefined {
  const { text } = values;
  switch (kind) {
    case 'tool':
      return makeTool(state, values);
    case 'thinking':
      return text === undefined ? undefined : { kind, text };
    case 'text':
      return text === undefined ? undefined : { kind, text };
    case 'usage':
      return usage === undefined ? undefined : makeUsage(usage);
    case 'error':
      return { kind, ...(text !== undefined && { message: text }), detail: detailOf(item, values) };
    case 'report': {
      const failed = state === 'failed' && { failed: true as const };
      const what = values.name ?? values.id ?? kind;
      return { kind, what, ...(text !== undefined && { text }), ...failed, detail: detailOf(item, values) };
    }
  }
}

function makeTool(state: UserState | undefined, { id, name, input, result }: Values): Section | undefined {
  if (id === undefined) return undefined;
  const phase = state ?? (result !== undefined ? 'completed' : input !== undefined ? 'input' : 'started');
  const section: Section = { kind: 'tool', phase, id };
  if (name !== undefined) section.name = name;
  if (input !== undefined) section.input = input;
  if (result !== undefined) section.result = result;
  return section;
}

function makeUsage(usage: JsonObject): Section | undefined {
  const section: Section = { kind: 'usage' };
  for (const field of USAGE_FIELDS) {
    const key = USAGE_NAMES[field].find((name) => usage[name] !== undefined && usage[name] !== null);
    const value = key === undefined ? undefined : usage[key];
    if (field === 'model' || field === 'provider') {
      const name = word(value);
      if (name !== undefined) section[field] = name;
    } else {
      const tokens = count(value);
      if (tokens !== undefined) section[field] = tokens;
    }
  }
  return Object.keys(section).length > 1 ? section : undefined;
}

/** The item itself; an event that is its own item would only repeat the wire. */
function detailOf(item: Json, values: Values): JsonObject {
  const whole = object(item);
  if (whole !== undefined && !('statusUpdate' in whole || 'task' in whole || 'artifactUpdate' in whole)) return whole;
  const detail: JsonObject = {};
  for (const key of ['id', 'name', 'input', 'result', 'text'] as const) {
    const value = values[key];
    if (value !== undefined) detail[key] = value;
  }
  return isObject(item) ? detail : { ...detail, item };
}
