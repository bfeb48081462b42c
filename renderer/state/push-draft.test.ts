import { describe, expect, it } from 'vitest';
import { MASK } from '../../shared/lib/mask.ts';
import { storedCredential } from '../../shared/model/push.ts';
import { TOKEN_PLACEHOLDER } from '../../shared/model/receiver.ts';
import { changed, configOf, draftOfConfig, draftOfText, EMPTY_DRAFT, textOf, unknownMembers } from './push-draft.ts';

const draft = {
  ...EMPTY_DRAFT,
  url: 'https://hooks.example/a',
  token: 'tok-secret',
  scheme: 'Bearer',
  credentials: 'cred-secret',
};

describe('a push configuration as form and JSON', () => {
  it('leaves out what is empty', () => {
    expect(configOf({ ...EMPTY_DRAFT, url: 'https://hooks.example/a' })).toEqual({ url: 'https://hooks.example/a' });
    expect(configOf(draft)).toEqual({
      url: 'https://hooks.example/a',
      token: 'tok-secret',
      authentication: { scheme: 'Bearer', credentials: 'cred-secret' },
    });
  });

  it('shows no typed secret in the JSON, and finds it again behind its mask', () => {
    const text = textOf(draft, '1.0');
    expect(text).not.toContain('secret');
    expect(draftOfText(text, draft, '1.0')).toEqual({ ok: true, draft });
    expect(textOf({ ...draft, token: TOKEN_PLACEHOLDER }, '1.0')).toContain(TOKEN_PLACEHOLDER);
  });

  it('takes another secret that is written into the JSON, and forgets one that is taken out', () => {
    const changed = draftOfText(textOf(draft, '1.0').replace(MASK, 'another'), draft, '1.0');
    expect(changed).toMatchObject({ ok: true, draft: { token: 'another', credentials: 'cred-secret' } });
    expect(draftOfText('{"url":"https://hooks.example/a"}', draft, '1.0')).toMatchObject({
      draft: { token: '', scheme: '', credentials: '' },
    });
  });

  it('keeps members it has no field for', () => {
    const text = '{"url":"u","kept":[1],"authentication":{"scheme":"Bearer","realm":"x"}}';
    const read = draftOfText(text, EMPTY_DRAFT, '1.0');
    if (!read.ok) throw new Error('not read');
    expect(configOf(read.draft)).toEqual(JSON.parse(text));
  });

  it.each([
    ['{', { what: 'json' }],
    ['[]', { what: 'object', member: '/' }],
    ['{"url":1}', { what: 'text', member: 'url' }],
    ['{"authentication":"Bearer"}', { what: 'object', member: 'authentication' }],
    ['{"authentication":{"credentials":{}}}', { what: 'text', member: 'authentication.credentials' }],
    ['{"taskId":"t"}', { what: 'task' }],
  ])('names what is wrong in %s', (text, problem) => {
    expect(draftOfText(text, draft, '1.0')).toMatchObject({ ok: false, problem });
  });
});

describe('in the form of 0.3', () => {
  it('is nested, with a list of schemes and without a tenant, and is read back the same', () => {
    const whole = { ...draft, id: 'c', tenant: 'acme', credentials: storedCredential('credential-1') };
    const text = textOf(whole, '0.3');
    expect(JSON.parse(text)).toEqual({
      pushNotificationConfig: {
        id: 'c',
        url: 'https://hooks.example/a',
        token: MASK,
        authentication: { schemes: ['Bearer'], credentials: '{{stored.credential-1}}' },
      },
    });
    expect(draftOfText(text, whole, '0.3')).toEqual({ ok: true, draft: whole });
  });

  it('sends several schemes until one is typed', () => {
    const text = '{"pushNotificationConfig":{"url":"u","authentication":{"schemes":["Bearer","Basic"]}}}';
    const read = draftOfText(text, EMPTY_DRAFT, '0.3');
    if (!read.ok) throw new Error('not read');
    expect(read.draft.scheme).toBe('Bearer');
    expect(JSON.parse(textOf(read.draft, '0.3'))).toEqual(JSON.parse(text));
    expect(configOf(changed(read.draft, { scheme: 'Basic' }))).toEqual({
      url: 'u',
      authentication: { scheme: 'Basic' },
    });
  });

  it.each([
    ['{}', { what: 'object', pointer: '/pushNotificationConfig' }],
    ['{"pushNotificationConfig":{},"url":"u"}', { what: 'outside', member: 'url' }],
    ['{"taskId":"t","pushNotificationConfig":{}}', { what: 'task' }],
    ['{"pushNotificationConfig":{"authentication":{"schemes":"Bearer"}}}', { what: 'list' }],
    ['{"pushNotificationConfig":{"url":1}}', { what: 'text', member: 'pushNotificationConfig.url' }],
  ])('names what is wrong in %s', (text, problem) => {
    expect(draftOfText(text, draft, '0.3')).toMatchObject({ ok: false, problem });
  });

  it('notes members that belong to the other version', () => {
    const flat = '{"url":"u","tenant":"t","authentication":{"schemes":["Bearer"],"scheme":"Bearer"}}';
    expect(unknownMembers(flat, '1.0')).toEqual(['/authentication/schemes']);
    expect(unknownMembers(`{"pushNotificationConfig":${flat}}`, '0.3')).toEqual([
      '/pushNotificationConfig/tenant',
      '/pushNotificationConfig/authentication/scheme',
    ]);
  });
});

describe('a configuration read from an agent', () => {
  const config = {
    taskId: 't',
    id: 'c1',
    url: 'http://127.0.0.1/push/x',
    token: MASK,
    authentication: { scheme: 'Bearer', credentials: MASK },
  };

  it('comes without its secrets, and says which', () => {
    const read = draftOfConfig(config, false);
    expect(read.lost).toEqual(['token', 'credentials']);
    expect(JSON.stringify(configOf(read.draft))).not.toContain(MASK);
  });

  it('keeps the token of the local receiver, which has it', () => {
    expect(draftOfConfig(config, true)).toMatchObject({ draft: { token: TOKEN_PLACEHOLDER }, lost: ['credentials'] });
  });
});
