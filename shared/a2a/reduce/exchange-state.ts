import { isAuthStep } from '../../model/credential.ts';
import type { BindingId, Entry, HeaderLines, RequestEntry } from '../../model/entry.ts';
import type { Issue } from '../../model/issue.ts';
import { TEST_DELIVERY } from '../../model/push.ts';
import type { RowMarks, RowSpan } from '../../model/row.ts';
import type { AnyTaskState } from '../../model/task.ts';
import type { Dialect } from '../dialects/dialect.ts';
import { dialects } from '../dialects/index.ts';
import type { ResultKind } from '../operations.ts';
import { isOperation, operations } from '../operations.ts';
import type { DeliveryMemory } from './delivery.ts';

/** What was asked for, as far as it tells whether the answer is a stream. */
export interface AskedFacts {
  streaming: boolean;
  binding?: BindingId | undefined;
}

/** What the fold remembers of one exchange until its end. */
export interface ExchangeState {
  readonly number: number;
  readonly agent: string;
  readonly operation: RequestEntry['operation'] | undefined;
  /** It is about a token, with whoever issues it: no part of what the agent says. */
  readonly auth: boolean;
  /** It gets a file: whatever is in it, it is no event. */
  readonly file: boolean;
  readonly result: ResultKind;
  readonly streaming: boolean;
  readonly dialect: Dialect;
  readonly binding: BindingId | undefined;
  readonly startedAt: number;
  /** Asked by a watch. */
  readonly poll: boolean;
  /** JSON-RPC id of the request; undefined when it had none. */
  rpcId: unknown;
  /** What the request named. */
  sentContext: string | undefined;
  context: string | undefined;
  task: string | undefined;
  status: number;
  contentType: string;
  /** WWW-Authenticate of a refused answer. */
  challenge: string | undefined;
  /** The answer is an event stream. */
  stream: boolean;
  /** Last state seen of the task. */
  state: AnyTaskState | undefined;
  events: number;
  messages: number;
  errors: number;
  terminal: boolean;
  /** Findings that are worth one row each, not one per event. */
  told: Set<string> | undefined;
  sealed: Set<string> | undefined;
  folding: Folding | undefined;
  lastMessage: { id?: string; role?: 'user' | 'agent' } | undefined;
}

/** The marks that consecutive deltas of one text share. */
export interface Folding {
  kind: string;
  id: string;
  lens: string | undefined;
  cut: boolean;
  marks: RowMarks;
}

export interface OpenSpan {
  at: number;
  /** Shared by every row inside the span. */
  mid: RowSpan;
}

/** What the fold remembers of one task over all exchanges. */
export interface TaskMemory {
  context: string | undefined;
  state: AnyTaskState | undefined;
  /** Open spans by tool id. */
  spans: Map<string, OpenSpan> | undefined;
  /** Where notifications are pushed. */
  deliveries: DeliveryMemory | undefined;
  /** Fingerprint of the task as a watch got it last. */
  polled: string | undefined;
}

export const newTaskMemory = (): TaskMemory => ({
  context: undefined,
  state: undefined,
  spans: undefined,
  deliveries: undefined,
  polled: undefined,
});

export function headerOf(headers: HeaderLines, name: string): string | undefined {
  for (const line of headers) if (line[0].toLowerCase() === name) return line[1];
  return undefined;
}

/** Statuses by which a server says that it does not let this caller in. */
export const isGuarded = (status: number | undefined): boolean => status === 401 || status === 403;

/** Media type without its parameters, in lower case. */
export const mediaTypeOf = (contentType: string | undefined): string =>
  contentType === undefined ? '' : (contentType.split(';', 1)[0] ?? '').trim().toLowerCase();

/** Media types of JSON values one after the other: one a line, or each behind a separator (RFC 7464). */
const LINE_TYPES: ReadonlySet<string> = new Set([
  'application/x-ndjson',
  'application/ndjson',
  'application/jsonl',
  'application/x-jsonl',
  'application/jsonlines',
  'application/x-jsonlines',
  'application/json-lines',
  'application/stream+json',
  'application/json-seq',
]);

/** Whether the answer to a streaming operation is one JSON value after the other. Errors are read whole. */
export const isLines = (streaming: boolean, mediaType: string, status: number): boolean =>
  streaming && status < 400 && LINE_TYPES.has(mediaType);

/** Whether an answer is read event by event: what was asked for decides only where its type leaves that open. */
export const isStream = (facts: AskedFacts, mediaType: string, status: number): boolean =>
  mediaType === 'text/event-stream' ||
  (facts.streaming && facts.binding === 'GRPC') ||
  isLines(facts.streaming, mediaType, status);

/** State of an exchange at its request; an entry whose request is missing gets one with the defaults. */
export function openExchange(entry: Entry, number: number): ExchangeState {
  const request: RequestEntry | undefined = entry.kind === 'request' ? entry : undefined;
  const operation = request?.operation;
  const known = isOperation(operation) ? operations[operation] : undefined;
  return {
    number,
    agent: request?.agent ?? '',
    operation,
    auth: isAuthStep(operation),
    file: operation === 'FetchFile',
    result: operation === 'GetAgentCard' ? 'card' : operation === TEST_DELIVERY ? 'empty' : (known?.result ?? 'stream'),
    streaming: known?.streaming ?? operation === undefined,
    dialect: dialects[request?.dialect ?? '1.0'],
    binding: request?.binding,
    startedAt: entry.at,
    poll: request?.poll === true,
    rpcId: undefined,
    sentContext: undefined,
    context: undefined,
    task: undefined,
    status: 0,
    contentType: '',
    challenge: undefined,
    stream: false,
    state: undefined,
    events: 0,
    messages: 0,
    errors: 0,
    terminal: false,
    told: undefined,
    sealed: undefined,
    folding: undefined,
    lastMessage: undefined,
  };
}

/** True the first time a code is asked for in this exchange. */
export function firstTime(exchange: ExchangeState, code: string): boolean {
  exchange.told ??= new Set();
  if (exchange.told.has(code)) return false;
  exchange.told.add(code);
  return true;
}

/** The list with one more issue; lists from decoders may be shared, so they are never changed. */
export const withIssue = (issues: Issue[], issue: Issue): Issue[] =>
  issues.length === 0 ? [issue] : [...issues, issue];

export const withIssues = (issues: Issue[], more: readonly Issue[]): Issue[] =>
  more.length === 0 ? issues : [...issues, ...more];
