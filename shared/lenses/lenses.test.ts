import { describe, expect, it } from 'vitest';
import type { StreamResponse } from '../model/event.ts';
import { lensFor, readSections } from './index.ts';
import { sumUsage } from './usage.ts';

const working = (iac: unknown, more: object = {}): StreamResponse => ({
  statusUpdate: {
    taskId: 't',
    contextId: 'c',
    status: { state: 'TASK_STATE_WORKING' },
    metadata: { iac_code: iac as never, ...more },
  },
});
const tool = (fields: object) => readSections(working({ tool: { toolUseId: 'call_1', ...fields } }));

describe('events without metadata', () => {
  it('share one empty list', () => {
    const plain: StreamResponse = { statusUpdate: { taskId: 't', status: { state: 'TASK_STATE_WORKING' } } };
    expect(readSections(plain)).toEqual([]);
    expect(readSections(plain)).toBe(
      readSections({ message: { messageId: 'm', role: 'ROLE_AGENT', parts: [{ text: 'x' }] } }),
    );
    expect(lensFor(plain)).toBeUndefined();
  });
});

describe('iac-code', () => {
  it('reads the tool phases of both dialects', () => {
    expect(tool({ status: 'started', name: 'ls' })).toEqual([
      { kind: 'tool', phase: 'started', id: 'call_1', name: 'ls' },
    ]);
    expect(tool({ status: 'input_delta', partialJsonLength: 6 })).toEqual([
      { kind: 'tool', phase: 'input-delta', id: 'call_1', deltaLength: 6 },
    ]);
    expect(tool({ status: 'input_delta', partialJson: '{"path' })).toEqual([
      { kind: 'tool', phase: 'input-delta', id: 'call_1', delta: '{"path' },
    ]);
    expect(tool({ status: 'input_complete', input: { path: '.' } })).toMatchObject([
      { phase: 'input', input: { path: '.' } },
    ]);
    const summary = { tool_name: 'ls', fields: { path: { type: 'str' } } };
    expect(tool({ status: 'input_complete', inputSummary: summary, toolInput: { path: '.' } })).toEqual([
      { kind: 'tool', phase: 'input', id: 'call_1', input: { path: '.' } },
      { kind: 'other', key: 'tool', value: { inputSummary: summary } },
    ]);
    expect(tool({ status: 'input_complete', inputSummary: summary })).toMatchObject([{ input: summary, cut: true }]);
    expect(tool({ status: 'progress', mcp: { progress: 1, total: 3 } })).toMatchObject([
      { phase: 'progress', result: { progress: 1, total: 3 } },
    ]);
    expect(tool({ status: 'completed', result: 'ok' })).toMatchObject([{ phase: 'completed', result: 'ok' }]);
    expect(tool({ status: 'failed', result: 'x'.repeat(4_000) })).toMatchObject([{ phase: 'failed', cut: true }]);
  });

  it('reads thinking, usage, errors and the mark of the whole text', () => {
    expect(readSections(working({ thinking: { type: 'raw_thinking', text: 'hm' } }))).toEqual([
      { kind: 'thinking', text: 'hm' },
    ]);
    expect(
      readSections(
        working({
          usage: {
            inputTokens: 110,
            outputTokens: 20,
            totalTokens: 130,
            cachedInputTokens: 0,
            provider: 'openai',
            model: 'other',
          },
        }),
      ),
    ).toEqual([{ kind: 'usage', input: 110, output: 20, total: 130, cached: 0, provider: 'openai', model: 'other' }]);
    expect(readSections(working({ error: { retryable: true, errorId: 'e' } }))).toEqual([
      { kind: 'error', retryable: true, detail: { retryable: true, errorId: 'e' } },
    ]);
    expect(readSections(working({ assistantFinal: { complete: true } }))).toEqual([{ kind: 'text-final' }]);
  });

  it('makes one section of a question and its decision, whatever the order of keys', () => {
    const input = {
      kind: 'permission',
      inputId: 'p',
      toolUseId: 'call_1',
      toolName: 'bash',
      title: 'Run it',
      options: [{ id: 'deny', label: 'Deny' }],
      requestTaskId: 't',
    };
    const permission = { autoApproved: false, pending: true, toolName: 'bash', toolUseId: 'call_1' };
    for (const vendor of [
      { input, permission },
      { permission, input },
    ]) {
      const sections = readSections(working(vendor));
      expect(sections).toHaveLength(1);
      expect(sections[0]).toMatchObject({
        kind: 'permission',
        pending: true,
        id: 'p',
        tool: 'bash',
        title: 'Run it',
        choices: [{ id: 'deny' }],
      });
    }
    expect(readSections(working({ permission: { autoApproved: true, toolName: 'ls' } }))).toMatchObject([
      { pending: false, decision: 'allow' },
    ]);
    expect(readSections(working({ inputReceived: { inputId: 'p', toolUseId: 'call_1' } }))).toMatchObject([
      { received: true, id: 'p' },
    ]);
  });

  it('reads the answer in a message of the user', () => {
    const data = { kind: 'permission', inputId: 'p', toolUseId: 'c', decision: 'deny' };
    const message = { messageId: 'm', role: 'ROLE_USER', parts: [{ data }] };
    expect(readSections({ message })).toMatchObject([
      { kind: 'permission', pending: false, decision: 'deny', id: 'p' },
    ]);
  });

  it('marks what was cut at any depth, and nothing else', () => {
    const cut = 'x'.repeat(4_000);
    expect(tool({ status: 'completed', result: { list: [{ text: cut }] } })).toMatchObject([{ cut: true }]);
    expect(tool({ status: 'input_complete', toolInput: { content: cut } })).toMatchObject([{ cut: true }]);
    // The agent counts code points, and a longer text was not cut.
    expect(tool({ status: 'completed', result: '😀'.repeat(4_000) })).toMatchObject([{ cut: true }]);
    for (const whole of [`${cut}x`, cut.slice(1), '😀'.repeat(2_000)]) {
      expect(tool({ status: 'completed', result: whole })[0]).toHaveProperty('cut', undefined);
    }
  });

  it('keeps what stands beside known members', () => {
    expect(readSections(working({ usage: { inputTokens: 1, reasoning: 5 } }))).toEqual([
      { kind: 'usage', input: 1 },
      { kind: 'other', key: 'usage', value: { reasoning: 5 } },
    ]);
    expect(readSections(working({ thinking: { type: 'redacted', text: 'hm', sign: 's' } }))).toEqual([
      { kind: 'thinking', text: 'hm' },
      { kind: 'other', key: 'thinking', value: { sign: 's' } },
      { kind: 'other', key: 'thinking', value: { type: 'redacted' } },
    ]);
    expect(readSections(working({ input: { kind: 'form' }, permission: { autoApproved: true } }))).toMatchObject([
      { kind: 'permission' },
      { kind: 'other', key: 'input', value: { kind: 'form' } },
    ]);
  });

  it('reads the events of a batch, and leaves odd ones as they came', () => {
    const events = [
      { eventType: 'text_delta', data: { text: 'a' } },
      { eventType: 'step_completed', step: { id: 's', index: 2, total: 3 } },
      7,
    ];
    expect(readSections(working({ pipelineBatch: { events } }))).toMatchObject([
      { kind: 'text', text: 'a' },
      { kind: 'report', what: 'step_completed', text: 's 2/3' },
      { kind: 'other', key: 'pipeline', value: events[0] },
      { kind: 'other', key: 'pipeline', value: 7 },
    ]);
  });

  it('loses nothing: unknown keys, odd shapes and keys of others come after what was read', () => {
    const sections = readSections(
      working(
        { iacCodeSessionId: 's', tool: { status: 'dreaming' }, thinking: { text: 'hm' }, mcpStatus: {} },
        { own: 1 },
      ),
    );
    expect(sections).toEqual([
      { kind: 'thinking', text: 'hm' },
      { kind: 'other', key: 'iacCodeSessionId', value: 's' },
      { kind: 'other', key: 'tool', value: { status: 'dreaming' } },
      { kind: 'other', key: 'mcpStatus', value: {} },
      { kind: 'other', key: 'own', value: 1 },
    ]);
  });

  it('leaves the words of a tool alone that only objects have', () => {
    expect(tool({ status: 'constructor' })).toMatchObject([{ kind: 'other', key: 'tool' }]);
  });

  it.each([[null], [3], ['text'], [[]], [{ tool: null, thinking: 4, usage: [], permission: 'x', input: 0 }]])(
    'survives %j',
    (vendor) => {
      expect(() => readSections(working(vendor))).not.toThrow();
    },
  );
});

describe('an event that breaks the model', () => {
  it.each([
    [{ message: null }],
    [{ statusUpdate: { status: null } }],
    [{ artifactUpdate: { artifact: null } }],
    [{ task: { status: { message: { parts: 'x' } }, history: [null], artifacts: [null], metadata: [] } }],
    [{ statusUpdate: { status: { message: { parts: [null, 7], metadata: 'x' } }, metadata: null } }],
    [{ message: { parts: 7, role: 'ROLE_USER' } }],
    [{}],
  ])('survives %j', (event) => {
    expect(() => readSections(event as never)).not.toThrow();
  });
});

describe('usage of a turn', () => {
  it('adds up counts and keeps the names all calls share', () => {
    const calls = [
      { kind: 'usage' as const, input: 1, output: 2, model: 'a', provider: 'p' },
      { kind: 'usage' as const, input: 3, cached: 1, model: 'b', provider: 'p' },
    ];
    expect(sumUsage(calls)).toEqual({ kind: 'usage', input: 4, output: 2, cached: 1, provider: 'p' });
    expect(calls[0]?.input).toBe(1);
    expect(sumUsage([])).toBeUndefined();
  });
});

describe('metadata of others', () => {
  it('is listed from the event, its message, its artifact and their parts', () => {
    const artifact = { artifactId: 'a', metadata: { b: 2 }, parts: [{ text: 'x', metadata: { c: 3 } }] };
    expect(readSections({ artifactUpdate: { taskId: 't', artifact, metadata: { a: 1 } } })).toEqual([
      { kind: 'other', key: 'a', value: 1 },
      { kind: 'other', key: 'b', value: 2 },
      { kind: 'other', key: 'c', value: 3 },
    ]);
    const message = {
      messageId: 'm',
      role: 'ROLE_AGENT',
      parts: [{ text: 'x', metadata: { own: true } }],
      metadata: { d: 4 },
    };
    expect(readSections({ statusUpdate: { taskId: 't', status: { state: 'TASK_STATE_WORKING', message } } })).toEqual([
      { kind: 'other', key: 'd', value: 4 },
      { kind: 'other', key: 'own', value: true },
    ]);
  });

  it('is listed from what a snapshot holds, up to a limit', () => {
    const status = { state: 'TASK_STATE_COMPLETED' };
    const past = (i: number) => ({ messageId: `m${i}`, role: 'ROLE_USER', parts: [], metadata: { i } });
    const artifact = { artifactId: 'a', metadata: { b: 2 }, parts: [{ text: 'x', metadata: { c: 3 } }] };
    expect(readSections({ task: { id: 't', status, artifacts: [artifact], history: [past(0)] } })).toEqual([
      { kind: 'other', key: 'b', value: 2 },
      { kind: 'other', key: 'c', value: 3 },
      { kind: 'other', key: 'history[0]', value: { i: 0 } },
    ]);
    const history = Array.from({ length: 130 }, (_, i) => past(i));
    const many = readSections({ task: { id: 't', status, history } });
    expect(many).toHaveLength(101);
    expect(many.at(-1)).toEqual({ kind: 'other', key: 'history', value: '30 more' });
  });
});
