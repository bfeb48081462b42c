import { isObject, type Json, type JsonObject } from '../../../shared/lib/json.ts';
import type { Form, FormField } from './answer-schema.ts';
import { checkValue, type SchemaProblem } from './schema-check.ts';

/** What is typed, by the pointer of its field. */
export type FormValues = Record<string, string>;

export type Problems = Record<string, SchemaProblem>;

export type Answer = { ok: true; data: Json } | { ok: false; problems: Problems };

export function startValues(fields: readonly FormField[]): FormValues {
  const values: FormValues = {};
  for (const field of fields) {
    if (field.fields) Object.assign(values, startValues(field.fields));
    else values[field.pointer] = field.start;
  }
  return values;
}

/** The data to send. Empty fields that are not needed stay out of it, and so do groups of nothing else. */
export function answerOf({ schema, fields }: Form, values: FormValues): Answer {
  const typed: Problems = {};
  const [only] = fields;
  const single = only?.pointer === '';
  const data = single ? (readField(only, values, typed) ?? null) : readGroup(fields, values, typed);
  if (single && readField(only, values, {}) === undefined) typed[''] ??= { pointer: '', why: 'required' };
  const problems: Problems = { ...typed };
  for (const problem of checkValue(schema, data)) {
    const field = fieldAt(fields, problem.pointer);
    problems[field?.pointer ?? problem.pointer] ??= problem;
  }
  return Object.keys(problems).length > 0 ? { ok: false, problems } : { ok: true, data };
}

/** The field that holds a place of the answer: an item belongs to its list. */
function fieldAt(fields: readonly FormField[], pointer: string): FormField | undefined {
  for (const field of fields) {
    if (field.pointer === pointer) return field;
    if (!pointer.startsWith(`${field.pointer}/`)) continue;
    return field.fields ? fieldAt(field.fields, pointer) : field;
  }
  return undefined;
}

function readGroup(fields: readonly FormField[], values: FormValues, problems: Problems): JsonObject {
  const data: JsonObject = {};
  for (const field of fields) {
    const value = readField(field, values, problems);
    if (value !== undefined) data[nameOf(field)] = value;
  }
  return data;
}

const nameOf = ({ pointer }: FormField): string =>
  pointer
    .slice(pointer.lastIndexOf('/') + 1)
    .replaceAll('~1', '/')
    .replaceAll('~0', '~');

/** The value of one field; undefined when it stays out of the answer. */
function readField(field: FormField, values: FormValues, problems: Problems): Json | undefined {
  const typed = values[field.pointer] ?? '';
  switch (field.kind) {
    case 'group': {
      const inner = readGroup(field.fields ?? [], values, problems);
      return field.required || Object.values(inner).some(isSaid) ? inner : undefined;
    }
    case 'boolean':
      return typed === 'true';
    case 'choice':
      return typed === '' ? undefined : field.options?.[Number(typed)]?.value;
    case 'choices': {
      const chosen = typed === '' ? [] : typed.split(',').map((index) => field.options?.[Number(index)]?.value ?? null);
      return chosen.length > 0 || field.required ? chosen : undefined;
    }
    case 'list': {
      const lines = typed.split('\n').filter((line) => line.trim() !== '');
      if (lines.length === 0 && !field.required) return undefined;
      return lines.map((line) => readScalar(field, field.item ?? 'text', line.trim(), problems));
    }
    default:
      return typed === '' ? undefined : readScalar(field, field.kind, typed, problems);
  }
}

/** A switch that is off says nothing by itself. */
const isSaid = (value: Json): boolean =>
  isObject(value) ? Object.values(value as JsonObject).some(isSaid) : value !== false;

function readScalar(
  { pointer }: FormField,
  kind: 'text' | 'number' | 'integer',
  typed: string,
  problems: Problems,
): Json {
  if (kind === 'text') return typed;
  const value = Number(typed);
  if (typed.trim() !== '' && Number.isFinite(value)) return value;
  problems[pointer] = { pointer, why: 'number' };
  return typed;
}
