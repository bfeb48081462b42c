import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testEngines } from '../engine/testing/engines.ts';
import { startAgent } from '../engine/testing/event-server.ts';
import type { TestServer } from '../engine/testing/servers.ts';
import { runCli } from './run.ts';
import { recordingTerminal } from './test-terminal.ts';

const engines = testEngines();
let server: TestServer;
let calls: string[] = [];

const task = (state: string) => ({ task: { id: 't-1', contextId: 'c-1', status: { state } } });

beforeAll(async () => {
  const stream = (response: ServerResponse, id: unknown, result: object, broken: boolean) => {
    response.writeHead(200, { 'Content-Type': 'text/event-stream' });
    const text = `data: ${JSON.stringify({ jsonrpc: '2.0', id, result })}\n\n`;
    if (broken) response.write(text, () => response.destroy());
    else response.end(text);
  };
  server = await startAgent((response, { id, method }) => {
    calls.push(method);
    if (method === 'SendStreamingMessage') return stream(response, id, task('TASK_STATE_WORKING'), true);
    if (method === 'SubscribeToTask') return stream(response, id, task('TASK_STATE_COMPLETED'), false);
    return void response.end(JSON.stringify({ jsonrpc: '2.0', id, result: task('TASK_STATE_COMPLETED').task }));
  });
});

afterAll(async () => {
  await engines.close();
  await server.close();
});

async function loupe(...tokens: string[]) {
  calls = [];
  const terminal = recordingTerminal();
  const openEngine = async () => {
    const engine = await engines.start({ persist: false });
    await engine.call('settings.set', { key: 'resubscribeWaitsMs', value: [20, 40] });
    return engine;
  };
  const code = await runCli(tokens, terminal, openEngine, '0.0.0');
  return { code, stdout: terminal.stdout };
}

describe('a stream that breaks', () => {
  it('is not opened again unless that was asked for', async () => {
    const { code, stdout } = await loupe('send', server.url, '--text', 'go', '--json');
    expect(code).toBe(1);
    expect(JSON.parse(stdout.trimEnd().split('\n').pop() ?? '')).toMatchObject({ outcome: 'cut' });
    expect(calls).toEqual(['SendStreamingMessage']);
  });

  it('is followed to its end with --reconnect, every step a line', async () => {
    const { code, stdout } = await loupe('send', server.url, '--text', 'go', '--json', '--reconnect');
    expect(code).toBe(0);
    const lines = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    const steps = lines.filter(({ kind }) => kind === 'row').map(({ reconnect, name }) => reconnect?.phase ?? name);
    expect(steps).toEqual(['waiting', 'retrying', 'connected']);
    expect(lines.pop()).toMatchObject({
      outcome: 'complete',
      event_count: 2,
      task: { id: 't-1', state: 'TASK_STATE_COMPLETED' },
    });
    expect(calls.slice(0, 2)).toEqual(['SendStreamingMessage', 'SubscribeToTask']);
  });

  it('says the steps in words', async () => {
    const { stdout } = await loupe('send', server.url, '--text', 'go', '--reconnect');
    expect(stdout).toMatch(/Subscribing again in 0 s, attempt 1 of 2/);
    expect(stdout).toMatch(/Complete/);
  });
});
