import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type SampleAgent, startSampleAgent } from './index.ts';
import type { JsonObject, Task } from './model.ts';
import { type OpenStream, RpcClient, say03, say10 } from './test-client.ts';

/** One second of a scenario lasts 30 ms. */
const PACE = 0.03;

let agent: SampleAgent;
let v10: RpcClient;
let v03: RpcClient;
beforeAll(async () => {
  agent = await startSampleAgent({ pace: PACE });
  v10 = new RpcClient(agent.url, '1.0');
  v03 = new RpcClient(agent.url, '0.3');
});
afterAll(() => agent.close());

function results(stream: OpenStream): JsonObject[] {
  return stream.frames.map((frame) => frame.result as JsonObject);
}

function taskIn(stream: OpenStream): Task {
  return results(stream)[0]?.task as Task;
}

function lastResult(stream: OpenStream): JsonObject | undefined {
  return results(stream)[stream.frames.length - 1];
}

describe('cancel', () => {
  it('ends a running stream as CANCELED', async () => {
    const stream = await v10.stream('SendStreamingMessage', say10('slow 600'));
    await stream.reached(3);
    const { id } = taskIn(stream);
    const canceled = await v10.result<Task>('CancelTask', { id });
    expect(canceled.status.state).toBe('TASK_STATE_CANCELED');
    await stream.ended;
    expect(lastResult(stream)).toMatchObject({ statusUpdate: { status: { state: 'TASK_STATE_CANCELED' } } });
    const count = stream.frames.length;
    await sleep(100);
    expect((await v10.result<Task>('GetTask', { id })).status.state).toBe('TASK_STATE_CANCELED');
    expect(stream.frames).toHaveLength(count);
    expect((await v10.error('CancelTask', { id })).code).toBe(-32002);
  });

  it('ends a 0.3 stream and a waiting message/send alike', async () => {
    const stream = await v03.stream('message/stream', say03('slow 600', { contextId: 'waited' }));
    await stream.reached(2);
    const { id } = results(stream)[0] as { id: string };
    const follower = await v03.stream('tasks/resubscribe', { id });
    await follower.reached(1);
    await v03.result('tasks/cancel', { id });
    await Promise.all([stream.ended, follower.ended]);
    for (const one of [stream, follower]) {
      expect(lastResult(one)).toMatchObject({ kind: 'status-update', status: { state: 'canceled' }, final: true });
    }

    const waiting = v10.result<{ task: Task }>('SendMessage', say10('slow 600', { contextId: 'blocked' }));
    const running = await firstTaskOf('blocked');
    await v10.result('CancelTask', { id: running.id });
    expect((await waiting).task.status.state).toBe('TASK_STATE_CANCELED');
  });
});

async function firstTaskOf(contextId: string): Promise<Task> {
  for (;;) {
    const { tasks } = await v10.result<{ tasks: Task[] }>('ListTasks', { contextId });
    if (tasks[0]) return tasks[0];
    await sleep(5);
  }
}

describe('leaving and coming back', () => {
  it('lets the task run on and continues with SubscribeToTask', async () => {
    const stream = await v10.stream('SendStreamingMessage', say10('slow 12'));
    await stream.reached(3);
    stream.hangUp();
    const { id } = taskIn(stream);
    await sleep(60);
    const again = await v10.stream('SubscribeToTask', { id });
    await again.ended;
    expect(taskIn(again)).toMatchObject({ id, status: { state: 'TASK_STATE_WORKING' } });
    expect(
      results(again)
        .slice(1)
        .every((result) => 'statusUpdate' in result),
    ).toBe(true);
    expect(again.frames.length).toBeLessThan(15);
    expect(lastResult(again)).toMatchObject({ statusUpdate: { status: { state: 'TASK_STATE_COMPLETED' } } });
  });

  it('stays with a waiting task until its next turn has ended', async () => {
    const { task } = await v10.result<{ task: Task }>('SendMessage', say10('ask'));
    const stream = await v10.stream('SubscribeToTask', { id: task.id });
    await stream.reached(1);
    expect(taskIn(stream).status.state).toBe('TASK_STATE_INPUT_REQUIRED');
    await v10.result('SendMessage', say10('north', { taskId: task.id }));
    await stream.ended;
    expect(lastResult(stream)).toMatchObject({ statusUpdate: { status: { state: 'TASK_STATE_COMPLETED' } } });
  });

  it('refuses a second message while the task is at work', async () => {
    const stream = await v10.stream('SendStreamingMessage', say10('slow 600'));
    await stream.reached(1);
    const { id } = taskIn(stream);
    expect((await v10.error('SendMessage', say10('more', { taskId: id }))).code).toBe(-32004);
    await v10.result('CancelTask', { id });
    await stream.ended;
  });
});

describe('a reader that stops reading', () => {
  it('holds a burst back instead of filling the memory', async () => {
    const total = 80_000;
    const stream = await v10.stream('SendStreamingMessage', say10(`burst ${total}`));
    await stream.reached(1);
    const { id } = taskIn(stream);
    stream.response.pause();
    let before = -1;
    let now = await progress(id);
    while (now !== before) {
      await sleep(150);
      before = now;
      now = await progress(id);
    }
    expect(now).toBeGreaterThan(0);
    expect(now).toBeLessThan(total);
    stream.response.resume();
    await stream.ended;
    expect(stream.frames).toHaveLength(total + 3);
  });

  async function progress(id: string): Promise<number> {
    const task = await v10.result<Task>('GetTask', { id, historyLength: 0 });
    return Number(/^Event (\d+)/.exec(task.status.message?.parts[0]?.text ?? '')?.[1] ?? 0);
  }
});

describe('close', () => {
  it('cuts open streams, frees the port and can be repeated', async () => {
    const other = await startSampleAgent({ pace: 1 });
    const stream = await new RpcClient(other.url, '1.0').stream('SendStreamingMessage', say10('slow 600'));
    await stream.reached(1);
    const cut = new Promise((resolve) => stream.response.on('close', resolve));
    await other.close();
    await other.close();
    await cut;
    const next = await startSampleAgent({ port: other.port });
    expect(next.port).toBe(other.port);
    await expect(startSampleAgent({ port: other.port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
    await next.close();
  });
});
