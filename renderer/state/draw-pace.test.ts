import { describe, expect, it } from 'vitest';
import { type Clocks, DRAW_MS, DrawPace, FOLLOW_MS } from './draw-pace.ts';

/** Milliseconds between two frames of the page below. */
const FRAME_MS = 16;

/** A page whose time passes by hand. */
class Page implements Clocks {
  private time = 0;
  private waiting: { at: number; then: () => void }[] = [];
  readonly done: [what: string, at: number][] = [];
  readonly pace: DrawPace = new DrawPace(this, () => this.note('free'));

  now = () => this.time;
  after = (ms: number, then: () => void) => void this.waiting.push({ at: this.time + ms, then });
  frame = (then: () => void) => this.after(FRAME_MS - (this.time % FRAME_MS), then);
  soon = (then: () => void) => this.after(0, then);

  note(what: string) {
    this.done.push([what, this.time]);
  }

  tells(what: string) {
    return () => this.note(what);
  }

  /** Lets time pass up to `until`, ms. */
  run(until: number) {
    for (;;) {
      const next = this.waiting.filter(({ at }) => at <= until).sort((one, other) => one.at - other.at)[0];
      if (!next) break;
      this.waiting.splice(this.waiting.indexOf(next), 1);
      this.time = Math.max(this.time, next.at);
      next.then();
    }
    this.time = until;
  }
}

describe('telling the page', () => {
  it('is done at once, and again when that is drawn and its time has passed', () => {
    const page = new Page();
    expect(page.pace.free).toBe(true);
    page.run(5);
    page.pace.tell(page.tells('rows'));
    expect(page.done).toEqual([['rows', 5]]);
    expect(page.pace.free).toBe(false);
    page.run(5 + DRAW_MS - 1);
    expect(page.pace.free).toBe(false);
    page.run(5 + DRAW_MS);
    expect(page.done).toEqual([
      ['rows', 5],
      ['free', 5 + DRAW_MS],
    ]);
    expect(page.pace.free).toBe(true);
  });

  it('with a frame leaves time for other work until then, and none between telling and drawing', () => {
    const page = new Page();
    const during: boolean[] = [];
    page.pace.tellWithFrame(() => {
      page.note('rows');
      page.soon(() => during.push(page.pace.quiet));
    });
    expect([page.pace.free, page.pace.quiet]).toEqual([false, true]);
    page.run(FRAME_MS);
    expect(during).toEqual([false]);
    expect([page.pace.free, page.pace.quiet]).toEqual([true, true]);
    expect(page.done.map(([what]) => what)).toEqual(['rows', 'free']);
  });
});

describe('those who follow', () => {
  it('are told in a frame each, at a pace, and in the end of what came last', () => {
    const page = new Page();
    let told = 0;
    const seen: [who: string, what: number, at: number][] = [];
    const followers = ['tree', 'wire'].map((who) => () => void seen.push([who, told, page.now()]));
    for (let ms = 0; ms < 3 * FOLLOW_MS; ms += 10) {
      page.run(ms);
      told += 1;
      page.pace.follow(followers);
    }
    page.run(10 * FOLLOW_MS);
    const times = seen.map(([, , at]) => at);
    expect(new Set(times).size).toBe(times.length);
    expect(seen.map(([who]) => who)).toEqual(seen.map((_, index) => (index % 2 === 0 ? 'tree' : 'wire')));
    const trees = seen.filter(([who]) => who === 'tree').map(([, , at]) => at);
    for (const [index, at] of trees.entries())
      if (index > 0) expect(at - (trees[index - 1] as number)).toBeGreaterThanOrEqual(FOLLOW_MS);
    expect(trees[0]).toBe(FRAME_MS);
    expect(seen.slice(-2).map(([, what]) => what)).toEqual([told, told]);
  });
});
