import { describe, expect, it } from 'vitest';
import type { OperationName } from '../../model/operation.ts';
import { dialects } from '../dialects/index.ts';
import { restCall, restUrl } from './rest.ts';

const v10 = dialects['1.0'];
const v03 = dialects['0.3'];
const message = { messageId: 'm', role: 'ROLE_USER', parts: [{ text: 'hi' }] };

describe('a request of 1.0', () => {
  it.each<[OperationName, Record<string, unknown>, string, unknown]>([
    ['SendMessage', { message }, 'POST /message:send', { message }],
    ['SendStreamingMessage', { message }, 'POST /message:stream', { message }],
    ['GetTask', { id: 't', historyLength: 0 }, 'GET /tasks/t?historyLength=0', undefined],
    ['CancelTask', { id: 't' }, 'POST /tasks/t:cancel', {}],
    ['CancelTask', { id: 't', metadata: { a: 1 } }, 'POST /tasks/t:cancel', { metadata: { a: 1 } }],
    [
      'CreateTaskPushNotificationConfig',
      { taskId: 't', id: 'c', url: 'http://h/' },
      'POST /tasks/t/pushNotificationConfigs',
      { id: 'c', url: 'http://h/' },
    ],
    [
      'GetTaskPushNotificationConfig',
      { taskId: 't', id: 'c/d' },
      'GET /tasks/t/pushNotificationConfigs/c%2Fd',
      undefined,
    ],
    [
      'ListTaskPushNotificationConfigs',
      { taskId: 't', pageSize: 2 },
      'GET /tasks/t/pushNotificationConfigs?pageSize=2',
      undefined,
    ],
    [
      'DeleteTaskPushNotificationConfig',
      { taskId: 't', id: 'c' },
      'DELETE /tasks/t/pushNotificationConfigs/c',
      undefined,
    ],
    ['GetExtendedAgentCard', {}, 'GET /extendedAgentCard', undefined],
    [
      'ListTasks',
      {
        contextId: 'c d',
        status: 'TASK_STATE_WORKING',
        pageSize: 5,
        statusTimestampAfter: '2026-01-01T00:00:00.000Z',
        includeArtifacts: false,
        pageToken: undefined,
      },
      'GET /tasks?contextId=c%20d&status=TASK_STATE_WORKING&pageSize=5&statusTimestampAfter=2026-01-01T00%3A00%3A00.000Z&includeArtifacts=false',
      undefined,
    ],
  ])('%s %j', (operation, request, line, body) => {
    const call = restCall(operation, request, v10);
    expect(`${call?.method} ${call?.target}`).toBe(line);
    expect(call?.body === undefined ? undefined : JSON.parse(call.body)).toEqual(body);
  });

  it('subscribes with POST and no body, else with GET', () => {
    const call = restCall('SubscribeToTask', { id: 't' }, v10);
    expect(call).toMatchObject({ method: 'POST', target: '/tasks/t:subscribe', body: '' });
    expect(call?.other).toEqual({ method: 'GET', target: '/tasks/t:subscribe' });
  });

  it('encodes what stands in the path, but not the colon of the verb', () => {
    const call = restCall('CancelTask', { id: 'job:42/ü?#\uD800', tenant: 'a b/c' }, v10);
    expect(call?.target).toBe('/a%20b%2Fc/tasks/job%3A42%2F%C3%BC%3F%23%EF%BF%BD:cancel');
    expect(call?.body).toBe('{}');
  });

  it('has the tenant in the path and nowhere else', () => {
    expect(restCall('SendMessage', { tenant: 'acme', message }, v10)).toEqual({
      method: 'POST',
      target: '/acme/message:send',
      body: JSON.stringify({ message }),
    });
    expect(restCall('ListTasks', { tenant: 'acme' }, v10)?.target).toBe('/acme/tasks');
    expect(restCall('ListTasks', { tenant: '' }, v10)?.target).toBe('/tasks');
  });
});

describe('a request of 0.3', () => {
  it('is in the form of its proto', () => {
    const request = {
      tenant: 'acme',
      message: { ...message, referenceTaskIds: ['x'], parts: [{ text: 'hi', mediaType: 'text/plain' }, { data: [1] }] },
      configuration: { returnImmediately: true, taskPushNotificationConfig: { url: 'http://h/', taskId: '' } },
    };
    const call = restCall('SendMessage', request, v03);
    expect(call?.target).toBe('/v1/message:send');
    expect(JSON.parse(call?.body ?? '')).toEqual({
      message: {
        messageId: 'm',
        role: 'ROLE_USER',
        content: [{ text: 'hi' }, { data: { data: { value: [1] } }, metadata: { data_part_compat: true } }],
      },
      configuration: { blocking: false, pushNotification: { url: 'http://h/' } },
    });
  });

  it.each<[OperationName, Record<string, unknown>, string]>([
    ['GetTask', { id: 't', historyLength: 1 }, 'GET /v1/tasks/t?historyLength=1'],
    ['SubscribeToTask', { id: 't' }, 'GET /v1/tasks/t:subscribe'],
    ['ListTasks', { contextId: 'c' }, 'GET /v1/tasks?contextId=c'],
    ['GetExtendedAgentCard', {}, 'GET /v1/card'],
    ['GetTaskPushNotificationConfig', { taskId: 't', id: 'c' }, 'GET /v1/tasks/t/pushNotificationConfigs/c'],
  ])('%s %j', (operation, request, line) => {
    const call = restCall(operation, { ...request, tenant: 'acme' }, v03);
    expect(`${call?.method} ${call?.target}`).toBe(line);
  });

  it('names a push configuration after its task when it has no id', () => {
    const request = { taskId: 't', url: 'http://h/', authentication: { scheme: 'Bearer', credentials: 'x' } };
    const call = restCall('CreateTaskPushNotificationConfig', request, v03);
    expect(call?.target).toBe('/v1/tasks/t/pushNotificationConfigs');
    expect(JSON.parse(call?.body ?? '')).toEqual({
      parent: 'tasks/t',
      configId: 't',
      config: {
        name: 'tasks/t/pushNotificationConfigs/t',
        pushNotificationConfig: {
          id: 't',
          url: 'http://h/',
          authentication: { schemes: ['Bearer'], credentials: 'x' },
        },
      },
    });
  });

  it('is said to gRPC by names', () => {
    expect(v03.encode('GetTask', { id: 't', historyLength: 1 }, 'GRPC')).toEqual({ name: 'tasks/t', historyLength: 1 });
    expect(v03.encode('DeleteTaskPushNotificationConfig', { taskId: 't', id: 'c' }, 'GRPC')).toEqual({
      name: 'tasks/t/pushNotificationConfigs/c',
    });
    expect(v03.encode('ListTaskPushNotificationConfigs', { taskId: 't' }, 'GRPC')).toEqual({ parent: 'tasks/t' });
    expect(v03.encode('ListTasks', {}, 'GRPC')).toBeUndefined();
  });
});

describe('a part in the form of the 0.3 proto', () => {
  it.each([
    { text: '', metadata: { k: 1 } },
    { raw: 'AA==', filename: 'f', mediaType: 'a/b' },
    { url: 'https://h/f' },
    { data: { data: { a: 1 } } },
    { data: { value: 1 } },
    { data: null },
    { data: 7, metadata: { k: 1 } },
  ])('%j goes out and comes back', (part) => {
    const request = { message: { messageId: 'm', role: 'ROLE_AGENT', parts: [part] } };
    const wire = v03.encode('SendStreamingMessage', request, 'HTTP+JSON');
    const { value, issues } = v03.decode('send', wire, 'HTTP+JSON');
    expect(value?.message?.parts).toEqual([part]);
    expect(issues).toEqual([]);
  });
});

describe('the address', () => {
  const target = '/tasks/t?historyLength=1';
  it.each([
    ['http://h/a/rest', v10, 'http://h/a/rest/tasks/t?historyLength=1'],
    ['http://h/a/rest/', v10, 'http://h/a/rest/tasks/t?historyLength=1'],
    ['http://h', v10, 'http://h/tasks/t?historyLength=1'],
    ['http://h/?key=1#x', v10, 'http://h/tasks/t?historyLength=1&key=1'],
    ['http://h/v1', v10, 'http://h/v1/tasks/t?historyLength=1'],
  ])('%s', (base, dialect, url) => expect(restUrl(base, { target }, dialect)).toBe(url));

  it('of 0.3 has the version once', () => {
    expect(restUrl('http://h/', { target: '/v1/card' }, v03)).toBe('http://h/v1/card');
    expect(restUrl('http://h/v1/', { target: '/v1/card' }, v03)).toBe('http://h/v1/card');
  });
});
