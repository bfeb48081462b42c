import { operations } from '../../../shared/a2a/operations.ts';
import type { OutcomeView } from '../../../shared/contract/views.ts';
import type { WatchView } from '../../../shared/contract/watch.ts';
import { fingerprint } from '../../../shared/lib/fingerprint.ts';
import type { Reply, Trouble } from '../../../shared/lib/result.ts';
import { done, refused } from '../../../shared/lib/result.ts';
import { type AnyTaskState, isStale } from '../../../shared/model/task.ts';
import type { WatchEnd } from '../../../shared/model/watch.ts';
import type { AgentRecord } from '../agents.ts';
import type { CallObserver, Calls, SentCall } from '../calls.ts';
import { headerValue } from '../http/headers.ts';
import { KEPT_WATCHES, WATCHED_TASKS } from '../limits.ts';
import type { EngineParts } from '../parts.ts';
import { pollResult, restOf, retryAfterMs, tooManyFailures, waitFor, wantsWatch } from './policy.ts';
import { keyOf, newWatch, noteWatch, taskOf, type Watched, watchView } from './watched.ts';

interface WatcherOptions {
  parts: EngineParts;
  calls: Calls;
  /** Whether the agent's card says that it streams; undefined when there is no card. */
  streams(agent: AgentRecord): boolean | undefined;
  /** Starts the agent when it is one that has to be started. */
  wake(agent: AgentRecord): Promise<Reply<null>>;
}

/**
 * Watches tasks by asking for them again and again, where no stream tells of them. For one task there is never more than
 * one question under way, and none while a stream brings its events.
 */
export class Watcher {
  readonly #options: WatcherOptions;
  readonly #watches = new Map<string, Watched>();
  /** Streams that are open, by task. */
  readonly #streams = new Map<string, number>();
  #closed = false;

  constructor(options: WatcherOptions) {
    this.#options = options;
    options.calls.watch((call) => this.#sent(call));
  }

  /** Begins to watch, goes on, or asks at once; with `paused` asks no more until told. */
  watch(agent: string, task: string, paused: boolean): Reply<WatchView> {
    const record = this.#options.parts.agents.get(agent);
    if (!record) return refused('not-found', `There is no agent "${agent}".`);
    const known = this.#of(agent, task);
    if (paused) {
      if (!known || known.phase === 'ended') return refused('not-found', 'This task is not watched.');
      this.#pause(known);
      return done(watchView(known));
    }
    if (known && known.phase !== 'ended') {
      known.automatic = false;
      if (known.phase !== 'asking') this.#resume(known);
      return done(watchView(known));
    }
    const begun = this.#begin({ agent, task, automatic: false, options: known?.options, tenant: known?.tenant });
    return begun.ok ? done(watchView(begun.value)) : begun;
  }

  /** Ends a watch; forgets one that has ended. */
  unwatch(agent: string, task: string): Reply<null> {
    const watched = this.#of(agent, task);
    if (!watched) return refused('not-found', 'This task is not watched.');
    if (watched.phase === 'ended') this.#watches.delete(keyOf(agent, task));
    else this.#end(watched, 'stopped');
    this.#changed();
    return done(null);
  }

  list(): WatchView[] {
    return [...this.#watches.values()].filter((one) => one.recorder === this.#live()).map(watchView);
  }

  /** Ends every watch of an agent; they stay in the list. */
  stopFor(agent: string): void {
    for (const watched of this.#watches.values()) if (watched.agent === agent) this.#end(watched, 'stopped');
  }

  /** Ends every watch of an agent that is removed. */
  forget(agent: string): void {
    for (const [key, watched] of this.#watches) {
      if (watched.agent !== agent) continue;
      this.#end(watched, 'agent-removed');
      this.#watches.delete(key);
    }
    this.#changed();
  }

  /** Ends every watch; called before a recording ends, so that it says so. */
  stopAll(): void {
    for (const watched of this.#watches.values()) this.#end(watched, 'closing');
    this.#watches.clear();
    this.#changed();
  }

  close(): void {
    this.stopAll();
    this.#closed = true;
  }

  #live() {
    return this.#options.parts.sessions.live;
  }

  #changed(): void {
    this.#options.parts.signal('watches');
  }

  #of(agent: string, task: string): Watched | undefined {
    const watched = this.#watches.get(keyOf(agent, task));
    return watched?.recorder === this.#live() ? watched : undefined;
  }

  #begin(facts: {
    agent: string;
    task: string;
    automatic: boolean;
    options?: Watched['options'] | undefined;
    tenant: string | undefined;
  }): Reply<Watched> {
    if (this.#closed) return refused('aborted', 'Loupe is closing.');
    const key = keyOf(facts.agent, facts.task);
    this.#watches.delete(key);
    this.#makeRoom();
    if (this.#watches.size >= KEPT_WATCHES + WATCHED_TASKS || this.#running() >= WATCHED_TASKS) {
      return refused('busy', `${WATCHED_TASKS} tasks are watched. Stop watching one of them first.`);
    }
    const watched = newWatch({ ...facts, options: facts.options ?? {}, recorder: this.#live() });
    this.#watches.set(key, watched);
    noteWatch(watched, { phase: 'begun', intervalMs: this.#interval() });
    // Whoever was told of the task just now need not ask at once.
    if (facts.automatic) this.#plan(watched);
    else this.#ask(watched);
    return done(watched);
  }

  #running(): number {
    return [...this.#watches.values()].filter(({ phase }) => phase !== 'ended').length;
  }

  /** Ended watches stay until the person has seen them, but not without limit. */
  #makeRoom(): void {
    const ended = [...this.#watches].filter(([, { phase }]) => phase === 'ended');
    for (const [key] of ended.slice(0, Math.max(0, ended.length - KEPT_WATCHES + 1))) this.#watches.delete(key);
  }

  #interval(): number {
    return this.#options.parts.settings.watching().pollIntervalMs;
  }

  #pause(watched: Watched): void {
    if (watched.phase === 'paused') return;
    clearTimeout(watched.timer);
    watched.due = undefined;
    watched.phase = 'paused';
    noteWatch(watched, { phase: 'paused' });
    this.#changed();
  }

  #resume(watched: Watched): void {
    if (watched.phase === 'paused') noteWatch(watched, { phase: 'resumed', intervalMs: this.#interval() });
    watched.unchanged = 0;
    watched.failures = 0;
    // Paused while a question was on the way: its answer plans the next one.
    if (watched.busy) watched.phase = 'asking';
    else this.#ask(watched);
    this.#changed();
  }

  #plan(watched: Watched, retryAfter = 0): void {
    watched.waitMs = waitFor(this.#interval(), watched, retryAfter);
    watched.due = Date.now() + watched.waitMs;
    watched.phase = 'waiting';
    clearTimeout(watched.timer);
    watched.timer = setTimeout(() => this.#ask(watched), watched.waitMs);
    watched.timer.unref();
    this.#changed();
  }

  #ask(watched: Watched): void {
    clearTimeout(watched.timer);
    watched.due = undefined;
    if (watched.recorder !== this.#live()) {
      this.#watches.delete(keyOf(watched.agent, watched.task));
      return;
    }
    if (this.#streams.has(keyOf(watched.agent, watched.task))) {
      this.#plan(watched);
      return;
    }
    watched.phase = 'asking';
    watched.busy = true;
    this.#changed();
    void this.#send(watched).then((sent) => {
      if (!sent) watched.busy = false;
    });
  }

  /** Sends one question; false when nothing went out. */
  async #send(watched: Watched): Promise<boolean> {
    const { calls, parts, wake } = this.#options;
    const agent = parts.agents.get(watched.agent);
    if (!agent) return this.#end(watched, 'agent-removed');
    const ready = await wake(agent);
    if (watched.phase !== 'asking') return false;
    if (!ready.ok) return this.#failed(watched, ready.error);
    const { task, tenant, options } = watched;
    const request = tenant === undefined ? { id: task } : { tenant, id: task };
    const call = await calls.start(agent, 'GetTask', request, options, { poll: true });
    if (!call.ok) {
      const access = call.error.code === 'consent' || call.error.code === 'auth';
      return this.#end(watched, access ? 'access' : 'refused', call.error);
    }
    watched.exchange = call.value.number;
    watched.polls += 1;
    // Stopped while the call was prepared.
    if (isOver(watched)) calls.abort(call.value.number);
    return true;
  }

  /** The answer to a question of a watch. */
  #answered(watched: Watched, view: OutcomeView, retryAfter: number): void {
    watched.exchange = undefined;
    watched.busy = false;
    if (watched.phase === 'ended') return;
    const result = pollResult(view);
    if (result.kind === 'over') {
      this.#end(watched, result.end, view.error);
    } else if (result.kind === 'failed') {
      this.#failed(watched, view.error ?? { code: 'protocol', message: 'The answer is no task.' }, retryAfter);
    } else if (view.reading?.type === 'task') {
      const { task } = view.reading;
      const known = fingerprint(JSON.stringify(task));
      watched.unchanged = known === watched.known ? watched.unchanged + 1 : 0;
      watched.known = known;
      watched.failures = 0;
      watched.trouble = undefined;
      this.#learn(watched, task.status?.state);
      if (watched.phase === 'asking') this.#plan(watched, retryAfter);
    }
    this.#changed();
  }

  #failed(watched: Watched, trouble: Trouble, retryAfter = 0): false {
    watched.trouble = trouble;
    watched.failures += 1;
    if (tooManyFailures(watched)) this.#end(watched, 'failing', trouble);
    else if (watched.phase === 'asking') this.#plan(watched, retryAfter);
    return false;
  }

  /** Some answer or event told the state of a watched task. */
  #learn(watched: Watched, state: AnyTaskState | undefined): void {
    if (state === undefined || watched.phase === 'ended' || isStale(watched.state, state)) return;
    watched.state = state;
    const end = restOf(state, watched.automatic);
    if (end !== undefined) this.#end(watched, end);
  }

  #end(watched: Watched, end: WatchEnd, trouble?: Trouble): false {
    clearTimeout(watched.timer);
    watched.due = undefined;
    if (watched.phase === 'ended') return false;
    watched.phase = 'ended';
    watched.end = end;
    watched.trouble = trouble;
    if (watched.exchange !== undefined && end !== 'terminal') this.#options.calls.abort(watched.exchange);
    noteWatch(watched, { phase: 'ended', cause: end }, trouble?.message);
    this.#changed();
    return false;
  }

  /** Every call: whether it is a question of a watch, tells of a watched task, or of one that nobody streams. */
  #sent(call: SentCall): Partial<CallObserver> {
    const streaming = operations[call.operation].streaming;
    const named = taskOf(call);
    const key = named === undefined ? undefined : keyOf(call.agent, named);
    if (streaming && key !== undefined) this.#count(key, 1);
    let retryAfter = 0;
    return {
      head: (_exchange, { headers }) => {
        retryAfter = retryAfterMs(headerValue(headers, 'retry-after'), Date.now());
      },
      outcome: (_exchange, view) => {
        if (streaming && key !== undefined) this.#count(key, -1);
        if (call.recorder !== this.#live()) return;
        const asked = call.poll && named !== undefined ? this.#of(call.agent, named) : undefined;
        if (asked) this.#answered(asked, view, retryAfter);
        else this.#heard(call, named, view);
      },
    };
  }

  #count(key: string, change: 1 | -1): void {
    const open = (this.#streams.get(key) ?? 0) + change;
    if (open > 0) this.#streams.set(key, open);
    else this.#streams.delete(key);
  }

  #heard(call: SentCall, named: string | undefined, view: OutcomeView): void {
    const id = view.task?.id ?? named;
    if (id === undefined) return;
    const watched = this.#of(call.agent, id);
    if (watched && watched.phase !== 'ended') {
      if (view.task) this.#learn(watched, view.task.state);
      return;
    }
    if (!this.#wants(call, view)) return;
    this.#begin({
      agent: call.agent,
      task: id,
      automatic: true,
      options: call.options,
      tenant: typeof call.request.tenant === 'string' ? call.request.tenant : undefined,
    });
  }

  #wants(call: SentCall, view: OutcomeView): boolean {
    const { parts, streams } = this.#options;
    if (this.#closed || !parts.settings.watching().autoWatch) return false;
    const agent = parts.agents.get(call.agent);
    return agent !== undefined && wantsWatch(call.operation, view, () => streams(agent));
  }
}

const isOver = ({ phase }: Watched): boolean => phase === 'ended';
