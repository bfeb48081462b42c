import { createHash } from 'node:crypto';
import { inflateSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type SampleAgent, startSampleAgent } from '../index.ts';
import type { JsonObject, Message, StreamItem, Task } from '../model.ts';
import { fetchText, type OpenStream, RpcClient, say03, say10 } from '../test-client.ts';
import { scenarioWords } from './index.ts';

let agent: SampleAgent;
let v10: RpcClient;
let v03: RpcClient;
beforeAll(async () => {
  agent = await startSampleAgent({ pace: 0 });
  v10 = new RpcClient(agent.url, '1.0');
  v03 = new RpcClient(agent.url, null);
});
afterAll(() => agent.close());

interface Frame03 extends JsonObject {
  kind: string;
  final?: boolean;
  status?: { state: string; message?: { parts: JsonObject[] } };
  artifact?: { artifactId: string; parts: JsonObject[] };
  metadata?: { iac_code?: JsonObject };
}

async function stream10(text: string, ids: JsonObject = {}): Promise<StreamItem[]> {
  const stream = await v10.stream('SendStreamingMessage', say10(text, ids));
  return resultsOf<StreamItem>(stream);
}

async function stream03(text: string, ids: JsonObject = {}): Promise<Frame03[]> {
  return resultsOf<Frame03>(await v03.stream('message/stream', say03(text, ids)));
}

async function resultsOf<Item>(stream: OpenStream): Promise<Item[]> {
  await stream.ended;
  for (const frame of stream.frames) expect(frame).toMatchObject({ jsonrpc: '2.0', id: 's' });
  return stream.frames.map((frame) => frame.result as Item);
}

/** One word per stream item: `task`, `artifact`, a tool status, `thinking`, `usage`, `say`, or the bare state. */
function label10(item: StreamItem): string {
  if ('task' in item) return 'task';
  if ('message' in item) return 'message';
  if ('artifactUpdate' in item) return 'artifact';
  const { status, metadata } = item.statusUpdate;
  const state = status.state.replace('TASK_STATE_', '').toLowerCase().replace('_', '-');
  return labelStatus(state, status.message !== undefined, metadata?.iac_code as JsonObject | undefined);
}

function label03(item: Frame03): string {
  if (item.kind === 'artifact-update') return 'artifact';
  if (item.kind !== 'status-update' || !item.status) return item.kind;
  return labelStatus(item.status.state, item.status.message !== undefined, item.metadata?.iac_code);
}

function labelStatus(state: string, speaks: boolean, traced: JsonObject | undefined): string {
  if (traced?.tool) return (traced.tool as { status: string }).status;
  if (traced) return Object.keys(traced).join();
  return state === 'working' && speaks ? 'say' : state;
}

const times = (count: number, label: string) => Array<string>(count).fill(label);
const look = [
  ...['task', 'working', ...times(3, 'thinking'), ...times(2, 'say')],
  ...['started', ...times(2, 'input_delta'), 'input_complete', 'usage', 'completed', ...times(2, 'thinking')],
  ...['started', ...times(8, 'input_delta'), 'input_complete', 'usage'],
];

const runs: Record<string, string[]> = {
  hello: ['message'],
  HELP: ['message'],
  'msg me': ['message'],
  runtime: ['message'],
  text: ['task', 'working', ...times(12, 'say'), 'artifact', 'completed'],
  'Text, more': ['task', 'working', ...times(12, 'say'), 'artifact', 'completed'],
  languages: ['task', 'working', ...times(14, 'say'), 'artifact', 'completed'],
  tools: [...look, ...times(5, 'artifact'), 'completed', ...times(5, 'say'), 'usage', 'completed'],
  failtool: [...look, 'failed', ...times(2, 'thinking'), ...times(3, 'say'), 'usage', 'completed'],
  think: ['task', 'working', ...times(9, 'thinking'), ...times(3, 'say'), 'completed'],
  usage: ['task', 'working', ...times(3, 'usage'), ...times(2, 'say'), 'completed'],
  artifacts: ['task', 'working', ...times(7, 'artifact'), 'completed'],
  image: ['task', 'working', ...times(2, 'say'), 'artifact', 'completed'],
  ask: ['task', 'working', 'input-required'],
  auth: ['task', 'working', 'auth-required'],
  slow: ['task', 'working', ...times(10, 'say'), 'completed'],
  'slow 3': ['task', 'working', ...times(3, 'say'), 'completed'],
  'fail on purpose': ['task', 'working', 'failed'],
  reject: ['task', 'rejected'],
  burst: ['task', 'working', ...times(1_000, 'say'), 'completed'],
  'burst 5000': ['task', 'working', ...times(5_000, 'say'), 'completed'],
  'write this down': ['task', 'working', ...times(3, 'say'), 'artifact', 'completed'],
};

describe('streams', () => {
  it.each(Object.entries(runs))('%s', async (text, expected) => {
    expect((await stream10(text)).map(label10)).toEqual(expected);
    const old = await stream03(text);
    expect(old.map(label03)).toEqual(expected);
    const finals = old.flatMap((item, index) => (item.final ? [index] : []));
    expect(finals).toEqual(expected[0] === 'task' ? [old.length - 1] : []);
    for (const item of old) if (item.kind === 'status-update') expect(item.final).toBeTypeOf('boolean');
  });

  it('are covered for every word', () => {
    const tried = Object.keys(runs).map((text) => text.split(/\W/, 1)[0]?.toLowerCase());
    expect(scenarioWords.filter((word) => !tried.includes(word))).toEqual([]);
  });
});

async function run(text: string, ids: JsonObject = {}): Promise<Task> {
  return (await v10.result<{ task: Task }>('SendMessage', say10(text, ids))).task;
}

describe('messages', () => {
  it('help lists every word', async () => {
    const { message } = await v10.result<{ message: Message }>('SendMessage', say10('help'));
    const said = message.parts[0]?.text ?? '';
    for (const word of scenarioWords) expect(said).toContain(`\`${word}\``);
    expect(message).toMatchObject({ role: 'ROLE_AGENT', contextId: expect.any(String) });
    expect(message).not.toHaveProperty('taskId');
  });

  it('stay in the context they came in', async () => {
    const answer = await v03.result('message/send', say03('msg good day', { contextId: 'mine' }));
    expect(answer).toMatchObject({
      kind: 'message',
      contextId: 'mine',
      parts: [{ kind: 'text', text: 'You said: good day' }],
    });
  });
});

describe('text', () => {
  it('has one message id, and an artifact that repeats the deltas', async () => {
    for (const word of ['text', 'languages']) {
      const items = await stream10(word);
      const spoken = items.flatMap((item) => ('statusUpdate' in item ? (item.statusUpdate.status.message ?? []) : []));
      expect(new Set(spoken.map((message) => message.messageId)).size).toBe(1);
      const task = await v10.result<Task>('GetTask', { id: (items[0] as { task: Task }).task.id });
      const whole = spoken.map((message) => message.parts[0]?.text).join('');
      expect(task.artifacts?.[0]?.parts[0]?.text).toBe(whole);
    }
  });
});

describe('tools', () => {
  it('writes arguments that can be joined, and a file whose digest holds', async () => {
    const items = await stream10('tools');
    const calls = items.flatMap((item) => {
      const traced = 'statusUpdate' in item ? (item.statusUpdate.metadata?.iac_code as JsonObject) : undefined;
      return traced?.tool ? [traced.tool as JsonObject & { partialJson?: string; toolUseId: string }] : [];
    });
    for (const done of calls.filter((call) => call.status === 'input_complete')) {
      const deltas = calls.filter((call) => call.toolUseId === done.toolUseId && call.status === 'input_delta');
      expect(JSON.parse(deltas.map((call) => call.partialJson).join(''))).toEqual(done.toolInput);
      expect(done.inputSummary).toMatchObject({ tool_name: done.name, fields: { path: { type: 'str' } } });
    }
    const chunks = items.flatMap((item) => ('artifactUpdate' in item ? [item.artifactUpdate] : []));
    expect(chunks.map((chunk) => chunk.append)).toEqual([undefined, true, true, true, true]);
    expect(chunks.map((chunk) => chunk.lastChunk)).toEqual([undefined, undefined, undefined, undefined, true]);
    const file = chunks.map((chunk) => chunk.artifact.parts[0]?.text).join('');
    expect(calls[calls.length - 1]).toMatchObject({
      name: 'write_file',
      status: 'completed',
      artifact: {
        artifactId: chunks[0]?.artifact.artifactId,
        byteSize: Buffer.byteLength(file),
        sha256: createHash('sha256').update(file).digest('hex'),
      },
    });
  });
});

describe('image', () => {
  it('is a PNG, the same by value and by link, in both versions', async () => {
    const [raw, link] = (await run('image')).artifacts?.[0]?.parts ?? [];
    const bytes = Buffer.from(raw?.raw ?? '', 'base64');
    expect(bytes.subarray(1, 4).toString()).toBe('PNG');
    const start = bytes.indexOf('IDAT') + 4;
    const pixels = inflateSync(bytes.subarray(start, start + bytes.readUInt32BE(start - 8)));
    expect(pixels.length).toBe(96 * (1 + 96 * 3));
    expect(bytes.subarray(-4).toString('hex')).toBe('ae426082');
    const fetched = await fetchText(link?.url ?? '');
    expect(fetched).toMatchObject({
      status: 200,
      headers: { 'content-type': 'image/png', 'content-length': String(bytes.length) },
    });
    const old = (await stream03('image')).find((item) => item.kind === 'artifact-update');
    const file = { name: 'sample.png', mimeType: 'image/png' };
    expect(old?.artifact?.parts).toEqual([
      { kind: 'file', file: { bytes: raw?.raw, ...file } },
      { kind: 'file', file: { uri: link?.url, ...file } },
    ]);
  });
});

describe('ask', () => {
  it('asks, asks again and completes in the same task', async () => {
    const asked = await run('ask me');
    expect(asked.status.message?.parts[1]?.data).toMatchObject({ schema: { type: 'object', required: ['region'] } });
    const { id: taskId, contextId } = asked;
    const again = await stream10('again', { taskId });
    expect(again.map(label10)).toEqual(['task', 'working', 'input-required']);
    expect(again[0]).toMatchObject({ task: { id: taskId, contextId, status: { state: 'TASK_STATE_WORKING' } } });
    const done = await run('north', { taskId, contextId });
    expect(done).toMatchObject({ id: taskId, contextId, status: { state: 'TASK_STATE_COMPLETED' } });
    expect(done.artifacts?.[0]?.parts[0]?.text).toBe('north');
    expect(done.history?.map((message) => message.role.slice(5))).toEqual([
      ...['USER', 'AGENT', 'USER', 'AGENT', 'USER', 'AGENT'],
    ]);
  });

  it('takes data for an answer, also from 0.3', async () => {
    const asked = await v03.result<{ id: string }>('message/send', say03('ask'));
    const parts = [{ kind: 'data', data: { region: 'west' } }];
    const message = { kind: 'message', messageId: 'm', role: 'user', taskId: asked.id, parts };
    const done = await v03.result('message/send', { message });
    expect(done).toMatchObject({
      status: { state: 'completed' },
      artifacts: [{ parts: [{ kind: 'text', text: '{"region":"west"}' }] }],
    });
  });
});

describe('auth', () => {
  it('goes on with any message', async () => {
    const waiting = await run('auth');
    expect(waiting.status.state).toBe('TASK_STATE_AUTH_REQUIRED');
    const frames = await stream03('signed in', { taskId: waiting.id });
    expect(frames.map(label03)).toEqual(['task', 'working', 'completed']);
    expect(frames[0]?.status?.state).toBe('working');
  });
});

describe('bad ends', () => {
  it('give their reason', async () => {
    expect((await run('fail disk is full')).status).toMatchObject({
      state: 'TASK_STATE_FAILED',
      message: { parts: [{ text: 'The work failed: disk is full' }] },
    });
    expect((await run('reject')).status.state).toBe('TASK_STATE_REJECTED');
  });
});

describe('anything else', () => {
  it('describes every part it received', async () => {
    const parts = [
      { text: 'Keep this.' },
      { raw: Buffer.from('12345').toString('base64'), filename: 'five.bin' },
      { data: [1, 'two'] },
    ];
    const { task } = await v10.result<{ task: Task }>('SendMessage', {
      message: { messageId: 'm', role: 'ROLE_USER', parts },
    });
    expect(task.artifacts?.[0]?.parts[0]?.text).toBe('Keep this.\n[file: five.bin, 5 bytes]\n[data: [1,"two"]]');
    const old = await v03.result<{ history: { parts: unknown[] }[] }>('tasks/get', { id: task.id });
    expect(old.history[0]?.parts[2]).toEqual({
      kind: 'data',
      data: { value: [1, 'two'] },
      metadata: { data_part_compat: true },
    });
  });
});
