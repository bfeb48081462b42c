import { describe, expect, it } from 'vitest';
import type { Task } from '../../model/task.ts';
import { createFold } from './fold.ts';
import { CONTEXT, chunk, status, TASK, task } from './testing/events.ts';
import { SessionScript } from './testing/session-script.ts';
import { permissionTurns, toolTurn } from './testing/turns.ts';
import type { Tree } from './tree.ts';
import { createTree, mergeServerTasks } from './tree.ts';

function treeOf(script: SessionScript, upTo = script.entries.length): Tree {
  const fold = createFold();
  const tree = createTree();
  for (const entry of script.entries.slice(0, upTo)) tree.push(fold.push(entry).row);
  return tree;
}

const other = (id: string, context: string, state: string) => ({ task: { id, contextId: context, status: { state } } });

describe('createTree', () => {
  it('shows a run before any answer named it, and keeps the node when one does', () => {
    const script = toolTurn();
    const fold = createFold();
    const tree = createTree();
    tree.push(fold.push(script.entries[0] as never).row);
    const node = tree.contexts[0]?.tasks[0];
    expect(tree.contexts).toMatchObject([{ title: 'What is in the workspace?', tasks: [{ live: true }] }]);
    expect([tree.contexts[0]?.id, node?.id]).toEqual([undefined, undefined]);
    for (const entry of script.entries.slice(1, 3)) tree.push(fold.push(entry).row);
    expect(tree.contexts).toHaveLength(1);
    expect(tree.context('agent-1', CONTEXT)?.tasks[0]).toBe(node);
    expect(tree.task('agent-1', TASK)).toBe(node);
  });

  it('sums up a finished task', () => {
    const tree = treeOf(toolTurn());
    expect(tree.task('agent-1', TASK)).toMatchObject({
      title: 'What is in the workspace?',
      state: 'TASK_STATE_INPUT_REQUIRED',
      rows: 19,
      first: 10,
      last: 190,
      live: false,
      waiting: true,
      question: false,
      cut: false,
      origin: 'local',
      tools: [{ name: 'list_files', state: 'completed', duration: 50 }],
      exchanges: [1],
    });
  });

  it('goes on with the same task when a question is answered', () => {
    const asked = treeOf(permissionTurns(), 7).task('agent-1', TASK);
    expect(asked).toMatchObject({ waiting: true, question: true, live: false });
    const done = treeOf(permissionTurns());
    expect(done.contexts).toHaveLength(1);
    expect(done.task('agent-1', TASK)).toMatchObject({ waiting: false, exchanges: [1, 2], title: 'Write it' });
    expect(done.task('agent-1', TASK)?.tools).toMatchObject([{ state: 'completed' }]);
  });

  it('keeps a question open when the agent refuses the answer', () => {
    const script = permissionTurns();
    const cut = script.entries.findIndex((entry) => entry.kind === 'request' && entry.exchange === 2);
    script.entries.length = cut;
    const again = script.ask('maybe', { taskId: TASK, contextId: CONTEXT });
    expect(treeOf(script).task('agent-1', TASK)).toMatchObject({ waiting: false, question: false });
    script.head(again, 'application/json');
    script.frame(
      again,
      'body',
      JSON.stringify({ jsonrpc: '2.0', id: `r${again}`, error: { code: -32602, message: 'no' } }),
    );
    script.end(again);
    expect(treeOf(script).task('agent-1', TASK)).toMatchObject({ waiting: true, question: true, live: false });
  });

  it('adds up artifact chunks and takes snapshots without adding', () => {
    const script = new SessionScript();
    const exchange = script.ask('x');
    script.head(exchange);
    script.item(exchange, chunk('a', [{ text: 'one ' }]));
    script.item(exchange, chunk('a', [{ text: 'two' }], { append: true, lastChunk: true }));
    const artifacts = [
      { artifactId: 'a', parts: [{ text: 'one ' }, { text: 'two' }] },
      { artifactId: 'b', name: 'b.txt', parts: [{ text: 'b' }] },
    ];
    script.item(exchange, task('TASK_STATE_COMPLETED', { artifacts }));
    expect(treeOf(script).task('agent-1', TASK)?.artifacts).toMatchObject([
      { id: 'a', bytes: 7, chunks: 2, sealed: true },
      { id: 'b', name: 'b.txt', bytes: 1 },
    ]);
  });

  it('counts chunks once when two streams carry them', () => {
    const script = new SessionScript();
    const first = script.ask('x');
    script.head(first);
    script.item(first, task('TASK_STATE_WORKING'));
    const second = script.call('SubscribeToTask', { id: TASK });
    script.head(second);
    for (const exchange of [first, second]) script.item(exchange, chunk('a', [{ text: '12345' }], { append: true }));
    expect(treeOf(script).task('agent-1', TASK)?.artifacts).toMatchObject([{ bytes: 5 }]);
  });

  it('puts two tasks of one context under it, and follows the context that the answer names', () => {
    const script = new SessionScript();
    script.answer(script.ask('first', {}, 'SendMessage'), other('t1', 'ctx', 'TASK_STATE_COMPLETED'));
    script.answer(
      script.ask('second', { contextId: 'ctx' }, 'SendMessage'),
      other('t2', 'ctx', 'TASK_STATE_COMPLETED'),
    );
    script.answer(
      script.ask('third', { contextId: 'ctx' }, 'SendMessage'),
      other('t3', 'ctx-9', 'TASK_STATE_COMPLETED'),
    );
    const tree = treeOf(script);
    expect(tree.contexts.map((context) => [context.id, context.title, context.tasks.map((node) => node.id)])).toEqual([
      ['ctx', 'first', ['t1', 't2']],
      ['ctx-9', 'third', ['t3']],
    ]);
  });

  it('keeps a task where it is when later events name another context', () => {
    const script = new SessionScript();
    script.answer(script.ask('first', {}, 'SendMessage'), other('t1', 'ctx', 'TASK_STATE_INPUT_REQUIRED'));
    script.answer(script.ask('more', { taskId: 't1' }, 'SendMessage'), other('t1', 'strange', 'TASK_STATE_COMPLETED'));
    const tree = treeOf(script);
    expect(tree.contexts.map((context) => context.id)).toEqual(['ctx']);
    expect(tree.contexts[0]?.tasks).toMatchObject([{ id: 't1', state: 'TASK_STATE_COMPLETED', exchanges: [1, 2] }]);
  });

  it('keeps messages without a task as turns of their context', () => {
    const script = new SessionScript();
    const message = { messageId: 'm', contextId: 'ctx', role: 'ROLE_AGENT', parts: [{ text: 'hi' }] };
    script.answer(script.ask('hello', {}, 'SendMessage'), { message });
    const [context] = treeOf(script).contexts;
    expect(context).toMatchObject({ id: 'ctx', title: 'hello', tasks: [{ title: 'hello', live: false }] });
    expect(context?.tasks[0]?.id).toBeUndefined();
  });

  it('shows a send that ended in an error, and no node for calls about nothing', () => {
    const script = new SessionScript();
    const exchange = script.ask('boom');
    script.head(exchange, 'application/json');
    script.frame(
      exchange,
      'body',
      JSON.stringify({ jsonrpc: '2.0', id: 'r1', error: { code: -32603, message: 'no' } }),
    );
    script.end(exchange);
    script.answer(script.call('ListTasks', {}), { tasks: [], nextPageToken: '' });
    const tree = treeOf(script);
    expect(tree.contexts).toHaveLength(1);
    expect(tree.contexts[0]?.tasks).toMatchObject([{ title: 'boom', live: false, error: '-32603 · no' }]);
  });

  it('tells a cut stream from one that was left', () => {
    for (const [cause, cut] of [
      ['complete', true],
      ['reset', true],
      ['aborted', false],
    ] as const) {
      const script = new SessionScript();
      const exchange = script.ask('x');
      script.head(exchange);
      script.item(exchange, task('TASK_STATE_WORKING'));
      script.end(exchange, cause);
      expect([cause, treeOf(script).task('agent-1', TASK)?.cut]).toEqual([cause, cut]);
    }
  });

  it('knows the stream that brings a task beside other calls about it', () => {
    const script = new SessionScript();
    const exchange = script.ask('x');
    script.head(exchange);
    script.item(exchange, task('TASK_STATE_WORKING'));
    script.answer(script.call('GetTask', { id: TASK }), task('TASK_STATE_WORKING').task);
    expect(treeOf(script).task('agent-1', TASK)).toMatchObject({ live: true, listening: exchange });
    script.end(exchange);
    expect(treeOf(script).task('agent-1', TASK)?.listening).toBeUndefined();
  });

  it('keeps a task at its end when an older answer comes late', () => {
    const script = new SessionScript();
    const exchange = script.ask('x');
    script.head(exchange);
    script.item(exchange, task('TASK_STATE_WORKING'));
    const asked = script.call('GetTask', { id: TASK });
    script.item(exchange, status('TASK_STATE_COMPLETED'));
    script.answer(asked, task('TASK_STATE_WORKING').task);
    script.end(exchange);
    expect(treeOf(script).task('agent-1', TASK)).toMatchObject({ state: 'TASK_STATE_COMPLETED', cut: false });
  });

  it('keeps a task cut over attempts that fail, and until it comes to rest', () => {
    const script = new SessionScript();
    const exchange = script.ask('x');
    script.head(exchange);
    script.item(exchange, task('TASK_STATE_WORKING'));
    script.end(exchange, 'reset');
    const attempt = script.call('SubscribeToTask', { id: TASK });
    script.end(attempt, 'refused');
    script.note(
      'reconnect',
      { task: TASK, phase: 'waiting', attempt: 2, of: 6, inMs: 2_000, cause: 'failed' },
      attempt,
    );
    expect(treeOf(script).task('agent-1', TASK)).toMatchObject({ cut: true, live: false, rows: 7 });
    const refused = script.call('SubscribeToTask', { id: TASK });
    script.head(refused, 'application/json');
    script.frame(refused, 'body', JSON.stringify({ jsonrpc: '2.0', id: 'r3', error: { code: -32004, message: 'no' } }));
    script.end(refused);
    expect(treeOf(script).task('agent-1', TASK)?.cut).toBe(true);
    script.answer(script.call('GetTask', { id: TASK }), task('TASK_STATE_COMPLETED').task);
    expect(treeOf(script).task('agent-1', TASK)).toMatchObject({ cut: false, state: 'TASK_STATE_COMPLETED' });
  });

  it('takes over artifacts of a new stream although a note of the old one came late', () => {
    const script = new SessionScript();
    const first = script.ask('x');
    script.head(first);
    script.item(first, task('TASK_STATE_WORKING'));
    script.item(first, chunk('a', [{ text: 'one' }]));
    script.end(first, 'cut');
    script.note('warning', { message: 'late' }, first);
    const second = script.call('SubscribeToTask', { id: TASK });
    script.head(second);
    script.item(second, chunk('a', [{ text: 'two' }], { append: true }));
    expect(treeOf(script).task('agent-1', TASK)?.artifacts).toMatchObject([{ bytes: 6, chunks: 2 }]);
  });

  it('lets deliveries add to a task but not take it out of its end', () => {
    const script = new SessionScript();
    script.deliver(status('TASK_STATE_WORKING'));
    script.deliver(status('TASK_STATE_COMPLETED'));
    script.deliver(status('TASK_STATE_WORKING'));
    expect(treeOf(script).task('agent-1', TASK)).toMatchObject({ state: 'TASK_STATE_COMPLETED', rows: 3 });
    const refused = new SessionScript();
    refused.deliver(status('TASK_STATE_COMPLETED'), 401);
    expect(treeOf(refused).task('agent-1', TASK)?.state).toBeUndefined();
  });

  it('takes artifacts from deliveries where no stream brings them', () => {
    const sent = new SessionScript();
    sent.answer(sent.ask('x', {}, 'SendMessage'), {
      task: { id: TASK, contextId: 'c', status: { state: 'TASK_STATE_WORKING' } },
    });
    const artifact = { artifactId: 'a', parts: [{ text: 'abc' }] };
    sent.deliver({ artifactUpdate: { taskId: TASK, contextId: 'c', artifact } }, 500);
    sent.deliver({ artifactUpdate: { taskId: TASK, contextId: 'c', artifact } });
    expect(treeOf(sent).task('agent-1', TASK)?.artifacts).toMatchObject([{ id: 'a', bytes: 3, chunks: 1 }]);
    const whole = new SessionScript();
    const task = { id: TASK, contextId: 'c', status: { state: 'TASK_STATE_COMPLETED' }, artifacts: [artifact] };
    whole.deliver({ task });
    expect(treeOf(whole).task('agent-1', TASK)?.artifacts).toMatchObject([{ id: 'a', bytes: 3 }]);
    const streamed = new SessionScript();
    const stream = streamed.ask('x');
    streamed.head(stream);
    streamed.item(stream, status('TASK_STATE_WORKING'));
    streamed.deliver(chunk('a', [{ text: 'abc' }]));
    streamed.item(stream, chunk('a', [{ text: 'abc' }]));
    expect(treeOf(streamed).task('agent-1', TASK)?.artifacts).toMatchObject([{ id: 'a', bytes: 3, chunks: 1 }]);
  });

  it('counts every chunk of many artifacts', () => {
    const script = new SessionScript();
    const exchange = script.ask('x');
    script.head(exchange);
    for (let i = 0; i < 2_000; i++) script.item(exchange, chunk(`a${i % 50}`, [{ text: 'x' }], { append: true }));
    const fold = createFold();
    const tree = createTree();
    const rows = script.entries.map((entry) => fold.push(entry).row);
    for (const row of rows) tree.push(row);
    const node = tree.task('agent-1', TASK);
    expect(node?.artifacts).toHaveLength(50);
    expect(node?.exchanges).toEqual([1]);
    expect(node?.artifacts[0]).toMatchObject({ bytes: 40, chunks: 40 });
  });
});

describe('mergeServerTasks', () => {
  const listed = (id: string, contextId: string, state: string): Task => ({
    id,
    contextId,
    status: { state, timestamp: '2026-01-02T03:04:05Z' },
    history: [{ messageId: 'q', role: 'ROLE_USER', parts: [{ text: `asked ${id}` }] }],
  });

  it('adds what only the server knows and marks what both know', () => {
    const tree = treeOf(toolTurn());
    mergeServerTasks(
      tree,
      [
        listed(TASK, CONTEXT, 'TASK_STATE_COMPLETED'),
        listed('far', 'away', 'TASK_STATE_FAILED'),
        listed('near', CONTEXT, 'TASK_STATE_WORKING'),
      ],
      'agent-1',
    );
    expect(tree.task('agent-1', TASK)).toMatchObject({
      origin: 'both',
      state: 'TASK_STATE_COMPLETED',
      title: 'What is in the workspace?',
    });
    expect(tree.task('agent-1', 'far')).toMatchObject({
      origin: 'server',
      title: 'asked far',
      state: 'TASK_STATE_FAILED',
    });
    expect(tree.context('agent-1', 'away')?.origin).toBe('server');
    expect(tree.context('agent-1', CONTEXT)).toMatchObject({ origin: 'both', tasks: [{ id: TASK }, { id: 'near' }] });
  });

  it('leaves a live task its own state', () => {
    const tree = treeOf(toolTurn(), 6);
    mergeServerTasks(tree, [listed(TASK, CONTEXT, 'TASK_STATE_SUBMITTED')], 'agent-1');
    expect(tree.task('agent-1', TASK)).toMatchObject({ live: true, state: 'TASK_STATE_WORKING', origin: 'both' });
  });

  it('takes a task that comes on two pages once', () => {
    const tree = createTree();
    tree.merge('agent-1', [listed('a', 'c', 'TASK_STATE_WORKING'), listed('b', 'c', 'TASK_STATE_COMPLETED')]);
    tree.merge('agent-1', [listed('a', 'c', 'TASK_STATE_COMPLETED'), listed('d', 'c', 'TASK_STATE_FAILED')]);
    expect(tree.context('agent-1', 'c')?.tasks.map(({ id, state }) => `${id} ${state}`)).toEqual([
      'a TASK_STATE_COMPLETED',
      'b TASK_STATE_COMPLETED',
      'd TASK_STATE_FAILED',
    ]);
  });

  it('keeps a task that the server does not list any more, and says so', () => {
    const tree = treeOf(toolTurn());
    mergeServerTasks(tree, [listed('far', 'away', 'TASK_STATE_FAILED')], 'agent-1');
    tree.merge('agent-2', [listed('other', 'x', 'TASK_STATE_FAILED')]);
    tree.complete('agent-1', new Set());
    expect(tree.task('agent-1', 'far')?.unlisted).toBe(true);
    // Never listed, and listed by another agent.
    expect(tree.task('agent-1', TASK)).not.toHaveProperty('unlisted');
    expect(tree.task('agent-2', 'other')).not.toHaveProperty('unlisted');
    mergeServerTasks(tree, [listed('far', 'away', 'TASK_STATE_FAILED')], 'agent-1');
    expect(tree.task('agent-1', 'far')).not.toHaveProperty('unlisted');
  });

  it('does not let a list that was made before take a task out of its end', () => {
    const tree = createTree();
    mergeServerTasks(tree, [listed('a', 'c', 'TASK_STATE_COMPLETED')], 'agent-1');
    mergeServerTasks(tree, [listed('a', 'c', 'TASK_STATE_WORKING')], 'agent-1');
    expect(tree.task('agent-1', 'a')?.state).toBe('TASK_STATE_COMPLETED');
  });
});

describe('turns of a task', () => {
  it('are the messages to it, each with its tools', () => {
    const script = toolTurn();
    const again = script.ask('And now?', { taskId: TASK, contextId: CONTEXT });
    script.head(again);
    script.item(again, status('TASK_STATE_WORKING'));
    script.item(again, status('TASK_STATE_COMPLETED'));
    script.end(again);
    const node = treeOf(script).task('agent-1', TASK);
    expect(node?.turns).toMatchObject([{ title: 'What is in the workspace?', seq: 1 }, { title: 'And now?' }]);
    expect(node?.tools).toMatchObject([{ turn: 0 }]);
  });

  it('go on when a question is answered', () => {
    const node = treeOf(permissionTurns()).task('agent-1', TASK);
    expect(node).toMatchObject({ exchanges: [1, 2], turns: [{ title: 'Write it' }] });
  });
});

describe('a watched task', () => {
  it('has no news while it is asked for and stands as before', () => {
    const script = toolTurn();
    const poll = (state: string) => {
      const exchange = script.call('GetTask', { id: TASK }, { poll: true });
      script.answer(exchange, { id: TASK, contextId: CONTEXT, status: { state } });
    };
    const { news, last } = { ...treeOf(script).task('agent-1', TASK) };
    poll('TASK_STATE_WORKING');
    const first = { ...treeOf(script).task('agent-1', TASK) };
    expect(first.news).toBe((news ?? 0) + 1);
    expect(first.last).toBeGreaterThan(last ?? 0);
    for (let times = 0; times < 5; times++) poll('TASK_STATE_WORKING');
    expect(treeOf(script).task('agent-1', TASK)).toMatchObject({ news: first.news, last: first.last });
    poll('TASK_STATE_COMPLETED');
    const after = treeOf(script).task('agent-1', TASK);
    expect(after).toMatchObject({ news: (first.news ?? 0) + 1, state: 'TASK_STATE_COMPLETED' });
    expect(after?.rows).toBeGreaterThan(after?.news ?? 0);
  });
});
