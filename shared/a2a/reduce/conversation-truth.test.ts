import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { capturedEvents } from '../dialects/testing/captured-events.ts';
import type { Block, QuestionBlock, Turn } from './conversation.ts';
import { conversationOf } from './conversation.ts';
import { createFold } from './fold.ts';
import { CONTEXT, said, status, TASK, task, thought, vendor } from './testing/events.ts';
import { SessionScript } from './testing/session-script.ts';
import { permissionTurns, toolTurn } from './testing/turns.ts';
import { createTree } from './tree.ts';

const CAPTURES = fileURLToPath(new URL('../../../../shared/captures', import.meta.url));

const eventsIn = (name: string) => capturedEvents(readFileSync(join(CAPTURES, name), 'utf8')).map(({ event }) => event);

function turnsOf(script: SessionScript): readonly Turn[] {
  const fold = createFold();
  return conversationOf(script.entries.map((entry) => fold.push(entry)));
}

const blocksOf = (script: SessionScript): Block[] =>
  turnsOf(script).flatMap((turn) => (turn.kind === 'agent' ? turn.blocks : []));

const kindsOf = (script: SessionScript): string[] => blocksOf(script).map(({ kind }) => kind);

const textsOf = (script: SessionScript): string[] =>
  blocksOf(script).flatMap((block) => (block.kind === 'text' ? [block.text] : []));

const questionsOf = (script: SessionScript): QuestionBlock[] =>
  blocksOf(script).filter((block) => block.kind === 'question');

const message = (text: string, id: string) => ({ messageId: id, role: 'ROLE_AGENT', parts: [{ text }] });

const ended = (text: string) =>
  status('TASK_STATE_CANCELED', { status: { state: 'TASK_STATE_CANCELED', message: message(text, `${TASK}-5`) } });

/** A stream that thinks and speaks, and what is known of it up to here. */
function slowTurn(): { script: SessionScript; exchange: number; history: object[] } {
  const script = new SessionScript();
  const exchange = script.ask('slow');
  script.head(exchange);
  const history = ['chunk 1. ', 'chunk 2. '].map((text) => message(text, `${TASK}-message`));
  script.item(exchange, task('TASK_STATE_SUBMITTED'));
  script.item(exchange, status('TASK_STATE_WORKING'));
  script.item(exchange, thought('I will take my time.'));
  for (const text of ['chunk 1. ', 'chunk 2. ']) script.item(exchange, said(text));
  return { script, exchange, history };
}

describe('a canceled task', () => {
  const metadata = { iac_code: { thinking: { type: 'raw_thinking', text: 'I will take my time.' } } };
  const whole = ['thinking', 'text', 'text', 'state', 'text'];
  const answerOf = (history: object[]) =>
    task('TASK_STATE_CANCELED', {
      status: { state: 'TASK_STATE_CANCELED', message: message('Task cancellation requested.', `${TASK}-5`) },
      history,
      metadata,
    }).task;

  it('says its end once when the answer to CancelTask comes before the end of the stream', () => {
    const { script, exchange, history } = slowTurn();
    script.answer(script.call('CancelTask', { id: TASK }), answerOf(history));
    script.item(exchange, ended('Task cancellation requested.'));
    script.item(exchange, ended('Task canceled.'));
    script.end(exchange);
    expect(kindsOf(script)).toEqual(whole);
    expect(textsOf(script)).toEqual(['chunk 1. chunk 2. ', 'Task cancellation requested.', 'Task canceled.']);
    expect(turnsOf(script).map(({ kind }) => kind)).toEqual(['user', 'agent']);
  });

  it('says it once when the answer comes later, and when the task is fetched again', () => {
    const { script, exchange, history } = slowTurn();
    script.item(exchange, ended('Task cancellation requested.'));
    script.item(exchange, ended('Task canceled.'));
    script.end(exchange);
    script.answer(script.call('CancelTask', { id: TASK }), answerOf(history));
    script.answer(script.call('GetTask', { id: TASK }), answerOf(history));
    expect(kindsOf(script)).toEqual(whole);
  });

  it('ends in its own words when nobody listened', () => {
    const { script, exchange, history } = slowTurn();
    script.end(exchange, 'aborted');
    script.answer(script.call('CancelTask', { id: TASK }), answerOf(history));
    expect(kindsOf(script)).toEqual(['thinking', 'text', 'text', 'state']);
  });

  it('is not taken back by an answer that was on its way', () => {
    const { script, history } = slowTurn();
    script.answer(script.call('GetTask', { id: TASK }), task('TASK_STATE_WORKING', { history, metadata }).task);
    expect(kindsOf(script)).toEqual(['thinking', 'text']);
  });
});

describe('an answer in one piece', () => {
  const MINE = `${TASK}-message`;
  const unary = (script: SessionScript, history: object[], ids: Record<string, string> = {}) =>
    script.answer(script.ask('x', ids, 'SendMessage'), task('TASK_STATE_INPUT_REQUIRED', { history }));

  it('shows deltas and the message that repeats them as one text', () => {
    const script = new SessionScript();
    unary(script, [message('Plain ', MINE), message('answer.', MINE), message('Plain answer.', `${TASK}-2`)]);
    expect(blocksOf(script)).toMatchObject([{ kind: 'text', text: 'Plain answer.', final: true }, { kind: 'state' }]);
  });

  it('does not glue the text before the last one to it', () => {
    const script = new SessionScript();
    const deltas = ['Let me ', 'look. ', 'Two ', 'files.'].map((text) => message(text, MINE));
    unary(script, [...deltas, message('Two files.', `${TASK}-2`)]);
    expect(textsOf(script)).toEqual(['Let me look. ', 'Two files.']);
  });

  it('shows the text of a second turn whose deltas have the id of the first', () => {
    const script = new SessionScript();
    const first = [message('One ', MINE), message('turn.', MINE)];
    unary(script, first);
    unary(script, [...first, message('Another.', MINE)], { taskId: TASK, contextId: CONTEXT });
    expect(textsOf(script)).toEqual(['One turn.', 'Another.']);
  });

  it('completes a text whose stream was cut', () => {
    const { script, exchange, history } = slowTurn();
    script.end(exchange, 'reset');
    const rest = [...history, message('chunk 3.', `${TASK}-message`)];
    const fetched = task('TASK_STATE_INPUT_REQUIRED', {
      history: [...rest, message('chunk 1. chunk 2. chunk 3.', `${TASK}-2`)],
    });
    script.answer(script.call('GetTask', { id: TASK }), fetched.task);
    expect(textsOf(script)).toEqual(['chunk 1. chunk 2. chunk 3.']);
  });
});

describe('what is known of a question', () => {
  const permission = {
    permission: { pending: true, autoApproved: false, toolUseId: 'call_1', toolName: 'write_file' },
  };
  const input = { kind: 'permission', inputId: 'permission-15', toolUseId: 'call_1', requestTaskId: TASK };
  const stale = () => task('TASK_STATE_INPUT_REQUIRED', { metadata: { iac_code: { ...permission, input } } });

  it('outlives the agent’s record that still says it is open', () => {
    const script = permissionTurns();
    // The end of the second exchange is cut off: the tool has its result, the task is at work.
    script.entries.splice(-2);
    const before = JSON.stringify(turnsOf(script));
    script.answer(script.call('GetTask', { id: TASK }), stale().task);
    expect(JSON.stringify(turnsOf(script))).toBe(before);
    const tree = createTree();
    const fold = createFold();
    for (const entry of script.entries) tree.push(fold.push(entry).row);
    expect(tree.task('agent-1', TASK)).toMatchObject({ state: 'TASK_STATE_WORKING', question: false, waiting: false });
  });

  it('is not asked again by the answer to a message that is not streamed', () => {
    const script = permissionTurns();
    script.entries.length = 8;
    script.answer(2, stale());
    const last = turnsOf(script).at(-1);
    expect(last).toMatchObject({ kind: 'agent', live: false, cut: false, state: 'TASK_STATE_WORKING', blocks: [] });
    expect(questionsOf(script)).toMatchObject([{ state: 'answered', decision: 'allow_once' }]);
  });

  it('says who answered it and when', () => {
    const script = permissionTurns();
    const sent = turnsOf(script).find((turn) => turn.kind === 'user' && turn.decision !== undefined);
    expect(questionsOf(script)).toMatchObject([{ answered: { by: 'you', at: sent?.at }, decision: 'allow_once' }]);
    expect(sent).toMatchObject({ decision: { choice: 'allow_once', label: 'Allow once' } });
  });

  it('says that somebody else answered when the agent goes on', () => {
    const script = permissionTurns();
    script.entries.length = 7;
    const listening = script.call('SubscribeToTask', { id: TASK });
    script.head(listening);
    script.item(listening, vendor({ inputReceived: { ...input, decision: 'deny' } }));
    expect(questionsOf(script)).toMatchObject([{ state: 'answered', answered: { by: 'elsewhere' }, decision: 'deny' }]);
    const inWords = new SessionScript();
    const first = inWords.ask('go');
    inWords.head(first);
    inWords.item(
      first,
      status('TASK_STATE_AUTH_REQUIRED', {
        status: { state: 'TASK_STATE_AUTH_REQUIRED', message: message('Sign in', 'q') },
      }),
    );
    inWords.item(first, status('TASK_STATE_WORKING'));
    expect(questionsOf(inWords)).toMatchObject([{ asks: 'auth', state: 'answered', answered: { by: 'elsewhere' } }]);
  });

  it('keeps the reason of a refusal: while it stands, and when it was over before', () => {
    const script = permissionTurns();
    script.entries.length = 8;
    const refuse = (exchange: number, words: string) => {
      script.head(exchange, 'application/json');
      const error = { code: -32602, message: words };
      script.frame(exchange, 'body', JSON.stringify({ jsonrpc: '2.0', id: `r${exchange}`, error }));
      script.end(exchange);
    };
    refuse(2, 'Permission decision must be allow_once or deny.');
    expect(questionsOf(script)).toMatchObject([{ state: 'open', refusal: { code: -32602 } }]);
    expect(questionsOf(script)[0]?.answered).toBeUndefined();
    script.answer(script.call('CancelTask', { id: TASK }), task('TASK_STATE_CANCELED').task);
    const data = { schemaVersion: 1, ...input, decision: 'deny' };
    const late = { messageId: 'u9', role: 'ROLE_USER', parts: [{ data }], taskId: TASK, contextId: CONTEXT };
    refuse(script.call('SendStreamingMessage', { message: late }), 'permission_resume_invalid');
    expect(questionsOf(script)).toMatchObject([
      { state: 'expired', refusal: { message: 'permission_resume_invalid', code: -32602 } },
    ]);
  });

  it('offers the replies that a question in words brings along', () => {
    const script = new SessionScript();
    const exchange = script.ask('go');
    script.head(exchange);
    const options = ['eu', { id: 'us', label: 'America' }, { value: 3, label: 'Third' }];
    const asked = { messageId: 'q', role: 'ROLE_AGENT', parts: [{ text: 'Where?' }, { data: { options } }] };
    script.item(
      exchange,
      status('TASK_STATE_INPUT_REQUIRED', { status: { state: 'TASK_STATE_INPUT_REQUIRED', message: asked } }),
    );
    script.end(exchange);
    expect(questionsOf(script)[0]?.parts).toEqual([]);
    expect(questionsOf(script)[0]?.choices).toEqual([
      { id: 'eu', label: 'eu', part: { text: 'eu' } },
      { id: 'us', label: 'America', part: { text: 'us' } },
      { id: '3', label: 'Third', part: { data: 3, mediaType: 'application/json' } },
    ]);
    script.ask('us', { taskId: TASK, contextId: CONTEXT });
    expect(questionsOf(script)).toMatchObject([{ state: 'answered', decision: 'us', answered: { by: 'you' } }]);
  });
});

describe('an error that a lens reads', () => {
  const errorId = '897bcb56b029';

  it('belongs to the fate of the task', () => {
    const script = new SessionScript();
    const exchange = script.ask('x');
    script.head(exchange);
    const state = 'TASK_STATE_FAILED';
    const metadata = { iac_code: { error: { retryable: false, errorId } } };
    script.item(exchange, status(state, { status: { state, message: message('out of disk', 'm') }, metadata }));
    expect(blocksOf(script)).toMatchObject([
      { kind: 'error', source: 'task', message: 'out of disk', retryable: false, detail: { errorId } },
      { kind: 'state' },
    ]);
  });

  it('gives its row words when the agent gave none', () => {
    const script = new SessionScript();
    const exchange = script.ask('x');
    script.head(exchange);
    script.item(exchange, vendor({ error: { retryable: true, errorId } }));
    const fold = createFold();
    const row = script.entries.map((entry) => fold.push(entry).row).at(-1);
    expect(row).toMatchObject({ kind: 'status', text: `retryable true, errorId ${errorId}` });
    expect(blocksOf(script)).toMatchObject([{ kind: 'error', source: 'agent', retryable: true, detail: { errorId } }]);
  });
});

it('repeats no usage or thinking that a fetched task carries as its last event', () => {
  const script = toolTurn();
  const before = kindsOf(script);
  const usage = { inputTokens: 110, outputTokens: 20, totalTokens: 130, model: 'other' };
  const history = [message('Something new.', 'm-9')];
  const metadata = { iac_code: { usage, thinking: { type: 'raw_thinking', text: 'again' } } };
  script.answer(script.call('GetTask', { id: TASK }), task('TASK_STATE_INPUT_REQUIRED', { history, metadata }).task);
  expect(kindsOf(script)).toEqual([...before, 'text']);
});

it('asks below the call that the question is about', () => {
  const script = permissionTurns();
  script.entries.length = 7;
  const [card, question] = blocksOf(script).filter(({ kind }) => kind === 'tool' || kind === 'question');
  expect(question?.kind === 'question' && question.call).toBe(card);
});

describe.skipIf(!existsSync(CAPTURES))('recorded traffic', () => {
  /** The stream items of a recording as one turn. */
  function play(name: string): SessionScript {
    const script = new SessionScript();
    const exchange = script.ask('please');
    script.head(exchange);
    for (const event of eventsIn(name)) if (event.message === undefined) script.item(exchange, event);
    script.end(exchange);
    return script;
  }

  it('of an answer in one piece shows the text once, fetched again or not', () => {
    const script = new SessionScript();
    const [answer, ...fetched] = eventsIn('iac-code/03-http-jsonrpc-unary.txt').filter((event) => event.task);
    const id = answer?.task?.id;
    script.answer(script.ask('plain hello', {}, 'SendMessage'), answer);
    for (const event of fetched.filter((one) => one.task?.id === id)) {
      script.answer(script.call('GetTask', { id }), event.task);
    }
    expect(blocksOf(script)).toMatchObject([
      { kind: 'text', text: 'Plain answer for turn 1. No tool was used.', final: true },
      { kind: 'state', state: 'TASK_STATE_INPUT_REQUIRED' },
    ]);
  });

  it('of permission questions has everything that the agent says of them', () => {
    for (const question of questionsOf(play('iac-code/07-permission.txt'))) {
      expect(question).toMatchObject({
        effect: expect.stringMatching(/^(file_change|local_execution)$/),
        summary: expect.any(String),
        call: { kind: 'tool', input: expect.anything() },
      });
    }
  });

  it('of ADK has each call and thought once, and says when an artifact repeats the text', () => {
    const blocks = blocksOf(play('google-adk-2.13.0/04-stream-tools.http'));
    expect(blocks.map(({ kind }) => kind)).toEqual(['thinking', 'tool', 'text', 'artifact', 'state']);
    expect(blocks[1]).toMatchObject({ input: { path: 'a.txt' }, result: { result: 'hello' }, status: 'completed' });
    expect(blocks[3]).toMatchObject({ repeats: true });
  });

  it('of Gemini CLI has its error once', () => {
    const kinds = blocksOf(play('gemini-cli-a2a-server-0.25.2/05-stream-hello.http')).map(({ kind }) => kind);
    expect(kinds).toEqual(['error', 'text', 'state']);
  });

  it('of provider errors has one error for each failed task', () => {
    const errors = blocksOf(play('iac-code/04-http-jsonrpc-errors.txt')).filter(({ kind }) => kind === 'error');
    expect(errors.length).toBeGreaterThan(2);
    for (const error of errors) expect(error).toMatchObject({ source: 'task', message: expect.stringMatching(/./) });
  });
});
