import { isObject, type Json, type JsonObject } from '../../../shared/lib/json.ts';

/** One question of a form, from one property of a JSON Schema. */
export interface FormField {
  name: string;
  label: string;
  description?: string;
  required: boolean;
  kind: 'text' | 'number' | 'integer' | 'boolean' | 'choice';
  /** Values of a choice, as they are sent. */
  options?: { value: Json; label: string }[];
  min?: number;
  max?: number;
  minLength?: number;
  maxLength?: number;
  /** As typed in the field: text, `true` or `false`, or the index of an option. */
  start: string;
}

/** Fields of one form; a schema that asks for more is no form. */
export const FIELD_LIMIT = 40;
/** Options of one choice. */
const OPTION_LIMIT = 200;

/**
 * The fields of a flat object schema. Undefined when a property is anything but text, number, boolean or one of a list:
 * half a form would send half an answer.
 */
export function fieldsOf(schema: JsonObject | undefined): FormField[] | undefined {
  const properties = schema?.properties;
  if (!isObject(properties)) return undefined;
  const names = Object.keys(properties);
  if (names.length === 0 || names.length > FIELD_LIMIT) return undefined;
  const required = Array.isArray(schema?.required) ? schema.required : [];
  const fields: FormField[] = [];
  for (const name of names) {
    const field = fieldOf(name, properties[name], required.includes(name));
    if (!field) return undefined;
    fields.push(field);
  }
  return fields;
}

function fieldOf(name: string, schema: unknown, required: boolean): FormField | undefined {
  if (!isObject(schema)) return undefined;
  const base = {
    name,
    label: text(schema.title) ?? name,
    required,
    ...(text(schema.description) ? { description: text(schema.description) as string } : {}),
  };
  const options = optionsOf(schema);
  if (options) {
    const start = options.findIndex((option) => option.value === schema.default);
    return { ...base, kind: 'choice', options, start: start < 0 ? '' : String(start) };
  }
  switch (schema.type) {
    case 'string':
      return { ...base, kind: 'text', ...limits(schema), start: text(schema.default) ?? '' };
    case 'number':
    case 'integer':
      return { ...base, kind: schema.type, ...limits(schema), start: numberText(schema.default) };
    case 'boolean':
      return { ...base, kind: 'boolean', start: schema.default === true ? 'true' : 'false' };
    default:
      return undefined;
  }
}

/** `enum`, `const`, and the `oneOf` of constants with titles that forms use. */
function optionsOf(schema: Record<string, unknown>): FormField['options'] {
  if (Array.isArray(schema.enum)) {
    const names = Array.isArray(schema.enumNames) ? schema.enumNames : [];
    const options = schema.enum.filter(isScalar).map((value, index) => ({
      value,
      label: text(names[index]) ?? String(value),
    }));
    return options.length === schema.enum.length && options.length <= OPTION_LIMIT ? options : undefined;
  }
  const list = Array.isArray(schema.oneOf) ? schema.oneOf : Array.isArray(schema.anyOf) ? schema.anyOf : undefined;
  if (!list || list.length > OPTION_LIMIT) return undefined;
  const options: NonNullable<FormField['options']> = [];
  for (const one of list) {
    if (!isObject(one) || !isScalar(one.const)) return undefined;
    options.push({ value: one.const, label: text(one.title) ?? String(one.const) });
  }
  return options.length > 0 ? options : undefined;
}

const isScalar = (value: unknown): value is string | number | boolean | null =>
  value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';

const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

const numberText = (value: unknown): string => (typeof value === 'number' ? String(value) : '');

function limits(schema: Record<string, unknown>): Pick<FormField, 'min' | 'max' | 'minLength' | 'maxLength'> {
  const found: Pick<FormField, 'min' | 'max' | 'minLength' | 'maxLength'> = {};
  if (typeof schema.minimum === 'number') found.min = schema.minimum;
  if (typeof schema.maximum === 'number') found.max = schema.maximum;
  if (typeof schema.minLength === 'number') found.minLength = schema.minLength;
  if (typeof schema.maxLength === 'number') found.maxLength = schema.maxLength;
  return found;
}

export type FormValues = Record<string, string>;

export const startValues = (fields: readonly FormField[]): FormValues =>
  Object.fromEntries(fields.map((field) => [field.name, field.start]));

/** Why a field cannot be sent as it is. */
export interface FieldProblem {
  why: 'required' | 'number' | 'integer' | 'min' | 'max' | 'minLength' | 'maxLength';
  limit?: number;
}

export type Answer = { ok: true; data: JsonObject } | { ok: false; problems: Record<string, FieldProblem> };

/** The data to send. Empty fields that are not needed stay out of it. */
export function answerOf(fields: readonly FormField[], values: FormValues): Answer {
  const data: JsonObject = {};
  const problems: Record<string, FieldProblem> = {};
  for (const field of fields) {
    const read = readField(field, values[field.name] ?? '');
    if ('why' in read) problems[field.name] = read;
    else if ('value' in read) data[field.name] = read.value;
  }
  return Object.keys(problems).length > 0 ? { ok: false, problems } : { ok: true, data };
}

function readField(field: FormField, typed: string): FieldProblem | { value: Json } | { empty: true } {
  if (field.kind === 'boolean') return { value: typed === 'true' };
  if (typed === '') return field.required ? { why: 'required' } : { empty: true };
  if (field.kind === 'choice') {
    const option = field.options?.[Number(typed)];
    return option ? { value: option.value } : { why: 'required' };
  }
  if (field.kind === 'text') {
    if (field.minLength !== undefined && typed.length < field.minLength) return at('minLength', field.minLength);
    if (field.maxLength !== undefined && typed.length > field.maxLength) return at('maxLength', field.maxLength);
    return { value: typed };
  }
  const value = Number(typed);
  if (typed.trim() === '' || !Number.isFinite(value)) return { why: 'number' };
  if (field.kind === 'integer' && !Number.isInteger(value)) return { why: 'integer' };
  if (field.min !== undefined && value < field.min) return at('min', field.min);
  if (field.max !== undefined && value > field.max) return at('max', field.max);
  return { value };
}

const at = (why: FieldProblem['why'], limit: number): FieldProblem => ({ why, limit });
