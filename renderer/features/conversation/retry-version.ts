import type { A2AError } from '../../../shared/a2a/errors.ts';
import { isOperation, operations } from '../../../shared/a2a/operations.ts';
import type { InputOf } from '../../../shared/contract/procedures.ts';
import type { EntryView } from '../../../shared/contract/views.ts';
import type { DialectId } from '../../../shared/model/entry.ts';

/** JSON-RPC 2.0 §5.1 and 1.0 §5.4: the answers of an agent that speaks another version. */
const METHOD_NOT_FOUND = -32601;
const VERSION_NOT_SUPPORTED = -32009;

/** Whether an error may mean that the agent speaks another version. */
export const otherVersionOf = (error: A2AError): boolean =>
  error.code === METHOD_NOT_FOUND || error.code === VERSION_NOT_SUPPORTED;

export interface RetryPlan {
  version: DialectId;
  /** Name of the operation in that version. */
  method: string;
  call: InputOf<'calls.start'>;
}

/** The call that an exchange began with, once more; undefined where no message was sent. */
export function sameCall({ entry, reading }: EntryView): InputOf<'calls.start'> | undefined {
  const message = reading?.type === 'sent' ? reading.message : undefined;
  if (entry.kind !== 'request' || !message || !isOperation(entry.operation)) return undefined;
  return { agent: entry.agent, operation: entry.operation, request: { message } };
}

/** The same message in the other version; undefined for requests that send no message over JSON-RPC. */
export function retryPlan({ entry, reading }: EntryView): RetryPlan | undefined {
  if (entry.kind !== 'request' || !isOperation(entry.operation) || entry.binding !== 'JSONRPC') return undefined;
  const message = reading?.type === 'sent' ? reading.message : undefined;
  const version: DialectId = entry.dialect === '0.3' ? '1.0' : '0.3';
  const method = operations[entry.operation].methods[version];
  if (!message || method === undefined) return undefined;
  // A message that was never taken in keeps its id: it is still the same one.
  const call = { agent: entry.agent, operation: entry.operation, request: { message }, options: { version } };
  return { version, method, call };
}
