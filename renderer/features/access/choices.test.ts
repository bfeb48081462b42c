import { describe, expect, it } from 'vitest';
import type { CredentialView } from '../../../shared/contract/access.ts';
import type { AgentCard } from '../../../shared/model/card.ts';
import { CHOICE_LIMIT, choicesOf, filledIn, firstChoice, OTHER, orphansOf, usedAfter } from './choices.ts';
import { schemeOf } from './draft.ts';

const cardWith = (securitySchemes: unknown, securityRequirements: unknown): AgentCard =>
  ({ securitySchemes, securityRequirements, skills: [] }) as unknown as AgentCard;

const tokenUrl = 'https://login.example/token';
const oauth = {
  oauth2SecurityScheme: {
    flows: {
      clientCredentials: { tokenUrl, scopes: { 'a:read': 'Read a', 'a:write': '' } },
      authorizationCode: { tokenUrl, authorizationUrl: 'https://login.example/auth', scopes: {} },
    },
  },
};
const key = { apiKeySecurityScheme: { location: 'header', name: 'X-Key' } };

const credential = (change: Partial<CredentialView>): CredentialView => ({
  id: 'c-1',
  name: 'One',
  origin: 'https://agent.example',
  scheme: { type: 'bearer' },
  keep: 'session',
  created: '2030-01-01T00:00:00Z',
  state: 'untested',
  agents: [],
  has: ['token'],
  ...change,
});

describe('the choices of a card', () => {
  it('offer every flow by itself, alternatives in order, and combinations together', () => {
    const card = cardWith({ o: oauth, k: key }, [
      { schemes: { o: { list: ['a:read'] } } },
      { schemes: { k: {}, o: { list: [] } } },
    ]);
    expect(choicesOf(card).map(({ id }) => id)).toEqual([
      'o:clientCredentials',
      'o:authorizationCode',
      'k+o:clientCredentials',
      'k+o:authorizationCode',
    ]);
  });

  it('are filled in from the card, with the scopes that the requirement asks for', () => {
    const [choice] = choicesOf(cardWith({ o: oauth }, [{ schemes: { o: { list: ['a:read'] } } }]));
    const draft = choice?.drafts[0];
    expect(draft).toMatchObject({ tokenUrl, card: { tokenUrl }, scopes: ['a:read'], cardScheme: 'o' });
    expect(draft?.offered).toEqual([{ name: 'a:read', description: 'Read a' }, { name: 'a:write' }]);
  });

  it.each([
    ['0.3', { type: 'apiKey', in: 'query', name: 'key' }, { type: 'apiKey', in: 'query', name: 'key' }],
    ['0.3', { type: 'http', scheme: 'basic' }, { type: 'basic', username: '' }],
    ['leaked', { scheme: { $case: 'httpAuthSecurityScheme', value: { scheme: 'Bearer' } } }, { type: 'bearer' }],
    ['1.0', { httpAuthSecurityScheme: { scheme: 'Token' } }, { type: 'bearer', prefix: 'Token' }],
    ['1.0', { mtlsSecurityScheme: {} }, { type: 'mutualTLS' }],
  ])('are read from the form of %s: %o', (_form, written, scheme) => {
    const [choice] = choicesOf(cardWith({ s: written }, [{ s: [] }]));
    expect(choice && schemeOf(choice.drafts[0] as never)).toEqual(scheme);
  });

  it('say what cannot be filled in', () => {
    const implicit = { oauth2SecurityScheme: { flows: { implicit: { authorizationUrl: 'https://x.example' } } } };
    const choices = choicesOf(cardWith({ i: implicit, u: { nothing: true } }, [{ i: [] }, { u: [] }, { gone: [] }]));
    expect(choices.map(({ notes }) => notes[0])).toEqual(['flow', 'unknown', 'missing']);
  });

  it('stay few, whatever a card combines', () => {
    const flows = { clientCredentials: { tokenUrl }, deviceCode: { tokenUrl } };
    const names = Array.from({ length: 12 }, (_, index) => `s${index}`);
    const schemes = Object.fromEntries(names.map((name) => [name, { oauth2SecurityScheme: { flows } }]));
    const all = { schemes: Object.fromEntries(names.map((name) => [name, { list: [] }])) };
    expect(choicesOf(cardWith(schemes, [all])).length).toBeLessThanOrEqual(CHOICE_LIMIT);
  });
});

describe('where the form begins', () => {
  const card = cardWith({ o: oauth, k: key }, [{ schemes: { o: { list: [] } } }, { schemes: { k: {} } }]);
  const choices = choicesOf(card);
  const held = credential({ cardScheme: 'k', scheme: { type: 'apiKey', in: 'header', name: 'X-Key' }, has: ['value'] });

  it('is the choice in use, with what the engine knows of it', () => {
    const filled = choices.map((choice) => filledIn(choice, [held]));
    expect(firstChoice(filled, [held])).toBe('k');
    expect(filled.at(-1)?.drafts[0]).toMatchObject({
      credential: 'c-1',
      has: ['value'],
      key: 'X-Key',
      card: { key: 'X-Key' },
    });
  });

  it('is still there when another card does not name the scheme', () => {
    const orphans = orphansOf([], [held]);
    expect(orphans.map(({ id, drafts }) => [id, drafts[0]?.key])).toEqual([['held:c-1', 'X-Key']]);
    expect(firstChoice(orphans, [held])).toBe('held:c-1');
    expect(
      orphansOf(
        choices.map((choice) => filledIn(choice, [held])),
        [held],
      ),
    ).toEqual([]);
  });

  it('is the scheme somebody asked for, over the one in use', () => {
    expect(firstChoice(choices, [held], 'o')).toBe('o:clientCredentials');
  });

  it('is the form by hand for a credential of the person’s own, and without a card', () => {
    expect(firstChoice(choices, [credential({})])).toBe(OTHER);
    expect(firstChoice([], [])).toBe(OTHER);
  });
});

describe('what is in use after a save', () => {
  const own = credential({ id: 'own', scheme: { type: 'headers', names: ['X-Tenant'] } });
  const forKey = credential({ id: 'k', cardScheme: 'k', scheme: { type: 'apiKey', in: 'header', name: 'X-Key' } });
  const token = credential({ id: 't', cardScheme: 't' });

  it('is the new alternative instead of the old one; additions stay', () => {
    expect(usedAfter([forKey, own], [token])).toEqual(['t', 'own']);
  });

  it('never writes one place of a request twice', () => {
    const basic = credential({ id: 'b', scheme: { type: 'basic', username: 'u' } });
    expect(usedAfter([basic, own], [credential({ id: 'new' })])).toEqual(['new', 'own']);
    const same = credential({ id: 'h', scheme: { type: 'headers', names: ['x-tenant'] } });
    expect(usedAfter([own], [same])).toEqual(['h']);
  });

  it('keeps each saved one once', () => {
    expect(usedAfter([token, own], [token])).toEqual(['t', 'own']);
  });
});
