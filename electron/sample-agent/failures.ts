/** One row per error the agent can answer with: codes of section 6 and the reason of its ErrorInfo. */
interface FailureKind {
  code: number;
  /** Code in 0.3 where it differs. */
  code03?: number;
  /** `ErrorInfo.reason`; null where the SDK servers send no `data` at all. */
  reason: string | null;
}

const kinds = {
  ParseError: { code: -32700, reason: null },
  InvalidRequest: { code: -32600, reason: 'INVALID_REQUEST' },
  MethodNotFound: { code: -32601, reason: null },
  InvalidParams: { code: -32602, reason: 'INVALID_PARAMS' },
  TaskNotFound: { code: -32001, reason: 'TASK_NOT_FOUND' },
  TaskNotCancelable: { code: -32002, reason: 'TASK_NOT_CANCELABLE' },
  PushNotificationNotSupported: { code: -32003, reason: 'PUSH_NOTIFICATION_NOT_SUPPORTED' },
  UnsupportedOperation: { code: -32004, reason: 'UNSUPPORTED_OPERATION' },
  /** A message to a finished task is UnsupportedOperation in 1.0, invalid params in 0.3. */
  TaskIsTerminal: { code: -32004, code03: -32602, reason: 'UNSUPPORTED_OPERATION' },
  ContentTypeNotSupported: { code: -32005, reason: 'CONTENT_TYPE_NOT_SUPPORTED' },
  VersionNotSupported: { code: -32009, reason: 'VERSION_NOT_SUPPORTED' },
} satisfies Record<string, FailureKind>;

type FailureName = keyof typeof kinds;

export interface Violation {
  /** Dotted path inside `params`, for example `message.parts[0].text`. */
  field: string;
  description: string;
}

export interface Failure {
  name: FailureName;
  message: string;
  violations?: Violation[];
}

export type Outcome<Value> = { ok: true; value: Value } | { ok: false; failure: Failure };

/** A successful outcome. */
export function done<Value>(value: Value): Outcome<Value> {
  return { ok: true, value };
}

/** A refused request; `name` decides code and reason. */
export function refuse(name: FailureName, message: string, violations?: Violation[]): { ok: false; failure: Failure } {
  return { ok: false, failure: violations ? { name, message, violations } : { name, message } };
}

/** The JSON-RPC `error` member in 1.0: ErrorInfo, and BadRequest when single fields are to blame (section 6). */
export function errorBody10(failure: Failure): { code: number; message: string; data?: unknown[] } {
  const kind: FailureKind = kinds[failure.name];
  if (kind.reason === null) return { code: kind.code, message: failure.message };
  const data: unknown[] = [
    {
      '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
      reason: kind.reason,
      domain: 'a2a-protocol.org',
      metadata: {},
    },
  ];
  if (failure.violations) {
    data.push({ '@type': 'type.googleapis.com/google.rpc.BadRequest', fieldViolations: failure.violations });
  }
  return { code: kind.code, message: failure.message, data };
}

/** The JSON-RPC `error` member in 0.3: no typed `data`; blamed fields are named in the message. */
export function errorBody03(failure: Failure): { code: number; message: string } {
  const kind: FailureKind = kinds[failure.name];
  const fields = (failure.violations ?? []).map((one) => `${one.field}: ${one.description}`).join(' ');
  return { code: kind.code03 ?? kind.code, message: fields ? `${failure.message} ${fields}` : failure.message };
}
