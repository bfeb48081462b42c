import { soon } from './soon.ts';

/** What a page measures and waits by. Times in ms. */
export interface Clocks {
  now(): number;
  after(ms: number, then: () => void): void;
  /** With the next frame, before it is drawn. */
  frame(then: () => void): void;
  /** After what has been asked for so far. */
  soon(then: () => void): void;
}

export const pageClocks: Clocks = {
  now: () => performance.now(),
  after: (ms, then) => void setTimeout(then, ms),
  frame: (then) => void requestAnimationFrame(then),
  soon: (then) => void soon(then),
};

/**
 * What comes is drawn at this pace, ms. A screen of rows takes the half of it, in this process and in those that put it on
 * the screen; drawn with every frame it would leave no time for what comes next.
 */
export const DRAW_MS = 33;
/** Those who follow do so at this pace, ms: nobody reads faster. */
export const FOLLOW_MS = 100;

/**
 * When the page is told of what came. What is told is drawn in the task after it; the next thing is told when that frame
 * is out, at once when it was long ago. Each task ought to be short, so nothing else is begun between telling and drawing,
 * and those who need not see it first are told later, each in a frame of its own.
 */
export class DrawPace {
  private readonly clocks: Clocks;
  private readonly onFree: () => void;
  private undrawn = false;
  private drawing = false;
  private followers: readonly (() => void)[] = [];
  private following = false;
  /** Something was told since the followers began. */
  private more = false;
  private followed = Number.NEGATIVE_INFINITY;

  /** @param onFree called whenever `free` or `quiet` become true. */
  constructor(clocks: Clocks, onFree: () => void) {
    this.clocks = clocks;
    this.onFree = onFree;
  }

  /** What was told is drawn, and its time has passed. */
  get free(): boolean {
    return !this.undrawn;
  }

  /** Nothing is just being drawn: there is time for a slice of work. */
  get quiet(): boolean {
    return !this.drawing;
  }

  /** Tells at once. */
  tell(tell: () => void): void {
    this.undrawn = true;
    const due = this.clocks.now() + DRAW_MS;
    tell();
    this.clocks.frame(() => this.clocks.after(Math.max(0, due - this.clocks.now()), () => this.drawn()));
  }

  /** Tells with the next frame, when there is other work to do until then. */
  tellWithFrame(tell: () => void): void {
    this.undrawn = true;
    this.clocks.frame(() => {
      this.drawing = true;
      tell();
      this.clocks.soon(() => this.drawn());
    });
  }

  /** Tells those who follow, one by one. Who is told sees the newest, whatever was told meanwhile. */
  follow(followers: readonly (() => void)[]): void {
    this.followers = followers;
    this.more = true;
    if (!this.following) this.begin();
  }

  private drawn(): void {
    this.undrawn = false;
    this.drawing = false;
    this.onFree();
  }

  private begin(): void {
    this.following = true;
    this.clocks.after(Math.max(0, this.followed + FOLLOW_MS - this.clocks.now()), () => this.next(0));
  }

  private next(index: number): void {
    this.clocks.frame(() => {
      if (index === 0) this.more = false;
      this.followers[index]?.();
      if (index + 1 < this.followers.length) return this.next(index + 1);
      this.followed = this.clocks.now();
      this.following = false;
      if (this.more) this.begin();
    });
  }
}
