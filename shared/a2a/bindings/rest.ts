import { isObject } from '../../lib/json.ts';
import type { OperationName } from '../../model/operation.ts';
import type { Dialect } from '../dialects/dialect.ts';
import { operations, type RestRoute } from '../operations.ts';

/** One HTTP+JSON request, ready to be put below a base URL. */
export interface RestCall {
  method: RestRoute['method'];
  /** Path and query, beginning with a slash. */
  target: string;
  /** Text of the body; undefined for none at all, empty for a POST without one. */
  body?: string;
  /** The same operation with the other method, for servers that know only that one. */
  other?: RestCall;
}

/**
 * Encodes a 1.0-model request for HTTP+JSON (1.0 §11, 0.3 §3.2.3). Fields named in the path are percent-encoded and go
 * nowhere else, the tenant is a path prefix, the rest is the body or the query. Undefined when the version cannot say it.
 */
export function restCall(
  operation: OperationName,
  request: Record<string, unknown>,
  dialect: Dialect,
): RestCall | undefined {
  const route = operations[operation].rest[dialect.id];
  const encoded = dialect.encode(operation, request, 'HTTP+JSON');
  if (encoded === undefined) return undefined;
  const { tenant, ...fields } = encoded;
  const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = fields[name];
    delete fields[name];
    return encodePart(value === undefined || value === null ? '' : String(value));
  });
  const prefix = typeof tenant === 'string' && tenant !== '' ? `/${encodePart(tenant)}` : '';
  const call = withMethod(route.method, route.fields, `${prefix}${path}`, fields);
  return route.other === undefined
    ? call
    : {
        ...call,
        other: withMethod(route.other, route.other === 'POST' ? 'bare' : 'query', `${prefix}${path}`, fields),
      };
}

function withMethod(
  method: RestRoute['method'],
  carrier: RestRoute['fields'],
  path: string,
  fields: Record<string, unknown>,
): RestCall {
  if (carrier === 'query') return { method, target: path + queryOf(fields) };
  const empty = carrier === 'bare' && Object.keys(fields).length === 0;
  return { method, target: path, body: empty ? '' : JSON.stringify(fields) };
}

/** The base URL of an interface with a target below it. Base URLs are taken verbatim but for one slash at their end. */
export function restUrl(base: string, call: Pick<RestCall, 'target'>, dialect: Dialect): string {
  const [, path = '', query = ''] = /^([^?#]*)(\?[^#]*)?/.exec(base) ?? [];
  let { target } = call;
  const stem = path.replace(/\/$/, '');
  // Cards of 0.3 exist with and without the version in their address; no server has it twice.
  if (dialect.id === '0.3' && /\/v1$/.test(stem)) target = target.replace(/^\/v1(?=\/)/, '');
  if (query === '' || query === '?') return stem + target;
  return stem + target + (target.includes('?') ? `&${query.slice(1)}` : query);
}

/** Lone halves of surrogate pairs cannot be encoded. */
const LONE_SURROGATE = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g;

const encodePart = (text: string): string => encodeURIComponent(text.replace(LONE_SURROGATE, '\uFFFD'));

/** Lists repeat their name, members of objects are named with a dot (google.api.http). */
function queryOf(fields: Record<string, unknown>): string {
  const pairs: string[] = [];
  const add = (name: string, value: unknown): void => {
    if (value === undefined || value === null) return;
    if (Array.isArray(value)) for (const item of value) add(name, item);
    else if (isObject(value)) for (const key in value) add(`${name}.${key}`, value[key]);
    else pairs.push(`${encodePart(name)}=${encodePart(String(value))}`);
  };
  for (const name in fields) add(name, fields[name]);
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}
