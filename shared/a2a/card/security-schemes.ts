import { isObject } from '../../lib/json.ts';
import type { SecurityRequirement } from '../../model/card.ts';

type Fields = Record<string, unknown>;

/** The discriminating keys of a 1.0 SecurityScheme (1.0 §4.5.1). */
export const SCHEME_KEYS = [
  'apiKeySecurityScheme',
  'httpAuthSecurityScheme',
  'oauth2SecurityScheme',
  'openIdConnectSecurityScheme',
  'mtlsSecurityScheme',
] as const;

export type SchemeKey = (typeof SCHEME_KEYS)[number];

/** How a scheme was written. `unknown`: none of the known forms, or one without what it needs. */
export type SchemeForm = 'current' | 'openapi' | 'case' | 'unknown';

const OPENAPI_TYPES: ReadonlyMap<unknown, SchemeKey> = new Map<unknown, SchemeKey>([
  ['apiKey', 'apiKeySecurityScheme'],
  ['http', 'httpAuthSecurityScheme'],
  ['oauth2', 'oauth2SecurityScheme'],
  ['openIdConnect', 'openIdConnectSecurityScheme'],
  ['mutualTLS', 'mtlsSecurityScheme'],
]);

/** Fields without which a scheme cannot be used. */
const NEEDS: Readonly<Record<SchemeKey, readonly string[]>> = {
  apiKeySecurityScheme: ['location', 'name'],
  httpAuthSecurityScheme: ['scheme'],
  oauth2SecurityScheme: ['flows'],
  openIdConnectSecurityScheme: ['openIdConnectUrl'],
  mtlsSecurityScheme: [],
};

/**
 * Any written form of a security scheme in the 1.0 form: the oneof itself, the OpenAPI form of 0.3 (`type`), or the
 * inside of a generated class (`{scheme: {$case, value}}`). A value that already is in the 1.0 form is returned as it
 * is; an unknown one too.
 */
export function normalScheme(scheme: unknown): { scheme: unknown; form: SchemeForm } {
  if (!isObject(scheme)) return { scheme, form: 'unknown' };
  for (const key of SCHEME_KEYS) {
    const inner = scheme[key];
    if (isObject(inner)) return { scheme, form: complete(key, inner) ? 'current' : 'unknown' };
  }
  const byType = OPENAPI_TYPES.get(scheme.type);
  if (byType) return named(scheme, byType, fromOpenApi(scheme), 'openapi');
  const holder = isObject(scheme.scheme) ? scheme.scheme : scheme;
  const byCase = SCHEME_KEYS.find((key) => key === holder.$case);
  if (byCase && isObject(holder.value)) return named(scheme, byCase, plainFlows(holder.value), 'case');
  return { scheme, form: 'unknown' };
}

function named(scheme: Fields, key: SchemeKey, inner: Fields, form: SchemeForm): { scheme: unknown; form: SchemeForm } {
  return complete(key, inner) ? { scheme: { [key]: inner }, form } : { scheme, form: 'unknown' };
}

const complete = (key: SchemeKey, inner: Fields): boolean =>
  NEEDS[key].every((name) => (typeof inner[name] === 'string' && inner[name] !== '') || isObject(inner[name]));

function fromOpenApi(scheme: Fields): Fields {
  const { type: _, in: location, ...rest } = scheme;
  return location === undefined ? rest : { location, ...rest };
}

/** The same generated classes keep the flow as `{flow: {$case, value}}`. */
function plainFlows(inner: Fields): Fields {
  const { flows } = inner;
  const flow = isObject(flows) ? flows.flow : undefined;
  if (!isObject(flow) || typeof flow.$case !== 'string') return inner;
  return { ...inner, flows: { [flow.$case]: flow.value } };
}

/**
 * One requirement in the 1.0 form, from that form (an empty list is written `{}`), from `{schemes: {name: [..]}}` or
 * from the OpenAPI form `{name: [..]}`. `known` is false when it was none of them; what can be read is kept.
 */
export function normalRequirement(requirement: unknown): { requirement: SecurityRequirement; known: boolean } {
  if (!isObject(requirement)) {
    const kept = { schemes: {}, value: requirement };
    return { requirement: kept, known: false };
  }
  const current = isObject(requirement.schemes);
  const schemes: [string, { list: string[] }][] = [];
  let known = true;
  for (const [name, scopes] of Object.entries(current ? (requirement.schemes as Fields) : requirement)) {
    const list = Array.isArray(scopes) ? scopes : isObject(scopes) ? (scopes.list ?? []) : undefined;
    if (!Array.isArray(list) || list.some((scope) => typeof scope !== 'string')) known = false;
    const texts = Array.isArray(list) ? list.map((scope: unknown) => String(scope)) : [];
    schemes.push([name, isObject(scopes) ? { ...scopes, list: texts } : { list: texts }]);
  }
  const named = { schemes: Object.fromEntries(schemes) };
  return { requirement: current ? { ...requirement, ...named } : named, known };
}
