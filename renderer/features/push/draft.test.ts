import { describe, expect, it } from 'vitest';
import { MASK } from '../../../shared/lib/mask.ts';
import { TOKEN_PLACEHOLDER } from '../../../shared/model/receiver.ts';
import { configOf, draftOfConfig, draftOfText, EMPTY_DRAFT, textOf } from './draft.ts';

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
    const text = textOf(draft);
    expect(text).not.toContain('secret');
    expect(draftOfText(text, draft)).toEqual({ ok: true, draft });
    expect(textOf({ ...draft, token: TOKEN_PLACEHOLDER })).toContain(TOKEN_PLACEHOLDER);
  });

  it('takes another secret that is written into the JSON, and forgets one that is taken out', () => {
    const changed = draftOfText(textOf(draft).replace(MASK, 'another'), draft);
    expect(changed).toMatchObject({ ok: true, draft: { token: 'another', credentials: 'cred-secret' } });
    expect(draftOfText('{"url":"https://hooks.example/a"}', draft)).toMatchObject({
      draft: { token: '', scheme: '', credentials: '' },
    });
  });

  it('keeps members it has no field for', () => {
    const text = '{"url":"u","kept":[1],"authentication":{"scheme":"Bearer","realm":"x"}}';
    const read = draftOfText(text, EMPTY_DRAFT);
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
    expect(draftOfText(text, draft)).toMatchObject({ ok: false, problem });
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
