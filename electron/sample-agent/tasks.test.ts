import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type SampleAgent, startSampleAgent } from './index.ts';
import type { JsonObject, Task } from './model.ts';
import type { TaskPage } from './task-views.ts';
import { RpcClient, say03, say10 } from './test-client.ts';

let agent: SampleAgent;
let v10: RpcClient;
let v03: RpcClient;
beforeAll(async () => {
  agent = await startSampleAgent({ pace: 0 });
  v10 = new RpcClient(agent.url, '1.0');
  v03 = new RpcClient(agent.url, '0.3');
});
afterAll(() => agent.close());

async function run(text: string, ids: JsonObject = {}, configuration?: JsonObject): Promise<Task> {
  return (await v10.result<{ task: Task }>('SendMessage', say10(text, ids, configuration))).task;
}

describe('ListTasks', () => {
  const contextId = 'listed';
  const ids: string[] = [];
  const list = (params: JsonObject = {}) => v10.result<TaskPage>('ListTasks', { contextId, ...params });
  beforeAll(async () => {
    for (const text of ['text', 'fail', 'ask', 'artifacts', 'reject']) ids.push((await run(text, { contextId })).id);
    await run('text');
  });

  it('orders one context by status time, newest first', async () => {
    const page = await list();
    expect(page.tasks.map((task) => task.id)).toEqual([...ids].reverse());
    expect(page).toMatchObject({ nextPageToken: '', pageSize: 50, totalSize: 5 });
    const times = page.tasks.map((task) => task.status.timestamp);
    expect(times).toEqual([...times].sort().reverse());
  });

  it('pages to the end without a gap', async () => {
    const seen: string[] = [];
    let pageToken = '';
    const sizes: number[] = [];
    do {
      const page = await list({ pageSize: 2, pageToken });
      expect(page).toMatchObject({ pageSize: 2, totalSize: 5 });
      sizes.push(page.tasks.length);
      seen.push(...page.tasks.map((task) => task.id));
      pageToken = page.nextPageToken;
    } while (pageToken);
    expect(sizes).toEqual([2, 2, 1]);
    expect(seen).toEqual([...ids].reverse());
  });

  it('filters by state and time', async () => {
    const waiting = await list({ status: 'TASK_STATE_INPUT_REQUIRED' });
    expect(waiting.tasks.map((task) => task.id)).toEqual([ids[2]]);
    expect(waiting.totalSize).toBe(1);
    expect((await list({ statusTimestampAfter: '2999-01-01T00:00:00Z' })).tasks).toEqual([]);
    expect((await list({ statusTimestampAfter: '2000-01-01T02:00:00+02:00' })).totalSize).toBe(5);
  });

  it('leaves artifacts out unless asked', async () => {
    for (const task of (await list()).tasks) expect(task).not.toHaveProperty('artifacts');
    const counts = (await list({ includeArtifacts: true })).tasks.map((task) => task.artifacts?.length ?? 0);
    expect(counts).toEqual([0, 3, 0, 0, 1]);
  });

  it('cuts histories', async () => {
    for (const task of (await list({ historyLength: 0 })).tasks) expect(task).not.toHaveProperty('history');
    for (const task of (await list({ historyLength: 1 })).tasks) expect(task.history).toHaveLength(1);
  });

  it.each([
    { pageSize: 0 },
    { pageSize: 101 },
    { pageSize: 'ten' },
    { pageToken: 'nonsense' },
    { status: 'working' },
    { statusTimestampAfter: 'yesterday' },
    { includeArtifacts: 1 },
  ])('refuses %j', async (params) => {
    expect((await v10.error('ListTasks', params)).code).toBe(-32602);
  });
});

describe('SendMessage', () => {
  it('waits for the end unless told to return at once', async () => {
    expect((await run('text')).status.state).toBe('TASK_STATE_COMPLETED');
    const early = await run('text', {}, { returnImmediately: true });
    expect(early.status.state).toBe('TASK_STATE_SUBMITTED');
    const early03 = await v03.result('message/send', say03('text', {}, { blocking: false }));
    expect(early03).toMatchObject({ kind: 'task', status: { state: 'submitted' } });
    const late03 = await v03.result('message/send', say03('text', {}, {}));
    expect(late03).toMatchObject({ kind: 'task', status: { state: 'completed' } });
  });

  it('honours historyLength', async () => {
    expect((await run('fail x')).history).toHaveLength(2);
    expect((await run('fail x', {}, { historyLength: 1 })).history).toMatchObject([{ role: 'ROLE_AGENT' }]);
    expect(await run('fail x', {}, { historyLength: 0 })).not.toHaveProperty('history');
    const old = await v03.result<{ history: unknown[] }>('message/send', say03('fail x', {}, { historyLength: 1 }));
    expect(old.history).toMatchObject([{ kind: 'message', role: 'agent' }]);
  });

  it('opens a new task in the context it is given', async () => {
    const first = await run('text');
    const second = await run('text', { contextId: first.contextId });
    expect(second.contextId).toBe(first.contextId);
    expect(second.id).not.toBe(first.id);
  });
});

describe('GetTask', () => {
  it('keeps one part per chunk and joins deltas in the history', async () => {
    const { id } = await run('artifacts');
    const task = await v10.result<Task>('GetTask', { id });
    expect(task.artifacts?.map((artifact) => artifact.parts.length)).toEqual([5, 1, 1]);
    expect(task.history?.map((message) => message.role)).toEqual(['ROLE_USER', 'ROLE_AGENT']);
    const told = await run('text');
    expect(told.history).toHaveLength(2);
    expect(told.history?.[1]?.parts).toEqual([{ text: told.artifacts?.[0]?.parts[0]?.text }]);
  });

  it('shows the same task to 0.3', async () => {
    const { id } = await run('artifacts');
    const task = await v03.result('tasks/get', { id, historyLength: 0 });
    expect(task).toMatchObject({
      kind: 'task',
      id,
      status: { state: 'completed', message: { kind: 'message', role: 'agent' } },
      artifacts: [{ parts: Array(5).fill({ kind: 'text' }) }, { parts: [{ kind: 'data' }] }, {}],
    });
    expect(task).not.toHaveProperty('history');
  });
});
