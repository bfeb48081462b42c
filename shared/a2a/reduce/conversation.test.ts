import { describe, expect, it } from 'vitest';
import { artifactText } from './artifact.ts';
import type { AgentTurn, Block, Turn } from './conversation.ts';
import { conversationOf } from './conversation.ts';
import { createFold } from './fold.ts';
import { CONTEXT, chunk, said, status, TASK, task, tool } from './testing/events.ts';
import { SessionScript } from './testing/session-script.ts';
import { permissionTurns, toolTurn } from './testing/turns.ts';

function turnsOf(script: SessionScript, upTo = script.entries.length): readonly Turn[] {
  const fold = createFold();
  return conversationOf(script.entries.slice(0, upTo).map((entry) => fold.push(entry)));
}

const agentTurns = (turns: readonly Turn[]): AgentTurn[] => turns.filter((turn) => turn.kind === 'agent');
const blocksOf = (turns: readonly Turn[]): Block[] => agentTurns(turns).flatMap((turn) => turn.blocks);

describe('a turn with a tool', () => {
  const turns = turnsOf(toolTurn());
  const blocks = blocksOf(turns);

  it('reads in order, deltas joined and the repeated text shown once', () => {
    expect(turns.map((turn) => turn.kind)).toEqual(['user', 'agent']);
    expect(blocks.map((block) => block.kind)).toEqual(['thinking', 'text', 'tool', 'usage', 'text', 'state']);
    expect(blocks[0]).toMatchObject({ text: 'First look at the workspace.', frames: 2, duration: 10 });
    expect(blocks[1]).toMatchObject({ text: 'Let me look. ' });
    expect(blocks[4]).toMatchObject({ text: 'It holds two files.', final: true });
  });

  it('has one card per tool call', () => {
    expect(blocks[2]).toMatchObject({
      id: 'call_1',
      name: 'list_files',
      inputLength: 13,
      input: { path: '.' },
      result: 'README.md\nmain.tf',
      status: 'completed',
      duration: 50,
    });
  });

  it('is no longer live after its end, and not cut', () => {
    expect(agentTurns(turns)[0]).toMatchObject({ live: false, cut: false, state: 'TASK_STATE_INPUT_REQUIRED' });
    expect(agentTurns(turnsOf(toolTurn(), 8))[0]?.live).toBe(true);
  });
});

describe('a question', () => {
  it('of the lens waits with its choices, then is answered', () => {
    const asked = blocksOf(turnsOf(permissionTurns(), 7));
    const question = asked.find((block) => block.kind === 'question');
    expect(question).toMatchObject({
      asks: 'permission',
      state: 'open',
      text: 'Change a workspace file',
      target: 'vpc.yaml',
    });
    expect(question?.kind === 'question' && question.choices?.map((choice) => choice.id)).toEqual([
      'allow_once',
      'deny',
    ]);
    expect(asked.find((block) => block.kind === 'tool')).toMatchObject({ status: 'waiting' });

    const turns = turnsOf(permissionTurns());
    expect(turns[2]).toMatchObject({ kind: 'user', decision: { choice: 'allow_once', question: 'permission-15' } });
    const blocks = blocksOf(turns);
    expect(blocks.filter((block) => block.kind === 'question')).toMatchObject([
      { state: 'answered', decision: 'allow_once' },
    ]);
    expect(blocks.filter((block) => block.kind === 'tool')).toMatchObject([
      { status: 'completed', result: 'File written' },
    ]);
  });

  it('offers the part that answers it', () => {
    const question = blocksOf(turnsOf(permissionTurns())).find((block) => block.kind === 'question');
    expect(question?.kind === 'question' && question.choices?.[1]?.part).toEqual({
      mediaType: 'application/json',
      data: {
        schemaVersion: 1,
        kind: 'permission',
        requestTaskId: TASK,
        inputId: 'permission-15',
        toolUseId: 'call_1',
        decision: 'deny',
      },
    });
  });

  it('stands again when the agent refuses the answer', () => {
    const script = permissionTurns();
    script.entries.length = 8;
    const exchange = 2;
    script.head(exchange, 'application/json');
    const error = { code: -32602, message: 'Permission decision must be allow_once or deny.' };
    script.frame(exchange, 'body', JSON.stringify({ jsonrpc: '2.0', id: 'r2', error }));
    script.end(exchange);
    const blocks = blocksOf(turnsOf(script));
    const question = blocks.find((block) => block.kind === 'question');
    expect(question).toMatchObject({ state: 'open' });
    expect(question?.kind === 'question' && question.decision).toBeUndefined();
    expect(blocks.find((block) => block.kind === 'tool')).toMatchObject({ status: 'waiting' });
  });

  it('in words is open until the next message, with the schema of a form', () => {
    const script = new SessionScript();
    const first = script.ask('deploy');
    script.head(first);
    const schema = { type: 'object', properties: { region: { type: 'string' } } };
    const message = { messageId: 'q', role: 'ROLE_AGENT', parts: [{ text: 'Which region?' }, { data: { schema } }] };
    script.item(
      first,
      status('TASK_STATE_INPUT_REQUIRED', { status: { state: 'TASK_STATE_INPUT_REQUIRED', message } }),
    );
    script.end(first);
    const open = blocksOf(turnsOf(script))[0];
    expect(open).toMatchObject({ kind: 'question', asks: 'input', state: 'open', text: 'Which region?', schema });
    script.ask('eu', { taskId: TASK, contextId: CONTEXT });
    expect(blocksOf(turnsOf(script))[0]).toMatchObject({ state: 'answered' });
  });

  it('expires with its task, and takes the waiting tool along', () => {
    const script = permissionTurns();
    script.entries.length = 7;
    const canceled = script.call('CancelTask', { id: TASK });
    const permission = { pending: true, toolUseId: 'call_1', toolName: 'write_file' };
    script.answer(canceled, task('TASK_STATE_CANCELED', { metadata: { iac_code: { permission } } }).task);
    const blocks = blocksOf(turnsOf(script));
    expect(blocks.filter((block) => block.kind === 'question')).toMatchObject([{ state: 'expired' }]);
    expect(blocks.find((block) => block.kind === 'tool')).toMatchObject({ status: 'no-result' });
    expect(blocks[blocks.length - 1]).toMatchObject({ kind: 'state', state: 'TASK_STATE_CANCELED' });
  });
});

describe('other answers', () => {
  it('join words of one message into one text', () => {
    const script = new SessionScript();
    const exchange = script.ask('hello');
    script.head(exchange);
    for (const word of ['The ', 'cat ', 'sat ', 'down', '.']) script.item(exchange, said(word, 'm-1'));
    script.item(exchange, said('Another.', 'm-2'));
    script.item(exchange, status('TASK_STATE_COMPLETED'));
    script.end(exchange);
    expect(blocksOf(turnsOf(script))).toMatchObject([
      { kind: 'text', text: 'The cat sat down.', frames: 5 },
      { kind: 'text', text: 'Another.' },
      { kind: 'state', state: 'TASK_STATE_COMPLETED' },
    ]);
  });

  it('show the fate of a failed task as an error and not as the agent speaking', () => {
    const script = new SessionScript();
    script.answer(
      script.ask('x', {}, 'SendMessage'),
      task('TASK_STATE_FAILED', {
        status: {
          state: 'TASK_STATE_FAILED',
          message: { messageId: 'm', role: 'ROLE_AGENT', parts: [{ text: 'out of disk' }] },
        },
      }),
    );
    const blocks = blocksOf(turnsOf(script));
    expect(blocks.map((block) => block.kind)).toEqual(['error', 'state']);
    expect(blocks[0]).toMatchObject({ source: 'task', message: 'out of disk' });
  });

  it('put an artifact where it first appeared and let it grow', () => {
    const script = new SessionScript();
    const exchange = script.ask('x');
    script.head(exchange);
    script.item(exchange, chunk('a', [{ text: 'one ' }]));
    script.item(exchange, said('meanwhile'));
    script.item(exchange, chunk('a', [{ text: 'two' }], { append: true, lastChunk: true }));
    const blocks = blocksOf(turnsOf(script));
    expect(blocks.map((block) => block.kind)).toEqual(['artifact', 'text']);
    const block = blocks[0];
    expect(block?.kind === 'artifact' && artifactText(block.artifact)).toBe('one two');
  });

  it('are not changed by an answer that is older than the end of the task', () => {
    const script = new SessionScript();
    const exchange = script.ask('x');
    script.head(exchange);
    script.item(exchange, task('TASK_STATE_WORKING'));
    const asked = script.call('GetTask', { id: TASK });
    script.item(exchange, status('TASK_STATE_COMPLETED'));
    script.answer(asked, task('TASK_STATE_WORKING').task);
    script.end(exchange);
    const turns = agentTurns(turnsOf(script));
    expect(turns.map(({ state, cut }) => [state, cut])).toEqual([['TASK_STATE_COMPLETED', false]]);
  });

  it('leave attempts to listen again that came to nothing to the place where the stream was cut', () => {
    const script = new SessionScript();
    const exchange = script.ask('x');
    script.head(exchange);
    script.item(exchange, task('TASK_STATE_WORKING'));
    script.end(exchange, 'reset', { code: 'network', message: 'reset by peer' });
    const before = turnsOf(script).length;
    script.end(script.call('SubscribeToTask', { id: TASK }), 'refused', { code: 'network', message: 'refused' });
    expect(turnsOf(script)).toHaveLength(before);
    script.end(script.call('GetTask', { id: TASK }), 'refused', { code: 'network', message: 'refused' });
    expect(turnsOf(script)).toHaveLength(before + 1);
  });

  it('tell a cut stream and the transport error behind it', () => {
    const script = new SessionScript();
    const exchange = script.ask('x');
    script.head(exchange);
    script.item(exchange, tool('started', { name: 'ls' }));
    script.end(exchange, 'reset', { code: 'network', message: 'connection reset' });
    const [turn] = agentTurns(turnsOf(script));
    expect(turn).toMatchObject({ live: false, cut: true });
    expect(turn?.blocks).toMatchObject([
      { kind: 'tool', status: 'running' },
      { kind: 'error', source: 'transport', message: 'connection reset' },
    ]);
  });
});

describe('snapshots', () => {
  it('of a new subscription add only what is not on show', () => {
    const script = new SessionScript();
    const first = script.ask('x');
    script.head(first);
    script.item(first, task('TASK_STATE_WORKING'));
    script.item(first, said('seen', 'm-1'));
    script.end(first, 'reset');
    const second = script.call('SubscribeToTask', { id: TASK });
    script.head(second);
    const history = [
      { messageId: 'u1', role: 'ROLE_USER', parts: [{ text: 'x' }] },
      { messageId: 'm-1', role: 'ROLE_AGENT', parts: [{ text: 'seen' }] },
      { messageId: 'm-2', role: 'ROLE_AGENT', parts: [{ text: 'missed' }] },
    ];
    script.item(second, task('TASK_STATE_WORKING', { history }));
    script.item(second, status('TASK_STATE_COMPLETED'));
    script.end(second);
    const turns = turnsOf(script);
    expect(turns.map((turn) => turn.kind)).toEqual(['user', 'agent', 'agent']);
    const texts = blocksOf(turns).flatMap((block) => (block.kind === 'text' ? [block.text] : []));
    expect(texts).toEqual(['seen', 'missed']);
  });

  it('of a task that was never sent from here make a conversation of their own', () => {
    const script = new SessionScript();
    const history = [
      { messageId: 'q', role: 'ROLE_USER', parts: [{ text: 'asked elsewhere' }] },
      { messageId: 'a', role: 'ROLE_AGENT', parts: [{ text: 'answered' }] },
    ];
    script.answer(script.call('GetTask', { id: TASK }), task('TASK_STATE_COMPLETED', { history }).task);
    const turns = turnsOf(script);
    expect(turns.map((turn) => turn.kind)).toEqual(['user', 'agent']);
    expect(turns[0]).toMatchObject({ text: 'asked elsewhere' });
    expect(blocksOf(turns)).toMatchObject([{ kind: 'text', text: 'answered' }, { kind: 'state' }]);
  });

  it('fetched again change nothing', () => {
    const script = toolTurn();
    const before = JSON.stringify(turnsOf(script));
    script.answer(script.call('GetTask', { id: TASK }), task('TASK_STATE_INPUT_REQUIRED').task);
    expect(JSON.stringify(turnsOf(script))).toBe(before);
  });
});

it('tells the events of two streams on one task once', () => {
  const script = new SessionScript();
  const first = script.ask('x');
  script.head(first);
  script.item(first, task('TASK_STATE_WORKING'));
  const second = script.call('SubscribeToTask', { id: TASK });
  script.head(second);
  for (const exchange of [first, second]) script.item(exchange, said('once'));
  const texts = blocksOf(turnsOf(script)).filter((block) => block.kind === 'text');
  expect(texts).toMatchObject([{ text: 'once' }]);
});
