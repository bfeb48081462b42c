import { done, type Outcome, refuse } from './failures.ts';
import type { Task } from './model.ts';
import type { ListRequest } from './requests.ts';
import type { TaskRecord } from './task-record.ts';

/** Result of ListTasks (section 3.1.4); `nextPageToken` is empty on the last page. */
export interface TaskPage {
  tasks: Task[];
  nextPageToken: string;
  pageSize: number;
  totalSize: number;
}

/** A task as an answer shows it: the `historyLength` newest messages (unset = all, 0 = none). */
export function viewTask(task: Task, historyLength: number | undefined): Task {
  if (historyLength === undefined) return task;
  const { history, ...rest } = task;
  return historyLength === 0 ? rest : { ...rest, history: history?.slice(-historyLength) };
}

/** Filters, orders by status time (newest first) and cuts one page. A token means "older than this rank". */
export function listTasks(records: readonly TaskRecord[], request: ListRequest): Outcome<TaskPage> {
  const before = request.pageToken === undefined ? Number.POSITIVE_INFINITY : readToken(request.pageToken);
  if (before === undefined) {
    return refuse('InvalidParams', 'The page token is not one of this agent.', [
      { field: 'pageToken', description: 'Must be a nextPageToken of an earlier answer.' },
    ]);
  }
  const matching = records.filter((record) => matches(record.task, request)).sort((a, b) => b.order - a.order);
  const rest = matching.filter((record) => record.order < before);
  const page = rest.slice(0, request.pageSize);
  const last = page[page.length - 1];
  return done({
    tasks: page.map((record) => listed(record.task, request)),
    nextPageToken: last && rest.length > page.length ? writeToken(last.order) : '',
    pageSize: request.pageSize,
    totalSize: matching.length,
  });
}

function matches(task: Task, { contextId, status, updatedSince }: ListRequest): boolean {
  if (contextId !== undefined && task.contextId !== contextId) return false;
  if (status !== undefined && task.status.state !== status) return false;
  return updatedSince === undefined || Date.parse(task.status.timestamp) >= updatedSince;
}

function listed(task: Task, { historyLength, includeArtifacts }: ListRequest): Task {
  const view = viewTask(task, historyLength);
  if (includeArtifacts) return view;
  const { artifacts: _left, ...rest } = view;
  return rest;
}

function writeToken(order: number): string {
  return Buffer.from(`before:${order}`).toString('base64url');
}

function readToken(token: string): number | undefined {
  const order = /^before:(\d{1,15})$/.exec(Buffer.from(token, 'base64url').toString('latin1'))?.[1];
  return order === undefined ? undefined : Number(order);
}
