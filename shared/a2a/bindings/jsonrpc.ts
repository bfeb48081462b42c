import { isObject } from '../../lib/json.ts';
import type { Issue } from '../../model/issue.ts';
import { type A2AError, readRpcError } from '../errors.ts';

export type RpcId = string | number | null;

/** The parts of a JSON-RPC answer. `result` is a key of its own: a `null` result differs from a missing one. */
export interface Unframed {
  id?: RpcId;
  result?: unknown;
  error?: A2AError;
  issues: Issue[];
}

/** The text of a JSON-RPC request. `params` without any member are left out (JSON-RPC 2.0 §4.2). */
export function frame(id: string | number, method: string, params?: Record<string, unknown>): string {
  const request = { jsonrpc: '2.0', id, method };
  return JSON.stringify(params && Object.keys(params).length > 0 ? { ...request, params } : request);
}

const issue = (code: string, severity: Issue['severity'], message: string, pointer = ''): Issue => ({
  code,
  severity,
  message,
  pointer,
  clause: 'JSON-RPC 2.0 §5',
});

/**
 * Opens a JSON-RPC answer, or one item of a stream. Takes any JSON value and never throws. A payload without an
 * envelope is the result itself (or, with `code` and `message`, the error); pointers start at the payload.
 */
export function unframe(payload: unknown): Unframed {
  if (Array.isArray(payload)) return unframeList(payload);
  if (!isObject(payload)) {
    return { issues: [issue('rpc-no-object', 'error', 'A JSON-RPC answer should be an object.')] };
  }
  const hasError = payload.error !== undefined && payload.error !== null;
  const hasResult = payload.result !== undefined;
  if (!hasError && !hasResult && payload.jsonrpc === undefined) return unframeBare(payload);

  const answer: Unframed = { issues: [] };
  const { id } = payload;
  if (typeof id === 'string' || typeof id === 'number' || id === null) answer.id = id;
  else if (id !== undefined) {
    answer.issues.push(issue('rpc-id-type', 'warning', 'The id is neither a string, a number nor null.', '/id'));
  }
  if (payload.jsonrpc !== '2.0') {
    answer.issues.push(
      payload.jsonrpc === undefined
        ? issue('rpc-version-missing', 'warning', 'The answer has no jsonrpc member; it should be "2.0".')
        : issue('rpc-version', 'warning', 'The jsonrpc member should be "2.0".', '/jsonrpc'),
    );
  }
  if (hasResult) answer.result = payload.result;
  if (hasError) {
    answer.error = readRpcError(payload.error);
    if (typeof payload.error !== 'object') {
      answer.issues.push(
        issue('rpc-error-shape', 'warning', 'error should be an object with code and message.', '/error'),
      );
    }
    if (hasResult && payload.result !== null) {
      answer.issues.push(issue('rpc-result-and-error', 'warning', 'The answer has both a result and an error.'));
    }
  } else if (!hasResult) {
    answer.issues.push(issue('rpc-without-result', 'note', 'The answer has neither a result nor an error.'));
  }
  return answer;
}

/** No envelope at all: the inner object of an `event: error`, or a bare result. */
function unframeBare(payload: Record<string, unknown>): Unframed {
  if (typeof payload.code === 'number' && typeof payload.message === 'string') {
    return {
      error: readRpcError(payload),
      issues: [issue('rpc-envelope-missing', 'warning', 'The error comes without its JSON-RPC envelope.')],
    };
  }
  return {
    result: payload,
    issues: [issue('rpc-envelope-missing', 'warning', 'The result comes without its JSON-RPC envelope.')],
  };
}

/** A2A has no batches; a list of one is opened, a longer one is left alone. */
function unframeList(payload: readonly unknown[]): Unframed {
  const only = payload.length === 1 && isObject(payload[0]) ? unframe(payload[0]) : { issues: [] };
  return {
    ...only,
    issues: [
      issue('rpc-batch', 'error', `The answer is a list of ${payload.length}; one object was expected.`),
      ...only.issues,
    ],
  };
}
