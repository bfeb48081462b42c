import { normalScheme } from '../../../shared/a2a/card/security-schemes.ts';
import { describeSecurity, type SchemeWords } from '../../../shared/a2a/card/security-words.ts';
import type { CredentialView } from '../../../shared/contract/access.ts';
import { isObject } from '../../../shared/lib/json.ts';
import type { AgentCard, OAuthFlow as CardFlow } from '../../../shared/model/card.ts';
import type { CredentialScheme, OAuthFlow } from '../../../shared/model/credential.ts';
import { type Draft, draftOf, EMPTY_DRAFT } from './draft.ts';

/** Why a scheme of the card cannot be filled in as it is written there. */
export type ChoiceNote = 'flow' | 'unknown' | 'missing' | 'digest';

/** One way to sign in: all of its drafts are needed together. */
export interface Choice {
  id: string;
  drafts: Draft[];
  /** Schemes as the card describes them, one for each draft; none for a choice of the person's own. */
  words: SchemeWords[];
  notes: (ChoiceNote | undefined)[];
}

/** The choice that is always there: a scheme by hand. */
export const OTHER = 'other';

/** Ways offered; a card may combine any number of flows. */
export const CHOICE_LIMIT = 24;

const FLOWS: readonly OAuthFlow[] = ['clientCredentials', 'authorizationCode', 'deviceCode'];

interface Variant {
  id: string;
  draft: Draft;
  words: SchemeWords;
  note?: ChoiceNote;
}

/** The alternatives of a card, each flow of OAuth 2 by itself; described but unasked schemes come last. */
export function choicesOf(card: AgentCard | undefined): Choice[] {
  if (!card) return [];
  const { options, unused } = describeSecurity(card.securityRequirements, card.securitySchemes);
  const asked = [...options, ...skillOptions(card), ...unused.map((scheme) => [scheme])];
  const choices = new Map<string, Choice>();
  for (const option of asked) {
    for (const combination of product(option.map((words) => variantsOf(words, card)))) {
      const id = combination.map((variant) => variant.id).join('+');
      if (choices.has(id) || choices.size >= CHOICE_LIMIT) continue;
      choices.set(id, {
        id,
        drafts: combination.map(({ draft }) => draft),
        words: combination.map(({ words }) => words),
        notes: combination.map(({ note }) => note),
      });
    }
  }
  return [...choices.values()];
}

/** What single skills ask for beyond the card. */
function skillOptions(card: AgentCard): SchemeWords[][] {
  const skills = Array.isArray(card.skills) ? card.skills : [];
  return skills.flatMap((skill) =>
    isObject(skill) ? describeSecurity(skill.securityRequirements, card.securitySchemes).options : [],
  );
}

function product(lists: Variant[][]): Variant[][] {
  let rows: Variant[][] = [[]];
  for (const list of lists)
    rows = rows.flatMap((row) => list.map((variant) => [...row, variant])).slice(0, CHOICE_LIMIT);
  return rows;
}

function variantsOf(words: SchemeWords, card: AgentCard): Variant[] {
  const base: Draft = { ...EMPTY_DRAFT, cardScheme: words.name };
  const one = (draft: Draft, note?: ChoiceNote): Variant[] => [
    { id: words.name, draft, words, ...(note ? { note } : {}) },
  ];
  switch (words.kind) {
    case 'apiKey': {
      const { where } = words;
      if (where.in !== 'header' && where.in !== 'query' && where.in !== 'cookie') return one(base, 'unknown');
      return one({
        ...base,
        type: 'apiKey',
        place: where.in,
        key: where.name,
        card: { place: where.in, key: where.name },
      });
    }
    case 'http':
      return one(...httpDraft(words, base));
    case 'mutualTLS':
      return one({ ...base, type: 'mutualTLS' });
    case 'openIdConnect':
      return one({
        ...base,
        type: 'oauth2',
        openId: true,
        chooseFlow: true,
        flow: 'authorizationCode',
        clientAuth: 'none',
        metadataUrl: words.metadataUrl ?? '',
        scopes: ['openid'],
        offered: [...new Set(['openid', ...words.scopes])].map((name) => ({ name })),
        card: words.metadataUrl ? { metadataUrl: words.metadataUrl } : {},
      });
    case 'oauth2':
      return oauthVariants(words, flowsOf(card, words.name), base);
    case 'unknown':
      return one(base, words.missing ? 'missing' : 'unknown');
  }
}

function httpDraft(words: SchemeWords, base: Draft): [Draft, ChoiceNote?] {
  const scheme = words.scheme ?? '';
  const word = scheme.toLowerCase();
  if (word === 'basic') return [{ ...base, type: 'basic' }];
  if (word === 'bearer') return [base];
  const draft: Draft = { ...base, prefix: scheme, card: { prefix: scheme } };
  return word === 'digest' ? [draft, 'digest'] : [draft];
}

/** The flows of a scheme in any written form of the card. */
function flowsOf(card: AgentCard, name: string): Record<string, CardFlow> {
  const written: unknown = isObject(card.securitySchemes) ? card.securitySchemes[name] : undefined;
  const { scheme } = normalScheme(written);
  const inner = isObject(scheme) ? scheme.oauth2SecurityScheme : undefined;
  const flows = isObject(inner) && isObject(inner.flows) ? inner.flows : {};
  return Object.fromEntries(Object.entries(flows).filter(([, flow]) => isObject(flow))) as Record<string, CardFlow>;
}

function oauthVariants(words: SchemeWords, flows: Record<string, CardFlow>, base: Draft): Variant[] {
  const variants = Object.entries(flows).map(([name, flow]): Variant => {
    const id = `${words.name}:${name}`;
    const known = FLOWS.find((one) => one === name);
    return known
      ? { id, words, draft: oauthDraft(words, known, flow, base) }
      : { id, words, draft: base, note: 'flow' };
  });
  if (variants.length > 0) return variants;
  const draft: Draft = {
    ...base,
    type: 'oauth2',
    chooseFlow: true,
    metadataUrl: words.metadataUrl ?? '',
    card: words.metadataUrl ? { metadataUrl: words.metadataUrl } : {},
  };
  return [{ id: words.name, words, draft }];
}

const ADDRESSES = ['metadataUrl', 'tokenUrl', 'authorizationUrl', 'deviceAuthorizationUrl', 'refreshUrl'] as const;

function oauthDraft(words: SchemeWords, flow: OAuthFlow, said: CardFlow, base: Draft): Draft {
  const text = (value: unknown): string => (typeof value === 'string' ? value : '');
  const card: Partial<Record<(typeof ADDRESSES)[number], string>> = {};
  for (const field of ADDRESSES) {
    const value = text(field === 'metadataUrl' ? words.metadataUrl : said[field]);
    if (value) card[field] = value;
  }
  const described = isObject(said.scopes) ? said.scopes : {};
  const names = [...new Set([...Object.keys(described), ...words.scopes])];
  return {
    ...base,
    type: 'oauth2',
    flow,
    ...card,
    card,
    // A public client is what an application on somebody's own computer is (RFC 8252 §8.4).
    clientAuth: flow === 'clientCredentials' ? 'basic' : 'none',
    scopes: words.scopes,
    offered: names.map((name) => ({ name, ...(text(described[name]) ? { description: text(described[name]) } : {}) })),
  };
}

/** A credential was made for this draft. */
const fits = (credential: CredentialView, draft: Draft): boolean =>
  credential.cardScheme !== undefined &&
  credential.cardScheme === draft.cardScheme &&
  credential.scheme.type === draft.type &&
  (credential.scheme.type !== 'oauth2' || draft.chooseFlow === true || credential.scheme.flow === draft.flow);

/** The choice with what was entered for it already. */
export function filledIn(choice: Choice, credentials: readonly CredentialView[]): Choice {
  return {
    ...choice,
    drafts: choice.drafts.map((draft) => {
      const held = credentials.find((credential) => fits(credential, draft));
      return held ? draftOf(held, draft) : draft;
    }),
  };
}

/**
 * Credentials that were made for a scheme which the card does not name: another card was read since, such as an extended
 * one that says less.
 */
export const orphansOf = (choices: readonly Choice[], credentials: readonly CredentialView[]): Choice[] =>
  credentials
    .filter(
      ({ id, cardScheme }) =>
        cardScheme !== undefined && !choices.some(({ drafts }) => drafts.some((draft) => draft.credential === id)),
    )
    .map((credential) => ({ id: `held:${credential.id}`, drafts: [draftOf(credential)], words: [], notes: [] }));

/** The choice to begin with: the one in use, then the one that was asked for, then the first that can be filled in. */
export function firstChoice(choices: readonly Choice[], using: readonly CredentialView[], wanted?: string): string {
  const asked = wanted && choices.find(({ drafts }) => drafts.some((draft) => draft.cardScheme === wanted));
  if (asked) return asked.id;
  const used = choices.find(
    ({ drafts }) => drafts.length > 0 && drafts.every((draft) => using.some(({ id }) => id === draft.credential)),
  );
  if (used) return used.id;
  if (using.some((credential) => credential.cardScheme === undefined)) return OTHER;
  return (choices.find(({ notes }) => notes.every((note) => note === undefined)) ?? choices[0])?.id ?? OTHER;
}

/** Places of a request that a scheme writes to. */
export function placesOf(scheme: CredentialScheme): string[] {
  switch (scheme.type) {
    case 'apiKey':
      return [`${scheme.in} ${scheme.in === 'header' ? scheme.name.toLowerCase() : scheme.name}`];
    case 'headers':
      return scheme.names.map((name) => `header ${name.toLowerCase()}`);
    case 'mutualTLS':
      return ['tls'];
    default:
      return ['header authorization'];
  }
}

/**
 * Ids to use once these were saved: another alternative of the card gives way, and so does whatever writes to the same
 * place of a request. Additions of the person's own stay.
 */
export function usedAfter(using: readonly CredentialView[], saved: readonly CredentialView[]): string[] {
  const taken = new Set(saved.flatMap(({ scheme }) => placesOf(scheme)));
  const forCard = saved.some(({ cardScheme }) => cardScheme !== undefined);
  const kept = using.filter(
    ({ id, cardScheme, scheme }) =>
      !saved.some((one) => one.id === id) &&
      !(forCard && cardScheme !== undefined) &&
      !placesOf(scheme).some((place) => taken.has(place)),
  );
  return [...saved, ...kept].map(({ id }) => id);
}
