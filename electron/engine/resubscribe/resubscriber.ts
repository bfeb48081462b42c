import { performance } from 'node:perf_hooks';
import { operations } from '../../../shared/a2a/operations.ts';
import { isStream, mediaTypeOf } from '../../../shared/a2a/reduce/exchange-state.ts';
import type { OutcomeView } from '../../../shared/contract/views.ts';
import { isObject } from '../../../shared/lib/json.ts';
import type { Reply } from '../../../shared/lib/result.ts';
import { done, refused } from '../../../shared/lib/result.ts';
import type { GaveUpCause, LostCause } from '../../../shared/model/reconnect.ts';
import { stateClass } from '../../../shared/model/task.ts';
import type { CallObserver, Calls, SentCall } from '../calls.ts';
import { headerValue } from '../http/headers.ts';
import type { HttpHead } from '../http/types.ts';
import { TRACKED_TASKS } from '../limits.ts';
import type { EngineParts } from '../parts.ts';
import type { Recorder } from '../recorder.ts';
import { afterSubscription, attemptEnd, lostCause, NO_ATTEMPT, nextAttempt, type StreamEnd } from './policy.ts';
import { reconcile } from './reconcile.ts';
import { broughtNews, lastHeard, noteGap, noteStep, requestFor, type Tracked, track } from './tracked.ts';

/** One streaming operation as it went. */
interface Course {
  end: StreamEnd;
  /** `performance.now()` at which its stream opened. */
  openedAt: number | undefined;
  retryMs: number;
}

/**
 * Opens broken streams again. It watches every call, says in the log where events may be missing, and, where the setting
 * allows it, subscribes again with growing waits and compares the fetched task with what the events said.
 */
export class Resubscriber {
  readonly #parts: EngineParts;
  readonly #calls: Calls;
  readonly #tasks = new Map<string, Tracked>();
  #closed = false;

  constructor(parts: EngineParts, calls: Calls) {
    this.#parts = parts;
    this.#calls = calls;
    calls.watch((call) => this.#sent(call));
  }

  /** Subscribes without waiting for the next attempt, or for the first time. */
  async subscribe(agent: string, task: string): Promise<Reply<{ exchange: number }>> {
    const record = this.#parts.agents.get(agent);
    if (!record) return refused('not-found', `There is no agent "${agent}".`);
    const tracked = this.#of(agent, task);
    const request = tracked ? requestFor(tracked) : { id: task };
    const call = await this.#calls.start(record, 'SubscribeToTask', request, tracked?.options);
    return call.ok ? done({ exchange: call.value.number }) : call;
  }

  /** Fetches the task and says in the log what no event told. */
  async fetch(agent: string, task: string): Promise<Reply<{ exchange: number }>> {
    const tracked = this.#of(agent, task) ?? this.#track(this.#parts.sessions.live, agent, task);
    return reconcile(this.#parts, this.#calls, tracked);
  }

  /** Makes no more attempts for a task; refused when none were being made. */
  stop(agent: string, task: string): Reply<null> {
    const tracked = this.#of(agent, task);
    if (tracked?.phase !== 'waiting' && tracked?.phase !== 'retrying') {
      return refused('not-found', 'Nothing is tried for this task.');
    }
    this.#stop(tracked);
    return done(null);
  }

  /** Makes no more attempts for any task of an agent. */
  stopFor(agent: string): void {
    for (const tracked of this.#tasks.values()) {
      if (tracked.agent === agent && (tracked.phase === 'waiting' || tracked.phase === 'retrying')) this.#stop(tracked);
    }
  }

  #stop(tracked: Tracked): void {
    const { pending } = tracked;
    this.#giveUp(tracked, 'stopped');
    if (pending !== undefined) this.#calls.abort(pending);
  }

  /** Makes no more attempts for any task. */
  stopAll(): void {
    for (const tracked of this.#tasks.values()) {
      if (tracked.phase === 'waiting' || tracked.phase === 'retrying') this.#giveUp(tracked, 'closing');
    }
  }

  close(): void {
    this.stopAll();
    this.#closed = true;
  }

  #of(agent: string, task: string): Tracked | undefined {
    const tracked = this.#tasks.get(`${agent} ${task}`);
    return tracked?.recorder === this.#parts.sessions.live ? tracked : undefined;
  }

  #track(recorder: Recorder, agent: string, task: string): Tracked {
    const key = `${agent} ${task}`;
    const tracked = track(recorder, agent, task);
    clearTimeout(this.#tasks.get(key)?.timer);
    this.#tasks.delete(key);
    this.#tasks.set(key, tracked);
    for (const [old, { phase }] of this.#tasks) {
      if (this.#tasks.size <= TRACKED_TASKS) break;
      if (phase === 'idle' || phase === 'gave-up') this.#tasks.delete(old);
    }
    return tracked;
  }

  #sent(call: SentCall): CallObserver {
    const { agent, operation, request, recorder, options } = call;
    const course: Course = { end: { cause: 'complete', dropped: false }, openedAt: undefined, retryMs: 0 };
    const subscribed = operation === 'SubscribeToTask' ? String(request.id) : undefined;
    let tracked = subscribed === undefined ? undefined : this.#of(agent, subscribed);
    if (subscribed !== undefined) {
      tracked ??= this.#track(recorder, agent, subscribed);
      tracked.options = options;
      tracked.tenant = textOf(request.tenant);
      this.#beginAttempt(tracked);
    }
    const continued = isObject(request.message) ? textOf(request.message.taskId) : undefined;
    if (continued !== undefined) this.#goesOn(agent, continued);
    return {
      number: (exchange) => {
        if (tracked) tracked.pending = exchange;
      },
      head: (exchange, head) => {
        if (!opensStream(call, head)) return;
        course.openedAt = performance.now();
        if (tracked) this.#connected(tracked, exchange);
      },
      retry: (ms) => {
        course.retryMs = ms;
      },
      end: ({ cause }, dropped) => {
        course.end = { cause, dropped };
      },
      outcome: (exchange, view) => this.#ended(call, exchange, course, view),
    };
  }

  /** A subscription goes out: a planned one, or one that somebody asked for meanwhile. */
  #beginAttempt(tracked: Tracked): void {
    if (tracked.phase === 'retrying' || tracked.lostAt === undefined) return;
    if (tracked.phase === 'waiting') clearTimeout(tracked.timer);
    else tracked.progress = { attempt: 1, silent: 0 };
    tracked.phase = 'retrying';
    tracked.cause = 'asked';
    noteStep(tracked, { phase: 'retrying', cause: 'asked', of: this.#limit() });
  }

  /** A message to the task opens a stream of its own, so no other is needed. */
  #goesOn(agent: string, task: string): void {
    const tracked = this.#of(agent, task);
    if (!tracked) return;
    clearTimeout(tracked.timer);
    tracked.phase = 'idle';
    tracked.progress = NO_ATTEMPT;
  }

  #connected(tracked: Tracked, exchange: number): void {
    const { lostAt } = tracked;
    tracked.exchanges.add(exchange);
    if (tracked.phase === 'retrying') {
      tracked.phase = 'connected';
      noteStep(tracked, { phase: 'connected', cause: tracked.cause, of: this.#limit() }, { exchange });
    }
    if (lostAt === undefined) return;
    tracked.lostAt = undefined;
    noteGap(tracked, exchange, lostAt);
    if (this.#automatic()) void reconcile(this.#parts, this.#calls, tracked);
  }

  #ended(call: SentCall, exchange: number, course: Course, view: OutcomeView): void {
    const { agent, operation, recorder, request } = call;
    if (recorder !== this.#parts.sessions.live) return;
    const subscribes = operation === 'SubscribeToTask';
    const id = subscribes ? String(request.id) : view.task?.id;
    if (id === undefined) return;
    const streaming = operations[operation].streaming;
    const tracked = this.#of(agent, id) ?? (streaming ? this.#track(recorder, agent, id) : undefined);
    if (!tracked) return;
    if (streaming) this.#streamEnded(tracked, call, exchange, course, view);
    else this.#learned(tracked, exchange, call, view);
  }

  #streamEnded(tracked: Tracked, call: SentCall, exchange: number, course: Course, view: OutcomeView): void {
    const { session } = tracked.recorder;
    const known = tracked.state;
    tracked.pending = undefined;
    tracked.exchanges.add(exchange);
    tracked.options = call.options;
    tracked.tenant = textOf(call.request.tenant);
    if (course.retryMs > 0) tracked.retryMs = course.retryMs;
    if (view.task) tracked.state = view.task.state;

    const goesOn = stateClass(tracked.state) === 'active';
    if (goesOn) tracked.lostAt ??= lastHeard(session, exchange);
    const subscribes = call.operation === 'SubscribeToTask';
    if (subscribes && (course.openedAt === undefined || view.error?.a2a !== undefined)) {
      this.#failed(tracked, course, view);
      return;
    }
    const lost = course.openedAt === undefined ? undefined : lostCause(course.end, view, known);
    if (lost === undefined) {
      tracked.phase = 'idle';
      if (!goesOn) tracked.lostAt = undefined;
      return;
    }
    tracked.lostAt ??= lastHeard(session, exchange);
    if (subscribes && course.openedAt !== undefined && tracked.progress.attempt > 0) {
      const lasted = performance.now() - course.openedAt;
      tracked.progress = afterSubscription(tracked.progress, broughtNews(session, exchange, known), lasted);
    } else tracked.progress = NO_ATTEMPT;
    this.#plan(tracked, lost);
  }

  /** An answer that was no stream of events told how the task stands. */
  #learned(tracked: Tracked, exchange: number, { operation }: SentCall, view: OutcomeView): void {
    if (operation === 'SendMessage') tracked.exchanges.add(exchange);
    const kind = stateClass(view.task?.state);
    const keepsOpen = tracked.state === 'TASK_STATE_AUTH_REQUIRED' && view.task?.state === tracked.state;
    if (tracked.phase !== 'waiting' || keepsOpen || (kind !== 'terminal' && kind !== 'interrupted')) return;
    tracked.state = view.task?.state;
    this.#giveUp(tracked, 'at-rest');
  }

  /** A subscription that came to nothing. */
  #failed(tracked: Tracked, course: Course, view: OutcomeView): void {
    if (tracked.phase === 'idle' || tracked.phase === 'gave-up') return;
    const verdict = attemptEnd(view);
    if (course.end.cause === 'aborted') this.#giveUp(tracked, 'stopped');
    else if (view.task && stateClass(view.task.state) !== 'active') this.#giveUp(tracked, 'at-rest');
    else if (verdict === 'again') this.#plan(tracked, 'failed', view.error?.message);
    else {
      this.#giveUp(tracked, verdict, view.error?.message);
      if (verdict === 'refused') void reconcile(this.#parts, this.#calls, tracked);
    }
  }

  /** `why` is what the last attempt ended in. */
  #plan(tracked: Tracked, cause: LostCause, why?: string): void {
    tracked.cause = cause;
    const automatic = this.#automatic();
    if (!automatic && tracked.phase === 'idle') return;
    const settings = this.#parts.settings.resubscribing();
    const off = this.#closed ? 'closing' : 'off';
    const next = automatic ? nextAttempt(tracked.progress, settings, Math.random, tracked.retryMs) : off;
    if (typeof next === 'string') {
      this.#giveUp(tracked, next, why);
      return;
    }
    tracked.progress = { ...tracked.progress, attempt: next.attempt };
    tracked.phase = 'waiting';
    noteStep(tracked, { phase: 'waiting', cause, of: this.#limit(), inMs: next.inMs });
    tracked.timer = setTimeout(() => void this.#attempt(tracked), next.inMs);
  }

  async #attempt(tracked: Tracked): Promise<void> {
    const agent = this.#parts.agents.get(tracked.agent);
    if (this.#closed || !agent || tracked.recorder !== this.#parts.sessions.live) {
      this.#giveUp(tracked, 'closing');
      return;
    }
    tracked.phase = 'retrying';
    noteStep(tracked, { phase: 'retrying', cause: tracked.cause, of: this.#limit() });
    const call = await this.#calls.start(agent, 'SubscribeToTask', requestFor(tracked), tracked.options);
    if (!call.ok) this.#giveUp(tracked, 'refused', call.error.message);
    // Stopped while the call was prepared.
    else if (tracked.phase !== 'retrying') this.#calls.abort(call.value.number);
  }

  #giveUp(tracked: Tracked, cause: GaveUpCause, why?: string): void {
    clearTimeout(tracked.timer);
    tracked.phase = 'gave-up';
    tracked.pending = undefined;
    noteStep(tracked, { phase: 'gave-up', cause, of: this.#limit() }, why === undefined ? {} : { why });
  }

  #automatic(): boolean {
    return !this.#closed && this.#parts.settings.resubscribing().autoResubscribe;
  }

  #limit(): number {
    return this.#parts.settings.resubscribing().resubscribeWaitsMs.length;
  }
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

function opensStream({ operation, binding }: SentCall, head: HttpHead): boolean {
  if (head.status < 200 || head.status >= 300) return false;
  const mediaType = mediaTypeOf(headerValue(head.headers, 'content-type'));
  return isStream({ streaming: operations[operation].streaming, binding }, mediaType, head.status);
}
