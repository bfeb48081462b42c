import { describe, expect, it } from 'vitest';
import type { StreamResponse } from '../model/event.ts';
import type { Part } from '../model/message.ts';
import { lensFor, readSections } from './index.ts';

const status = (parts: Part[], metadata?: object, said?: object): StreamResponse => ({
  statusUpdate: {
    taskId: 't',
    status: {
      state: 'TASK_STATE_WORKING',
      message: { messageId: 'm', role: 'ROLE_AGENT', parts, ...(said && { metadata: said as never }) },
    },
    ...(metadata && { metadata: metadata as never }),
  },
});
const user = (parts: Part[]): StreamResponse => ({ message: { messageId: 'u', role: 'ROLE_USER', parts } });

describe('Google ADK', () => {
  const run = { adk_author: 'a', adk_session_id: 's' };
  const part = (type: string, data: object): Part => ({ data: data as never, metadata: { adk_type: type } });

  it('reads thoughts, calls and their results from parts, and leaves the facts of the run', () => {
    const event = status(
      [
        { text: 'hm', metadata: { adk_thought: true } },
        part('function_call', { id: 'c1', name: 'read_file', args: { path: 'a' } }),
        part('function_response', { id: 'c1', name: 'read_file', response: { result: 'x' } }),
        part('function_response', { id: 'c2', name: 'read_file', response: { error: 'no' } }),
      ],
      run,
    );
    expect(lensFor(event)?.id).toBe('adk');
    expect(readSections(event)).toEqual([
      { kind: 'thinking', text: 'hm', part: 0 },
      { kind: 'tool', phase: 'input', id: 'c1', name: 'read_file', input: { path: 'a' }, part: 1 },
      { kind: 'tool', phase: 'completed', id: 'c1', name: 'read_file', result: { result: 'x' }, part: 2 },
      { kind: 'tool', phase: 'failed', id: 'c2', name: 'read_file', result: { error: 'no' }, part: 3 },
      { kind: 'other', key: 'adk_author', value: 'a' },
      { kind: 'other', key: 'adk_session_id', value: 's' },
    ]);
  });

  it('finds the same in artifacts, and usage and errors where they stand', () => {
    const usage = { promptTokenCount: 3, candidatesTokenCount: 4, totalTokenCount: 7, thoughtsTokenCount: 1 };
    const artifact = {
      artifactId: 'a',
      parts: [part('function_call', { id: 'c', name: 'f', extra: 1 })],
      metadata: { adk_invocation_id: 'i', adk_usage_metadata: usage },
    };
    expect(readSections({ artifactUpdate: { taskId: 't', artifact } })).toEqual([
      { kind: 'tool', phase: 'input', id: 'c', name: 'f', part: 0 },
      { kind: 'usage', input: 3, output: 4, total: 7 },
      { kind: 'other', key: 'function_call', value: { extra: 1 } },
      { kind: 'other', key: 'adk_usage_metadata', value: { thoughtsTokenCount: 1 } },
      { kind: 'other', key: 'adk_invocation_id', value: 'i' },
    ]);
    expect(readSections(status([], {}, { adk_error_code: 'SAFETY', adk_author: 'a' }))).toMatchObject([
      { kind: 'error', message: 'SAFETY', detail: { adk_error_code: 'SAFETY' } },
      { kind: 'other', key: 'adk_author' },
    ]);
  });

  it('asks for a confirmation with the parts that answer it, and reads the answer', () => {
    const args = { originalFunctionCall: { id: 'c1', name: 'rm' }, toolConfirmation: { hint: 'Delete it?' } };
    const [question] = readSections(
      status([part('function_call', { id: 'q', name: 'adk_request_confirmation', args })]),
    );
    expect(question).toMatchObject({ kind: 'permission', pending: true, id: 'q', tool: 'rm', toolId: 'c1' });
    const choices = question?.kind === 'permission' ? (question.choices ?? []) : [];
    expect(choices.map(({ id, part: answer }) => [id, readSections(user([answer]))[0]])).toMatchObject([
      ['confirm', { kind: 'permission', pending: false, id: 'q', decision: 'confirm' }],
      ['decline', { kind: 'permission', pending: false, id: 'q', decision: 'decline' }],
    ]);
  });

  it('leaves marks visible that say nothing known', () => {
    expect(readSections(status([part('dream', {}), part('function_call', {})]))).toEqual([
      { kind: 'other', key: 'adk_type', value: 'dream' },
      { kind: 'other', key: 'adk_type', value: 'function_call' },
    ]);
    expect(readSections(status([{ text: 'x', metadata: { adk_thought: false } }]))).toEqual([
      { kind: 'other', key: 'adk_thought', value: false },
    ]);
  });
});

describe('Gemini CLI', () => {
  const said = (kind: string, data?: object, more: object = {}) =>
    status(data === undefined ? [] : [{ data: data as never }], { coderAgent: { kind }, model: 'm', ...more });
  const request = { callId: 'c1', name: 'replace', args: { file: 'a' }, prompt_id: 'p' };

  it('reads thoughts', () => {
    expect(readSections(said('thought', { subject: 'Plan', description: 'Look first.' }))).toEqual([
      { kind: 'thinking', text: 'Plan\nLook first.', part: 0 },
      { kind: 'other', key: 'model', value: 'm' },
    ]);
  });

  it.each([
    ['validating', { phase: 'input', input: { file: 'a' } }],
    ['scheduled', { phase: 'input' }],
    ['executing', { phase: 'progress', result: 'line' }],
    ['success', { phase: 'completed', result: 'shown' }],
    ['error', { phase: 'failed' }],
    ['cancelled', { phase: 'failed' }],
  ])('reads a call that is %s', (state, expected) => {
    const call = {
      request,
      status: state,
      liveOutput: 'line',
      response: { resultDisplay: 'shown' },
      tool: { kind: 'x' },
    };
    expect(readSections(said('tool-call-update', call))).toMatchObject([
      { kind: 'tool', id: 'c1', name: 'replace', part: 0, ...expected },
      { kind: 'other', key: 'request', value: { prompt_id: 'p' } },
      { kind: 'other', key: 'toolCall', value: { tool: { kind: 'x' } } },
      { kind: 'other', key: 'model' },
    ]);
  });

  it('asks before a call, with the parts that answer', () => {
    const confirmationDetails = { type: 'edit', title: 'Confirm edit', filePath: '/a' };
    const call = { request, status: 'awaiting_approval', confirmationDetails };
    const [question, tool] = readSections(said('tool-call-confirmation', call));
    expect(question).toMatchObject({ pending: true, id: 'c1', tool: 'replace', title: 'Confirm edit', target: '/a' });
    expect(tool).toMatchObject({ kind: 'tool', phase: 'input', id: 'c1' });
    const choices = question?.kind === 'permission' ? (question.choices ?? []) : [];
    expect(choices.map(({ part }) => readSections(user([part]))[0])).toMatchObject([
      { pending: false, id: 'c1', decision: 'proceed_once' },
      { pending: false, id: 'c1', decision: 'cancel' },
    ]);
  });

  it('says errors, and keeps kinds it does not know', () => {
    expect(readSections(said('state-change', undefined, { error: '[API Error]' }))).toEqual([
      { kind: 'error', message: '[API Error]', detail: { error: '[API Error]' } },
      { kind: 'other', key: 'model', value: 'm' },
    ]);
    expect(readSections(said('tool-call-update', { odd: 1 }))).toMatchObject([
      { kind: 'other', key: 'coderAgent', value: { kind: 'tool-call-update' } },
      { kind: 'other', key: 'model' },
    ]);
  });
});

describe('A2A Net', () => {
  const said = (type: string, parts: Part[], more: object = { toolCallName: 'search' }) =>
    status(parts, undefined, { type, toolCallId: 'c1', ...more });

  it('reads calls and results by the type of the message', () => {
    expect(readSections(said('tool-call', [{ data: { q: 1 } }]))).toEqual([
      { kind: 'tool', phase: 'input', id: 'c1', name: 'search', input: { q: 1 }, part: 0 },
    ]);
    expect(readSections(said('tool-call-result', [{ text: 'found' }], { toolCallName: 5, own: 1 }))).toEqual([
      { kind: 'tool', phase: 'completed', id: 'c1', result: 'found', part: 0 },
      { kind: 'other', key: 'toolCallName', value: 5 },
      { kind: 'other', key: 'own', value: 1 },
    ]);
  });

  it('leaves other types alone', () => {
    expect(lensFor(said('note', []))).toBeUndefined();
    expect(lensFor(status([], undefined, { type: 'tool-call' }))).toBeUndefined();
  });
});

describe('artifacts named as tool calls', () => {
  const write = (data: unknown, name = 'tool-call'): StreamResponse => ({
    artifactUpdate: { taskId: 't', artifact: { artifactId: 'run-1', name, parts: [{ data: data as never }] } },
  });

  it('are calls with the id of the artifact', () => {
    expect(readSections(write({ phase: 'running', toolName: 'web_search', query: 'a2a' }))).toEqual([
      { kind: 'tool', phase: 'input', id: 'run-1', name: 'web_search', input: { query: 'a2a' }, part: 0 },
    ]);
    expect(readSections(write({ phase: 'done', toolName: 'web_search', query: 'a2a', resultCount: 2 }))).toMatchObject([
      { phase: 'completed', id: 'run-1', result: { query: 'a2a', resultCount: 2 } },
    ]);
    expect(readSections(write({ phase: 'error', name: 'f', args: { a: 1 }, error: 'no' }))).toMatchObject([
      { phase: 'failed', name: 'f', input: { a: 1 }, result: 'no' },
    ]);
  });

  it.each([
    ['report', { phase: 'done' }],
    ['tool-call', { phase: 'dreaming' }],
    ['tool-call', null],
    ['tool-call', []],
  ])('%s with %j is none', (name, data) => {
    expect(readSections(write(data, name))).toEqual([]);
  });
});

describe.each(['adk_type', 'adk_thought', 'adk_usage_metadata', 'adk_author', 'coderAgent', 'type', 'error'])(
  'odd values of %s',
  (key) => {
    it.each([[null], [0], [''], [[]], [{}], [{ kind: null }]])('survive as %j', (value) => {
      const metadata = { [key]: value as never, adk_session_id: 's', toolCallId: 'x' };
      const parts = [{ data: value as never, metadata }, null as unknown as Part];
      for (const event of [status(parts, metadata, metadata), user(parts)]) {
        expect(() => readSections(event)).not.toThrow();
        const shown = readSections(event).filter((section) => section.kind === 'other' && section.key === key);
        expect(shown.length).toBeGreaterThan(0);
      }
    });
  },
);
