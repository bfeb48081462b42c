import { isObject } from '../../lib/json.ts';
import { type A2AError, codeOfReason, ERROR_NAMES, errorName, reasonOf } from '../errors.ts';

/** Names of the gRPC status codes, by number. */
export const GRPC_STATUS: readonly string[] = [
  'OK',
  'CANCELLED',
  'UNKNOWN',
  'INVALID_ARGUMENT',
  'DEADLINE_EXCEEDED',
  'NOT_FOUND',
  'ALREADY_EXISTS',
  'PERMISSION_DENIED',
  'RESOURCE_EXHAUSTED',
  'FAILED_PRECONDITION',
  'ABORTED',
  'OUT_OF_RANGE',
  'UNIMPLEMENTED',
  'INTERNAL',
  'UNAVAILABLE',
  'DATA_LOSS',
  'UNAUTHENTICATED',
];

const CODE_OF_NAME: ReadonlyMap<string, number> = new Map(
  Object.entries(ERROR_NAMES).map(([code, name]) => [name, Number(code)]),
);

/** Servers of 0.3 send no details; some begin the message with the name of the error. */
const codeOfWords = (message: string): number | undefined =>
  CODE_OF_NAME.get(/^([A-Z][A-Za-z]+?)(?:Error)?: /.exec(message)?.[1] ?? '');

/** Statuses whose meaning needs no reason (1.0 §5.4). */
const CODE_OF_STATUS: Readonly<Record<string, number>> = { UNIMPLEMENTED: -32601 };

/**
 * The error in a google.rpc.Status in JSON. The reason of an ErrorInfo among the details names the A2A error; without
 * one the name of the status goes in front of the message.
 */
export function readGrpcStatus(value: unknown): A2AError {
  const status = isObject(value) ? value : {};
  const number = typeof status.code === 'number' ? status.code : 2;
  const grpcStatus = GRPC_STATUS[number] ?? `status ${number}`;
  const details = Array.isArray(status.details) && status.details.length > 0 ? status.details : undefined;
  const reason = reasonOf(details);
  const words = typeof status.message === 'string' ? status.message : '';
  const code = codeOfReason(reason) ?? codeOfWords(words) ?? CODE_OF_STATUS[grpcStatus];
  const name = errorName(code);
  const message = code === undefined || words === '' ? [grpcStatus, words].filter(Boolean).join(': ') : words;
  return {
    message,
    grpcStatus,
    ...(code === undefined ? {} : { code }),
    ...(name === undefined ? {} : { name }),
    ...(details === undefined ? {} : { data: details }),
    ...(reason === undefined ? {} : { reason }),
  };
}
