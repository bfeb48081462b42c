import { describe, expect, it } from 'vitest';
import type { RegistrationView } from '../../../shared/contract/receiver.ts';
import { TOKEN_PLACEHOLDER } from '../../../shared/model/receiver.ts';
import type { ComposeState } from '../../state/compose.ts';
import { EMPTY_DRAFT } from '../../state/push-draft.ts';
import { buildRequest } from './build-request.ts';
import { usableAddress } from './ready-push.ts';
import { effectiveTarget, targetsFor } from './target.ts';

const draft = (change: Partial<ComposeState>): ComposeState => ({
  text: '',
  parts: [],
  messageMetadata: '',
  requestMetadata: '',
  acceptedOutputModes: '',
  historyLength: '',
  returnImmediately: false,
  extensions: [],
  tenant: '',
  ...change,
});
const names = { message: 'message metadata', request: 'request metadata' };

describe('buildRequest', () => {
  it('sends the text byte for byte', () => {
    const text = '  two\r\nlines \u00a0 日本語 «ё» \u202e';
    const built = buildRequest(draft({ text }), { target: 'new-context', context: 'c' }, names);
    expect(built).toEqual({ ok: true, request: { message: { role: 'ROLE_USER', parts: [{ text }] } } });
  });

  it('names task and context when it continues, and only the context for a new task in it', () => {
    const ids = { task: 't', context: 'c' };
    const go = (target: 'continue' | 'new-task') => {
      const built = buildRequest(draft({ text: 'x' }), { target, ...ids }, names);
      return built.ok ? built.request.message : undefined;
    };
    expect(go('continue')).toMatchObject({ taskId: 't', contextId: 'c' });
    expect(go('new-task')).toMatchObject({ contextId: 'c' });
    expect(go('new-task')).not.toHaveProperty('taskId');
  });

  it('keeps null data, metadata objects and the configuration', () => {
    const built = buildRequest(
      draft({
        parts: [{ id: 1, kind: 'data', json: 'null' }],
        messageMetadata: '{"a":{"b":1}}',
        historyLength: '0',
        acceptedOutputModes: 'text/plain, image/png',
        returnImmediately: true,
      }),
      { target: 'new-context' },
      names,
    );
    expect(built).toMatchObject({
      ok: true,
      request: {
        message: { parts: [{ data: null }], metadata: { a: { b: 1 } } },
        configuration: { historyLength: 0, acceptedOutputModes: ['text/plain', 'image/png'], returnImmediately: true },
      },
    });
  });

  it('sends a push configuration along, without what is empty', () => {
    const push = { ...EMPTY_DRAFT, url: ' https://hooks.example/a ', token: TOKEN_PLACEHOLDER };
    expect(buildRequest(draft({ text: 'x', push }), { target: 'new-context' }, names)).toMatchObject({
      ok: true,
      request: {
        configuration: { taskPushNotificationConfig: { url: 'https://hooks.example/a', token: TOKEN_PLACEHOLDER } },
      },
    });
  });

  it.each([
    [draft({}), 'composer.blocked.empty'],
    [draft({ text: 'x', messageMetadata: '[1]' }), 'composer.bad.object'],
    [draft({ text: 'x', requestMetadata: '{' }), 'composer.bad.json'],
    [draft({ text: 'x', historyLength: '-1' }), 'composer.bad.history'],
    [draft({ text: 'x', push: EMPTY_DRAFT }), 'push.problem.url'],
    [draft({ text: 'x', push: { ...EMPTY_DRAFT, url: 'u', credentials: 'c' } }), 'push.problem.scheme'],
    [draft({ parts: [{ id: 1, kind: 'url', url: ' ', filename: '', mediaType: '' }] }), 'composer.bad.url'],
  ])('says what to correct', (bad, key) => {
    expect(buildRequest(bad, { target: 'new-context' }, names)).toMatchObject({ ok: false, key });
  });
});

describe('target', () => {
  const ended = { task: 't', context: 'c', state: 'TASK_STATE_COMPLETED' };

  it('of an ended task is a new task in its context, unless the person wants its refusal', () => {
    expect(effectiveTarget(undefined, ended)).toBe('new-task');
    expect(effectiveTarget(undefined, { task: 't', state: 'TASK_STATE_FAILED' })).toBe('new-context');
    expect(effectiveTarget('continue', ended)).toBe('continue');
  });
  it('stays with the task when it ends below a reply that is being written', () => {
    expect(effectiveTarget(undefined, ended, true)).toBe('continue');
    expect(effectiveTarget('new-task', ended, true)).toBe('new-task');
  });
  it('continues a waiting task without being told', () => {
    expect(effectiveTarget(undefined, { task: 't', state: 'TASK_STATE_INPUT_REQUIRED' })).toBe('continue');
    expect(targetsFor({ context: 'c' })).toEqual({ continue: false, 'new-task': true, 'new-context': true });
  });
});

describe('the address of the receiver that goes along', () => {
  const given = (more: Partial<RegistrationView>): RegistrationView => ({
    id: 'r1',
    agent: 'a',
    url: 'http://127.0.0.1:2/push/x',
    token: TOKEN_PLACEHOLDER,
    answers: [],
    received: 0,
    accepted: 0,
    ...more,
  });
  const use = (more: Partial<RegistrationView>, task?: string) =>
    usableAddress({ registrations: [given(more)] }, 'http://127.0.0.1:1/push/x', 'a', task);

  it('is the one that was made, wherever the receiver listens now', () => {
    expect(use({})?.url).toBe('http://127.0.0.1:2/push/x');
    expect(use({ task: 't' }, 't')).toBeDefined();
  });

  it('is another one for another task or agent', () => {
    expect([use({ task: 't' }), use({ task: 't' }, 'u'), use({ agent: 'b' })]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });
});
