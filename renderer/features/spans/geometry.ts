import type { Span } from '../../../shared/a2a/reduce/spans.ts';
import type { OutlineRow } from './outline.ts';
import type { TimeScale, View } from './time-scale.ts';

/** A bar as wide as this or less is drawn as a mark, px. */
export const NARROWEST_PX = 3;
/** Bars that begin or end outside are cut off this far beyond the edge, px. */
const BEYOND_PX = 12;

/** What a track shows: the part of the axis, in how many px, and where time stands. */
export interface Track {
  scale: TimeScale;
  view: View;
  width: number;
  /** Where bars that have not ended end, ms. */
  end: number;
}

export interface Bar {
  x: number;
  width: number;
  /** Outside the track on this side. */
  off?: 'before' | 'after';
}

/** Begin and end of a line, ms; one that goes on ends where time stands. */
export function timesOf({ span, phase }: OutlineRow, end: number): { from: number; to: number } {
  if (phase) return { from: phase.from, to: Math.max(phase.from, phase.to ?? end) };
  return { from: span.from, to: span.state === 'open' ? Math.max(span.from, end) : span.to };
}

export function barOf(from: number, to: number, { scale, view, width }: Track): Bar {
  const perPx = view.length / Math.max(1, width);
  const left = (scale.place(from) - view.start) / perPx;
  const right = (scale.place(to) - view.start) / perPx;
  if (right < -BEYOND_PX) return { x: -BEYOND_PX, width: 0, off: 'before' };
  if (left > width + BEYOND_PX) return { x: width, width: 0, off: 'after' };
  const x = Math.max(-BEYOND_PX, left);
  return { x, width: Math.min(width + BEYOND_PX, right) - x };
}

/** A line that is one moment and no bar. */
export const isMoment = (span: Span, from: number, to: number): boolean =>
  span.kind === 'point' || (from === to && span.state !== 'open' && span.group === undefined);

/** About how wide a text is in a bar, px; measuring each would cost a layout. */
const CHAR_PX = 6;
const PADDING_PX = 12;
/** Words are put on the other side of a bar rather than cut below this, px. */
const WORDS_PX = 160;
/** With less room than this words say nothing, px. */
const LEAST_WORDS_PX = 32;
export const widthOf = (text: string): number => text.length * CHAR_PX + PADDING_PX;

/** Where the words of a bar go: in it, after it, or before it. */
export function placeWords(
  bar: Bar,
  inside: string,
  beside: string,
  width: number,
): {
  inside: string;
  beside: string;
  side: 'after' | 'before';
} {
  const visible = Math.min(bar.x + bar.width, width) - Math.max(0, bar.x);
  const fits = inside !== '' && widthOf(inside) <= visible;
  const rest = fits ? beside : [inside, beside].filter((part) => part !== '').join(' · ');
  const after = width - (bar.x + bar.width);
  const side = after < Math.min(widthOf(rest), WORDS_PX) && bar.x > after ? 'before' : 'after';
  const room = Math.max(after, bar.x) >= LEAST_WORDS_PX;
  return { inside: fits ? inside : '', beside: room ? rest : '', side };
}
