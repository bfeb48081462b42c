import type { BindingId, DialectId } from '../../../model/entry.ts';
import { operations, type ResultKind } from '../../operations.ts';

/** How an answer has to be read. */
export interface Call {
  dialect: DialectId;
  kind: ResultKind;
  binding: BindingId;
}

/** JSON-RPC methods of every version. */
export const METHODS = new Map<string, Call>(
  Object.values(operations).flatMap(({ methods, result }) =>
    Object.entries(methods).map(([dialect, method]) => [
      method,
      { dialect: dialect as DialectId, kind: result, binding: 'JSONRPC' as const },
    ]),
  ),
);
// Methods of 0.1, answered by servers that say 0.3.
METHODS.set('tasks/send', { dialect: '0.3', kind: 'task', binding: 'JSONRPC' });
METHODS.set('tasks/sendSubscribe', { dialect: '0.3', kind: 'stream', binding: 'JSONRPC' });
