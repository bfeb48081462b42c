import { isObject, type Json, type JsonObject } from '../../../shared/lib/json.ts';
import { isChecked } from './schema-check.ts';

/** One question of a form, from one property of a JSON Schema. */
export interface FormField {
  /** Place of the value in the answer, as a JSON pointer; empty when the answer is this one value. */
  pointer: string;
  label: string;
  description?: string;
  required: boolean;
  /** `choices`: any of some values. `list`: values one below the other. `group`: the members of an object. */
  kind: 'text' | 'number' | 'integer' | 'boolean' | 'choice' | 'choices' | 'list' | 'group';
  /** Values of a choice, as they are sent. */
  options?: { value: Json; label: string }[];
  /** What one line of a list is. */
  item?: 'text' | 'number' | 'integer';
  fields?: FormField[];
  /** What a text has to look like. */
  format?: string;
  pattern?: string;
  /** As typed in the field: text, `true` or `false`, the index of an option, indexes with commas between, or lines. */
  start: string;
}

/** Fields of one form; a schema that asks for more is no form. */
export const FIELD_LIMIT = 40;
/** Options of one choice. */
const OPTION_LIMIT = 200;
/** Groups inside of groups. */
const DEPTH_LIMIT = 4;

/** The fields of a form with what they are made from. */
export interface Form {
  schema: JsonObject;
  fields: FormField[];
}

/**
 * The form for the answer that a schema describes. Undefined when anything in it is more than text, number, boolean, one
 * or several of a list, or an object of those: half a form would send half an answer.
 */
export function formOf(schema: JsonObject | undefined): Form | undefined {
  if (schema === undefined) return undefined;
  const root = fieldOf('', text(schema.title) ?? '', schema, true, 0);
  if (root === undefined) return undefined;
  const fields = root.kind === 'group' ? (root.fields ?? []) : [root];
  return countOf(fields) > FIELD_LIMIT ? undefined : { schema, fields };
}

const countOf = (fields: readonly FormField[]): number =>
  fields.reduce((sum, field) => sum + 1 + countOf(field.fields ?? []), 0);

type Base = Pick<FormField, 'pointer' | 'label' | 'required' | 'description'>;

function fieldOf(
  pointer: string,
  name: string,
  schema: unknown,
  required: boolean,
  depth: number,
): FormField | undefined {
  if (!isObject(schema)) return undefined;
  const base: Base = { pointer, label: text(schema.title) ?? name, required };
  const description = text(schema.description);
  if (description !== undefined) base.description = description;
  const options = optionsOf(schema);
  if (options) {
    const start = options.findIndex((option) => option.value === schema.default);
    return { ...base, kind: 'choice', options, start: start < 0 ? '' : String(start) };
  }
  switch (typeOf(schema)) {
    case 'string':
      return { ...base, kind: 'text', ...looksOf(schema), start: text(schema.default) ?? '' };
    case 'number':
      return { ...base, kind: 'number', start: numberText(schema.default) };
    case 'integer':
      return { ...base, kind: 'integer', start: numberText(schema.default) };
    case 'boolean':
      return { ...base, kind: 'boolean', start: schema.default === true ? 'true' : 'false' };
    case 'array':
      return listOf(base, schema);
    case 'object':
      return groupOf(base, schema, depth);
    default:
      return undefined;
  }
}

/** The type; an object may say so by its properties alone, and a value may also be allowed to be missing. */
function typeOf(schema: Record<string, unknown>): unknown {
  if (Array.isArray(schema.type)) {
    const types = schema.type.filter((type) => type !== 'null');
    return types.length === 1 ? types[0] : undefined;
  }
  return schema.type ?? (isObject(schema.properties) ? 'object' : undefined);
}

function groupOf(base: Base, schema: Record<string, unknown>, depth: number): FormField | undefined {
  const { properties } = schema;
  if (!isObject(properties) || depth >= DEPTH_LIMIT) return undefined;
  const names = Object.keys(properties);
  if (names.length === 0 || names.length > FIELD_LIMIT) return undefined;
  const needed = Array.isArray(schema.required) ? schema.required : [];
  const fields: FormField[] = [];
  for (const name of names) {
    const pointer = `${base.pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    const field = fieldOf(pointer, name, properties[name], needed.includes(name), depth + 1);
    if (!field) return undefined;
    fields.push(field);
  }
  return { ...base, kind: 'group', fields, start: '' };
}

function listOf(base: Base, schema: Record<string, unknown>): FormField | undefined {
  if (!isObject(schema.items)) return undefined;
  const item = fieldOf('', '', schema.items, false, DEPTH_LIMIT);
  const given = Array.isArray(schema.default) ? schema.default : [];
  if (item?.kind === 'choice') {
    const { options = [] } = item;
    const chosen = options.flatMap(({ value }, index) => (given.includes(value) ? [index] : []));
    return { ...base, kind: 'choices', options, start: chosen.join(',') };
  }
  if (item?.kind !== 'text' && item?.kind !== 'number' && item?.kind !== 'integer') return undefined;
  return { ...base, kind: 'list', item: item.kind, start: given.filter(isScalar).map(String).join('\n') };
}

/** `enum`, and the `oneOf` of constants with titles that forms use. */
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

/** A pattern that is not checked is not told either. */
function looksOf(schema: Record<string, unknown>): Pick<FormField, 'format' | 'pattern'> {
  const looks: Pick<FormField, 'format' | 'pattern'> = {};
  const format = text(schema.format);
  const pattern = text(schema.pattern);
  if (format !== undefined) looks.format = format;
  if (pattern !== undefined && isChecked(pattern)) looks.pattern = pattern;
  return looks;
}

const isScalar = (value: unknown): value is string | number | boolean | null =>
  value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';

const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

const numberText = (value: unknown): string => (typeof value === 'number' ? String(value) : '');
