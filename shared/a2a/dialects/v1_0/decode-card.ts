import { isObject } from '../../../lib/json.ts';
import type {
  AgentCard,
  AgentCardSignature,
  AgentExtension,
  AgentInterface,
  AgentSkill,
  OAuthFlow,
  SecurityScheme,
} from '../../../model/card.ts';
import { normalRequirement, normalScheme } from '../../card/security-schemes.ts';
import { bag, fields, flag, listOf, mapOf, one, text, textMap, texts } from '../reading/checks.ts';
import { otherVersion, quote, type Reader } from '../reading/reader.ts';
import { ABSENT, type Check, type Fields, put, type Required, read, type Shape } from '../reading/walk.ts';
import { CARD_MARKERS, isOlderCard, rewriteCard, SKILL_MARKERS, withRequirements } from '../v0_3/older-card.ts';

/** Missing card fields are a matter of the card rules; the decoder only fills in the ProtoJSON default. */
const texted = (...names: string[]): Required[] => names.map((name) => ({ name, fill: () => '', silent: true }));
const listed = (...names: string[]): Required[] => names.map((name) => ({ name, fill: () => [], silent: true }));

const interfaceShape: Shape<AgentInterface> = {
  name: 'AgentInterface',
  clause: '1.0 §4.4.6',
  fields: fields({ url: text, protocolBinding: text, protocolVersion: text, tenant: text }),
  required: texted('url', 'protocolBinding', 'protocolVersion'),
};

const extensionShape: Shape<AgentExtension> = {
  name: 'AgentExtension',
  clause: '1.0 §4.4.4',
  fields: fields({ uri: text, description: text, required: flag, params: bag }),
  required: texted('uri'),
};

const capabilitiesShape: Shape<AgentCard['capabilities']> = {
  name: 'AgentCapabilities',
  clause: '1.0 §4.4.3',
  fields: fields({
    streaming: flag,
    pushNotifications: flag,
    extendedAgentCard: flag,
    extensions: listOf(extensionShape),
  }),
  required: [],
};

const providerShape: Shape<NonNullable<AgentCard['provider']>> = {
  name: 'AgentProvider',
  clause: '1.0 §4.4.2',
  fields: fields({ url: text, organization: text }),
  required: texted('url', 'organization'),
};

const signatureShape: Shape<AgentCardSignature> = {
  name: 'AgentCardSignature',
  clause: '1.0 §4.4.7',
  fields: fields({ protected: text, signature: text, header: bag }),
  required: texted('protected', 'signature'),
};

const flowShape: Shape<OAuthFlow> = {
  name: 'OAuthFlow',
  clause: '1.0 §4.5.4',
  fields: fields({
    authorizationUrl: text,
    deviceAuthorizationUrl: text,
    tokenUrl: text,
    refreshUrl: text,
    scopes: textMap,
    pkceRequired: flag,
  }),
  required: [],
};

const schemePart = (name: string, table: Record<string, Check>, required: Required[]): Check =>
  one({
    name,
    clause: '1.0 §4.5.1',
    fields: fields({ description: text, ...table }),
    required,
  } satisfies Shape<Fields>);

const schemeShape: Shape<SecurityScheme> = {
  name: 'SecurityScheme',
  clause: '1.0 §4.5.1',
  fields: fields({
    apiKeySecurityScheme: schemePart(
      'APIKeySecurityScheme',
      { location: text, name: text },
      texted('location', 'name'),
    ),
    httpAuthSecurityScheme: schemePart(
      'HTTPAuthSecurityScheme',
      { scheme: text, bearerFormat: text },
      texted('scheme'),
    ),
    oauth2SecurityScheme: schemePart('OAuth2SecurityScheme', { flows: mapOf(flowShape), oauth2MetadataUrl: text }, [
      { name: 'flows', fill: () => ({}), silent: true },
    ]),
    openIdConnectSecurityScheme: schemePart(
      'OpenIdConnectSecurityScheme',
      { openIdConnectUrl: text },
      texted('openIdConnectUrl'),
    ),
    mtlsSecurityScheme: schemePart('MutualTlsSecurityScheme', {}, []),
  }),
  required: [],
};

/** Named schemes; each in any of its written forms. */
const schemes: Check = (value, reader, key) => {
  const map = bag(value, reader, key);
  if (map === ABSENT) return map;
  const source = map as Fields;
  let copy: Fields | undefined;
  reader.enter(key);
  for (const name in source) {
    const now = readScheme(name, source[name], reader);
    if (now === source[name]) continue;
    copy ??= { ...source };
    put(copy, name, now);
  }
  reader.leave();
  return copy ?? source;
};

function readScheme(name: string, value: unknown, reader: Reader): SecurityScheme {
  const { scheme, form } = normalScheme(value);
  if (form === 'unknown') {
    reader.report(
      {
        code: 'security-scheme-unknown',
        severity: 'warning',
        message: `The security scheme "${name}" is in no known form: ${quote(value)}.`,
        clause: '1.0 §4.5.1',
        fix: 'Put the scheme under the key that names its kind, for example httpAuthSecurityScheme, with all its fields.',
      },
      name,
    );
  } else if (form === 'case' || (form === 'openapi' && !reader.older)) {
    reader.report(
      {
        code: 'security-scheme-form',
        severity: 'warning',
        message:
          form === 'case'
            ? `The security scheme "${name}" is written in a library's internal form.`
            : `The security scheme "${name}" is in the 0.3 form with a type.`,
        clause: '1.0 §4.5.1',
      },
      name,
    );
  }
  reader.enter(name);
  const read_ = read(schemeShape, scheme, reader);
  reader.leave();
  return read_;
}

/** Requirements in the 1.0 form or the OpenAPI one. */
const requirements: Check = (value, reader, key) => {
  if (value === null || value === undefined) return ABSENT;
  const list = Array.isArray(value) ? value : [value];
  let copy: unknown[] | undefined = Array.isArray(value) ? undefined : list;
  for (let i = 0; i < list.length; i++) {
    const was: unknown = list[i];
    if (isCurrentRequirement(was)) continue;
    const { requirement, known } = normalRequirement(was);
    if (!known) {
      reader.report(
        {
          code: 'security-requirement-unknown',
          severity: 'warning',
          message: `A security requirement is in no known form: ${quote(was)}.`,
          clause: '1.0 §4.5',
        },
        key,
      );
    } else if (!reader.older && !(isObject(was) && isObject(was.schemes))) {
      reader.reportOnce(otherVersion(reader, 'A security requirement'), key);
    }
    copy ??= list.slice();
    copy[i] = requirement;
  }
  return copy ?? value;
};

const isCurrentRequirement = (value: unknown): boolean =>
  isObject(value) &&
  isObject(value.schemes) &&
  Object.values(value.schemes).every(
    (entry) => isObject(entry) && Array.isArray(entry.list) && entry.list.every((scope) => typeof scope === 'string'),
  );

const skillShape: Shape<AgentSkill> = {
  name: 'AgentSkill',
  clause: '1.0 §4.4.5',
  fields: fields({
    id: text,
    name: text,
    description: text,
    tags: texts,
    examples: texts,
    inputModes: texts,
    outputModes: texts,
    securityRequirements: requirements,
  }),
  required: [...texted('id', 'name', 'description'), ...listed('tags')],
  markers: SKILL_MARKERS,
  rewrite: withRequirements,
};

const cardShape: Shape<AgentCard> = {
  name: 'AgentCard',
  clause: '1.0 §4.4.1',
  fields: fields({
    name: text,
    description: text,
    version: text,
    supportedInterfaces: listOf(interfaceShape),
    provider: one(providerShape),
    documentationUrl: text,
    iconUrl: text,
    capabilities: one(capabilitiesShape),
    securitySchemes: schemes,
    securityRequirements: requirements,
    defaultInputModes: texts,
    defaultOutputModes: texts,
    skills: listOf(skillShape),
    signatures: listOf(signatureShape),
  }),
  required: [
    ...texted('name', 'description', 'version'),
    ...listed('supportedInterfaces', 'defaultInputModes', 'defaultOutputModes', 'skills'),
    { name: 'capabilities', fill: () => ({}), silent: true },
  ],
  markers: CARD_MARKERS,
  rewrite: rewriteCard,
};

/** An Agent Card of either version in the 1.0 shape. */
export function readCard(card: unknown, reader: Reader): AgentCard | undefined {
  if (!isObject(card)) {
    reader.report({
      code: 'unknown-result',
      severity: 'error',
      message: `An Agent Card should be an object, but is ${quote(card)}.`,
      clause: '1.0 §4.4.1',
    });
    return undefined;
  }
  const older = isOlderCard(card);
  if (older !== reader.older) {
    if (older || Array.isArray(card.supportedInterfaces)) reader.report(otherVersion(reader, 'The card'));
    reader.older = older;
  }
  return read(cardShape, card, reader);
}
