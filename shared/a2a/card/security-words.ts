import { isObject } from '../../lib/json.ts';
import { normalRequirement, normalScheme, SCHEME_KEYS, type SchemeForm, type SchemeKey } from './security-schemes.ts';

export type SchemeKind = 'apiKey' | 'http' | 'oauth2' | 'openIdConnect' | 'mutualTLS' | 'unknown';

/** Where the credential goes. */
export type CredentialPlace =
  | { in: 'header' | 'query' | 'cookie'; name: string; prefix?: string }
  /** The TLS handshake. */
  | { in: 'tls' }
  | { in: 'unknown' };

/** One scheme as a page can show it without knowing how it was written. */
export interface SchemeWords {
  name: string;
  kind: SchemeKind;
  where: CredentialPlace;
  /** One line in the protocol's own words: `http bearer`, `apiKey header X-Key`, `unrecognised`. */
  short: string;
  description?: string;
  /** Scopes asked for by the requirement. */
  scopes: string[];
  /** HTTP scheme (`Bearer`, `Basic`, ...) as written. */
  scheme?: string;
  bearerFormat?: string;
  /** Names of the OAuth flows. */
  flows?: string[];
  /** Discovery document of OpenID Connect or OAuth. */
  metadataUrl?: string;
  form: SchemeForm;
  /** A requirement names a scheme that the card does not describe. */
  missing?: true;
}

export interface SecurityWords {
  /** Nothing is required, or one of the alternatives asks for nothing. */
  open: boolean;
  /** Any one of these is enough; within one all are needed. */
  options: SchemeWords[][];
  /** Described, but in no requirement. */
  unused: SchemeWords[];
}

const KINDS: Readonly<Record<SchemeKey, SchemeKind>> = {
  apiKeySecurityScheme: 'apiKey',
  httpAuthSecurityScheme: 'http',
  oauth2SecurityScheme: 'oauth2',
  openIdConnectSecurityScheme: 'openIdConnect',
  mtlsSecurityScheme: 'mutualTLS',
};

/**
 * Requirements and schemes of a card or a skill (1.0 §4.5) as alternatives of combinations. Both may be in any of the
 * written forms: 1.0, the OpenAPI form of 0.3, or the internal form of generated classes.
 */
export function describeSecurity(requirements: unknown, schemes: unknown): SecurityWords {
  const known = isObject(schemes) ? schemes : {};
  const list = Array.isArray(requirements) ? requirements.filter(isObject) : [];
  const used = new Set<string>();
  const options = list.map((item) =>
    Object.entries(normalRequirement(item).requirement.schemes).map(([name, { list: scopes }]) => {
      used.add(name);
      return Object.hasOwn(known, name) ? describeScheme(name, known[name], scopes) : missing(name, scopes);
    }),
  );
  return {
    open: options.length === 0 || options.some((option) => option.length === 0),
    options: options.filter((option) => option.length > 0),
    unused: Object.keys(known)
      .filter((name) => !used.has(name))
      .map((name) => describeScheme(name, known[name], [])),
  };
}

const unknown = (name: string, scopes: string[]): SchemeWords => ({
  name,
  kind: 'unknown',
  where: { in: 'unknown' },
  short: 'unrecognised',
  scopes,
  form: 'unknown',
});

const missing = (name: string, scopes: string[]): SchemeWords => ({ ...unknown(name, scopes), missing: true });

const textIn = (fields: Record<string, unknown>, key: string): string | undefined => {
  const value = fields[key];
  return typeof value === 'string' && value !== '' ? value : undefined;
};

/** One named scheme in any written form. */
export function describeScheme(name: string, written: unknown, scopes: string[]): SchemeWords {
  const { scheme, form } = normalScheme(written);
  const key = form === 'unknown' || !isObject(scheme) ? undefined : SCHEME_KEYS.find((one) => isObject(scheme[one]));
  if (key === undefined) return unknown(name, scopes);
  const fields = (scheme as Record<string, Record<string, unknown>>)[key] ?? {};
  const description = textIn(fields, 'description');
  return {
    name,
    kind: KINDS[key],
    ...details(key, fields),
    ...(description ? { description } : {}),
    scopes,
    form,
  };
}

type Details = Pick<SchemeWords, 'where' | 'short' | 'scheme' | 'bearerFormat' | 'flows' | 'metadataUrl'>;

const BEARER = { in: 'header', name: 'Authorization', prefix: 'Bearer' } as const;

function details(key: SchemeKey, fields: Record<string, unknown>): Details {
  switch (key) {
    case 'apiKeySecurityScheme': {
      const location = textIn(fields, 'location') ?? '';
      const name = textIn(fields, 'name') ?? '';
      const place = location.toLowerCase();
      const known = place === 'header' || place === 'query' || place === 'cookie';
      return { where: known ? { in: place, name } : { in: 'unknown' }, short: `apiKey ${location} ${name}` };
    }
    case 'httpAuthSecurityScheme': {
      const scheme = textIn(fields, 'scheme') ?? '';
      const bearerFormat = textIn(fields, 'bearerFormat');
      return {
        where: { in: 'header', name: 'Authorization', prefix: scheme },
        short: `http ${scheme.toLowerCase()}`,
        scheme,
        ...(bearerFormat ? { bearerFormat } : {}),
      };
    }
    case 'oauth2SecurityScheme': {
      const flows = isObject(fields.flows) ? Object.keys(fields.flows) : [];
      return { where: BEARER, short: ['oauth2', ...flows].join(' '), flows, ...metadata(fields, 'oauth2MetadataUrl') };
    }
    case 'openIdConnectSecurityScheme':
      return { where: BEARER, short: 'openIdConnect', ...metadata(fields, 'openIdConnectUrl') };
    case 'mtlsSecurityScheme':
      return { where: { in: 'tls' }, short: 'mutualTLS' };
  }
}

function metadata(fields: Record<string, unknown>, key: string): { metadataUrl?: string } {
  const metadataUrl = textIn(fields, key);
  return metadataUrl ? { metadataUrl } : {};
}
