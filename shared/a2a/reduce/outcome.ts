import { turnsEndWaiting } from '../../lenses/index.ts';
import type { Section } from '../../lenses/lens.ts';
import type { Trouble, TroubleCode } from '../../lib/result.ts';
import type { BindingId, EndCause, RequestEntry } from '../../model/entry.ts';
import type { Issue } from '../../model/issue.ts';
import type { AnyTaskState } from '../../model/task.ts';
import { stateClass } from '../../model/task.ts';
import type { A2AError } from '../errors.ts';
import { isOperation, operations } from '../operations.ts';
import { isGuarded } from './exchange-state.ts';
import type { Folded, Reading } from './reading.ts';

/**
 * How an exchange came out.
 * `ok`: a call was answered. `complete`: a stream reached a terminal state, a message, or the end of a turn that asks
 * nothing. `paused`: the task waits for input or authorisation. `cut`: the stream ended before either. `warn`: usable,
 * with a notice. `task-failed`: the call worked and the task failed or was rejected. `error`: no usable answer.
 * `aborted`: the person stopped listening.
 */
export type OutcomeKind = 'ok' | 'complete' | 'paused' | 'cut' | 'warn' | 'task-failed' | 'error' | 'aborted';

export interface OutcomeView {
  exchange: number;
  outcome: OutcomeKind;
  operation: RequestEntry['operation'];
  /** Decoded answer of a call that was no stream. */
  reading?: Reading;
  error?: Trouble & { a2a?: A2AError };
  issues: Issue[];
  /** Last known task of the exchange. */
  task?: { id: string; contextId?: string; state: AnyTaskState };
}

/** Findings kept for one exchange; a long stream repeats itself. */
export const OUTCOME_ISSUE_LIMIT = 200;

export interface OutcomeBuilder {
  /** Takes the next entry of the exchange. Entries of other exchanges must not be given. */
  push(folded: Folded): void;
  /** True once the end was seen. */
  readonly done: boolean;
  /** The outcome so far; final once `done`. */
  view(): OutcomeView;
}

/** Follows one exchange to its end. */
export function createOutcome(operation: RequestEntry['operation']): OutcomeBuilder {
  return new ExchangeOutcome(operation);
}

const LAYER_OF_CAUSE: Record<EndCause, TroubleCode> = {
  complete: 'protocol',
  cut: 'network',
  reset: 'network',
  timeout: 'timeout',
  aborted: 'aborted',
  refused: 'network',
};

const WORDS_OF_CAUSE: Record<EndCause, string> = {
  complete: 'The answer ended.',
  cut: 'The answer is truncated: the connection closed before its end.',
  reset: 'The connection was reset before the answer was complete.',
  timeout: 'No answer came within the time limit.',
  aborted: 'Stopped listening.',
  refused: 'The connection was refused.',
};

class ExchangeOutcome implements OutcomeBuilder {
  done = false;
  private exchange = 0;
  private binding: BindingId | undefined;
  private method: string | undefined;
  private challenge: string | undefined;
  private status = 0;
  private stream = false;
  private events = 0;
  private messages = 0;
  private reading: Reading | undefined;
  private problem: A2AError | undefined;
  private cause: EndCause | undefined;
  private trouble: Trouble | undefined;
  private task: OutcomeView['task'];
  /** The agent is known to end its turns in INPUT_REQUIRED. */
  private turns = false;
  /** The state in which the task waits is a question, as far as anybody knows. */
  private asks = true;
  /** It said that something went wrong before it came to wait. */
  private failing = false;
  private readonly issues: Issue[] = [];
  private readonly told = new Set<string>();

  constructor(private readonly operation: RequestEntry['operation']) {}

  push(folded: Folded): void {
    const { row, reading } = folded;
    if (row.exchange !== 0) this.exchange = row.exchange;
    for (const issue of folded.issues) this.note(issue);
    if (row.kind === 'response') {
      this.status = row.status ?? 0;
      this.stream = row.stream === true;
    }
    if (reading === undefined) return;
    switch (reading.type) {
      case 'sent':
        this.binding = reading.binding;
        this.method = reading.method;
        // Sent again after an answer that only led to another attempt: that answer is not the outcome.
        this.problem = undefined;
        this.reading = undefined;
        this.status = 0;
        this.stream = false;
        return;
      case 'ended':
        this.done = true;
        this.cause = reading.cause;
        this.trouble = reading.error;
        this.challenge = reading.challenge;
        return;
      case 'quiet':
        return;
      case 'error':
        this.problem = reading.error;
        break;
      case 'event':
      case 'task':
        this.turns ||= turnsEndWaiting(row.marks?.lens);
        this.takeEvent(reading, row.task, row.context);
        this.takeWait(reading, folded.sections);
        break;
      default:
        break;
    }
    if (!this.stream) this.reading = reading;
  }

  private takeEvent(reading: Extract<Reading, { type: 'event' | 'task' }>, task?: string, context?: string): void {
    this.events++;
    const event = reading.type === 'task' ? { task: reading.task } : reading.event;
    if (event.message !== undefined) this.messages++;
    const state = event.task?.status?.state ?? event.statusUpdate?.status?.state ?? this.task?.state;
    if (task === undefined || event.message !== undefined) return;
    this.task = { id: task, state: state ?? '' };
    if (context !== undefined) this.task.contextId = context;
  }

  /** An agent that ends every turn in INPUT_REQUIRED waits for an answer only where it asks something. */
  private takeWait(reading: Extract<Reading, { type: 'event' | 'task' }>, sections: readonly Section[]): void {
    const event = reading.type === 'task' ? { task: reading.task } : reading.event;
    const status = event.task?.status ?? event.statusUpdate?.status;
    this.failing ||= failed(status?.state) || sections.some(({ kind }) => kind === 'error');
    if (status === undefined || stateClass(status.state) !== 'interrupted') return;
    const said = (status.message?.parts ?? []).length > 0;
    this.asks =
      said ||
      status.state !== 'TASK_STATE_INPUT_REQUIRED' ||
      sections.some((section) => section.kind === 'permission' && section.pending);
  }

  /** What came to rest in a waiting state is the end of a turn, with the task open for the next message. */
  private isTurnEnd(): boolean {
    return this.turns && !this.asks && !this.failing;
  }

  private note(issue: Issue): void {
    const key = `${issue.code} ${issue.message}`;
    if (this.issues.length >= OUTCOME_ISSUE_LIMIT || this.told.has(key)) return;
    this.told.add(key);
    this.issues.push(issue);
  }

  view(): OutcomeView {
    const { outcome, error } = this.judge();
    const view: OutcomeView = {
      exchange: this.exchange,
      outcome,
      operation: this.operation,
      issues: this.issues.slice(),
    };
    if (this.reading !== undefined) view.reading = this.reading;
    if (error !== undefined) view.error = error;
    if (this.task !== undefined) view.task = this.task;
    return view;
  }

  private judge(): { outcome: OutcomeKind; error?: OutcomeView['error'] } {
    if (this.problem !== undefined) return { outcome: 'error', error: this.answerError(this.problem) };
    if (this.stream && this.status < 400) return this.judgeStream();
    const broken = this.cause !== undefined && this.cause !== 'complete';
    if (this.cause === 'aborted') return { outcome: 'aborted' };
    if (broken) return { outcome: 'error', error: this.transportError() };
    if (this.status >= 400) return { outcome: 'error', error: this.statusError() };
    return this.judgeAnswer();
  }

  /** The task's state decides; the socket only says whether more could have come. */
  private judgeStream(): { outcome: OutcomeKind; error?: OutcomeView['error'] } {
    const whole: OutcomeKind = this.issues.some(({ code }) => code === 'content-type') ? 'warn' : 'complete';
    if (this.messages > 0) return { outcome: whole };
    const kind = stateClass(this.task?.state);
    if (kind === 'terminal') return { outcome: failed(this.task?.state) ? 'task-failed' : whole };
    if (kind === 'interrupted') return { outcome: this.isTurnEnd() ? whole : 'paused' };
    if (this.cause === 'aborted') return { outcome: 'aborted' };
    if (this.cause !== undefined && this.cause !== 'complete') {
      return { outcome: this.events === 0 ? 'error' : 'cut', error: this.transportError() };
    }
    if (this.events > 0) return { outcome: 'cut' };
    const empty: Trouble = { code: 'sse', message: 'The stream ended with no events.' };
    return { outcome: 'error', error: empty };
  }

  private judgeAnswer(): { outcome: OutcomeKind; error?: OutcomeView['error'] } {
    const warned = this.issues.some((issue) => issue.severity !== 'note');
    const usable: OutcomeKind = warned ? 'warn' : 'ok';
    const { reading } = this;
    if (reading === undefined) {
      // 204 answers a delete, 304 a card that did not change.
      const bodiless = this.status === 204 || this.status === 304 || this.isDelete();
      if (bodiless) return { outcome: usable };
      return { outcome: 'error', error: { code: 'protocol', message: 'The answer has no body.' } };
    }
    if (reading.type === 'unreadable') {
      if (this.issues.some((issue) => issue.code === 'content-type')) return { outcome: 'warn' };
      const code: TroubleCode = this.issues.some((issue) => issue.code === 'unknown-result') ? 'protocol' : 'json';
      return { outcome: 'error', error: { code, message: reading.message } };
    }
    // A call about a task reports the task; only a send makes the task's fate its own.
    if (reading.type !== 'event') return { outcome: usable };
    if (failed(this.task?.state)) return { outcome: 'task-failed' };
    if (warned) return { outcome: 'warn' };
    return { outcome: stateClass(this.task?.state) === 'interrupted' && !this.isTurnEnd() ? 'paused' : 'ok' };
  }

  private isDelete(): boolean {
    return isOperation(this.operation) && operations[this.operation].result === 'empty';
  }

  private transportError(): OutcomeView['error'] {
    const cause = this.cause ?? 'cut';
    const words = this.trouble?.message || WORDS_OF_CAUSE[cause];
    const error: Trouble = { code: this.trouble?.code ?? LAYER_OF_CAUSE[cause], message: words };
    if (this.trouble?.detail !== undefined) error.detail = this.trouble.detail;
    return error;
  }

  private statusError(): OutcomeView['error'] {
    const code = layerOfStatus(this.status);
    const message = this.explained(`The agent answered ${this.status}.`, this.challenge);
    return { code, message, httpStatus: this.status };
  }

  private answerError(problem: A2AError): OutcomeView['error'] {
    const httpStatus = problem.httpStatus ?? (this.status >= 400 ? this.status : undefined);
    const guarded = isGuarded(httpStatus) || GUARDED.has(problem.grpcStatus ?? '');
    const rpc = this.binding === 'HTTP+JSON' ? problem.told === true : problem.code !== undefined;
    const code: TroubleCode = guarded ? 'auth' : rpc || httpStatus === undefined ? 'rpc' : 'http';
    const message = this.explained(this.withMethod(problem), problem.challenge);
    const error: NonNullable<OutcomeView['error']> = { code, message, a2a: problem };
    if (problem.data !== undefined) error.detail = problem.data;
    if (httpStatus !== undefined) error.httpStatus = httpStatus;
    return error;
  }

  /** The end of a refused exchange says what was tried and what is asked for; without that, the challenge has to do. */
  private explained(message: string, challenge: string | undefined): string {
    const told = this.cause === 'complete' && this.trouble?.code === 'auth' ? this.trouble.message : undefined;
    if (told !== undefined) return `${message} ${told}`;
    return challenge === undefined ? message : `${message} (WWW-Authenticate: ${challenge})`;
  }

  /** "Method not found" says little without the method. */
  private withMethod({ code, message }: A2AError): string {
    const { method } = this;
    if (code !== METHOD_NOT_FOUND || method === undefined || message.includes(method)) return message;
    return `${message}: the agent does not know ${method}`;
  }
}

/** JSON-RPC 2.0 §5.1. */
const METHOD_NOT_FOUND = -32601;

/** gRPC statuses about who is asking. */
const GUARDED: ReadonlySet<string> = new Set(['UNAUTHENTICATED', 'PERMISSION_DENIED']);

const failed = (state: AnyTaskState | undefined): boolean =>
  state === 'TASK_STATE_FAILED' || state === 'TASK_STATE_REJECTED';

const layerOfStatus = (status: number): TroubleCode => (isGuarded(status) ? 'auth' : 'http');
