/** Lets so many through at once, and so many a second from then on. `now` in milliseconds. */
export class Rate {
  readonly #burst: number;
  readonly #perMs: number;
  #left: number;
  #at = 0;

  constructor({ burst, perSecond }: { burst: number; perSecond: number }) {
    this.#burst = burst;
    this.#perMs = perSecond / 1_000;
    this.#left = burst;
  }

  take(now: number): boolean {
    this.#left = Math.min(this.#burst, this.#left + Math.max(0, now - this.#at) * this.#perMs);
    this.#at = now;
    if (this.#left < 1) return false;
    this.#left -= 1;
    return true;
  }
}
