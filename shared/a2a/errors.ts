import { isObject } from '../lib/json.ts';

/** An error answer in one shape, whatever binding carried it. `code` is a JSON-RPC code when there was one. */
export interface A2AError {
  code?: number;
  /** A2A or JSON-RPC name, for example `TaskNotFound`; absent for codes nobody defined. */
  name?: string;
  message: string;
  /** Untouched, because servers put strings, objects or lists there. */
  data?: unknown;
  /** Reason of a google.rpc.ErrorInfo in `data`, when there is one. */
  reason?: string;
  httpStatus?: number;
  /** Name of the gRPC status, for example `NOT_FOUND`. */
  grpcStatus?: string;
  /** An HTTP body said so in JSON, in one of the forms of agents; a web server's page did not. */
  told?: true;
  /** WWW-Authenticate of an answer with status 401 or 403: what the agent wants to see. */
  challenge?: string;
}

/** Names of the codes (1.0 §5.4 and JSON-RPC 2.0 §5.1). */
export const ERROR_NAMES: Readonly<Record<number, string>> = {
  [-32001]: 'TaskNotFound',
  [-32002]: 'TaskNotCancelable',
  [-32003]: 'PushNotificationNotSupported',
  [-32004]: 'UnsupportedOperation',
  [-32005]: 'ContentTypeNotSupported',
  [-32006]: 'InvalidAgentResponse',
  [-32007]: 'ExtendedAgentCardNotConfigured',
  [-32008]: 'ExtensionSupportRequired',
  [-32009]: 'VersionNotSupported',
  [-32700]: 'ParseError',
  [-32600]: 'InvalidRequest',
  [-32601]: 'MethodNotFound',
  [-32602]: 'InvalidParams',
  [-32603]: 'InternalError',
};

/** Codes that JSON-RPC leaves to the server (JSON-RPC 2.0 §5.1). */
const SERVER_CODES = { from: -32099, to: -32000 } as const;

const ERROR_INFO = 'google.rpc.ErrorInfo';
const BAD_REQUEST = 'google.rpc.BadRequest';

const kebab = (name: string): string => name.replace(/(?<=[a-z])(?=[A-Z])/g, '-').toLowerCase();

/** Code by `ErrorInfo.reason` (1.0 §5.4): the name in upper snake case. */
const CODE_OF_REASON: ReadonlyMap<string, number> = new Map(
  Object.entries(ERROR_NAMES).map(([code, name]) => [kebab(name).replace(/-/g, '_').toUpperCase(), Number(code)]),
);

/** Name of a code, or undefined when neither A2A nor JSON-RPC defines it. */
export const errorName = (code: number | undefined): string | undefined =>
  code === undefined ? undefined : ERROR_NAMES[code];

/** JSON-RPC code behind a reason such as `TASK_NOT_FOUND`. */
export const codeOfReason = (reason: string | undefined): number | undefined =>
  reason === undefined ? undefined : CODE_OF_REASON.get(reason);

/** Short key of the text that explains an error, for example `task-not-found`, `http-401`, `unknown`. */
export function explain(error: Pick<A2AError, 'code' | 'httpStatus'> | number): string {
  const { code, httpStatus } = typeof error === 'number' ? { code: error, httpStatus: undefined } : error;
  const name = errorName(code);
  if (name !== undefined) return kebab(name);
  if (httpStatus !== undefined && httpStatus >= 400) return httpStatus >= 500 ? 'http-5xx' : httpKey(httpStatus);
  return code !== undefined && code >= SERVER_CODES.from && code <= SERVER_CODES.to ? 'server-defined' : 'unknown';
}

const EXPLAINED_STATUS: ReadonlySet<number> = new Set([400, 401, 403, 404, 405, 406, 408, 409, 413, 415, 429]);
const httpKey = (status: number): string => (EXPLAINED_STATUS.has(status) ? `http-${status}` : 'http-4xx');

const detailsOf = (data: unknown): Record<string, unknown>[] => (Array.isArray(data) ? data : [data]).filter(isObject);

const isOfType = (detail: Record<string, unknown>, type: string): boolean =>
  typeof detail['@type'] === 'string' && detail['@type'].endsWith(type);

/** Reason of the first ErrorInfo in a list of details (or in a single detail). */
export function reasonOf(data: unknown): string | undefined {
  for (const detail of detailsOf(data)) {
    if (isOfType(detail, ERROR_INFO) && typeof detail.reason === 'string') return detail.reason;
  }
  return undefined;
}

export interface FieldViolation {
  field: string;
  description: string;
}

/** What was wrong with which field: google.rpc.BadRequest details, or the `loc` and `msg` of Python validators. */
export function fieldViolations(data: unknown): FieldViolation[] {
  const found: FieldViolation[] = [];
  for (const detail of detailsOf(data)) {
    if (isOfType(detail, BAD_REQUEST) && Array.isArray(detail.fieldViolations)) {
      for (const item of detail.fieldViolations.filter(isObject)) {
        found.push({ field: String(item.field ?? ''), description: String(item.description ?? '') });
      }
    } else if (Array.isArray(detail.loc) && typeof detail.msg === 'string') {
      found.push({ field: detail.loc.join('.'), description: detail.msg });
    } else if (Array.isArray(detail.errors)) {
      found.push(...fieldViolations(detail.errors));
    }
  }
  return found;
}

const integerOf = (value: unknown): number | undefined => {
  const number = typeof value === 'string' && /^-?\d+$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isInteger(number) ? number : undefined;
};

/**
 * The `error` member of a JSON-RPC answer, whatever a server put there: the object of the standard, a string, or
 * something else, whose JSON text becomes the message.
 */
export function readRpcError(error: unknown): A2AError {
  if (typeof error === 'string') return { message: error };
  if (!isObject(error)) return { message: JSON.stringify(error) ?? String(error) };
  const code = integerOf(error.code);
  const data = error.data ?? error.details;
  const reason = reasonOf(data);
  const name = errorName(code);
  return {
    ...(code === undefined ? {} : { code }),
    ...(name === undefined ? {} : { name }),
    message: messageOf(error) ?? name ?? (code === undefined ? JSON.stringify(error) : `Error ${code}`),
    ...(data === undefined || data === null ? {} : { data }),
    ...(reason === undefined ? {} : { reason }),
  };
}

/** The first text among the keys that servers use for the message. */
export function messageOf(error: Record<string, unknown>): string | undefined {
  for (const key of ['message', 'msg', 'detail', 'title', 'error_description', 'description', 'error']) {
    const value = error[key];
    if (typeof value === 'string' && value.trim() !== '') return value;
  }
  return undefined;
}
