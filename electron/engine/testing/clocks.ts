import type { Clock } from '../oauth/types.ts';

/** A clock whose time stands still but for waits: each takes no real time and moves it forward by what was waited. */
export class JumpingClock implements Clock {
  /** Milliseconds of every wait, in order. */
  readonly waits: number[] = [];
  #now = Date.now();
  #timers: { at: number; call: () => void }[] = [];
  readonly #held: boolean;

  /** `held`: nothing moves until `jump`. */
  constructor(held = false) {
    this.#held = held;
  }

  now(): number {
    return this.#now;
  }

  after(ms: number, call: () => void): () => void {
    const timer = { at: this.#now + ms, call };
    this.#timers.push(timer);
    this.waits.push(ms);
    if (!this.#held) setImmediate(() => this.#fire());
    return () => {
      this.#timers = this.#timers.filter((other) => other !== timer);
    };
  }

  /** Moves forward and calls what was due. */
  jump(ms: number): void {
    const until = this.#now + ms;
    while (this.#timers.some(({ at }) => at <= until)) this.#fire();
    this.#now = until;
  }

  #fire(): void {
    const next = this.#timers.sort((a, b) => a.at - b.at)[0];
    if (!next) return;
    this.#timers.shift();
    this.#now = Math.max(this.#now, next.at);
    next.call();
  }
}
