import type { ServerResponse } from 'node:http';
import type { Agent } from './agent.ts';
import type { Dialect, OperationName } from './dialects/dialect.ts';
import { done, type Outcome, refuse } from './failures.ts';
import type { JsonObject, StreamItem } from './model.ts';
import { findTask } from './operations.ts';
import type { RpcId } from './rpc-envelope.ts';
import { SseStream } from './sse-stream.ts';
import type { Follower, TaskRecord } from './task-record.ts';
import { viewTask } from './task-views.ts';

export type StreamName = Extract<OperationName, 'stream' | 'subscribe'>;

/** A stream that is about to open: what it begins with, whom it follows then, and what starts once it stands. */
export interface StreamPlan {
  first: StreamItem;
  record?: TaskRecord;
  begin?: () => void;
}

/** Decides whether a streaming call can be served; nothing is written yet, so a refusal can still be plain JSON. */
export function planStream(
  agent: Agent,
  dialect: Dialect,
  operation: StreamName,
  params: JsonObject,
): Outcome<StreamPlan> {
  return operation === 'stream' ? planSend(agent, dialect, params) : planSubscribe(agent, dialect, params);
}

/**
 * Serves a planned stream: the first item, then every step of the turn, closed at its end. The end is a terminal state or
 * one that waits for the user. A client that goes away leaves the task running.
 */
export function serveStream(sse: SseStream, plan: StreamPlan, dialect: Dialect, id: RpcId): void {
  const { record } = plan;
  const push = (item: StreamItem) => {
    sse.send(JSON.stringify({ jsonrpc: '2.0', id, result: dialect.writeItem(item) }));
  };
  push(plan.first);
  if (!record) {
    sse.end();
    return;
  }
  const follower: Follower = {
    get hasRoom() {
      return sse.hasRoom;
    },
    push,
    end: () => sse.end(),
  };
  const leave = record.follow(follower);
  sse.onChange = () => (sse.isOpen ? record.roomChanged() : leave());
  plan.begin?.();
}

/** A stream of nothing but the error, as servers of 0.3 answer a streaming call that fails. */
export function serveFailedStream(response: ServerResponse, id: RpcId, error: unknown): void {
  const sse = new SseStream(response);
  sse.send(JSON.stringify({ jsonrpc: '2.0', id, error }));
  sse.end();
}

function planSend(agent: Agent, dialect: Dialect, params: JsonObject): Outcome<StreamPlan> {
  const request = dialect.readSend(params);
  if (!request.ok) return request;
  const accepted = agent.accept(request.value);
  if (!accepted.ok) return accepted;
  if (accepted.value.kind === 'message') return done({ first: { message: accepted.value.message } });
  const { record, begin } = accepted.value;
  return done({ first: { task: viewTask(record.task, request.value.historyLength) }, record, begin });
}

function planSubscribe(agent: Agent, dialect: Dialect, params: JsonObject): Outcome<StreamPlan> {
  const found = findTask(agent, params);
  if (!found.ok) return found;
  const { record } = found.value;
  const first = { task: record.task };
  if (!record.isFinished) return done({ first, record });
  if (dialect.subscribeToFinished === 'task') return done({ first });
  return refuse('UnsupportedOperation', `Task ${record.task.id} has ended as ${record.task.status.state}.`);
}
