import { describe, expect, it } from 'vitest';
import type { StreamResponse } from '../../../model/event.ts';
import type { Task } from '../../../model/task.ts';
import { TASK_STATES } from '../../../model/task.ts';
import { olderEvent, olderPart, olderTask } from './encode-values.ts';
import { v03 } from './index.ts';

const message = { messageId: 'm', role: 'ROLE_AGENT', parts: [{ text: 'hi', metadata: { a: 1 } }], 'x-own': 1 };
const decodePart = (part: unknown) =>
  v03.decode('send', { kind: 'message', messageId: 'm', role: 'agent', parts: [part] });

describe('parts', () => {
  it.each([
    [
      { text: 'x', metadata: { k: 1 } },
      { kind: 'text', text: 'x', metadata: { k: 1 } },
    ],
    [
      { raw: 'AA==', filename: 'f', mediaType: 'a/b' },
      { kind: 'file', file: { bytes: 'AA==', name: 'f', mimeType: 'a/b' } },
    ],
    [{ url: 'https://h/f' }, { kind: 'file', file: { uri: 'https://h/f' } }],
    [{ data: { a: 1 } }, { kind: 'data', data: { a: 1 } }],
    [{ data: [1] }, { kind: 'data', data: { value: [1] }, metadata: { data_part_compat: true } }],
    [{ data: null }, { kind: 'data', data: { value: null }, metadata: { data_part_compat: true } }],
    [
      { data: 7, metadata: { k: 1 } },
      { kind: 'data', data: { value: 7 }, metadata: { k: 1, data_part_compat: true } },
    ],
    [
      { text: 'x', own: 2 },
      { kind: 'text', text: 'x', own: 2 },
    ],
  ])('%j goes out and comes back', (current, older) => {
    expect(olderPart(current)).toEqual(older);
    const { value, issues } = decodePart(older);
    expect(value?.message?.parts).toEqual([current]);
    expect(issues).toEqual([]);
  });

  it('loses file name and media type of a text part going out, as 0.3 has no place for them', () => {
    expect(olderPart({ text: 'x', filename: 'f', mediaType: 'text/plain' })).toEqual({ kind: 'text', text: 'x' });
  });

  it.each([
    [
      { kind: 'file', file: { fileWithBytes: 'AA==', mimeType: 'a/b' } },
      { raw: 'AA==', mediaType: 'a/b' },
    ],
    [{ file: { fileWithUri: 'u' } }, { url: 'u' }],
    [
      { kind: 'file', file: { bytes: 'AA==', uri: null, checksum: 'c' } },
      { raw: 'AA==', file: { checksum: 'c' } },
    ],
    [{ data: { data: { a: 1 } } }, { data: { a: 1 } }],
    [{ kind: 'data', data: { data: { a: 1 } } }, { data: { data: { a: 1 } } }],
    [{ kind: 'data', data: { value: 1 } }, { data: { value: 1 } }],
    [
      { kind: 'text', text: 'x', more: [1] },
      { text: 'x', more: [1] },
    ],
  ])('%j is read as %j', (older, current) => {
    expect(decodePart(older).value?.message?.parts).toEqual([current]);
  });

  it('knows the type key of 0.1', () => {
    const { value, issues } = decodePart({ type: 'text', text: 'x' });
    expect(value?.message?.parts).toEqual([{ text: 'x' }]);
    expect(issues).toMatchObject([{ code: 'part-type-key', pointer: '/parts/0' }]);
  });
});

describe('results', () => {
  const full: Task = {
    id: 't',
    contextId: 'c',
    status: { state: 'TASK_STATE_INPUT_REQUIRED', message, timestamp: '2026-11-30T09:33:47.03+00:00' },
    artifacts: [{ artifactId: 'a', name: 'n', parts: [{ raw: 'AA==', filename: 'f' }] }],
    history: [{ ...message, role: 'ROLE_USER' }],
    metadata: { m: 1 },
  };
  const events: StreamResponse[] = [
    { task: full },
    { message },
    { statusUpdate: { taskId: 't', contextId: 'c', status: full.status, final: true, metadata: { x: 1 } } },
    { statusUpdate: { taskId: 't', contextId: 'c', status: { state: 'TASK_STATE_WORKING' }, final: false } },
    {
      artifactUpdate: {
        taskId: 't',
        contextId: 'c',
        artifact: full.artifacts?.[0] as never,
        append: true,
        lastChunk: false,
      },
    },
  ];
  it.each(events)('%j goes out and comes back', (event) => {
    const { value, issues } = v03.decode('stream', olderEvent(event));
    expect(value).toEqual(event);
    expect(issues).toEqual([]);
  });

  it('derives final from the state', () => {
    const final = (state: string) => olderEvent({ statusUpdate: { taskId: 't', status: { state } } })?.final;
    expect(['TASK_STATE_WORKING', 'TASK_STATE_COMPLETED', 'TASK_STATE_AUTH_REQUIRED'].map(final)).toEqual([
      false,
      true,
      true,
    ]);
  });

  it.each(TASK_STATES)('state %s goes out and comes back', (state) => {
    const older = olderTask({ id: 't', status: { state } });
    expect(older.status).not.toEqual({ state });
    expect(v03.decode('task', older)).toEqual({ value: { id: 't', status: { state } }, issues: [] });
  });

  it('keeps unknown keys and a state nobody knows', () => {
    const { value, issues } = v03.decode('task', {
      kind: 'task',
      id: 't',
      status: { state: 'paused', why: 'x' },
      own: [1],
    });
    expect(value).toEqual({ id: 't', status: { state: 'paused', why: 'x' }, own: [1] });
    expect(issues).toMatchObject([{ code: 'unknown-state', pointer: '/status/state' }]);
  });

  it('reads a 1.0 answer with a note', () => {
    const { value, issues } = v03.decode('send', { task: { id: 't', status: { state: 'TASK_STATE_WORKING' } } });
    expect(value).toEqual({ task: { id: 't', status: { state: 'TASK_STATE_WORKING' } } });
    expect(issues).toMatchObject([{ code: 'other-version-shape', severity: 'note' }]);
  });

  it('reads the 0.3 proto form over HTTP without a word', () => {
    const { value, issues } = v03.decode(
      'stream',
      {
        statusUpdate: {
          taskId: 't',
          status: {
            state: 'TASK_STATE_CANCELLED',
            message: { messageId: 'm', role: 'ROLE_AGENT', content: [{ data: { data: { a: 1 } } }] },
          },
          final: true,
        },
      },
      'HTTP+JSON',
    );
    expect(value).toEqual({
      statusUpdate: {
        taskId: 't',
        status: {
          state: 'TASK_STATE_CANCELED',
          message: { messageId: 'm', role: 'ROLE_AGENT', parts: [{ data: { a: 1 } }] },
        },
        final: true,
      },
    });
    expect(issues).toEqual([]);
  });

  it('reads 0.1 leftovers: session, id of events, numbered artifacts', () => {
    const update = v03.decode('stream', {
      id: 't',
      sessionId: 's',
      artifact: { index: 2, append: true, parts: [{ type: 'text', text: 'x' }] },
    });
    expect(update.value).toEqual({
      artifactUpdate: {
        taskId: 't',
        contextId: 's',
        append: true,
        artifact: { index: 2, artifactId: '2', parts: [{ text: 'x' }] },
      },
    });
    expect(update.issues.map((issue) => issue.severity)).toEqual(['note', 'note', 'note']);
    const status = v03.decode('stream', { id: 't', status: { state: 'completed' }, final: true });
    expect(status.value).toEqual({
      statusUpdate: { taskId: 't', status: { state: 'TASK_STATE_COMPLETED' }, final: true },
    });
  });

  it('takes a 0.1 task with a message beside its status for a task', () => {
    const { value } = v03.decode('stream', {
      id: 't',
      sessionId: 's',
      status: { state: 'submitted' },
      message: { role: 'user', parts: [] },
    });
    expect(value?.task).toMatchObject({ id: 't', contextId: 's', message: { role: 'user' } });
  });

  it('reads push configurations in the JSON and the proto form', () => {
    const flat = { id: 'p', url: 'https://h', authentication: { scheme: 'Bearer', credentials: 'c' } };
    const nested = { id: 'p', url: 'https://h', authentication: { schemes: ['Bearer'], credentials: 'c' } };
    expect(v03.decode('push', { taskId: 't', pushNotificationConfig: nested })).toEqual({
      value: { taskId: 't', ...flat },
      issues: [],
    });
    const name = 'tasks/t/pushNotificationConfigs/p';
    expect(v03.decode('push', { name, pushNotificationConfig: nested }, 'HTTP+JSON').value).toEqual({
      name,
      taskId: 't',
      ...flat,
    });
    expect(v03.decode('pushes', [{ taskId: 't', pushNotificationConfig: nested }])).toEqual({
      value: { configs: [{ taskId: 't', ...flat }] },
      issues: [],
    });
    expect(v03.decode('pushes', {}, 'HTTP+JSON')).toEqual({ value: { configs: [] }, issues: [] });
  });

  it('keeps further push schemes', () => {
    const { value, issues } = v03.decode('push', {
      taskId: 't',
      pushNotificationConfig: { url: 'u', authentication: { schemes: ['A', 'B'] } },
    });
    expect(value?.authentication).toEqual({ scheme: 'A', schemes: ['A', 'B'] });
    expect(issues).toMatchObject([{ code: 'several-push-schemes', pointer: '/authentication' }]);
  });

  it('takes a push deletion without a result as done', () => {
    expect(v03.decode('empty', undefined)).toEqual({ value: {}, issues: [] });
  });
});

describe('requests', () => {
  const older = { kind: 'message', messageId: 'm', role: 'user', parts: [{ kind: 'text', text: 'hi' }] };
  const current = { messageId: 'm', role: 'ROLE_USER', parts: [{ text: 'hi' }] };
  const push = { id: 'p', url: 'u', authentication: { scheme: 'Bearer', credentials: 'c' } };
  const olderPush = { id: 'p', url: 'u', authentication: { schemes: ['Bearer'], credentials: 'c' } };
  it.each([
    ['SendMessage', { message: current }, { message: older, configuration: { blocking: true } }],
    [
      'SendMessage',
      { message: current, configuration: { returnImmediately: true } },
      { message: older, configuration: { blocking: false } },
    ],
    [
      'SendMessage',
      {
        tenant: 'x',
        message: current,
        metadata: { a: 1 },
        configuration: { historyLength: 0, acceptedOutputModes: ['a/b'], taskPushNotificationConfig: push, own: 1 },
      },
      {
        message: older,
        metadata: { a: 1 },
        configuration: {
          blocking: true,
          historyLength: 0,
          acceptedOutputModes: ['a/b'],
          pushNotificationConfig: olderPush,
          own: 1,
        },
      },
    ],
    ['SendStreamingMessage', { message: current }, { message: older }],
    ['GetTask', { tenant: 'x', id: 't', historyLength: 2 }, { id: 't', historyLength: 2 }],
    ['CancelTask', { id: 't', metadata: {} }, { id: 't', metadata: {} }],
    ['SubscribeToTask', { id: 't' }, { id: 't' }],
    ['CreateTaskPushNotificationConfig', { taskId: 't', ...push }, { taskId: 't', pushNotificationConfig: olderPush }],
    ['GetTaskPushNotificationConfig', { taskId: 't', id: 'p' }, { id: 't', pushNotificationConfigId: 'p' }],
    ['ListTaskPushNotificationConfigs', { taskId: 't', pageSize: 5 }, { id: 't' }],
    ['DeleteTaskPushNotificationConfig', { taskId: 't', id: 'p' }, { id: 't', pushNotificationConfigId: 'p' }],
    ['GetExtendedAgentCard', { tenant: 'x' }, {}],
    ['ListTasks', {}, undefined],
  ] as const)('%s %j', (operation, request, params) => {
    const before = JSON.stringify(request);
    expect(v03.encode(operation, request)).toEqual(params);
    expect(JSON.stringify(request)).toBe(before);
  });

  it('names extensions twice and no version', () => {
    expect(v03.headers([])).toEqual([]);
    expect(v03.headers(['urn:a'])).toEqual([
      ['X-A2A-Extensions', 'urn:a'],
      ['A2A-Extensions', 'urn:a'],
    ]);
  });
});
