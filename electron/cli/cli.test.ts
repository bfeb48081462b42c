import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEngine } from '../engine/engine.ts';
import { type SampleAgent, startSampleAgent } from '../sample-agent/index.ts';
import type { EventLine } from './event-line.ts';
import type { OutcomeLine } from './outcome-line.ts';
import { runCli } from './run.ts';
import { recordingTerminal } from './test-terminal.ts';

let agent: SampleAgent;
let folder: string;

beforeAll(async () => {
  agent = await startSampleAgent({ pace: 0.02 });
  folder = mkdtempSync(join(tmpdir(), 'loupe-cli-test-'));
});

afterAll(async () => {
  await agent.close();
  rmSync(folder, { recursive: true, force: true });
});

const openEngine = () =>
  createEngine({
    dataDir: folder,
    host: 'cli',
    version: '0.0.0',
    platform: 'test',
    capabilities: { dialogs: false, externalLinks: false, vault: 'none' },
    persist: false,
  });

async function loupe(tokens: string[], terminal = recordingTerminal()) {
  const code = await runCli(tokens, terminal, openEngine, '0.0.0');
  return { code, stdout: terminal.stdout, stderr: terminal.stderr };
}

async function json(...tokens: string[]) {
  const { code, stdout, stderr } = await loupe([...tokens, '--json']);
  const lines = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as EventLine | OutcomeLine);
  const outcome = lines[lines.length - 1];
  if (outcome?.kind !== 'outcome') throw new Error(`no outcome line:\n${stdout}${stderr}`);
  return { code, events: lines.slice(0, -1) as EventLine[], outcome, stderr };
}

describe('loupe send', () => {
  it('streams when the card says so, and prints every event once before the outcome', async () => {
    const { code, events, outcome } = await json('send', agent.url, '--text', 'plan a network');
    expect(code).toBe(0);
    expect(outcome).toMatchObject({ outcome: 'complete', operation: 'SendStreamingMessage', warnings: [] });
    expect(outcome.error).toBeUndefined();
    expect(outcome.event_count).toBe(events.length);
    expect(outcome.events).toEqual(events);
    expect(events[0]).toMatchObject({ kind: 'event', type: 'task', state: 'TASK_STATE_SUBMITTED' });
    expect(events[events.length - 1]).toMatchObject({ type: 'statusUpdate', state: 'TASK_STATE_COMPLETED' });
    expect(events.map((event) => event.seq)).toEqual([...events.map((event) => event.seq)].sort((a, b) => a - b));
    expect(outcome.task).toMatchObject({
      state: 'TASK_STATE_COMPLETED',
      artifacts: [{ artifactId: 'echo', parts: 1 }],
    });
    expect(outcome.task?.artifacts[0]?.text).toContain('plan a network');
  });

  it('sends text, data and files in the order given', async () => {
    const file = join(folder, 'a.txt');
    writeFileSync(file, 'twelve bytes');
    const { outcome } = await json(
      ...['send', agent.url, '--no-stream', '--data', '{"a":[1]}', '--text', 'between', '--file', file],
    );
    expect(outcome).toMatchObject({ outcome: 'ok', operation: 'SendMessage' });
    expect(outcome.task?.artifacts[0]?.text).toBe('[data: {"a":[1]}]\nbetween\n[file: a.txt, 12 bytes]');
  });

  it('reads text from standard input', async () => {
    const terminal = recordingTerminal('from a pipe');
    const { code, stdout } = await loupe(['send', agent.url, '--text', '-', '--no-stream', '--json'], terminal);
    expect(code).toBe(0);
    expect(stdout).toContain('from a pipe');
  });

  it('speaks 0.3 when told to, with the same events', async () => {
    const old = await json('send', agent.url, '--text', 'plan', '--stream', '--version', '0.3');
    const now = await json('send', agent.url, '--text', 'plan', '--stream', '--version', '1.0');
    const shape = (events: EventLine[]) =>
      events.map(({ type, state, text, artifactId }) => ({ type, state, text, artifactId }));
    expect(shape(old.events)).toEqual(shape(now.events));
    expect(old.events[0]?.raw_state).toBe('submitted');
    expect(now.events[0]?.raw_state).toBeUndefined();
  });

  it('says that the agent waits and takes the answer in the same task', async () => {
    const asked = await json('send', agent.url, '--text', 'ask');
    expect(asked).toMatchObject({
      code: 0,
      outcome: { outcome: 'paused', task: { state: 'TASK_STATE_INPUT_REQUIRED' } },
    });
    const task = asked.outcome.task?.id ?? '';
    const answered = await json('send', agent.url, '--text', 'north', '--task', task);
    expect(answered.outcome).toMatchObject({ outcome: 'complete', task: { id: task, state: 'TASK_STATE_COMPLETED' } });
  });

  it('ends with 1 for a failed task and for an error answer', async () => {
    const failed = await json('send', agent.url, '--text', 'fail disk is full');
    expect(failed).toMatchObject({ code: 1, outcome: { outcome: 'task-failed' } });
    const unknown = await json('send', agent.url, '--text', 'x', '--task', 'nobody', '--no-stream');
    expect(unknown).toMatchObject({
      code: 1,
      outcome: { outcome: 'error', error: { layer: 'rpc', rpc_code: -32001 } },
    });
  });

  it('ends with 2 when nothing could be sent', async () => {
    expect((await json('send', agent.url)).outcome.error?.message).toContain('nothing to send');
    const missing = await json('send', agent.url, '--file', join(folder, 'nowhere'));
    expect(missing).toMatchObject({ code: 2, outcome: { outcome: 'error', error: { layer: 'bad-input' } } });
    expect((await json('send', agent.url, '--text', 'x', '--stream', '--no-stream')).code).toBe(2);
    expect((await json('send', 'ftp://nowhere', '--text', 'x')).code).toBe(2);
  });

  it('stops listening on Ctrl+C and says that the task goes on', async () => {
    const terminal = recordingTerminal();
    terminal.watch = (stdout) => {
      if (stdout.includes('WORKING')) terminal.interrupt();
    };
    const { code, stdout } = await loupe(['send', agent.url, '--text', 'slow 3000'], terminal);
    expect(code).toBe(130);
    expect(stdout).toContain('Stopped listening');
    const id = /loupe task cancel \S+ (\S+)/.exec(stdout)?.[1] ?? '';
    const task = await json('task', 'get', agent.url, id);
    expect(task.outcome.task?.state).toBe('TASK_STATE_WORKING');
    expect((await json('task', 'cancel', agent.url, id)).outcome.task?.state).toBe('TASK_STATE_CANCELED');
  });
});

describe('loupe for people', () => {
  it('prints aligned lines, the artifact and what to do next', async () => {
    const { stdout, stderr } = await loupe(['send', agent.url, '--text', 'ask']);
    expect(stderr).toBe('');
    expect(stdout).toMatch(/^ {4}0\.\d{3} {2}task {11}SUBMITTED$/m);
    expect(stdout).toMatch(/^Waiting for you {2}\d+ events, task \S+ INPUT_REQUIRED$/m);
    expect(stdout).toMatch(/^Answer with: loupe send \S+ --task \S+ --text '\.\.\.'$/m);
    const esc = String.fromCharCode(27);
    expect(stdout).not.toContain(esc);
    const coloured = recordingTerminal();
    coloured.colour = true;
    await loupe(['send', agent.url, '--text', 'reject'], coloured);
    expect(coloured.stdout).toContain(`${esc}[31mREJECTED${esc}[0m`);
  });

  it('explains an error and keeps it apart from the output', async () => {
    const { code, stdout, stderr } = await loupe(['task', 'get', agent.url, 'nobody']);
    expect(code).toBe(1);
    expect(stdout).not.toContain('cause');
    expect(stderr).toMatch(/^Error {2}.*TaskNotFound -32001/);
    expect(stderr).toContain('  cause  ');
    expect(stderr).toContain("  try    List what the agent knows with 'loupe task list URL'.");
  });

  it('says why an agent cannot be reached', async () => {
    const closed = await startSampleAgent();
    await closed.close();
    const { code, stderr } = await loupe(['card', closed.url]);
    expect(code).toBe(1);
    expect(stderr).toContain('Connection refused');
  });
});

describe('loupe card, task and push', () => {
  it('shows the public and the extended card', async () => {
    const card = await json('card', agent.url);
    expect(card).toMatchObject({ code: 0, events: [], outcome: { outcome: 'ok', operation: 'GetAgentCard' } });
    const again = await json('card', agent.url, '--revalidate');
    expect(again.outcome.not_modified).toBe(true);
    const extended = await json('card', agent.url, '--extended');
    expect(extended.outcome.card?.skills.length).toBeGreaterThan(card.outcome.card?.skills.length ?? 0);
    const { stdout } = await loupe(['card', agent.url]);
    expect(stdout).toMatch(/^Streaming {7}yes$/m);
  });

  it('lists tasks page by page and all at once', async () => {
    const first = await json('send', agent.url, '--text', 'one', '--no-stream');
    const context = first.outcome.task?.contextId ?? '';
    await json('send', agent.url, '--text', 'two', '--context', context, '--no-stream');
    const page = await json('task', 'list', agent.url, '--context', context, '--page-size', '1');
    expect(page.outcome.tasks).toHaveLength(1);
    expect(page.outcome).toMatchObject({ outcome: 'ok', total_size: 2 });
    const rest = await json(
      'task',
      'list',
      agent.url,
      '--context',
      context,
      '--page-size',
      '1',
      '--all',
      '--status',
      'completed',
    );
    expect(rest.outcome.tasks).toHaveLength(2);
    expect(rest.outcome.next_page_token).toBe('');
    const { stdout } = await loupe(['task', 'list', agent.url, '--context', context]);
    expect(stdout).toContain('2 of 2 tasks');
  });

  it('follows a running task', async () => {
    const started = await json('send', agent.url, '--text', 'slow 20', '--no-stream', '--return-immediately');
    const id = started.outcome.task?.id ?? '';
    const followed = await json('task', 'subscribe', agent.url, id);
    expect(followed.events[0]).toMatchObject({ type: 'task', taskId: id });
    expect(followed.outcome).toMatchObject({ outcome: 'complete', task: { state: 'TASK_STATE_COMPLETED' } });
  });

  it('reports what the agent says to a push configuration, and asks for a webhook first', async () => {
    const started = await json('send', agent.url, '--text', 'ask', '--no-stream');
    const id = started.outcome.task?.id ?? '';
    const created = await json('push', 'create', agent.url, id, '--webhook', 'http://127.0.0.1:9/hook');
    expect(created).toMatchObject({ code: 1, outcome: { outcome: 'error', error: { rpc_code: -32003 } } });
    const nowhere = await json('push', 'create', agent.url, id);
    expect(nowhere).toMatchObject({ code: 2, outcome: { error: { layer: 'bad-input' } } });
    const noScheme = ['push', 'create', agent.url, id, '--webhook', 'http://127.0.0.1:9/', '--auth-credentials', 'c'];
    expect((await json(...noScheme)).code).toBe(2);
  });
});

describe('loupe session', () => {
  it('keeps a session on request and prints it again', async () => {
    const file = join(folder, 'run.jsonl');
    const sent = await json('send', agent.url, '--text', 'plan', '--save', file);
    expect(sent.code).toBe(0);
    expect(readFileSync(file, 'utf8').split('\n')[0]).toContain('"loupe-session"');
    const printed = await loupe(['session', file]);
    expect(printed.code).toBe(0);
    expect(printed.stdout).toContain('COMPLETED');
    const rows = (await loupe(['session', file, '--json'])).stdout.trimEnd().split('\n');
    expect(rows.length).toBeGreaterThan(sent.events.length);
    expect(JSON.parse(rows[0] ?? '')).toMatchObject({ kind: 'row', seq: 1, row: 'request' });
  });

  it('refuses what is no session and says when one cannot be kept', async () => {
    const file = join(folder, 'no.jsonl');
    writeFileSync(file, 'not a session');
    expect((await loupe(['session', file])).code).toBe(2);
    expect((await loupe(['session', join(folder, 'nowhere')])).code).toBe(2);
    expect(
      (await json('send', agent.url, '--text', 'x', '--no-stream', '--save', join(folder, 'no', 'dir'))).code,
    ).toBe(2);
  });
});
