import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { capturedEvents } from '../dialects/testing/captured-events.ts';
import type { ToolTotals } from './spans.ts';
import { figuresOfGroup, figuresOfRun, percentile, spreadsOf } from './spans-figures.ts';
import { CONTEXT, chunk, permission, said, status, TASK, task, thought, tool, vendor } from './testing/events.ts';
import { SessionScript } from './testing/session-script.ts';
import { outlineOf, partsOf, playSpans, spansOf } from './testing/spans.ts';
import { permissionTurns, toolTurn } from './testing/turns.ts';

/** One exchange with these events, 10 ms apart, and its end. */
function turn(events: readonly object[], ended = true): SessionScript {
  const script = new SessionScript();
  const exchange = script.ask('go');
  script.head(exchange);
  script.item(exchange, task('TASK_STATE_SUBMITTED'));
  for (const event of events) script.item(exchange, event);
  if (ended) script.end(exchange);
  return script;
}

const totalsOf = (script: SessionScript): ToolTotals[] => [...playSpans(script).spans.session.group.totals.values()];

describe('a turn with a tool', () => {
  const { spans, rows } = playSpans(toolTurn());

  it('lies in its task and context, deltas joined, steps in order of their begin', () => {
    expect(outlineOf(spans)).toEqual([
      'context',
      '  task',
      '    turn SendStreamingMessage',
      '      point state',
      '      thinking',
      '      text',
      '      tool list_files',
      '      point usage',
      '      text',
      '      wait turn open',
    ]);
    expect(spansOf(spans, 'thinking')[0]).toMatchObject({ from: 60, to: 70, rows: 2 });
  });

  it('knows the parts of the call', () => {
    const [call] = spansOf(spans, 'tool');
    expect(call).toMatchObject({ from: 90, to: 140, rows: 5, state: 'closed', note: 'README.md\nmain.tf' });
    expect(partsOf(call)).toEqual(['input 90-120', 'run 120-140']);
  });

  it('says which span a row went to', () => {
    const kinds = rows.map((_, index) => spans.ownerOf(index)?.kind);
    expect(kinds).toEqual([
      'turn',
      'turn',
      'point',
      'turn',
      'point',
      'thinking',
      'thinking',
      'text',
      'tool',
      'tool',
      'tool',
      'tool',
      'point',
      'tool',
      'text',
      'text',
      'text',
      'wait',
      'turn',
    ]);
  });

  it('is open until it ends, and so are task and context', () => {
    const script = toolTurn();
    script.entries.length = 11;
    const { spans: running } = playSpans(script);
    expect(outlineOf(running)).toEqual([
      'context open',
      '  task open',
      '    turn SendStreamingMessage open',
      '      point state',
      '      thinking',
      '      text',
      '      tool list_files open',
    ]);
    expect(running.session.group.open).toBe(1);
    expect(spans.session.group.open).toBe(0);
  });

  it('is the same when a recording is opened again', () => {
    expect(outlineOf(playSpans(toolTurn(), true).spans)).toEqual(outlineOf(spans));
  });
});

describe('a question', () => {
  it('is a wait inside the call, over two turns of one task', () => {
    for (const reopened of [false, true]) {
      const { spans } = playSpans(permissionTurns(), reopened);
      expect(outlineOf(spans)).toEqual([
        'context',
        '  task',
        '    turn SendStreamingMessage',
        '      point state',
        '      tool write_file',
        '    turn SendStreamingMessage',
        '      point state',
        '      point answer write_file',
        '      point state',
      ]);
      expect(partsOf(spansOf(spans, 'tool')[0])).toEqual(['input 40-50', 'question 60-8110', 'run 8110-8120']);
      expect(spans.waited).toEqual(spansOf(spans, 'tool'));
    }
  });

  it('counts the waiting apart from the run', () => {
    expect(totalsOf(permissionTurns())).toMatchObject([
      { name: 'write_file', calls: 1, done: 1, total: 8080, input: 10, waiting: 8050, run: 20 },
    ]);
  });

  it('in words is a bar of its own until the next message', () => {
    const script = turn([said('Which region?', 'q', 'TASK_STATE_INPUT_REQUIRED')]);
    expect(spansOf(playSpans(script).spans, 'wait')).toMatchObject([{ what: 'question', state: 'open' }]);
    script.wait(3_000);
    script.ask('eu', { taskId: TASK, contextId: CONTEXT });
    const [wait] = spansOf(playSpans(script).spans, 'wait');
    expect(wait).toMatchObject({ what: 'question', state: 'closed', note: 'Which region?' });
    expect((wait?.to ?? 0) - (wait?.from ?? 0)).toBeGreaterThan(3_000);
  });

  it('that only ends the turn is told apart, and so is a sign-in', () => {
    const whats = ['TASK_STATE_INPUT_REQUIRED', 'TASK_STATE_AUTH_REQUIRED'].map(
      (state) => spansOf(playSpans(turn([status(state)])).spans, 'wait')[0]?.what,
    );
    expect(whats).toEqual(['turn', 'auth']);
  });
});

describe('tool calls', () => {
  it('side by side overlap and are paired by their ids', () => {
    const script = turn([
      tool('started', { name: 'read_file' }, 'a'),
      tool('started', { name: 'list_files' }, 'b'),
      tool('input_complete', { name: 'list_files', toolInput: {} }, 'b'),
      tool('completed', { name: 'list_files', result: 'x' }, 'b'),
      tool('failed', { name: 'read_file', result: 'no such file' }, 'a'),
      status('TASK_STATE_COMPLETED'),
    ]);
    const calls = spansOf(playSpans(script).spans, 'tool');
    expect(calls).toMatchObject([
      { name: 'read_file', from: 40, to: 80, failed: true, state: 'closed' },
      { name: 'list_files', from: 50, to: 70, failed: false, state: 'closed' },
    ]);
    expect(totalsOf(script)).toMatchObject([
      { name: 'read_file', calls: 1, failed: 1, total: 40 },
      { name: 'list_files', calls: 1, failed: 0, total: 20 },
    ]);
  });

  it('without a result are open until the task ends', () => {
    const started = [tool('started', { name: 'bash' })];
    const open = turn(started);
    expect(spansOf(playSpans(open).spans, 'tool')).toMatchObject([{ state: 'open' }]);
    const ended = turn([...started, status('TASK_STATE_CANCELED')]);
    expect(spansOf(playSpans(ended).spans, 'tool')).toMatchObject([{ state: 'no-result', from: 40, to: 50 }]);
    expect(totalsOf(ended)).toMatchObject([{ calls: 1, done: 0, noResult: 1, total: 0 }]);
  });

  it('do not part a text that streams beside them', () => {
    const script = turn([
      tool('started', { name: 'bash' }),
      said('one '),
      tool('input_delta', { partialJsonLength: 3 }),
      said('two'),
      thought('hm'),
      said('three'),
    ]);
    expect(spansOf(playSpans(script).spans, 'text').map(({ rows }) => rows)).toEqual([2, 1]);
  });
});

describe('artifacts', () => {
  it('reach from their first write to their last chunk', () => {
    const parts = [{ text: '12345' }];
    const script = turn([
      chunk('a', parts),
      chunk('b', parts, { lastChunk: true }),
      chunk('a', parts, { append: true }),
      chunk('a', parts, { append: true, lastChunk: true }),
    ]);
    expect(spansOf(playSpans(script).spans, 'artifact')).toMatchObject([
      { name: 'a', from: 40, to: 70, amount: 15, rows: 3, state: 'closed' },
      { name: 'b', from: 50, to: 50, amount: 5, state: 'closed' },
    ]);
  });

  it('that are not sealed end with their turn', () => {
    const events = [chunk('a', [{ text: '1' }])];
    expect(spansOf(playSpans(turn(events, false)).spans, 'artifact')).toMatchObject([{ state: 'open' }]);
    expect(spansOf(playSpans(turn(events)).spans, 'artifact')).toMatchObject([{ state: 'closed', to: 40 }]);
  });

  it('of a snapshot are told once', () => {
    const script = turn([chunk('a', [{ text: '1' }], { lastChunk: true })]);
    const exchange = script.call('GetTask', { id: TASK });
    const artifacts = [
      { artifactId: 'a', parts: [{ text: '1' }] },
      { artifactId: 'b', parts: [{ text: '2' }] },
    ];
    script.answer(exchange, { id: TASK, contextId: CONTEXT, status: { state: 'TASK_STATE_COMPLETED' }, artifacts });
    expect(spansOf(playSpans(script).spans, 'artifact').map(({ name }) => name)).toEqual(['a', 'b']);
  });
});

describe('several exchanges', () => {
  it('a second stream on a task tells nothing twice', () => {
    const script = new SessionScript();
    const first = script.ask('go');
    script.head(first);
    script.item(first, task('TASK_STATE_WORKING'));
    const second = script.call('SubscribeToTask', { id: TASK });
    script.head(second);
    script.item(second, task('TASK_STATE_WORKING'));
    for (const exchange of [first, second]) script.item(exchange, said('hello'));
    for (const exchange of [first, second]) script.item(exchange, status('TASK_STATE_COMPLETED'));
    script.end(first);
    script.end(second);
    expect(outlineOf(playSpans(script).spans)).toEqual([
      'context',
      '  task',
      '    turn SendStreamingMessage',
      '      point state',
      '      text',
      '      point state',
      '    turn SubscribeToTask',
    ]);
  });

  it('polling is one bar', () => {
    const script = turn([]);
    for (let poll = 0; poll < 3; poll++) {
      const answer = { id: TASK, contextId: CONTEXT, status: { state: 'TASK_STATE_SUBMITTED' } };
      script.answer(script.call('GetTask', { id: TASK }), answer);
    }
    const [call, ...more] = spansOf(playSpans(script).spans, 'call');
    expect(more).toEqual([]);
    expect(call).toMatchObject({ name: 'GetTask', amount: 2, state: 'closed' });
  });

  it('two tasks at once keep their steps apart', () => {
    const script = new SessionScript();
    const other = { taskId: 'other', contextId: CONTEXT };
    const state = (id: string, name: string) => ({ statusUpdate: { ...other, taskId: id, status: { state: name } } });
    const first = script.ask('one', { contextId: CONTEXT });
    const second = script.ask('two', { contextId: CONTEXT });
    script.head(first);
    script.head(second);
    script.item(first, task('TASK_STATE_WORKING'));
    script.item(second, { task: { id: 'other', contextId: CONTEXT, status: { state: 'TASK_STATE_WORKING' } } });
    script.item(second, state('other', 'TASK_STATE_FAILED'));
    script.item(first, status('TASK_STATE_COMPLETED'));
    script.end(first);
    script.end(second);
    const turnLines = ['    turn SendStreamingMessage', '      point state', '      point state'];
    const lines = outlineOf(playSpans(script).spans);
    expect(lines.filter((line) => line.startsWith('  task'))).toHaveLength(2);
    expect(lines.slice(0, 1)).toEqual(['context']);
    expect(lines.join('|')).toContain([...turnLines.slice(0, 2)].join('|'));
    expect(spansOf(playSpans(script).spans, 'point').filter(({ failed }) => failed)).toHaveLength(1);
  });

  it('an answer in a context nobody named moves its turn there, and leaves nothing behind', () => {
    const script = turn([status('TASK_STATE_COMPLETED')]);
    const second = script.ask('again');
    script.head(second);
    script.item(second, { task: { id: 'second', contextId: CONTEXT, status: { state: 'TASK_STATE_WORKING' } } });
    script.end(second);
    const { spans, tree } = playSpans(script);
    const context = tree.context('agent-1', CONTEXT);
    const home = context && spans.contextOf(context.key);
    expect(home?.group.turns).toHaveLength(2);
    expect(home && spansOf(spans, 'turn', home)).toHaveLength(2);
    expect(spans.epoch).toBeGreaterThan(0);
    expect(spans.session.group.open).toBe(0);
  });

  it('calls that are about no task stand in the session', () => {
    const script = new SessionScript();
    script.answer(script.call('ListTasks', {}), { tasks: [], totalSize: 0, pageSize: 10, nextPageToken: '' });
    expect(outlineOf(playSpans(script).spans)).toEqual(['call ListTasks']);
  });

  it('an error is a point in its turn', () => {
    const script = new SessionScript();
    const exchange = script.ask('go');
    script.head(exchange, 'application/json');
    script.frame(
      exchange,
      'body',
      JSON.stringify({ jsonrpc: '2.0', id: 'r1', error: { code: -32004, message: 'no' } }),
    );
    script.end(exchange);
    const [turnSpan] = spansOf(playSpans(script).spans, 'turn');
    expect(turnSpan).toMatchObject({ failed: true, state: 'closed' });
    expect(spansOf(playSpans(script).spans, 'point')).toMatchObject([{ what: 'error', lane: 'error' }]);
  });
});

describe('size', () => {
  it('ten thousand deltas are one bar, and ten thousand states one line', () => {
    const deltas = Array.from({ length: 10_000 }, (_, index) => said(`${index}`));
    expect(playSpans(turn(deltas)).spans.all).toHaveLength(5);
    const states = Array.from({ length: 10_000 }, (_, index) =>
      status(index % 2 === 0 ? 'TASK_STATE_WORKING' : 'TASK_STATE_SUBMITTED'),
    );
    expect(playSpans(turn(states)).spans.all).toHaveLength(4);
  });
});

describe('figures', () => {
  it('count from the first request', () => {
    const { spans } = playSpans(
      turn([thought('x'), said('text'), chunk('a', [{ text: '1' }]), status('TASK_STATE_COMPLETED')]),
    );
    const expected = { firstByte: 10, firstEvent: 20, firstText: 40, firstArtifact: 50, end: 70, idle: 0 };
    expect(figuresOfRun(spans.session.group.turns[0] as never)).toMatchObject(expected);
    expect(figuresOfGroup(spans.session)).toMatchObject(expected);
  });

  it('of a task reach over its turns; silence is counted while nobody answers', () => {
    const { spans } = playSpans(permissionTurns());
    const whole = figuresOfGroup(spans.session);
    expect(whole).toMatchObject({ firstByte: 10, end: 8130, idle: 1, longestIdle: 8010 });
    expect(whole.firstText).toBeUndefined();
    expect(spans.session.group.gaps).toEqual([70, 8080]);
  });

  it('sum tokens, and have no end while something runs', () => {
    const usage = vendor({ usage: { inputTokens: 110, outputTokens: 20, totalTokens: 130, model: 'm' } });
    const { spans } = playSpans(turn([usage, usage], false));
    expect(figuresOfGroup(spans.session)).toMatchObject({ tokens: 260 });
    expect(figuresOfGroup(spans.session).end).toBeUndefined();
  });

  it('spread over runs by nearest rank', () => {
    const values = Array.from({ length: 20 }, (_, index) => index + 1);
    expect([percentile(values, 0.5), percentile(values, 0.95), percentile([7], 0.95)]).toEqual([10, 19, 7]);
    const script = turn([said('a'), status('TASK_STATE_COMPLETED')]);
    const second = script.ask('x');
    script.wait(100);
    script.head(second);
    script.end(second);
    const { turns } = playSpans(script).spans.session.group;
    expect(spreadsOf(turns)).toEqual({
      firstByte: { count: 2, p50: 10, p95: 110 },
      firstEvent: { count: 1, p50: 20, p95: 20 },
      firstText: { count: 1, p50: 30, p95: 30 },
      end: { count: 2, p50: 50, p95: 120 },
    });
  });
});

const FOLDER = fileURLToPath(new URL('../../../../shared/captures', import.meta.url));

/** The stream items of a recording, a turn for each message in it. */
function recorded(name: string): SessionScript {
  const script = new SessionScript();
  let exchange = 0;
  for (const { event } of capturedEvents(readFileSync(join(FOLDER, name), 'utf8'))) {
    if (event.message?.role === 'ROLE_USER' || exchange === 0) {
      if (exchange > 0) script.end(exchange);
      const { taskId, contextId } = event.message ?? {};
      exchange = script.ask('please', { ...(taskId && { taskId }), ...(contextId && { contextId }) });
      script.head(exchange);
    }
    if (event.message === undefined) script.item(exchange, event);
  }
  script.end(exchange);
  return script;
}

describe.skipIf(!existsSync(FOLDER))('recorded agents', () => {
  it('every call of several turns in one context is paired', () => {
    for (const reopened of [false, true]) {
      const { spans } = playSpans(recorded('iac-code/05-multiturn.txt'), reopened);
      const calls = spansOf(spans, 'tool');
      expect(calls.length).toBeGreaterThan(1);
      expect(calls.every((call) => call.state === 'closed' && !call.failed)).toBe(true);
      expect(spans.session.group.open).toBe(0);
    }
  });

  it('calls side by side overlap', () => {
    const calls = spansOf(playSpans(recorded('iac-code/05-multiturn.txt')).spans, 'tool');
    const overlapping = calls.filter((call, index) => calls.some((other, at) => at < index && other.to > call.from));
    expect(overlapping.length).toBeGreaterThan(0);
  });

  it.each(['iac-code/06-failtool-long.txt', 'iac-code/v0.7.0-06-failtool-long.txt'])(
    '%s has a call that failed',
    (name) => {
      expect(spansOf(playSpans(recorded(name)).spans, 'tool')).toMatchObject([{ failed: true, state: 'closed' }]);
    },
  );

  it('a canceled task leaves calls without a result, each after its question', () => {
    const calls = spansOf(playSpans(recorded('iac-code/07-permission.txt')).spans, 'tool');
    const lost = calls.filter(({ state }) => state === 'no-result');
    expect(lost.map(({ name }) => name)).toContain('bash');
    expect(calls.filter(({ state }) => state === 'closed').length).toBeGreaterThan(0);
    for (const call of calls) expect(partsOf(call).join()).toContain('question');
  });

  it('calls of an agent that names them in parts of its messages are spans as well', () => {
    const { spans } = playSpans(recorded('google-adk-2.13.0/04-stream-tools.http'));
    expect(spansOf(spans, 'tool').length).toBeGreaterThan(0);
    expect(spansOf(spans, 'tool').every(({ state }) => state !== 'open')).toBe(true);
  });

  it('hold every row: each belongs to a span, and no span ends before it begins', () => {
    for (const name of [
      'iac-code/02-http-jsonrpc-stream-tools.txt',
      'iac-code/22-pipeline.txt',
      'iac-code/19-auto-approve-artifact.txt',
    ]) {
      const { spans, rows } = playSpans(recorded(name));
      for (const index of rows.keys()) expect(spans.ownerOf(index)).toBeDefined();
      for (const span of spans.all) expect(span.to).toBeGreaterThanOrEqual(span.from);
    }
  });
});

it('a permission without a call is a wait of its own', () => {
  const [wait] = spansOf(playSpans(turn([permission()])).spans, 'wait');
  expect(wait).toMatchObject({ what: 'permission', name: 'write_file', note: 'Change a workspace file' });
});
