import { isObject } from '../../../shared/lib/json.ts';

/** Why a value is not what a schema asks for. */
export interface SchemaProblem {
  /** Place of the value, as a JSON pointer. */
  pointer: string;
  why:
    | 'required'
    | 'type'
    | 'enum'
    | 'number'
    | 'integer'
    | 'min'
    | 'max'
    | 'minLength'
    | 'maxLength'
    | 'minItems'
    | 'maxItems'
    | 'pattern'
    | 'format';
  limit?: number;
  /** The type, format or pattern that is asked for. */
  wanted?: string;
}

/** Problems told at once. */
const PROBLEM_LIMIT = 50;
/** Values inside of values that are looked at. */
const DEPTH_LIMIT = 16;
/** Characters of a pattern and of a text that are matched. */
const PATTERN_LIMIT = 300;
const TEXT_LIMIT = 2_000;

const FORMATS: Record<string, RegExp> = {
  email: /^[^\s@]+@[^\s@]+$/,
  uri: /^[A-Za-z][A-Za-z0-9+.-]*:[^\s]+$/,
  date: /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/,
  time: /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)?$/,
  'date-time': /^\d{4}-\d\d-\d\d[Tt ]([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d+)?([Zz]|[+-]\d\d:\d\d)$/,
  uuid: /^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$/,
  ipv4: /^((25[0-5]|2[0-4]\d|1?\d?\d)(\.(?!$)|$)){4}$/,
};

/** A repeated group that itself repeats or chooses can take an expression for ever; a text may not hold up the window. */
const SLOW_GROUP = /\((?:[^()\\]|\\.)*[*+{|](?:[^()\\]|\\.)*\)[*+{]/;

/** Whether a pattern is matched at all: it compiles, and it cannot run away. */
export function isChecked(pattern: string): boolean {
  if (pattern.length > PATTERN_LIMIT || SLOW_GROUP.test(pattern) || /\(.*\(.*\)[^()]*\)[*+{]/.test(pattern))
    return false;
  // Two neighbours that take the same characters, over and over.
  if ((pattern.match(/[*+]/g)?.length ?? 0) > 3 || /\\[1-9]/.test(pattern)) return false;
  return compile(pattern) !== undefined;
}

function compile(pattern: string): RegExp | undefined {
  try {
    return new RegExp(pattern, 'u');
  } catch {
    return undefined;
  }
}

/**
 * Holds a value against the parts of JSON Schema that forms use: type, enum, const, required, properties, items, their
 * limits, pattern and the common formats. Anything else is left to the agent.
 */
export function checkValue(schema: unknown, value: unknown): SchemaProblem[] {
  const problems: SchemaProblem[] = [];
  check(schema, value, '', problems, 0);
  return problems;
}

function check(schema: unknown, value: unknown, pointer: string, found: SchemaProblem[], depth: number): void {
  if (!isObject(schema) || depth > DEPTH_LIMIT || found.length >= PROBLEM_LIMIT) return;
  const add = (why: SchemaProblem['why'], more: Omit<SchemaProblem, 'why' | 'pointer'> = {}) =>
    found.push({ pointer, why, ...more });
  const types = Array.isArray(schema.type) ? schema.type : schema.type === undefined ? [] : [schema.type];
  if (types.length > 0 && !types.some((type) => isOfType(type, value))) {
    const wanted = types.join(', ');
    add(wanted === 'integer' && typeof value === 'number' ? 'integer' : wanted === 'number' ? 'number' : 'type', {
      wanted,
    });
    return;
  }
  const allowed = valuesOf(schema);
  if (allowed && !allowed.some((one) => JSON.stringify(one) === JSON.stringify(value))) add('enum');
  const least = (key: string, size: number, why: SchemaProblem['why']) => {
    const limit = schema[key];
    if (typeof limit === 'number' && size < limit) add(why, { limit });
  };
  const most = (key: string, size: number, why: SchemaProblem['why']) => {
    const limit = schema[key];
    if (typeof limit === 'number' && size > limit) add(why, { limit });
  };
  if (typeof value === 'number') {
    least('minimum', value, 'min');
    most('maximum', value, 'max');
  } else if (typeof value === 'string') {
    const length = [...value].length;
    least('minLength', length, 'minLength');
    most('maxLength', length, 'maxLength');
    const looks = badLooks(schema, value);
    if (looks) add(looks.why, { wanted: looks.wanted });
  } else if (Array.isArray(value)) {
    least('minItems', value.length, 'minItems');
    most('maxItems', value.length, 'maxItems');
    for (const [index, item] of value.entries()) check(schema.items, item, `${pointer}/${index}`, found, depth + 1);
  } else if (isObject(value)) {
    for (const name of Array.isArray(schema.required) ? schema.required : []) {
      if (typeof name === 'string' && !(name in value)) found.push({ pointer: join(pointer, name), why: 'required' });
    }
    const properties = isObject(schema.properties) ? schema.properties : {};
    for (const name of Object.keys(value)) check(properties[name], value[name], join(pointer, name), found, depth + 1);
  }
}

const join = (pointer: string, name: string): string =>
  `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;

function valuesOf(schema: Record<string, unknown>): unknown[] | undefined {
  if ('const' in schema) return [schema.const];
  if (Array.isArray(schema.enum)) return schema.enum;
  const list = Array.isArray(schema.oneOf) ? schema.oneOf : schema.anyOf;
  if (!Array.isArray(list) || !list.every((one) => isObject(one) && 'const' in one)) return undefined;
  return list.map((one) => (one as Record<string, unknown>).const);
}

function badLooks(
  { format, pattern }: Record<string, unknown>,
  value: string,
): { why: 'format' | 'pattern'; wanted: string } | undefined {
  if (value.length > TEXT_LIMIT) return undefined;
  if (typeof format === 'string' && FORMATS[format]?.test(value) === false) return { why: 'format', wanted: format };
  if (typeof pattern !== 'string' || !isChecked(pattern)) return undefined;
  return compile(pattern)?.test(value) === false ? { why: 'pattern', wanted: pattern } : undefined;
}

function isOfType(type: unknown, value: unknown): boolean {
  switch (type) {
    case 'null':
      return value === null;
    case 'array':
      return Array.isArray(value);
    case 'object':
      return isObject(value);
    case 'integer':
      return Number.isInteger(value);
    default:
      return typeof value === type;
  }
}
