import { describe, expect, it } from 'vitest';
import { clampView, createScale, foldMarks, stepFor, ticksOf, wholeOf, zoomView } from './time-scale.ts';

const GAPS = [1_000, 9_000, 9_500, 10_500, 12_000, 15_000];

describe('a time scale', () => {
  it('is plain time when nothing is folded', () => {
    const scale = createScale(500, 20_000, GAPS, false);
    expect([scale.length, scale.folds.length, scale.place(700), scale.at(200)]).toEqual([19_500, 0, 200, 700]);
  });

  it('folds silences of more than two seconds, and no others', () => {
    const scale = createScale(0, 20_000, GAPS, true);
    expect(scale.folds.map(({ from, to }) => [from, to])).toEqual([
      [1_000, 9_000],
      [12_000, 15_000],
    ]);
    expect(scale.length).toBeLessThan(20_000 - 8_000);
    expect(scale.place(1_000)).toBe(1_000);
    expect(scale.place(20_000)).toBeCloseTo(scale.length);
  });

  it('leads from time to place and back, never backwards', () => {
    const scale = createScale(0, 20_000, GAPS, true);
    let before = -1;
    for (let at = 0; at <= 20_000; at += 250) {
      const place = scale.place(at);
      expect(place).toBeGreaterThan(before);
      expect(scale.at(place)).toBeCloseTo(at);
      before = place;
    }
  });

  it('draws busy time at its real length beside a fold', () => {
    const scale = createScale(0, 20_000, GAPS, true);
    expect(scale.place(12_000) - scale.place(9_000)).toBeCloseTo(3_000);
  });

  it('leaves most of the width to busy time however many silences there are', () => {
    const gaps = Array.from({ length: 200 }, (_, index) => [index * 5_000 + 100, (index + 1) * 5_000]).flat();
    const scale = createScale(0, 1_000_000, gaps, true);
    const folded = scale.folds.reduce((sum, { length }) => sum + length, 0);
    expect(folded / scale.length).toBeLessThan(0.5);
  });

  it('holds when there is only silence', () => {
    const scale = createScale(0, 10_000, [0, 10_000], true);
    expect(scale.length).toBeGreaterThan(0);
    expect(scale.at(scale.place(5_000))).toBeCloseTo(5_000);
  });
});

describe('a view', () => {
  const scale = createScale(0, 10_000, [], true);

  it('zooms around the pointer', () => {
    const view = zoomView(wholeOf(scale), scale, 0.5, 4_000);
    expect(view).toEqual({ start: 2_000, length: 5_000 });
    expect(zoomView(view, scale, 10, 0)).toEqual(wholeOf(scale));
  });

  it('stays on the axis', () => {
    expect(clampView({ start: -500, length: 1_000 }, scale)).toEqual({ start: 0, length: 1_000 });
    expect(clampView({ start: 9_900, length: 1_000 }, scale)).toEqual({ start: 9_000, length: 1_000 });
    expect(clampView({ start: 0, length: 0 }, scale).length).toBeGreaterThan(0);
  });
});

describe('ticks', () => {
  it('stand at round times, apart from each other', () => {
    expect([1, 3, 7, 40, 900, 31_000, 200_000].map(stepFor)).toEqual([1, 5, 10, 50, 1_000, 60_000, 300_000]);
    const scale = createScale(0, 10_000, [], true);
    const ticks = ticksOf(scale, wholeOf(scale), 560);
    expect(ticks.map(({ label }) => label)).toEqual(['0 s', '2', '4', '6', '8', '10']);
    for (const [index, tick] of ticks.entries()) {
      if (index > 0) expect(tick.x - (ticks[index - 1]?.x ?? 0)).toBeGreaterThanOrEqual(64);
    }
  });

  it('are as exact as the zoom needs', () => {
    const scale = createScale(0, 10_000, [], true);
    expect(ticksOf(scale, { start: 1_000, length: 40 }, 560).slice(0, 2)).toMatchObject([
      { label: '1.000 s' },
      { label: '1.005' },
    ]);
  });

  it('leave folds out and go on behind them', () => {
    const scale = createScale(0, 20_000, GAPS, true);
    const width = 800;
    const marks = foldMarks(scale, wholeOf(scale), width);
    expect(marks.map(({ ms }) => ms)).toEqual([8_000, 3_000]);
    for (const { x } of ticksOf(scale, wholeOf(scale), width)) {
      expect(marks.some((mark) => x > mark.x && x < mark.x + mark.width)).toBe(false);
    }
  });

  it('are few however long the axis is', () => {
    const gaps = Array.from({ length: 5_000 }, (_, index) => [index * 5_000 + 100, (index + 1) * 5_000]).flat();
    const scale = createScale(0, 25_000_000, gaps, true);
    expect(ticksOf(scale, wholeOf(scale), 800).length).toBeLessThan(14);
    expect(foldMarks(scale, wholeOf(scale), 800).length).toBeLessThan(400);
  });
});
