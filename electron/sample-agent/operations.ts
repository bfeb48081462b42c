import { randomUUID } from 'node:crypto';
import type { Agent } from './agent.ts';
import type { Dialect, OperationName } from './dialects/dialect.ts';
import { done, type Outcome, refuse } from './failures.ts';
import type { JsonObject } from './model.ts';
import { readListRequest, readTaskRequest, type TaskRequest } from './requests.ts';
import type { TaskRecord } from './task-record.ts';
import { listTasks, viewTask } from './task-views.ts';

type UnaryName = Exclude<OperationName, 'stream' | 'subscribe'>;

/** Carries out an operation with one answer and returns its `result`. */
export async function answerOnce(
  agent: Agent,
  dialect: Dialect,
  operation: UnaryName,
  params: JsonObject,
): Promise<Outcome<unknown>> {
  switch (operation) {
    case 'send':
      return send(agent, dialect, params);
    case 'get': {
      const found = findTask(agent, params);
      return found.ok ? done(showTask(dialect, found.value)) : found;
    }
    case 'list': {
      const request = readListRequest(params);
      return request.ok ? listTasks(agent.store.all(), request.value) : request;
    }
    case 'cancel':
      return cancel(agent, dialect, params);
    case 'push':
      return refuse('PushNotificationNotSupported', 'This agent sends no push notifications.');
    case 'extendedCard':
      return done(dialect.writeCard(agent.extendedCard));
  }
}

/** Finds the task a request names. */
export function findTask(agent: Agent, params: JsonObject): Outcome<{ record: TaskRecord; request: TaskRequest }> {
  const request = readTaskRequest(params);
  if (!request.ok) return request;
  const record = agent.store.get(request.value.id);
  if (!record) return refuse('TaskNotFound', `There is no task ${request.value.id}.`);
  return done({ record, request: request.value });
}

async function send(agent: Agent, dialect: Dialect, params: JsonObject): Promise<Outcome<unknown>> {
  const request = dialect.readSend(params);
  if (!request.ok) return request;
  const accepted = agent.accept(request.value);
  if (!accepted.ok) return accepted;
  if (accepted.value.kind === 'message') return done(dialect.writeItem({ message: accepted.value.message }));
  const { record, begin } = accepted.value;
  if (request.value.returnImmediately) begin();
  else await turnEnd(record, begin);
  return done(dialect.writeItem({ task: viewTask(record.task, request.value.historyLength) }));
}

/** Waits for the end of the turn; the run goes on whether the client is still there or not. */
function turnEnd(record: TaskRecord, begin: () => void): Promise<void> {
  return new Promise((resolve) => {
    record.follow({ hasRoom: true, push: () => {}, end: resolve });
    begin();
  });
}

function cancel(agent: Agent, dialect: Dialect, params: JsonObject): Outcome<unknown> {
  const found = findTask(agent, params);
  if (!found.ok) return found;
  const { record } = found.value;
  if (record.isFinished) {
    return refuse('TaskNotCancelable', `Task ${record.task.id} has already ended as ${record.task.status.state}.`);
  }
  record.cancel(randomUUID());
  return done(showTask(dialect, found.value));
}

function showTask(dialect: Dialect, { record, request }: { record: TaskRecord; request: TaskRequest }): unknown {
  return dialect.writeTask(viewTask(record.task, request.historyLength));
}
