import { describe, expect, it } from 'vitest';
import { EMPTY_DRAFT } from '../../state/push-draft.ts';
import { beginForm, changeForm, type FormState, inDialect, isChanged, newForm, undoForm, writeText } from './forms.ts';

const typed = (form: FormState, url: string) => changeForm(form, { url }, 'type:url');

describe('the form of a push configuration', () => {
  it('takes back what was typed in a field as one step, and other changes one by one', () => {
    let form = newForm('1.0');
    for (const url of ['h', 'ht', 'https://h']) form = typed(form, url);
    form = changeForm(form, { token: 'one' }, 'token');
    form = changeForm(form, { token: 'two' }, 'token');
    expect(form.past).toHaveLength(3);
    form = undoForm(form);
    expect(form.draft).toMatchObject({ url: 'https://h', token: 'one' });
    form = undoForm(undoForm(form));
    expect(form.draft).toEqual(EMPTY_DRAFT);
    expect(undoForm(form)).toBe(form);
  });

  it('is as it was after a discard that is taken back', () => {
    const base = { ...EMPTY_DRAFT, id: 'c', url: 'https://theirs' };
    let form = beginForm(newForm('1.0'), { draft: base, base, lost: ['token'] }, 'edit');
    expect(isChanged(form)).toBe(false);
    form = typed(form, 'https://mine');
    expect(isChanged(form)).toBe(true);
    form = beginForm(form, { draft: form.base, base: form.base, lost: form.lost }, 'discard');
    expect([form.draft.url, isChanged(form)]).toEqual(['https://theirs', false]);
    form = undoForm(form);
    expect([form.draft.url, form.lost, isChanged(form)]).toEqual(['https://mine', ['token'], true]);
  });

  it('keeps its last state while the JSON cannot be read, and gets it back', () => {
    let form = writeText(newForm('1.0'), '{"url":"https://a"}');
    form = writeText(form, '{"url":"https://a"');
    expect(form).toMatchObject({ textProblem: { what: 'json' }, draft: { url: 'https://a' } });
    expect(isChanged(form)).toBe(true);
    const back = undoForm(form);
    expect([back.textProblem, back.draft.url]).toEqual([undefined, '']);
    // A change in the form is one of what it shows.
    const changed = typed(form, 'https://b');
    expect([changed.textProblem, JSON.parse(changed.text).url]).toEqual([undefined, 'https://b']);
  });

  it('shows the same as the version of the agent writes it', () => {
    const form = typed(newForm('1.0'), 'https://a');
    const older = inDialect(form, '0.3');
    expect(JSON.parse(older.text)).toEqual({ pushNotificationConfig: { url: 'https://a' } });
    expect(writeText(older, older.text.replace('https://a', 'https://b')).draft.url).toBe('https://b');
  });
});
