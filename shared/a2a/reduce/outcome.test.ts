import { describe, expect, it } from 'vitest';
import type { EndCause } from '../../model/entry.ts';
import type { OperationName } from '../../model/operation.ts';
import { createFold } from './fold.ts';
import type { OutcomeView } from './outcome.ts';
import { createOutcome } from './outcome.ts';
import { permission, said, status, TASK, task, thought, vendor } from './testing/events.ts';
import { SessionScript } from './testing/session-script.ts';

function outcomeOf(script: SessionScript, operation: OperationName | 'GetAgentCard'): OutcomeView {
  const fold = createFold();
  const builder = createOutcome(operation);
  for (const entry of script.entries) builder.push(fold.push(entry));
  expect(builder.done).toBe(true);
  return builder.view();
}

function stream(events: readonly object[], cause: EndCause = 'complete'): OutcomeView {
  const script = new SessionScript();
  const exchange = script.ask('x');
  script.head(exchange);
  for (const event of events) script.item(exchange, event);
  script.end(exchange, cause, cause === 'reset' ? { code: 'network', message: 'connection reset' } : undefined);
  return outcomeOf(script, 'SendStreamingMessage');
}

function call(
  body: string,
  options: {
    status?: number;
    type?: string;
    operation?: OperationName;
    rest?: true;
    challenge?: string;
    told?: string;
  } = {},
): OutcomeView {
  const { status: code = 200, type = 'application/json', operation = 'SendMessage' } = options;
  const script = new SessionScript();
  const exchange = script.call(operation, {}, options.rest ? { binding: 'HTTP+JSON' } : {});
  script.head(exchange, type, code, options.challenge ? [['WWW-Authenticate', options.challenge]] : []);
  if (body !== '') script.frame(exchange, 'body', body);
  script.end(exchange, 'complete', options.told ? { code: 'auth', message: options.told } : undefined);
  return outcomeOf(script, operation);
}

const result = (value: unknown): string => JSON.stringify({ jsonrpc: '2.0', id: 'r1', result: value });

describe('a stream', () => {
  it.each([
    ['TASK_STATE_COMPLETED', 'complete'],
    ['TASK_STATE_CANCELED', 'complete'],
    ['TASK_STATE_FAILED', 'task-failed'],
    ['TASK_STATE_REJECTED', 'task-failed'],
    ['TASK_STATE_INPUT_REQUIRED', 'paused'],
    ['TASK_STATE_AUTH_REQUIRED', 'paused'],
    ['TASK_STATE_WORKING', 'cut'],
  ])('that ends in %s is %s, whatever the socket did', (state, outcome) => {
    for (const cause of ['complete', 'reset'] as const) {
      expect(stream([task('TASK_STATE_SUBMITTED'), status(state)], cause).outcome).toBe(outcome);
    }
  });

  describe('of an agent that ends every turn in INPUT_REQUIRED', () => {
    const turn = [task('TASK_STATE_SUBMITTED'), thought('first')];
    const end = status('TASK_STATE_INPUT_REQUIRED');

    it('is complete with the turn', () => {
      expect(stream([...turn, end])).toMatchObject({
        outcome: 'complete',
        task: { state: 'TASK_STATE_INPUT_REQUIRED' },
      });
      expect(stream([...turn, vendor({}, 'TASK_STATE_INPUT_REQUIRED')], 'reset').outcome).toBe('complete');
      const answer = task('TASK_STATE_INPUT_REQUIRED', { metadata: { iac_code: { iacCodeSessionId: 's' } } });
      expect(call(result(answer)).outcome).toBe('ok');
    });

    it('is paused by a question, in words or in its own form, until the turn goes on', () => {
      expect(stream([...turn, said('Which region?', 'm', 'TASK_STATE_INPUT_REQUIRED')]).outcome).toBe('paused');
      expect(stream([...turn, permission()]).outcome).toBe('paused');
      expect(stream([...turn, status('TASK_STATE_AUTH_REQUIRED')]).outcome).toBe('paused');
      expect(stream([...turn, permission(), status('TASK_STATE_WORKING'), end]).outcome).toBe('complete');
    });

    it('is paused after a failure, which the turn did not survive', () => {
      const failure = vendor({ error: { message: 'Error code: 400' } }, 'TASK_STATE_FAILED');
      expect(stream([...turn, failure, status('TASK_STATE_WORKING'), end]).outcome).toBe('paused');
    });
  });

  it('tells the task and the reason of a cut', () => {
    const cut = stream([task('TASK_STATE_SUBMITTED'), said('looking')], 'reset');
    expect(cut).toMatchObject({ outcome: 'cut', error: { code: 'network', message: 'connection reset' } });
    expect(cut.task).toMatchObject({ id: TASK, state: 'TASK_STATE_WORKING' });
    expect(stream([task('TASK_STATE_WORKING')], 'timeout').error?.code).toBe('timeout');
  });

  it('of one message is complete, of nothing an error', () => {
    const message = { message: { messageId: 'm', role: 'ROLE_AGENT', parts: [{ text: 'hi' }] } };
    expect(stream([message]).outcome).toBe('complete');
    expect(stream([])).toMatchObject({
      outcome: 'error',
      error: { code: 'sse', message: expect.stringContaining('no events') },
    });
  });

  it('is aborted only when the task had not come to rest', () => {
    expect(stream([task('TASK_STATE_WORKING')], 'aborted').outcome).toBe('aborted');
    expect(stream([status('TASK_STATE_COMPLETED')], 'aborted').outcome).toBe('complete');
  });

  it('with an error event is an error of the agent', () => {
    const script = new SessionScript();
    const exchange = script.ask('x');
    script.head(exchange);
    script.item(exchange, task('TASK_STATE_WORKING'));
    script.block(exchange, 'data: {"jsonrpc":"2.0","id":"r1","error":{"code":-32603,"message":"quota"}}\n\n');
    script.end(exchange);
    expect(outcomeOf(script, 'SendStreamingMessage')).toMatchObject({
      outcome: 'error',
      error: { code: 'rpc', message: 'quota', a2a: { code: -32603 } },
    });
  });

  it('stays complete beside odd frames and late artifact writes', () => {
    const script = new SessionScript();
    const exchange = script.ask('x');
    script.head(exchange);
    script.item(exchange, status('TASK_STATE_COMPLETED'));
    script.block(exchange, 'data: [DONE]\n\n');
    script.end(exchange);
    expect(outcomeOf(script, 'SendStreamingMessage').outcome).toBe('complete');
  });
});

describe('a call', () => {
  it('that is refused says what the agent wants to see, with a text of its own and without', () => {
    const challenge = 'Bearer error="invalid_token"';
    for (const body of ['{"error":"Unauthorized"}', '']) {
      const { outcome, error } = call(body, { status: 401, challenge });
      expect(outcome).toBe('error');
      expect(error).toMatchObject({ code: 'auth', httpStatus: 401, message: expect.stringContaining(challenge) });
    }
    expect(call('{}', { status: 500, challenge }).error?.message).not.toContain('Bearer');
    for (const body of ['', '{"error":"role missing"}']) {
      const { error } = call(body, { status: 403, challenge, told: 'The key was sent.' });
      expect(error).toMatchObject({
        code: 'auth',
        httpStatus: 403,
        message: expect.stringMatching(/ The key was sent\.$/),
      });
      expect(error?.message).not.toContain('Bearer');
    }
  });

  it('of an unknown method names the method', () => {
    const body = '{"jsonrpc":"2.0","id":"r1","error":{"code":-32601,"message":"Method not found"}}';
    expect(call(body).error?.message).toBe('Method not found: the agent does not know SendMessage');
    expect(call(body.replace('found', 'found: SendMessage')).error?.message).toBe('Method not found: SendMessage');
    expect(call(body.replace('-32601', '-32001')).error?.message).toBe('Method not found');
  });

  it('is ok, paused or failed by the state of the task it sent', () => {
    expect(call(result(task('TASK_STATE_COMPLETED'))).outcome).toBe('ok');
    expect(call(result(task('TASK_STATE_SUBMITTED'))).outcome).toBe('ok');
    expect(call(result(task('TASK_STATE_INPUT_REQUIRED'))).outcome).toBe('paused');
    expect(call(result(task('TASK_STATE_FAILED'))).outcome).toBe('task-failed');
  });

  it('that fetches a failed task is ok itself', () => {
    const fetched = call(result(task('TASK_STATE_FAILED').task), { operation: 'GetTask' });
    expect(fetched).toMatchObject({ outcome: 'ok', task: { state: 'TASK_STATE_FAILED' }, reading: { type: 'task' } });
  });

  it('is a warning when the answer departs from the protocol but can be used', () => {
    const odd = JSON.stringify({ jsonrpc: '2.0', id: 'other-77', result: task('TASK_STATE_COMPLETED') });
    expect(call(odd)).toMatchObject({ outcome: 'warn', issues: [{ code: 'rpc-id' }] });
    expect(call(result({ Task: task('TASK_STATE_COMPLETED').task })).outcome).toBe('warn');
  });

  it('names the layer of an error', () => {
    const rpc = JSON.stringify({ jsonrpc: '2.0', id: 'r1', error: { code: -32004, message: 'no streaming' } });
    expect(call(rpc).error).toMatchObject({ code: 'rpc', message: 'no streaming', a2a: { code: -32004 } });
    const rest = JSON.stringify({ error: { code: 404, status: 'NOT_FOUND', message: 'no such task' } });
    expect(call(rest, { status: 404, rest: true }).error).toMatchObject({ code: 'rpc', httpStatus: 404 });
    expect(call('<p>gone</p>', { status: 404, rest: true }).error).toMatchObject({ code: 'http', httpStatus: 404 });
    expect(call('{"error":"Unauthorized"}', { status: 401 }).error).toMatchObject({ code: 'auth', httpStatus: 401 });
    expect(call('<html>oops</html>', { type: 'text/html' }).error?.code).toBe('json');
    expect(call(result(42)).error?.code).toBe('protocol');
  });

  it('needs no body for a delete', () => {
    expect(call('', { status: 204, type: '', operation: 'DeleteTaskPushNotificationConfig', rest: true }).outcome).toBe(
      'ok',
    );
    expect(call('').outcome).toBe('error');
  });

  it('that breaks on the way is an error of the network', () => {
    for (const [cause, code] of [
      ['cut', 'network'],
      ['refused', 'network'],
      ['timeout', 'timeout'],
    ] as const) {
      const script = new SessionScript();
      const exchange = script.ask('x', {}, 'SendMessage');
      if (cause === 'cut') {
        script.head(exchange, 'application/json');
        script.frame(exchange, 'tail', '{"jsonrpc":"2.0","re');
      }
      script.end(exchange, cause);
      expect(outcomeOf(script, 'SendMessage')).toMatchObject({ outcome: 'error', error: { code } });
    }
  });

  it('for a stream that gets lines of JSON is a warning naming both types', () => {
    const script = new SessionScript();
    const exchange = script.ask('x');
    script.head(exchange, 'application/x-ndjson');
    script.frame(exchange, 'line', `${result(task('TASK_STATE_WORKING'))}\n`);
    script.frame(exchange, 'line', '\r\n');
    script.frame(exchange, 'line', `\x1e${result(status('TASK_STATE_COMPLETED'))}\n`);
    script.end(exchange);
    const { outcome, issues, task: last } = outcomeOf(script, 'SendStreamingMessage');
    expect(outcome).toBe('warn');
    expect(last?.state).toBe('TASK_STATE_COMPLETED');
    expect(issues[0]?.message).toMatch(/application\/x-ndjson.*text\/event-stream/);
  });

  it('for a stream whose lines come under another type is a warning as well', () => {
    const script = new SessionScript();
    const exchange = script.ask('x');
    script.head(exchange, 'application/json');
    script.frame(
      exchange,
      'body',
      `${result(task('TASK_STATE_WORKING'))}\n${result(status('TASK_STATE_COMPLETED'))}\n`,
    );
    script.end(exchange);
    const { outcome, issues } = outcomeOf(script, 'SendStreamingMessage');
    expect(outcome).toBe('warn');
    expect(issues[0]?.message).toMatch(/application\/json.*text\/event-stream/);
  });
});
