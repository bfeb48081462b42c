/**
 * Chromium caps the height of a scroll area at 33,554,432 px. Above this many rows the scroll area keeps its height and
 * one pixel of scrolling stands for more than one pixel of list.
 */
export const SCALED_ABOVE_ROWS = 1_000_000;
/** Rows drawn beyond each edge of the viewport, so that a wheel step never shows a blank. */
export const OVERSCAN_ROWS = 6;

/** Sizes of a list of rows of equal height, in px. */
export interface ListSize {
  count: number;
  row: number;
  viewport: number;
}

export interface ListWindow {
  first: number;
  /** Exclusive. */
  last: number;
  /** Distance of the first drawn row from the top of the scroll area, px. */
  offset: number;
}

/** Height of the scroll area in px. */
export const scrollHeight = ({ count, row }: ListSize): number => Math.min(count, SCALED_ABOVE_ROWS) * row;

/** List pixels per scroll pixel; 1 below the cap. */
function scale(size: ListSize): number {
  const list = size.count * size.row - size.viewport;
  const area = scrollHeight(size) - size.viewport;
  return area <= 0 || list <= area ? 1 : list / area;
}

/** The rows to draw at a scroll position. */
export function windowAt(size: ListSize, scrollTop: number): ListWindow {
  const { count, row, viewport } = size;
  const top = scrollTop * scale(size);
  const first = Math.max(0, Math.min(count, Math.floor(top / row) - OVERSCAN_ROWS));
  const last = Math.min(count, Math.ceil((top + viewport) / row) + OVERSCAN_ROWS);
  return { first, last, offset: Math.round(scrollTop - (top - first * row)) };
}

/** Scroll position at the end of the list. */
export const endOf = (size: ListSize): number => Math.max(0, scrollHeight(size) - size.viewport);

/** Scroll position that brings a row fully into view; undefined when it is there already. */
export function reveal(size: ListSize, scrollTop: number, index: number): number | undefined {
  const factor = scale(size);
  const top = scrollTop * factor;
  const from = index * size.row;
  if (from < top) return from / factor;
  const to = from + size.row - size.viewport;
  if (to > top) return Math.min(endOf(size), to / factor);
  return undefined;
}

/** Whole rows in the viewport: one press of PgDn. */
export const pageOf = ({ row, viewport }: ListSize): number => Math.max(1, Math.floor(viewport / row) - 1);
