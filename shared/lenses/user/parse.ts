import type { JsonObject } from '../../lib/json.ts';
import { isObject, parseJson } from '../../lib/json.ts';
import { at, type Pointer } from '../../lib/pointer.ts';
import type { Issue } from '../../model/issue.ts';
import { type JsonPath, parsePath } from './json-path.ts';
import { createUserLens, type UserLens } from './lens.ts';
import {
  type Choice,
  KINDS,
  type LensSpec,
  STATES,
  USAGE_FIELDS,
  type UsageField,
  type UsagePaths,
  VALUE_FIELDS,
} from './spec.ts';

/** Characters of a lens file. */
export const FILE_CHARS = 65_536;
/** Characters of a lens's name. */
export const NAME_CHARS = 60;
/** Version of the format, the value of the key that marks a file as a lens. */
export const FORMAT = 1;
/** The key that marks a file as a lens. */
export const FORMAT_KEY = 'loupeLens';

const FIELDS: ReadonlySet<string> = new Set([FORMAT_KEY, 'name', 'match', 'items', 'read']);
const READ_FIELDS: ReadonlySet<string> = new Set(['kind', 'state', 'usage', ...VALUE_FIELDS]);

/** The field without which a section of a kind is nothing. */
const NEEDED: Readonly<Record<string, string>> = { tool: 'id', thinking: 'text', text: 'text', usage: 'usage' };

/** What can be said of a lens file. Without errors it has a lens. */
export interface ParsedLens {
  lens?: UserLens;
  issues: Issue[];
}

/**
 * Reads a lens file:
 *
 *     {
 *       "loupeLens": 1,
 *       "name": "Acme",
 *       "match": "$.statusUpdate.metadata.acme",
 *       "items": "$.statusUpdate.metadata.acme.events[*]",
 *       "read": {
 *         "kind": { "path": "@.type", "words": { "call": "tool", "thought": "thinking" } },
 *         "id": "@.callId", "name": "@.tool", "state": "@.status",
 *         "arguments": "@.args", "result": "@.out", "text": "@.text",
 *         "usage": { "input": "@.tokens.in", "output": "@.tokens.out" }
 *       }
 *     }
 *
 * `$` is an event in the shapes of A2A 1.0, whatever the agent speaks, `@` one of the items. `match` may also be
 * `{"path", "equals"}`; without `items` the event is the only item; `kind` and `state` may be one word for all.
 * Faults are issues with the place in the file, and for paths the character.
 */
export function parseLensFile(text: string): ParsedLens {
  if (text.length > FILE_CHARS) return { issues: [fault('', `A lens file has at most ${FILE_CHARS} characters.`)] };
  const parsed = parseJson(text);
  if (!parsed.ok) return { issues: [fault('', `The file is no JSON: ${parsed.message}`)] };
  if (!isObject(parsed.value)) return { issues: [fault('', 'A lens file is a JSON object.')] };
  const reader = new LensReader(parsed.value as JsonObject);
  const spec = reader.read();
  const { issues } = reader;
  if (spec === undefined || issues.some((issue) => issue.severity === 'error')) return { issues };
  return { lens: createUserLens(spec), issues };
}

const fault = (pointer: Pointer, message: string): Issue => ({
  code: 'lens-file',
  severity: 'error',
  message,
  pointer,
});

class LensReader {
  readonly issues: Issue[] = [];
  private readonly fields: JsonObject;

  constructor(private readonly file: JsonObject) {
    this.fields = isObject(file.read) ? (file.read as JsonObject) : {};
  }

  read(): LensSpec | undefined {
    const { file, fields } = this;
    if (file[FORMAT_KEY] !== FORMAT) this.fault(`/${FORMAT_KEY}`, `${FORMAT_KEY} is ${FORMAT} in this version.`);
    this.unknown('', file, FIELDS);
    this.unknown('/read', fields, READ_FIELDS);
    const name = this.name(file.name);
    const match = this.match(file.match);
    const items = file.items === undefined ? undefined : this.path('/items', file.items);
    if (items?.root === '@') this.fault('/items', 'items starts with $: there is no item yet.');
    const kind = this.choice('/read/kind', fields.kind, KINDS);
    const state = fields.state === undefined ? undefined : this.choice('/read/state', fields.state, STATES);
    const usage = fields.usage === undefined ? undefined : this.usage(fields.usage);
    const values: LensSpec['values'] = {};
    for (const field of VALUE_FIELDS) {
      if (fields[field] === undefined) continue;
      const path = this.path(`/read/${field}`, fields[field]);
      if (path !== undefined) values[field] = path;
    }
    this.needs(kind);
    if (name === undefined || match === undefined || kind === undefined) return undefined;
    return { name, match, kind, values, ...(items && { items }), ...(state && { state }), ...(usage && { usage }) };
  }

  private unknown(parent: Pointer, object: JsonObject, known: ReadonlySet<string>): void {
    for (const key in object) {
      if (known.has(key)) continue;
      const pointer = at(parent, key);
      this.issues.push({ code: 'lens-field', severity: 'warning', message: `${key} is not read.`, pointer });
    }
  }

  private fault(pointer: Pointer, message: string): undefined {
    this.issues.push(fault(pointer, message));
  }

  private name(value: unknown): string | undefined {
    if (typeof value === 'string' && value.trim() !== '' && value.length <= NAME_CHARS) return value.trim();
    return this.fault('/name', `name is a text of 1 to ${NAME_CHARS} characters.`);
  }

  private path(pointer: Pointer, value: unknown): JsonPath | undefined {
    if (typeof value !== 'string') return this.fault(pointer, 'A path is a text, for example $.statusUpdate.metadata.');
    const parsed = parsePath(value);
    if (parsed.ok) return parsed.path;
    return this.fault(pointer, `${parsed.message} Character ${parsed.position + 1}.`);
  }

  private match(value: unknown): LensSpec['match'] | undefined {
    if (value === undefined)
      return this.fault('/match', 'match is missing: a path that only events for this lens have.');
    const pointer = isObject(value) ? '/match/path' : '/match';
    const path = this.path(pointer, isObject(value) ? value.path : value);
    if (path === undefined) return undefined;
    if (path.root === '@') return this.fault(pointer, 'match starts with $: there is no item yet.');
    const equals = isObject(value) ? value.equals : undefined;
    if (equals === undefined) return { path };
    if (typeof equals === 'string' || typeof equals === 'number' || typeof equals === 'boolean')
      return { path, equals };
    return this.fault('/match/equals', 'equals is a text, a number, true or false.');
  }

  /** `"tool"`, `"@.type"`, or `{"path": "@.type", "words": {"call": "tool"}}`. */
  private choice<T extends string>(pointer: Pointer, value: unknown, known: readonly T[]): Choice<T> | undefined {
    const isKnown = (word: unknown): word is T => known.includes(word as T);
    const list = known.join(', ');
    if (value === undefined) return this.fault(pointer, `It is missing: one of ${list}, or a path.`);
    if (isKnown(value)) return { word: value };
    if (typeof value === 'string' && !/^[$@]/.test(value)) return this.fault(pointer, `One of ${list}, or a path.`);
    const path = this.path(isObject(value) ? at(pointer, 'path') : pointer, isObject(value) ? value.path : value);
    const words = new Map<string, T>();
    const given = isObject(value) ? value.words : undefined;
    if (given !== undefined && !isObject(given)) return this.fault(at(pointer, 'words'), 'words is an object.');
    for (const word in given) {
      const meaning = given[word];
      if (isKnown(meaning)) words.set(word, meaning);
      else this.fault(at(at(pointer, 'words'), word), `One of ${list}.`);
    }
    return path === undefined ? undefined : { path, words };
  }

  private usage(value: unknown): UsagePaths | undefined {
    if (!isObject(value)) return this.path('/read/usage', value);
    const paths: Partial<Record<UsageField, JsonPath>> = {};
    for (const key in value) {
      const field = USAGE_FIELDS.find((known) => known === key);
      if (field === undefined) {
        this.fault(at('/read/usage', key), `One of ${USAGE_FIELDS.join(', ')}.`);
        continue;
      }
      const path = this.path(at('/read/usage', key), value[key]);
      if (path !== undefined) paths[field] = path;
    }
    return paths;
  }

  /** A kind that is the same for all items shows nothing without the path of what it is about. */
  private needs(kind: Choice<string> | undefined): void {
    const field = kind !== undefined && 'word' in kind ? NEEDED[kind.word] : undefined;
    if (field === undefined || this.fields[field] !== undefined) return;
    this.fault(`/read/${field}`, `A lens for ${(kind as { word: string }).word} needs ${field}.`);
  }
}
