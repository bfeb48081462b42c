import { isObject } from '../../../lib/json.ts';
import type { StreamKind, StreamResponse } from '../../../model/event.ts';
import { fields, one } from '../reading/checks.ts';
import { otherVersion, quote, type Reader } from '../reading/reader.ts';
import { type Fields, read, type Shape } from '../reading/walk.ts';
import { messageShape } from './decode-message.ts';
import { artifactUpdateShape, statusUpdateShape, taskShape } from './decode-task.ts';

const SHAPES = {
  task: taskShape,
  message: messageShape,
  statusUpdate: statusUpdateShape,
  artifactUpdate: artifactUpdateShape,
} as const;

const KINDS = Object.keys(SHAPES) as StreamKind[];

/** Discriminators of 0.3. */
const KEY_OF_KIND: ReadonlyMap<unknown, StreamKind> = new Map<unknown, StreamKind>([
  ['task', 'task'],
  ['message', 'message'],
  ['status-update', 'statusUpdate'],
  ['artifact-update', 'artifactUpdate'],
]);

/** Spellings of the wrapper keys met elsewhere, without case and underscores; `msg` is the field of the 0.3 proto. */
const LOOSE_KEYS: ReadonlyMap<string, StreamKind> = new Map<string, StreamKind>([
  ['task', 'task'],
  ['message', 'message'],
  ['msg', 'message'],
  ['statusupdate', 'statusUpdate'],
  ['artifactupdate', 'artifactUpdate'],
]);

const responseShape: Shape<StreamResponse> = {
  name: 'StreamResponse',
  clause: '1.0 §3.2.3',
  fields: fields({
    task: one(taskShape),
    message: one(messageShape),
    statusUpdate: one(statusUpdateShape),
    artifactUpdate: one(artifactUpdateShape),
  }),
  required: [],
  whole: (value, reader) => {
    let count = 0;
    for (const kind of KINDS) if (value[kind] !== undefined) count++;
    if (count > 1) {
      reader.report({
        code: 'several-payloads',
        severity: 'warning',
        message: 'More than one of task, message, statusUpdate and artifactUpdate is present.',
        clause: '1.0 §3.2.3',
      });
    }
  },
};

/** A stream item or the result of SendMessage, wrapped (1.0) or told apart by `kind` (0.3) or only by its keys. */
export function readStream(result: unknown, reader: Reader): StreamResponse | undefined {
  if (!isObject(result)) {
    reader.report({
      code: 'unknown-result',
      severity: 'error',
      message: `A stream item should be an object, but is ${quote(result)}.`,
      clause: '1.0 §3.2.3',
    });
    return undefined;
  }
  if (isWrapped(result)) {
    if (reader.asked === '0.3' && !reader.olderProto) reader.report(otherVersion(reader, 'The result'));
    return read(responseShape, result, reader);
  }
  const bare = bareKind(result);
  if (bare !== undefined) {
    if (reader.asked === '1.0' || reader.olderProto) {
      reader.report(
        reader.asked === '1.0'
          ? otherVersion(reader, 'The result')
          : {
              code: 'result-without-wrapper',
              severity: 'warning',
              message: `The result is a bare object instead of being wrapped in ${bare}.`,
            },
      );
      reader.older = true;
    }
    return { [bare]: read<unknown>(SHAPES[bare], result, reader) };
  }
  return readLoose(result, reader);
}

/** A wrapper key counts only where the object has no content of its own: 0.1 tasks have a `message` beside `status`. */
function isWrapped(result: Fields): boolean {
  if (isObject(result.statusUpdate) || isObject(result.artifactUpdate)) return true;
  if (!isObject(result.task) && !isObject(result.message)) return false;
  return result.status === undefined && result.parts === undefined && result.artifact === undefined;
}

/** What an object without a wrapper is: by `kind`, else by the keys it has. */
export function bareKind(result: Fields): StreamKind | undefined {
  const kind = KEY_OF_KIND.get(result.kind);
  if (kind !== undefined) return kind;
  if (result.artifact !== undefined) return 'artifactUpdate';
  if (result.status !== undefined) {
    const named = result.taskId !== undefined || result.task_id !== undefined;
    return named || typeof result.final === 'boolean' ? 'statusUpdate' : 'task';
  }
  return result.parts !== undefined || result.content !== undefined ? 'message' : undefined;
}

/** Wrapper keys in a spelling of the server's own. */
function readLoose(result: Fields, reader: Reader): StreamResponse {
  for (const key in result) {
    const kind = LOOSE_KEYS.get(key.toLowerCase().replace(/[_-]/g, ''));
    if (kind === undefined || !isObject(result[key])) continue;
    if (!(reader.olderProto && key === 'msg')) {
      reader.report(
        {
          code: 'wrapper-spelling',
          severity: 'warning',
          message: `The result is wrapped in ${key}; the name is ${kind}.`,
          clause: '1.0 §3.2.3',
        },
        key,
      );
    }
    const { [key]: payload, ...rest } = result;
    reader.enter(key);
    const value = read<unknown>(SHAPES[kind], payload, reader);
    reader.leave();
    return { ...rest, [kind]: value };
  }
  reader.report({
    code: 'unknown-result',
    severity: 'error',
    message: 'The result is neither a task, a message, a status update nor an artifact update.',
    clause: '1.0 §3.2.3',
  });
  return result;
}
