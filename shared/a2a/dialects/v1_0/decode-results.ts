import { isObject } from '../../../lib/json.ts';
import type { Decoded } from '../../../model/issue.ts';
import type { Task } from '../../../model/task.ts';
import type { ListPushConfigsResponse, ListTasksResponse, Results } from '../dialect.ts';
import { fields, integer, listOf, readList, text } from '../reading/checks.ts';
import { otherVersion, quote, type Reader } from '../reading/reader.ts';
import { read, type Shape } from '../reading/walk.ts';
import { readCard } from './decode-card.ts';
import { pushShape } from './decode-push.ts';
import { bareKind, readStream } from './decode-stream.ts';
import { taskShape } from './decode-task.ts';

const tasksShape: Shape<ListTasksResponse> = {
  name: 'ListTasksResponse',
  clause: '1.0 §3.1.4',
  fields: fields({ tasks: listOf(taskShape), nextPageToken: text, pageSize: integer, totalSize: integer }),
  required: [
    { name: 'tasks', fill: () => [], silent: true },
    { name: 'nextPageToken', fill: () => '' },
  ],
};

const pushesShape: Shape<ListPushConfigsResponse> = {
  name: 'ListTaskPushNotificationConfigsResponse',
  clause: '1.0 §3.1.9',
  fields: fields({ configs: listOf(pushShape), nextPageToken: text }),
  required: [{ name: 'configs', fill: () => [], silent: true }],
};

/** A bare Task. One inside a wrapper is taken out of it. */
function readTask(result: unknown, reader: Reader): Task | undefined {
  if (!isObject(result)) return noObject(result, reader, 'A task');
  if (isObject(result.task) && result.status === undefined) {
    reader.report({
      code: 'wrapped-result',
      severity: 'warning',
      message: 'The task is wrapped in an object with the key task; this operation answers with the task itself.',
      clause: '1.0 §3.1.3',
    });
    reader.enter('task');
    const task = read(taskShape, result.task, reader);
    reader.leave();
    return task;
  }
  if (bareKind(result) === 'message') {
    reader.report({
      code: 'unknown-result',
      severity: 'error',
      message: 'A task was expected, but this is a message.',
      clause: '1.0 §3.1.3',
    });
    return undefined;
  }
  return read(taskShape, result, reader);
}

/** Versions before 1.0 had no such operation; a bare array is what servers of their own making send. */
function readTasks(result: unknown, reader: Reader): ListTasksResponse | undefined {
  if (Array.isArray(result)) {
    bareList(reader);
    return { tasks: readList(taskShape, result, reader), nextPageToken: '' };
  }
  return isObject(result) ? read(tasksShape, result, reader) : noObject(result, reader, 'A list of tasks');
}

/** 0.3 over JSON-RPC answers with a bare array. */
function readPushes(result: unknown, reader: Reader): ListPushConfigsResponse | undefined {
  if (Array.isArray(result)) {
    if (!reader.older || reader.olderProto) bareList(reader);
    reader.older = true;
    return { configs: readList(pushShape, result, reader) };
  }
  if (!isObject(result)) return noObject(result, reader, 'A list of push configurations');
  if (reader.asked === '0.3' && !reader.olderProto) reader.report(otherVersion(reader, 'The result'));
  return read(pushesShape, result, reader);
}

/** `null`, `{}` and a missing result all mean done (0.3 servers leave it out). */
function readEmpty(result: unknown, reader: Reader): Record<string, never> {
  if (result !== undefined && result !== null && !(isObject(result) && Object.keys(result).length === 0)) {
    reader.report({
      code: 'unexpected-result',
      severity: 'note',
      message: `Nothing was to be returned, but there is ${quote(result)}.`,
      clause: '1.0 §3.1.10',
    });
  }
  return {};
}

const bareList = (reader: Reader): void =>
  reader.report(
    reader.asked === '1.0'
      ? otherVersion(reader, 'The list')
      : { code: 'bare-list', severity: 'warning', message: 'The list should be inside an object.' },
  );

function noObject(result: unknown, reader: Reader, what: string): undefined {
  reader.report({
    code: 'unknown-result',
    severity: 'error',
    message: `${what} should be an object, but is ${quote(result)}.`,
  });
  return undefined;
}

const READERS: { [K in keyof Results]: (result: unknown, reader: Reader) => Results[K] | undefined } = {
  send: readStream,
  stream: readStream,
  task: readTask,
  tasks: readTasks,
  push: (result, reader) =>
    isObject(result) ? read(pushShape, result, reader) : noObject(result, reader, 'A push configuration'),
  pushes: readPushes,
  empty: readEmpty,
  card: readCard,
};

/** Decodes a `result` or stream item. Pointers of the issues start at the result. */
export function decodeResult<K extends keyof Results>(kind: K, result: unknown, reader: Reader): Decoded<Results[K]> {
  const value = READERS[kind](result, reader);
  return value === undefined ? { issues: reader.issues } : { value, issues: reader.issues };
}
