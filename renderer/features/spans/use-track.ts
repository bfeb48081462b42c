import { type PointerEvent, useEffect, useMemo, useRef } from 'react';
import type { GroupSpan } from '../../../shared/a2a/reduce/spans.ts';
import { type Place, setFollowing } from '../../state/selection.ts';
import { useSize } from '../../ui/use-size.ts';
import type { Track } from './geometry.ts';
import { choose, spansStore } from './store.ts';
import { clampView, createScale, FOLD_ABOVE_MS, panView, type View, wholeOf, zoomView } from './time-scale.ts';

/** One press of a zoom key; the view gets this many times as long. */
const KEY_ZOOM = 1.5;
/** Zoom per px of the wheel. */
const WHEEL_ZOOM = 1.002;
/** One press of a pan key moves by this share of the view. */
const PAN_SHARE = 0.2;
/** A pointer that moved this far drags, and does not click, px. */
const DRAG_PX = 4;
/** Room left and right of a span that is fitted, as a share of it. */
const FIT_MARGIN = 0.05;

export interface TrackControl {
  track: Track;
  /** How many times as large as everything. */
  zoom: number;
  /** For the element that is as wide as the bars. */
  measure: (element: HTMLElement | null) => (() => void) | undefined;
  /** For the element that takes wheel and drags. */
  surface: (element: HTMLElement | null) => (() => void) | undefined;
  zoomIn(): void;
  zoomOut(): void;
  fit(): void;
  fitTo(from: number, to: number): void;
  pan(step: 1 | -1): void;
  show(view: View): void;
  /** Moves the view so that a moment is on screen. */
  reveal(from: number, to: number): void;
  onPointerDown(event: PointerEvent): void;
  /** The last press was a drag. */
  dragged(): boolean;
}

/** The axis of a place: what part of it is on screen, and what moves it. */
export function useTrack(
  scope: GroupSpan | undefined,
  place: Place,
  now: number | undefined,
  choice: { compress: boolean; view?: View; place?: Place },
  following: boolean,
): TrackControl {
  const [measure, size] = useSize<HTMLElement>();
  const from = scope?.from ?? 0;
  const last = scope?.to ?? 0;
  const end = Math.max(last, now ?? 0);
  const gaps = scope?.group.gaps;
  const { compress } = choice;
  const known = gaps?.length ?? 0;
  const scale = useMemo(() => {
    const silent = compress && end - last > FOLD_ABOVE_MS ? [...(gaps ?? []), last, end] : (gaps ?? []);
    return createScale(from, end, silent, compress);
  }, [from, end, last, gaps, known, compress]);

  const mine = choice.place === place ? choice.view : undefined;
  const wanted = mine && following ? { start: scale.length - mine.length, length: mine.length } : mine;
  const view = wanted ? clampView(wanted, scale) : wholeOf(scale);
  const track: Track = { scale, view, width: size.width, end };

  const show = (next: View) => {
    const whole = next.length >= scale.length * 0.999;
    choose({ view: whole ? undefined : next, place });
    if (!whole && next.start + next.length < scale.length * 0.999) setFollowing(false);
  };
  const zoomBy = (factor: number, around: number) => show(zoomView(view, scale, factor, around));
  const middle = () => (following ? view.start + view.length : view.start + view.length / 2);

  const latest = useRef({ view, scale, width: size.width, show, zoomBy });
  latest.current = { view, scale, width: size.width, show, zoomBy };
  const box = useRef<HTMLElement>(null);
  const drag = useRef({ moved: false });

  const handlers = useMemo(
    () => ({
      measure(element: HTMLElement | null) {
        box.current = element;
        return measure(element) ?? undefined;
      },
      surface(element: HTMLElement | null) {
        if (!element) return undefined;
        const onWheel = (event: WheelEvent) => wheel(event, box.current, latest.current);
        // A passive listener could not keep the browser from zooming the page.
        element.addEventListener('wheel', onWheel, { passive: false });
        return () => element.removeEventListener('wheel', onWheel);
      },
      onPointerDown(event: PointerEvent) {
        drag.current = { moved: false };
        if (event.button !== 0 || !(event.target as HTMLElement).closest('[data-track]')) return;
        dragFrom(event, latest, drag.current);
      },
      dragged: () => drag.current.moved,
    }),
    [measure],
  );

  useEffect(() => {
    if (spansStore.getState().place !== place) choose({ view: undefined, run: undefined, place });
  }, [place]);

  return {
    track,
    zoom: scale.length / view.length,
    ...handlers,
    zoomIn: () => zoomBy(1 / KEY_ZOOM, middle()),
    zoomOut: () => zoomBy(KEY_ZOOM, middle()),
    fit: () => choose({ view: undefined, place }),
    fitTo(begin, finish) {
      const start = scale.place(begin);
      const length = Math.max(1, scale.place(finish) - start);
      show(clampView({ start: start - length * FIT_MARGIN, length: length * (1 + 2 * FIT_MARGIN) }, scale));
    },
    pan: (step) => show(panView(view, scale, step * view.length * PAN_SHARE)),
    show,
    reveal(begin, finish) {
      const left = scale.place(begin);
      if (left < view.start + view.length && scale.place(finish) > view.start) return;
      show(clampView({ start: left - view.length * PAN_SHARE, length: view.length }, scale));
    },
  };
}

interface Latest {
  view: View;
  scale: ReturnType<typeof createScale>;
  width: number;
  show(view: View): void;
  zoomBy(factor: number, around: number): void;
}

function wheel(event: WheelEvent, box: HTMLElement | null, { view, scale, width, show, zoomBy }: Latest): void {
  if (!box || width <= 0) return;
  const perPx = view.length / width;
  if (event.ctrlKey || event.metaKey) {
    event.preventDefault();
    const x = Math.max(0, Math.min(width, event.clientX - box.getBoundingClientRect().left));
    zoomBy(WHEEL_ZOOM ** event.deltaY, view.start + x * perPx);
    return;
  }
  const sideways = event.shiftKey && event.deltaX === 0 ? event.deltaY : event.deltaX;
  if (sideways === 0 || (!event.shiftKey && Math.abs(event.deltaY) >= Math.abs(event.deltaX))) return;
  event.preventDefault();
  show(panView(view, scale, sideways * perPx));
}

function dragFrom(event: PointerEvent, latest: { current: Latest }, drag: { moved: boolean }): void {
  const { clientX: from, pointerId } = event;
  const { view: begun } = latest.current;
  const element = event.currentTarget as HTMLElement;
  const onMove = (move: globalThis.PointerEvent) => {
    const by = move.clientX - from;
    if (!drag.moved && Math.abs(by) < DRAG_PX) return;
    if (!drag.moved) element.setPointerCapture(pointerId);
    drag.moved = true;
    const { scale, width, show } = latest.current;
    show(clampView({ start: begun.start - (by * begun.length) / Math.max(1, width), length: begun.length }, scale));
  };
  const onUp = () => {
    removeEventListener('pointermove', onMove);
    removeEventListener('pointerup', onUp);
    removeEventListener('pointercancel', onUp);
  };
  addEventListener('pointermove', onMove);
  addEventListener('pointerup', onUp);
  addEventListener('pointercancel', onUp);
}
