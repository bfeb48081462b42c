import { describe, expect, it, vi } from 'vitest';
import type { Entry } from '../../model/entry.ts';
import type { Row } from '../../model/row.ts';
import { ROW_TEXT_LIMIT } from '../../model/row.ts';
import { createFold } from './fold.ts';
import type { Folded } from './reading.ts';
import { CONTEXT, chunk, said, status, TASK, task, tool } from './testing/events.ts';
import { SessionScript } from './testing/session-script.ts';
import { permissionTurns, toolTurn } from './testing/turns.ts';

const foldAll = (entries: readonly Entry[]): Folded[] => {
  const fold = createFold();
  return entries.map((entry) => fold.push(entry));
};
const rowsOf = (script: SessionScript): Row[] => foldAll(script.entries).map((folded) => folded.row);
const codesOf = (script: SessionScript): string[] =>
  foldAll(script.entries).flatMap((folded) => folded.issues.map((issue) => issue.code));

describe('a turn with a tool', () => {
  const rows = rowsOf(toolTurn());

  it('gives one row per entry, in the same order', () => {
    expect(rows.map((row) => row.seq)).toEqual(toolTurn().entries.map((entry) => entry.seq));
    expect(rows.map((row) => `${row.lane}/${row.kind}`)).toEqual([
      'request/request',
      'request/response',
      'status/task',
      'status/status',
      'status/status',
      'thinking/thinking',
      'thinking/thinking',
      'status/text',
      'tool/tool-started',
      'tool/tool-input-delta',
      'tool/tool-input-delta',
      'tool/tool-input',
      'status/usage',
      'tool/tool-result',
      'status/text',
      'status/text',
      'status/text',
      'status/status',
      'request/end',
    ]);
  });

  it('says what happened in facts', () => {
    expect(rows[0]).toMatchObject({ text: 'What is in the workspace?', name: 'SendStreamingMessage' });
    expect(rows[1]).toMatchObject({ text: '200 · text/event-stream', status: 200, stream: true, duration: 10 });
    expect(rows[3]).toMatchObject({ text: '', state: 'TASK_STATE_SUBMITTED' });
    expect(rows[9]?.text).toBe('+6');
    expect(rows[11]).toMatchObject({ name: 'list_files', text: 'path .' });
    expect(rows[12]?.text).toBe('110 + 20 = 130 · other');
    expect(rows[18]).toMatchObject({ name: 'complete', duration: 180 });
  });

  it('joins the rows of a tool call by one span and times it', () => {
    const spans = rows.filter((row) => row.span).map((row) => `${row.span?.id} ${row.span?.edge}`);
    const id = `${TASK}|call_1`;
    expect(spans).toEqual([`${id} open`, `${id} mid`, `${id} mid`, `${id} mid`, `${id} close`]);
    expect(rows[13]).toMatchObject({ duration: 50, name: 'list_files' });
  });

  it('folds deltas of one text, and the repeated whole text stays apart', () => {
    expect(rows[5]?.marks?.fold).toBe(rows[6]?.marks?.fold);
    expect(rows[9]?.marks?.fold).toBe(rows[10]?.marks?.fold);
    expect(rows[14]?.marks?.fold).toBe(rows[15]?.marks?.fold);
    expect(rows[5]?.marks?.fold).not.toBe(rows[7]?.marks?.fold);
    expect(rows[16]?.marks?.fold).toBeUndefined();
  });

  it('fills in ids as soon as they are known', () => {
    expect(rows[1]?.task).toBeUndefined();
    for (const row of rows.slice(2)) expect([row.task, row.context]).toEqual([TASK, CONTEXT]);
  });
});

describe('a question', () => {
  const rows = rowsOf(permissionTurns());

  it('stands in the auth lane inside the span of its tool', () => {
    const asked = rows.find((row) => row.kind === 'permission');
    expect(asked).toMatchObject({ lane: 'auth', name: 'write_file', state: 'TASK_STATE_INPUT_REQUIRED' });
    expect(asked?.span?.edge).toBe('mid');
  });

  it('is closed by the result of the next exchange, waiting included', () => {
    const result = rows.find((row) => row.kind === 'tool-result');
    expect(result?.exchange).toBe(2);
    expect(result?.duration).toBeGreaterThan(8_000);
  });

  it('shows the choice on the request row and its arrival on the answer row', () => {
    expect(rows.find((row) => row.kind === 'request' && row.exchange === 2)?.text).toBe('allow_once → permission-15');
    expect(rows.find((row) => row.kind === 'answer')).toMatchObject({ lane: 'auth', name: 'write_file' });
  });
});

describe('texts', () => {
  it('are cut at the limit, whole characters kept, control characters as they are', () => {
    const script = new SessionScript();
    const exchange = script.ask('x');
    script.head(exchange);
    script.item(exchange, said(`\u202eab\u0007${'x'.repeat(ROW_TEXT_LIMIT - 5)}🌍 and more`));
    const row = rowsOf(script)[2];
    expect(row?.marks?.cut).toBe(true);
    expect(row?.text.startsWith('\u202eab\u0007')).toBe(true);
    expect(row?.text).toHaveLength(ROW_TEXT_LIMIT - 1);
  });

  it('name artifacts with type and content size in bytes', () => {
    const script = new SessionScript();
    const exchange = script.ask('x');
    script.head(exchange);
    const named = { artifactId: 'a', name: 'é.txt', parts: [{ text: '検索', mediaType: 'text/plain' }] };
    script.item(exchange, { artifactUpdate: { taskId: TASK, contextId: CONTEXT, artifact: named, lastChunk: true } });
    script.item(exchange, chunk('b', [{ raw: 'aGVsbG8=', mediaType: 'image/png' }]));
    const rows = rowsOf(script);
    expect(rows[2]).toMatchObject({ lane: 'artifact', name: 'a', text: 'é.txt · text/plain · 検索' });
    expect(rows[2]?.artifact).toEqual({ id: 'a', name: 'é.txt', last: true, mediaType: 'text/plain', bytes: 6 });
    expect(rows[3]).toMatchObject({ text: 'image/png · raw 5', artifact: { bytes: 5 } });
  });
});

describe('framing', () => {
  it('reads data over several lines and any line end', () => {
    const script = new SessionScript();
    const exchange = script.ask('x');
    script.head(exchange);
    const json = JSON.stringify({ jsonrpc: '2.0', id: 'r1', result: status('TASK_STATE_WORKING') }, undefined, 1);
    for (const end of ['\n', '\r', '\r\n']) {
      script.block(
        exchange,
        json
          .split('\n')
          .map((line) => `data: ${line}`)
          .join(end) +
          end +
          end,
      );
    }
    script.block(exchange, `event: status${'\r\n'}data:${JSON.stringify(JSON.parse(json))}${'\r\n\r\n'}`);
    const rows = rowsOf(script).slice(2);
    expect(rows.map((row) => row.state)).toEqual(Array(4).fill('TASK_STATE_WORKING'));
  });

  it('keeps comments quiet and shows what is no JSON', () => {
    const script = new SessionScript();
    const exchange = script.ask('x');
    script.head(exchange);
    script.block(exchange, ': ping - 12:00\n\n');
    script.block(exchange, 'data: [DONE]\n\n');
    script.block(exchange, 'data\n\n');
    const folded = foldAll(script.entries).slice(2);
    expect(folded[0]).toMatchObject({ reading: { type: 'quiet' }, row: { kind: 'comment', text: 'ping - 12:00' } });
    expect(folded[1]?.row).toMatchObject({ kind: 'unreadable', lane: 'error', text: '[DONE]' });
    expect(folded[2]?.row).toMatchObject({ kind: 'unreadable', text: '' });
  });

  it('does not deliver a block the stream ended in', () => {
    const script = new SessionScript();
    const exchange = script.ask('x');
    script.head(exchange);
    script.frame(exchange, 'tail', 'data: {"jsonrpc"');
    expect(foldAll(script.entries)[2]).toMatchObject({
      row: { kind: 'unreadable', lane: 'error' },
      issues: [{ code: 'undelivered-tail' }],
    });
  });
});

describe('errors', () => {
  it('of JSON-RPC name the code', () => {
    const script = new SessionScript();
    const exchange = script.call('GetTask', { id: 'gone' });
    script.head(exchange, 'application/json');
    const error = { code: -32001, message: 'Task not found' };
    script.frame(exchange, 'body', JSON.stringify({ jsonrpc: '2.0', id: 'r1', error }));
    expect(rowsOf(script)[2]).toMatchObject({ lane: 'error', kind: 'error', task: 'gone', name: 'TaskNotFound' });
    expect(rowsOf(script)[2]?.text).toBe('-32001 · Task not found');
  });

  it('of HTTP put head and body into the error lane', () => {
    const script = new SessionScript();
    const exchange = script.call('GetTask', {}, { binding: 'HTTP+JSON', url: 'http://agent.example/tasks/job%3A42' });
    script.head(exchange, 'application/json', 404);
    const error = { code: 404, status: 'NOT_FOUND', message: 'no such task' };
    script.frame(exchange, 'body', JSON.stringify({ error }));
    const rows = rowsOf(script);
    expect(rows[0]?.task).toBe('job:42');
    expect(rows[1]).toMatchObject({ lane: 'error', status: 404 });
    expect(rows[2]).toMatchObject({ lane: 'error', kind: 'error', status: 404 });
    expect(rows[2]?.text).toContain('no such task');
  });

  it('inside a stream are read with and without an envelope', () => {
    const script = new SessionScript();
    const exchange = script.ask('x');
    script.head(exchange);
    script.block(
      exchange,
      'event: error\ndata: {"jsonrpc":"2.0","id":"r1","error":{"code":-32603,"message":"quota"}}\n\n',
      'error',
    );
    script.block(exchange, 'event: error\ndata: {"code":-32603,"message":"bare"}\n\n', 'error');
    const folded = foldAll(script.entries).slice(2);
    expect(folded.map((item) => item.reading)).toMatchObject([
      { type: 'error', error: { code: -32603, message: 'quota' } },
      { type: 'error', error: { code: -32603, message: 'bare' } },
    ]);
  });
});

describe('other answers', () => {
  it('are read by their operation', () => {
    const script = new SessionScript();
    script.answer(script.call('ListTasks', {}), {
      tasks: [{ id: TASK, status: { state: 'TASK_STATE_WORKING' } }],
      nextPageToken: '',
      pageSize: 50,
      totalSize: 7,
    });
    script.answer(script.call('DeleteTaskPushNotificationConfig', { taskId: TASK, id: 'c' }), null);
    script.answer(script.call('GetTask', { id: TASK }), task('TASK_STATE_COMPLETED').task);
    const folded = foldAll(script.entries).filter(
      (item) => item.reading !== undefined && item.row.kind !== 'request' && item.row.kind !== 'end',
    );
    expect(folded.map((item) => [item.row.kind, item.row.text, item.reading?.type])).toEqual([
      ['result', '1 / 7', 'tasks'],
      ['result', '', 'empty'],
      ['task', '', 'task'],
    ]);
    expect(folded[2]?.row.state).toBe('TASK_STATE_COMPLETED');
  });

  it('read a card of either version', () => {
    const script = new SessionScript();
    for (const card of [
      {
        name: 'New',
        version: '2',
        description: '',
        supportedInterfaces: [{ url: 'http://a/', protocolBinding: 'JSONRPC', protocolVersion: '1.0' }],
        capabilities: {},
        skills: [],
        defaultInputModes: [],
        defaultOutputModes: [],
      },
      {
        name: 'Old',
        version: '1',
        description: '',
        url: 'http://a/',
        protocolVersion: '0.3.0',
        capabilities: {},
        skills: [],
        defaultInputModes: [],
        defaultOutputModes: [],
      },
    ]) {
      const exchange = script.call('GetAgentCard', undefined, { binding: undefined });
      script.head(exchange, 'application/json');
      script.frame(exchange, 'body', JSON.stringify(card));
    }
    const cards = foldAll(script.entries).filter((item) => item.reading?.type === 'card');
    expect(cards.map((item) => item.row.text)).toEqual(['New 2', 'Old 1']);
  });

  it('decode 0.3 into the same rows', () => {
    const script = new SessionScript();
    const message = { kind: 'message', messageId: 'm', role: 'user', parts: [{ kind: 'text', text: 'old style' }] };
    const exchange = script.call('SendStreamingMessage', { message }, { dialect: '0.3' });
    script.head(exchange);
    script.item(exchange, { kind: 'task', id: TASK, contextId: CONTEXT, status: { state: 'submitted' } });
    script.item(exchange, {
      kind: 'status-update',
      taskId: TASK,
      contextId: CONTEXT,
      status: { state: 'completed' },
      final: true,
    });
    const rows = rowsOf(script);
    expect(rows[0]?.text).toBe('old style');
    expect(rows.slice(2).map((row) => row.state)).toEqual(['TASK_STATE_SUBMITTED', 'TASK_STATE_COMPLETED']);
    expect(codesOf(script)).toEqual([]);
  });
});

describe('lifecycle', () => {
  const stream = (...events: unknown[]): SessionScript => {
    const script = new SessionScript();
    const exchange = script.ask('x');
    script.head(exchange);
    for (const event of events) script.item(exchange, event);
    script.end(exchange);
    return script;
  };

  it('says nothing about a correct stream', () => {
    expect(
      codesOf(
        stream(
          task('TASK_STATE_SUBMITTED'),
          chunk('a', [{ text: 'x' }], { lastChunk: true }),
          status('TASK_STATE_COMPLETED'),
        ),
      ),
    ).toEqual([]);
    expect(codesOf(toolTurn())).toEqual([]);
    expect(codesOf(permissionTurns())).toEqual([]);
  });

  it('flags events after a terminal state once per end', () => {
    const script = stream(
      status('TASK_STATE_FAILED'),
      status('TASK_STATE_WORKING'),
      status('TASK_STATE_WORKING'),
      status('TASK_STATE_FAILED'),
      chunk('a', [{ text: 'x' }]),
      chunk('b', [{ text: 'x' }]),
    );
    expect(codesOf(script)).toEqual(['event-after-terminal', 'event-after-terminal']);
    expect(rowsOf(script)[3]?.marks).toMatchObject({ severity: 'warning', findings: 1 });
  });

  it('only notes that an end is said once more', () => {
    const end = 'TASK_STATE_CANCELED';
    const script = stream(status(end), status(end), status(end), status('TASK_STATE_WORKING'));
    expect(codesOf(script)).toEqual(['end-repeated', 'event-after-terminal', 'stream-unfinished']);
    expect(rowsOf(script)[3]?.marks).toMatchObject({ severity: 'note', findings: 1 });
  });

  it('flags unknown states, changed task ids and mixed answers', () => {
    expect(codesOf(stream(status('TASK_STATE_DREAMING'), status('TASK_STATE_COMPLETED')))).toEqual(['unknown-state']);
    const other = { statusUpdate: { taskId: 'other', contextId: CONTEXT, status: { state: 'TASK_STATE_COMPLETED' } } };
    expect(codesOf(stream(task('TASK_STATE_WORKING'), other))).toEqual(['task-id-changed']);
    const message = { message: { messageId: 'm', role: 'ROLE_AGENT', parts: [{ text: 'hi' }] } };
    expect(codesOf(stream(status('TASK_STATE_WORKING'), message))).toEqual(['message-after-task']);
    expect(codesOf(stream(message, status('TASK_STATE_COMPLETED')))).toEqual(['event-after-message']);
  });

  it('flags writes to a sealed artifact with its id', () => {
    const script = stream(
      task('TASK_STATE_WORKING'),
      chunk('r', [{ text: 'draft' }], { lastChunk: true }),
      chunk('r', [{ text: ' extra' }], { append: true }),
      chunk('r', [{ text: 'final' }], { append: false, lastChunk: true }),
      status('TASK_STATE_COMPLETED'),
    );
    const found = foldAll(script.entries).flatMap((folded) => folded.issues);
    expect(found.map((issue) => [issue.code, issue.severity])).toEqual([
      ['artifact-after-last-chunk', 'warning'],
      ['artifact-after-last-chunk', 'note'],
    ]);
    expect(found[0]?.message).toContain('r');
  });

  it('flags a stream that ends while the task works, and one without any event', () => {
    expect(codesOf(stream(task('TASK_STATE_WORKING')))).toEqual(['stream-unfinished']);
    expect(codesOf(stream())).toEqual(['stream-empty']);
  });

  it('compares JSON-RPC ids', () => {
    const script = new SessionScript();
    const exchange = script.ask('x', {}, 'SendMessage');
    script.head(exchange, 'application/json');
    script.frame(
      exchange,
      'body',
      JSON.stringify({ jsonrpc: '2.0', id: 'other-77', result: task('TASK_STATE_COMPLETED') }),
    );
    const folded = foldAll(script.entries)[2];
    expect(folded?.issues).toMatchObject([{ code: 'rpc-id' }]);
    expect(folded?.issues[0]?.message).toContain('other-77');
  });
});

describe('deliveries', () => {
  it('are rows of the push lane, with repeats and late ones noted', () => {
    const script = new SessionScript();
    script.deliver(status('TASK_STATE_WORKING'));
    script.deliver(status('TASK_STATE_COMPLETED'));
    script.deliver(status('TASK_STATE_COMPLETED'));
    script.deliver(status('TASK_STATE_WORKING'));
    script.deliver({ kind: 'task', id: TASK, contextId: CONTEXT, status: { state: 'completed' } });
    const folded = foldAll(script.entries);
    expect(folded.map((item) => [item.row.lane, item.row.kind, item.row.task])).toEqual(
      Array(5).fill(['push', 'delivery', TASK]),
    );
    expect(folded.map((item) => item.issues.map((issue) => issue.code).join())).toEqual([
      '',
      '',
      'delivery-duplicate',
      'delivery-late',
      '',
    ]);
  });
});

describe('what it keeps', () => {
  it('parses few of the frames that resemble each other, and shares what deltas have in common', () => {
    const script = new SessionScript();
    const exchange = script.ask('x');
    script.head(exchange);
    for (let i = 0; i < 1_000; i++) script.item(exchange, said(`word ${i} `));
    const parse = vi.spyOn(JSON, 'parse');
    const rows = rowsOf(script).slice(2);
    expect(parse.mock.calls.length).toBeLessThan(50);
    parse.mockRestore();
    expect(new Set(rows.map((row) => row.marks)).size).toBe(1);
    expect(new Set(rows.map((row) => row.message)).size).toBe(1);
  });

  it('has a span open in the session closed only once, and no duration for a result without a start', () => {
    const script = new SessionScript();
    const exchange = script.ask('x');
    script.head(exchange);
    script.item(exchange, tool('completed', { name: 'ls', result: 'ok' }, 'lonely'));
    const row = rowsOf(script)[2];
    expect(row?.span).toEqual({ id: `${TASK}|lonely`, edge: 'close', name: 'ls' });
    expect(row?.duration).toBeUndefined();
  });

  it('marks failed tools', () => {
    const script = new SessionScript();
    const exchange = script.ask('x');
    script.head(exchange);
    script.item(exchange, tool('failed', { name: 'ls', result: 'no such file' }));
    expect(rowsOf(script)[2]?.span?.failed).toBe(true);
  });

  it('gives the same rows when a session is folded again', () => {
    const entries = permissionTurns().entries;
    expect(foldAll(entries)).toEqual(foldAll(entries));
  });
});

describe('notes about a broken stream', () => {
  const script = new SessionScript();
  const exchange = script.ask('x');
  script.head(exchange);
  script.item(exchange, task('TASK_STATE_WORKING'));
  script.end(exchange, 'cut');
  const start = script.entries.length;
  const step = { task: TASK, phase: 'waiting', attempt: 1, of: 6, inMs: 1_000, cause: 'cut', message: 'in 1 s' };
  script.note('reconnect', step);
  script.note('reconnect', { ...step, phase: 'gave-up', cause: 'exhausted' });
  script.note('reconnect', { ...step, phase: 'gave-up', cause: 'stopped' });
  script.note('reconnect', { task: 5, phase: 'dancing' });
  script.note('gap', { task: TASK, from: 30, message: 'Events may be missing.' });
  const differences = [
    { what: 'state', message: 'The task is done.' },
    { what: 'message', id: 'm', message: 'A message is missing.' },
  ];
  script.note('reconciled', { task: TASK, differences, message: '2 differences' });
  const folded = foldAll(script.entries).slice(start);
  const rows = folded.map(({ row }) => row);

  it('belong to the task and carry the step', () => {
    expect(rows[0]).toMatchObject({
      kind: 'note',
      name: 'reconnect',
      task: TASK,
      context: CONTEXT,
      agent: 'agent-1',
      text: 'in 1 s',
      reconnect: { phase: 'waiting', attempt: 1, of: 6, inMs: 1_000, cause: 'cut' },
    });
    expect(rows.map(({ lane }) => lane).slice(0, 3)).toEqual(['status', 'error', 'status']);
  });

  it('of no known shape are notes like any other', () => {
    expect(rows[3]).toMatchObject({ kind: 'note', name: 'reconnect' });
    expect(rows[3]?.reconnect).toBeUndefined();
    expect(rows[3]?.task).toBeUndefined();
  });

  it('say how long the gap is, and make what nobody told a finding', () => {
    expect(rows[4]).toMatchObject({ name: 'gap', task: TASK, duration: (rows[4]?.at ?? 0) - 30 });
    expect(folded[5]?.issues.map(({ code }) => code)).toEqual(['missed-state', 'missed-message']);
    expect(rows[5]?.marks).toMatchObject({ findings: 2, severity: 'warning' });
  });
});
