import { isObject, type JsonObject } from '../../lib/json.ts';
import type { Artifact } from '../../model/artifact.ts';
import type { Issue } from '../../model/issue.ts';
import type { AnyTaskState, Task } from '../../model/task.ts';

/** What AdCP webhooks say of a task, in the vocabulary of A2A. */
export interface AdcpDelivery {
  task: Task;
  issue: Issue;
  /** By which the sender tells repeats. */
  idempotencyKey?: string;
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

/** `input-required` and `input_required` are the same word of A2A; others stay as they are. */
function stateOf(status: string): AnyTaskState {
  const word = status.toUpperCase().replace(/-/g, '_');
  return (/^[A-Z_]+$/.test(word) ? `TASK_STATE_${word}` : status) as AnyTaskState;
}

/** The one artifact that a webhook's result stands for. */
const resultArtifact = (result: unknown): Artifact[] =>
  result === undefined || result === null ? [] : [{ artifactId: 'result', parts: [{ data: result as JsonObject }] }];

/**
 * Reads the body of an AdCP webhook, which is no event of A2A: its status is a word, and its task id is that of AdCP. The
 * seller's flat objects, which have artifacts, are read the same way. Undefined for anything else.
 */
export function readAdcpDelivery(body: unknown): AdcpDelivery | undefined {
  if (!isObject(body)) return undefined;
  const { status, result, timestamp, message, artifacts, contextId, idempotency_key: key } = body;
  const id = textOf(body.task_id) ?? textOf(body.taskId);
  if (id === undefined || typeof status !== 'string') return undefined;
  const words = textOf(message);
  const context = textOf(contextId) ?? textOf(body.context_id);
  const stamp = textOf(timestamp);
  const written = Array.isArray(artifacts) ? (artifacts as Artifact[]) : resultArtifact(result);
  const task: Task = {
    id,
    ...(context !== undefined && { contextId: context }),
    status: {
      state: stateOf(status),
      ...(stamp !== undefined && { timestamp: stamp }),
      ...(words !== undefined && {
        message: { messageId: textOf(key) ?? id, role: 'ROLE_AGENT', parts: [{ text: words }] },
      }),
    },
    ...(written.length > 0 && { artifacts: written }),
  };
  const idempotencyKey = textOf(key);
  return {
    task,
    issue: {
      code: 'adcp-webhook',
      severity: 'note',
      message: 'The body is an AdCP webhook and no event of A2A. It is shown as the task it tells of.',
    },
    ...(idempotencyKey !== undefined && { idempotencyKey }),
  };
}
