/** Silence longer than this is folded when idle time is compressed, ms. */
export const FOLD_ABOVE_MS = 2_000;
/** Share of the remaining time that one folded silence is drawn with, and that all of them take at most. */
const FOLD_SHARE = 0.06;
const FOLDS_SHARE = 0.4;
/** The least time that a track shows from edge to edge, ms. */
export const SHORTEST_VIEW_MS = 2;

/** A folded silence. `from` and `to` in ms of the session, `start` and `length` on the drawn axis. */
export interface Fold {
  from: number;
  to: number;
  start: number;
  length: number;
}

/**
 * The axis that bars are drawn on: time since `from`, in which long silences take less room. Positions on it are in ms
 * of drawn time.
 */
export interface TimeScale {
  from: number;
  to: number;
  /** Drawn time from the first to the last moment. */
  length: number;
  folds: readonly Fold[];
  /** Where a moment is drawn. */
  place(at: number): number;
  /** The moment at a place. */
  at(place: number): number;
}

/** `gaps` are silences as pairs of from and to, in order of time. */
export function createScale(from: number, to: number, gaps: readonly number[], compress: boolean): TimeScale {
  const folds: Fold[] = [];
  let silent = 0;
  if (compress) {
    for (let index = 0; index + 1 < gaps.length; index += 2) {
      const begin = Math.max(from, gaps[index] ?? 0);
      const end = Math.min(to, gaps[index + 1] ?? 0);
      if (end - begin <= FOLD_ABOVE_MS) continue;
      folds.push({ from: begin, to: end, start: 0, length: 0 });
      silent += end - begin;
    }
  }
  const busy = Math.max(0, to - from - silent);
  const drawn = Math.min(
    FOLD_ABOVE_MS,
    Math.max(1, busy * FOLD_SHARE),
    Math.max(1, (busy * FOLDS_SHARE) / folds.length),
  );
  let saved = 0;
  for (const fold of folds) {
    fold.start = fold.from - from - saved;
    fold.length = drawn;
    saved += fold.to - fold.from - drawn;
  }
  const length = Math.max(SHORTEST_VIEW_MS, to - from - saved);

  /** Number of folds that begin at or before this, by time or by place. */
  const before = (value: number, key: 'from' | 'start'): number => {
    let low = 0;
    let high = folds.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((folds[middle]?.[key] ?? 0) <= value) low = middle + 1;
      else high = middle;
    }
    return low;
  };

  return {
    from,
    to,
    length,
    folds,
    place(at) {
      const fold = folds[before(at, 'from') - 1];
      if (fold === undefined) return at - from;
      if (at < fold.to) return fold.start + ((at - fold.from) / (fold.to - fold.from)) * fold.length;
      return fold.start + fold.length + (at - fold.to);
    },
    at(place) {
      const fold = folds[before(place, 'start') - 1];
      if (fold === undefined) return from + place;
      const inside = place - fold.start;
      if (inside < fold.length) return fold.from + (inside / fold.length) * (fold.to - fold.from);
      return fold.to + inside - fold.length;
    },
  };
}

/** The part of an axis that is on screen. */
export interface View {
  start: number;
  length: number;
}

export const wholeOf = (scale: TimeScale): View => ({ start: 0, length: scale.length });

/** Keeps a view on its axis. */
export function clampView(view: View, scale: TimeScale): View {
  const length = Math.max(SHORTEST_VIEW_MS, Math.min(view.length, scale.length));
  const start = Math.max(0, Math.min(view.start, scale.length - length));
  return { start, length };
}

/** Makes a view `factor` times as long around a place, which stays where it is on screen. */
export function zoomView(view: View, scale: TimeScale, factor: number, around: number): View {
  const length = Math.max(SHORTEST_VIEW_MS, Math.min(view.length * factor, scale.length));
  const share = (around - view.start) / view.length;
  return clampView({ start: around - share * length, length }, scale);
}

export const panView = (view: View, scale: TimeScale, by: number): View =>
  clampView({ start: view.start + by, length: view.length }, scale);

export interface Tick {
  /** px from the left edge of the track. */
  x: number;
  label: string;
}

/** Least distance between two ticks, and between a tick and what is written at a fold, px. */
const TICK_DISTANCE_PX = 64;
/** About how wide the words of a tick are, px. */
const TICK_LABEL_PX = 36;
/** Folds narrower than this are drawn without their length, px. The words may reach beyond the fold. */
const FOLD_LABEL_PX = 12;
/** Folds closer than this are drawn as one, px. */
const FOLD_DISTANCE_PX = 2;

const STEPS = [1, 2, 5];

/** The least of 1, 2, 5, 10, 20 ... ms, above a minute 1, 2, 5, 10 ... min, that is at least this long. */
export function stepFor(ms: number): number {
  const unit = ms > 30_000 ? 60_000 : 1;
  for (let power = 1; ; power *= 10) {
    for (const step of STEPS) if (step * power * unit >= ms) return step * power * unit;
  }
}

/** A time since the beginning, as exact as the distance of the ticks needs it. */
function tickLabel(ms: number, step: number): string {
  if (step >= 60_000) return `${Math.round(ms / 60_000)} min`;
  const digits = step >= 1_000 ? 0 : step >= 100 ? 1 : step >= 10 ? 2 : 3;
  return (ms / 1_000).toFixed(digits);
}

/** Ticks of a ruler of this width; the first one names the unit. They keep clear of what is written at folds. */
export function ticksOf(scale: TimeScale, view: View, width: number): Tick[] {
  if (width <= 0) return [];
  const perPx = view.length / width;
  const step = stepFor(perPx * TICK_DISTANCE_PX);
  const end = scale.at(view.start + view.length) - scale.from;
  const ticks: Tick[] = [];
  let free = Number.NEGATIVE_INFINITY;
  let next = Math.ceil((scale.at(view.start) - scale.from - 1e-6) / step) * step;
  while (next <= end) {
    const place = scale.place(scale.from + next);
    const x = (place - view.start) / perPx;
    const index = foldBefore(scale, place);
    const fold = scale.folds[index];
    const labelled = fold !== undefined && fold.length / perPx >= FOLD_LABEL_PX;
    if (labelled) free = Math.max(free, (fold.start - view.start) / perPx + TICK_DISTANCE_PX);
    if (fold !== undefined && place < fold.start + fold.length && fold.length / perPx >= 1) {
      next = Math.max(next + step, Math.ceil((fold.to - scale.from) / step) * step);
      continue;
    }
    const following = scale.folds[index + 1];
    const ahead =
      following !== undefined && following.length / perPx >= FOLD_LABEL_PX
        ? (following.start - place) / perPx
        : Number.POSITIVE_INFINITY;
    if (x >= free && ahead >= TICK_LABEL_PX) {
      const label = tickLabel(next, step);
      ticks.push({ x, label: ticks.length === 0 && step < 60_000 ? `${label} s` : label });
      free = x + TICK_DISTANCE_PX;
    }
    next += step;
  }
  return ticks;
}

/** Number of the last fold that begins at or before a place; -1 when there is none. */
function foldBefore({ folds }: TimeScale, place: number): number {
  let low = 0;
  let high = folds.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((folds[middle]?.start ?? 0) <= place) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** A fold as it is drawn, px. */
export interface FoldMark {
  x: number;
  width: number;
  ms: number;
  /** There is room for its length. */
  labelled: boolean;
}

/** Breaks on screen. Where many would run into each other only some are drawn. */
export function foldMarks(scale: TimeScale, view: View, width: number): FoldMark[] {
  const perPx = view.length / Math.max(1, width);
  const marks: FoldMark[] = [];
  let free = Number.NEGATIVE_INFINITY;
  for (let index = Math.max(0, foldBefore(scale, view.start)); index < scale.folds.length; index++) {
    const fold = scale.folds[index] as Fold;
    if (fold.start > view.start + view.length) break;
    if (fold.start + fold.length < view.start) continue;
    const x = (fold.start - view.start) / perPx;
    const last = marks[marks.length - 1];
    if (last !== undefined && x < last.x + last.width + FOLD_DISTANCE_PX) continue;
    const wide = fold.length / perPx;
    const labelled = wide >= FOLD_LABEL_PX && x >= free;
    if (labelled) free = x + TICK_DISTANCE_PX;
    marks.push({ x, width: wide, ms: fold.to - fold.from, labelled });
  }
  return marks;
}
