import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { traceExtension } from './card.ts';
import { type SampleAgent, startSampleAgent } from './index.ts';
import type { Task } from './model.ts';
import { fetchText, RpcClient, say03, say10 } from './test-client.ts';

let agent: SampleAgent;
let v10: RpcClient;
let v03: RpcClient;
beforeAll(async () => {
  agent = await startSampleAgent({ pace: 0 });
  v10 = new RpcClient(agent.url, '1.0');
  v03 = new RpcClient(agent.url, null);
});
afterAll(() => agent.close());

const errorInfo = (reason: string) => ({
  '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
  reason,
  domain: 'a2a-protocol.org',
  metadata: {},
});

describe('envelope', () => {
  it.each([
    ['{oops', -32700, null],
    ['[]', -32600, null],
    ['"text"', -32600, null],
    ['{"id":1,"method":"GetTask"}', -32600, 1],
    ['{"jsonrpc":"2.0","id":{},"method":"GetTask"}', -32600, null],
    ['{"jsonrpc":"2.0","id":1,"method":4}', -32600, 1],
    ['{"jsonrpc":"2.0","id":"a","method":"GetTask","params":[]}', -32602, 'a'],
    ['{"jsonrpc":"2.0","id":2,"method":"NoSuchMethod"}', -32601, 2],
    ['{"jsonrpc":"2.0","id":2,"method":"toString"}', -32601, 2],
  ])('%s -> %i with HTTP 200', async (body, code, id) => {
    for (const client of [v10, v03]) {
      const answer = await client.post(body);
      expect(answer.status).toBe(200);
      expect(JSON.parse(answer.text)).toMatchObject({ jsonrpc: '2.0', id, error: { code } });
    }
  });

  it('answers a request without an id', async () => {
    const answer = await v10.post(JSON.stringify({ jsonrpc: '2.0', method: 'ListTasks' }));
    expect(JSON.parse(answer.text)).toMatchObject({ id: null, result: { tasks: expect.any(Array) } });
  });

  it('wants JSON', async () => {
    const plain = new RpcClient(agent.url, '1.0', { 'Content-Type': 'text/plain' });
    expect(await plain.error('ListTasks')).toMatchObject({
      code: -32005,
      data: [errorInfo('CONTENT_TYPE_NOT_SUPPORTED')],
    });
  });

  it('stops at its size limit, with an answer', async () => {
    const answer = await v10.post(' '.repeat(17 * 1024 * 1024));
    expect(answer.status).toBe(413);
    expect(JSON.parse(answer.text)).toMatchObject({ id: null, error: { code: -32600 } });
  });

  it('refuses GET', async () => {
    expect((await fetchText(`${agent.url}/a2a`)).status).toBe(405);
  });
});

describe('version', () => {
  it.each(['0.2', '2.0', '1.0.1', 'x'])('%s is refused', async (version) => {
    const error = await new RpcClient(agent.url, version).error('SendMessage', say10('hello'));
    expect(error).toMatchObject({ code: -32009, data: [errorInfo('VERSION_NOT_SUPPORTED')] });
  });

  it.each([null, '', '0.3'])('%s means 0.3', async (version) => {
    const client = new RpcClient(agent.url, version);
    expect(await client.result('message/send', say03('hello'))).toMatchObject({ kind: 'message', role: 'agent' });
    expect((await client.error('SendMessage', say10('hello'))).code).toBe(-32601);
    expect((await client.error('tasks/list')).code).toBe(-32601);
  });

  it('knows no 0.3 names in 1.0', async () => {
    const error = await v10.error('message/send', say03('hello'));
    expect(error.code).toBe(-32601);
    expect(error.message).toContain('0.3');
  });

  it('may come as a query parameter', async () => {
    const answer = await fetchText(`${agent.url}/a2a?A2A-Version=1.0`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ListTasks' }),
    });
    expect(JSON.parse(answer.text).result).toHaveProperty('tasks');
  });

  it('names the extension a client asks for', async () => {
    const ask = (version: string, header: string) =>
      new RpcClient(agent.url, version, { [header]: `urn:other, ${traceExtension.uri}` }).post('{}');
    expect((await ask('1.0', 'A2A-Extensions')).headers['a2a-extensions']).toBe(traceExtension.uri);
    expect((await ask('0.3', 'X-A2A-Extensions')).headers['x-a2a-extensions']).toBe(traceExtension.uri);
    expect((await v10.post('{}')).headers).not.toHaveProperty('a2a-extensions');
  });
});

describe('params', () => {
  it('names every broken field of a 1.0 message', async () => {
    const error = await v10.error('SendMessage', {
      message: { role: 'user', parts: [{ text: 'a', url: 'b' }, {}, 3] },
      configuration: { historyLength: -1 },
    });
    expect(error.code).toBe(-32602);
    const [info, badRequest] = error.data as [unknown, { fieldViolations: { field: string }[] }];
    expect(info).toEqual(errorInfo('INVALID_PARAMS'));
    expect(badRequest.fieldViolations.map((one) => one.field).sort()).toEqual([
      'configuration.historyLength',
      'message.messageId',
      'message.parts[0]',
      'message.parts[1]',
      'message.parts[2]',
      'message.role',
    ]);
  });

  it.each([
    ['no message', {}],
    ['no parts', { message: { messageId: 'm', role: 'user', parts: [] } }],
    ['a part without kind', { message: { messageId: 'm', role: 'user', parts: [{ text: 'hello' }] } }],
    ['a role of 1.0', { message: { messageId: 'm', role: 'ROLE_USER', parts: [{ kind: 'text', text: 'hello' }] } }],
    ['a file without content', { message: { messageId: 'm', role: 'user', parts: [{ kind: 'file', file: {} }] } }],
    ['data that is a list', { message: { messageId: 'm', role: 'user', parts: [{ kind: 'data', data: [] }] } }],
  ])('0.3 refuses %s', async (_name, params) => {
    const error = await v03.error('message/send', params);
    expect(error.code).toBe(-32602);
    expect(error).not.toHaveProperty('data');
  });

  it('takes empty text, null data, snake case and unknown members', async () => {
    const message = {
      message_id: 'm',
      role: 1,
      parts: [{ text: '' }, { data: null }, { url: 'http://127.0.0.1/x', media_type: 'text/plain' }],
      extra: true,
    };
    const { task } = await v10.result<{ task: Task }>('SendMessage', { message });
    expect(task.history?.[0]?.parts).toEqual([
      { text: '' },
      { data: null },
      { url: 'http://127.0.0.1/x', mediaType: 'text/plain' },
    ]);
    expect(task.artifacts?.[0]?.parts[0]?.text).toBe('\n[data: null]\n[link: http://127.0.0.1/x]');
  });

  it('wants a task id, and knows only its own', async () => {
    for (const method of ['GetTask', 'CancelTask', 'SubscribeToTask']) {
      expect((await v10.error(method, {})).code).toBe(-32602);
      expect(await v10.error(method, { id: 'none' })).toMatchObject({
        code: -32001,
        data: [errorInfo('TASK_NOT_FOUND')],
      });
    }
    for (const method of ['tasks/get', 'tasks/cancel']) {
      expect((await v03.error(method, { id: 'none' })).code).toBe(-32001);
    }
    expect((await v10.error('SendMessage', say10('x', { taskId: 'none' }))).code).toBe(-32001);
    expect((await v03.error('message/send', say03('x', { taskId: 'none' }))).code).toBe(-32001);
  });

  it('refuses a negative history length', async () => {
    expect((await v10.error('GetTask', { id: 'x', historyLength: -1 })).code).toBe(-32602);
    expect((await v03.error('tasks/get', { id: 'x', historyLength: 1.5 })).code).toBe(-32602);
  });
});

describe('push', () => {
  it('is not supported in any form', async () => {
    const expected = { code: -32003, data: [errorInfo('PUSH_NOTIFICATION_NOT_SUPPORTED')] };
    for (const verb of ['Create', 'Get', 'Delete']) {
      expect(await v10.error(`${verb}TaskPushNotificationConfig`, { taskId: 't', id: 'c' })).toMatchObject(expected);
    }
    expect(await v10.error('ListTaskPushNotificationConfigs', { taskId: 't' })).toMatchObject(expected);
    for (const verb of ['set', 'get', 'list', 'delete']) {
      expect((await v03.error(`tasks/pushNotificationConfig/${verb}`, { id: 't' })).code).toBe(-32003);
    }
    const url = 'http://127.0.0.1:1/hook';
    const inline10 = say10('text', {}, { taskPushNotificationConfig: { url } });
    expect((await v10.error('SendMessage', inline10)).code).toBe(-32003);
    const inline03 = say03('text', {}, { pushNotificationConfig: { url } });
    expect((await v03.error('message/send', inline03)).code).toBe(-32003);
  });
});

describe('a finished task', () => {
  it('takes no message, no cancel and no subscriber in 1.0', async () => {
    const { task } = await v10.result<{ task: Task }>('SendMessage', say10('fail on purpose'));
    const unsupported = { code: -32004, data: [errorInfo('UNSUPPORTED_OPERATION')] };
    expect(await v10.error('SendMessage', say10('more', { taskId: task.id }))).toMatchObject(unsupported);
    expect(await v10.error('SendStreamingMessage', say10('more', { taskId: task.id }))).toMatchObject(unsupported);
    expect(await v10.error('SubscribeToTask', { id: task.id })).toMatchObject(unsupported);
    expect(await v10.error('CancelTask', { id: task.id })).toMatchObject({
      code: -32002,
      data: [errorInfo('TASK_NOT_CANCELABLE')],
    });
  });

  it('is answered as 0.3 does', async () => {
    const task = await v03.result<{ id: string }>('message/send', say03('reject'));
    expect((await v03.error('message/send', say03('more', { taskId: task.id }))).code).toBe(-32602);
    expect((await v03.error('tasks/cancel', { id: task.id })).code).toBe(-32002);
    const refused = await v03.stream('message/stream', say03('more', { taskId: task.id }));
    await refused.ended;
    expect(refused.frames).toEqual([{ jsonrpc: '2.0', id: 's', error: { code: -32602, message: expect.any(String) } }]);
    const again = await v03.stream('tasks/resubscribe', { id: task.id });
    await again.ended;
    expect(again.frames.map((frame) => frame.result)).toMatchObject([
      { kind: 'task', id: task.id, status: { state: 'rejected' } },
    ]);
  });
});

describe('a waiting task', () => {
  it('refuses the id of another context', async () => {
    const { task } = await v10.result<{ task: Task }>('SendMessage', say10('ask'));
    const wrong = { taskId: task.id, contextId: 'other' };
    expect((await v10.error('SendMessage', say10('north', wrong))).code).toBe(-32602);
    expect((await v03.error('message/send', say03('north', wrong))).code).toBe(-32602);
  });

  it('can be canceled', async () => {
    const { task } = await v10.result<{ task: Task }>('SendMessage', say10('ask'));
    const canceled = await v10.result<Task>('CancelTask', { id: task.id });
    expect(canceled.status.state).toBe('TASK_STATE_CANCELED');
  });
});
