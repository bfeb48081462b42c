import { describe, expect, it } from 'vitest';
import type { Results } from '../dialect.ts';
import { ISSUE_LIMIT } from '../reading/reader.ts';
import { v10 } from './index.ts';

const message = {
  messageId: 'm',
  role: 'ROLE_AGENT',
  parts: [{ text: '' }, { data: null }, { raw: 'AA==' }, { url: 'x' }],
};
const task = {
  id: 't',
  contextId: 'c',
  status: { state: 'TASK_STATE_WORKING', message, timestamp: '2026-01-01T00:00:00Z' },
  artifacts: [{ artifactId: 'a', parts: [{ text: 'x', filename: 'f', mediaType: 'text/plain', metadata: { k: 1 } }] }],
  history: [message],
  metadata: { any: { thing: null } },
};
const codes = (kind: keyof Results, value: unknown): string[] =>
  v10.decode(kind, value).issues.map((issue) => issue.code);
const stream = (value: unknown) => v10.decode('stream', value);

describe('well-formed 1.0 values', () => {
  const cases: [keyof Results, unknown][] = [
    ['send', { task }],
    ['send', { message }],
    ['stream', { statusUpdate: { taskId: 't', contextId: 'c', status: task.status, metadata: {} } }],
    ['stream', { artifactUpdate: { taskId: 't', contextId: 'c', artifact: task.artifacts[0], append: true } }],
    ['task', task],
    ['task', { ...task, 'x-own': [1], status: { ...task.status, extra: { deep: 1 } } }],
    ['tasks', { tasks: [task], nextPageToken: '', pageSize: 50, totalSize: 1 }],
    ['push', { id: 'p', taskId: 't', url: 'https://h', authentication: { scheme: 'Bearer', credentials: 'x' } }],
    ['pushes', { configs: [{ url: 'https://h' }], nextPageToken: '' }],
  ];
  it.each(cases)('%s: returned as it is, without an issue', (kind, value) => {
    const { value: decoded, issues } = v10.decode(kind, value);
    expect(issues).toEqual([]);
    expect(decoded).toBe(value);
  });

  it('takes null, {} and nothing as done', () => {
    for (const result of [null, undefined, {}]) expect(v10.decode('empty', result)).toEqual({ value: {}, issues: [] });
    expect(codes('empty', 'ok')).toEqual(['unexpected-result']);
  });
});

describe('departures', () => {
  const wrap = (state: unknown) => ({ task: { id: 't', status: { state } } });
  it.each([
    ['working', 'TASK_STATE_WORKING', 'odd-spelling'],
    ['input-required', 'TASK_STATE_INPUT_REQUIRED', 'odd-spelling'],
    ['TASK_STATE_CANCELLED', 'TASK_STATE_CANCELED', 'odd-spelling'],
    ['Completed', 'TASK_STATE_COMPLETED', 'odd-spelling'],
    ['TaskState.failed', 'TASK_STATE_FAILED', 'odd-spelling'],
    [3, 'TASK_STATE_COMPLETED', 'enum-number'],
    [8, 'TASK_STATE_AUTH_REQUIRED', 'enum-number'],
    ['TASK_STATE_PAUSED', 'TASK_STATE_PAUSED', 'unknown-state'],
    ['constructor', 'constructor', 'unknown-state'],
    [99, '99', 'wrong-type'],
  ])('state %j is read as %s (%s)', (state, name, code) => {
    const { value, issues } = stream(wrap(state));
    expect(value?.task?.status.state).toBe(name);
    expect(issues).toMatchObject([{ code, pointer: '/task/status/state', clause: expect.stringMatching(/^1\.0 §/) }]);
  });

  it.each([
    ['user', 'ROLE_USER', 'odd-spelling'],
    [2, 'ROLE_AGENT', 'enum-number'],
    ['system', 'system', 'unknown-role'],
  ])('role %j is read as %s (%s)', (role, name, code) => {
    const { value, issues } = stream({ message: { messageId: 'm', role, parts: [{ text: 'x' }] } });
    expect(value?.message?.role).toBe(name);
    expect(issues).toMatchObject([{ code, pointer: '/message/role' }]);
  });

  it('renames snake_case keys, says so once, and does not touch the input', () => {
    const input = {
      artifact_update: {
        task_id: 't',
        artifact: { artifact_id: 'a', parts: [{ text: 'x', media_type: 'a/b' }] },
        last_chunk: true,
      },
    };
    const before = JSON.stringify(input);
    const { value, issues } = stream(input);
    expect(value).toEqual({
      artifactUpdate: {
        taskId: 't',
        artifact: { artifactId: 'a', parts: [{ text: 'x', mediaType: 'a/b' }] },
        lastChunk: true,
      },
    });
    expect(issues.map((issue) => issue.code)).toEqual(['wrapper-spelling', 'snake-case-key']);
    expect(JSON.stringify(input)).toBe(before);
  });

  it('keeps unknown keys of every object, __proto__ included', () => {
    const input = JSON.parse(
      '{"task":{"id":"t","__proto__":{"x":1},"status":{"state":"working","odd_key":2},"my_own":3}}',
    );
    const task = stream(input).value?.task as unknown as Record<string, unknown>;
    expect(JSON.stringify(task)).toBe(
      '{"id":"t","__proto__":{"x":1},"status":{"state":"TASK_STATE_WORKING","odd_key":2},"my_own":3}',
    );
    expect(Object.getPrototypeOf(task)).toBe(Object.prototype);
  });

  it('takes null for missing', () => {
    const { value, issues } = stream({
      task: {
        id: 't',
        status: { state: 'TASK_STATE_SUBMITTED', message: null },
        artifacts: null,
        history: [{ messageId: 'u', role: 'ROLE_USER', parts: [] }],
      },
    });
    expect(issues).toEqual([]);
    expect(value?.task).toEqual({
      id: 't',
      status: { state: 'TASK_STATE_SUBMITTED' },
      history: [{ messageId: 'u', role: 'ROLE_USER', parts: [] }],
    });
  });

  it('fills required fields with their default and says so', () => {
    const { value, issues } = v10.decode('task', { contextId: 'c' });
    expect(value).toEqual({ contextId: 'c', id: '', status: { state: 'TASK_STATE_UNSPECIFIED' } });
    expect(issues.map((issue) => issue.message)).toEqual(['Task has no id.', 'Task has no status.']);
  });

  it('spells wrong types in the type of the model', () => {
    const { value, issues } = v10.decode('task', {
      id: 7,
      status: 'working',
      artifacts: { artifactId: 'a', parts: 'hello' },
      history: [null],
      metadata: 'x',
    });
    expect(value).toEqual({
      id: '7',
      status: { state: 'TASK_STATE_WORKING' },
      artifacts: [{ artifactId: 'a', parts: [{ text: 'hello' }] }],
      history: [{ value: null, messageId: '', role: 'ROLE_UNSPECIFIED', parts: [] }],
      metadata: { value: 'x' },
    });
    expect(issues.map((issue) => `${issue.code} ${issue.pointer}`)).toContain('wrong-type /artifacts/parts');
  });

  it.each([
    [{ metadata: {} }, 'part-without-content'],
    [{ text: 'a', data: 1 }, 'part-with-several-contents'],
  ])('part %j: %s', (part, code) => {
    const { value, issues } = stream({ message: { messageId: 'm', role: 'ROLE_USER', parts: [part] } });
    expect(issues).toMatchObject([{ code, pointer: '/message/parts/0' }]);
    expect(value?.message?.parts[0]).toBe(part);
  });

  it('reads numbers and flags given as text', () => {
    const { value, issues } = v10.decode('tasks', { tasks: [], nextPageToken: '', pageSize: '50', totalSize: 'many' });
    expect(value).toEqual({ tasks: [], nextPageToken: '', pageSize: 50 });
    expect(issues.map((issue) => issue.pointer)).toEqual(['/pageSize', '/totalSize']);
  });

  it('reports final, which no longer exists', () => {
    expect(
      codes('stream', { statusUpdate: { taskId: 't', status: { state: 'TASK_STATE_COMPLETED' }, final: true } }),
    ).toEqual(['removed-field']);
  });

  it('says when several payloads are there', () => {
    expect(codes('stream', { task, message })).toEqual(['several-payloads']);
  });

  it('takes a task out of a wrapper it should not have', () => {
    const { value, issues } = v10.decode('task', { task });
    expect(value).toBe(task);
    expect(issues).toMatchObject([{ code: 'wrapped-result' }]);
  });

  it.each([[null], [5], ['text'], [[]], [true]])('result %j: no value and an error', (result) => {
    for (const kind of ['send', 'task', 'push'] as const) {
      const { value, issues } = v10.decode(kind, result);
      expect(value).toBeUndefined();
      expect(issues).toMatchObject([{ code: 'unknown-result', severity: 'error' }]);
    }
  });

  it('keeps a result of no known shape visible', () => {
    const result = { hello: 1 };
    expect(stream(result)).toMatchObject({ value: result, issues: [{ code: 'unknown-result' }] });
  });

  it('reads a wrapper of another spelling', () => {
    const { value, issues } = v10.decode('send', { Task: task });
    expect(value?.task).toBe(task);
    expect(issues).toMatchObject([
      { code: 'wrapper-spelling', message: 'The result is wrapped in Task; the name is task.' },
    ]);
  });

  it('stops listing at a limit', () => {
    const parts = Array.from({ length: 500 }, () => ({}));
    const found = codes('send', { message: { messageId: 'm', role: 'ROLE_USER', parts } });
    expect(found).toHaveLength(ISSUE_LIMIT + 1);
    expect(found.at(-1)).toBe('more-issues');
  });
});

describe('values in the 0.3 form', () => {
  it.each([
    ['task', { kind: 'task', id: 't', status: { state: 'working' } }],
    ['message', { kind: 'message', messageId: 'm', role: 'agent', parts: [{ kind: 'text', text: 'x' }] }],
    ['statusUpdate', { kind: 'status-update', taskId: 't', status: { state: 'working' }, final: false }],
    ['artifactUpdate', { kind: 'artifact-update', taskId: 't', artifact: { artifactId: 'a', parts: [] } }],
    ['task', { id: 't', status: { state: 'working' } }],
    ['message', { messageId: 'm', role: 'agent', parts: [] }],
  ])('%s is decoded with one issue: %j', (key, result) => {
    const { value, issues } = stream(result);
    expect(Object.keys(value ?? {})).toEqual([key]);
    expect(JSON.stringify(value)).not.toContain('"kind"');
    expect(issues.map((issue) => issue.code)).toEqual(['other-version-shape']);
  });

  it('drops kind inside a 1.0 wrapper and says so', () => {
    const { value, issues } = stream({
      message: { kind: 'message', messageId: 'm', role: 'ROLE_USER', parts: [{ kind: 'text', text: 'x' }] },
    });
    expect(value).toEqual({ message: { messageId: 'm', role: 'ROLE_USER', parts: [{ text: 'x' }] } });
    expect(issues).toMatchObject([{ code: 'other-version-shape' }]);
  });

  it('says so once, wherever the first place is, and takes the spellings that go with it for granted', () => {
    const wire = {
      status: {
        state: 'TASK_STATE_WORKING',
        message: { messageId: 'm', role: 'agent', parts: [{ kind: 'text', text: 'x' }] },
      },
      history: [{ messageId: 'u', role: 'user', parts: [{ kind: 'file', file: { uri: 'u' } }] }],
      id: 't',
      kind: 'task',
    };
    const { value, issues } = v10.decode('task', wire);
    expect(issues).toMatchObject([{ code: 'other-version-shape', pointer: '' }]);
    expect(value).toEqual({
      status: { state: 'TASK_STATE_WORKING', message: { messageId: 'm', role: 'ROLE_AGENT', parts: [{ text: 'x' }] } },
      history: [{ messageId: 'u', role: 'ROLE_USER', parts: [{ url: 'u' }] }],
      id: 't',
    });
  });

  it('only notes parts in the 0.3 form, whose content is the same', () => {
    const parts = [{ kind: 'file', file: { bytes: 'SGk=', name: 'a' } }];
    const { value, issues } = v10.decode('task', {
      id: 't',
      status: { state: 'TASK_STATE_COMPLETED' },
      artifacts: [{ artifactId: 'a', parts }],
    });
    expect(value?.artifacts?.[0]?.parts).toEqual([{ raw: 'SGk=', filename: 'a' }]);
    expect(issues).toMatchObject([{ code: 'other-version-shape', severity: 'note' }]);
  });

  it('refuses a message in the place of a task', () => {
    const { value, issues } = v10.decode('task', { kind: 'message', messageId: 'm', role: 'agent', parts: [] });
    expect(value).toBeUndefined();
    expect(issues).toMatchObject([{ code: 'unknown-result', severity: 'error' }]);
  });

  it('keeps a kind that says something else', () => {
    const { value, issues } = stream({
      message: { messageId: 'm', role: 'ROLE_USER', parts: [{ kind: 'form', text: 'x' }] },
    });
    expect(value?.message?.parts[0]).toEqual({ kind: 'form', text: 'x' });
    expect(issues).toEqual([]);
  });
});

describe('requests', () => {
  it('are sent as composed', () => {
    const request = { tenant: 'a', message, configuration: { returnImmediately: true } };
    expect(v10.encode('SendMessage', request)).toBe(request);
    expect(v10.encode('GetExtendedAgentCard', undefined)).toEqual({});
  });
  it('carry version and extensions', () => {
    expect(v10.headers([])).toEqual([['A2A-Version', '1.0']]);
    expect(v10.headers(['urn:a', 'urn:b'])[1]).toEqual(['A2A-Extensions', 'urn:a,urn:b']);
  });
});
