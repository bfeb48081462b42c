import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { isObject } from '../../shared/lib/json.ts';

/** Sizes in device-independent pixels. */
export const DEFAULT_SIZE = { width: 1440, height: 900 } as const;
export const MIN_SIZE = { width: 720, height: 480 } as const;
/** So much of the window's top edge has to be on a display for a hand to reach it. */
const REACHABLE = { width: 120, height: 32 } as const;

export interface Rect {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** What is kept about the window: its place when it is neither maximized nor full screen, and whether it was. */
export interface WindowState {
  bounds: Rect;
  maximized: boolean;
  fullScreen: boolean;
}

/** Where a window opens. Without x and y the system puts it in the middle. */
export interface Placement {
  width: number;
  height: number;
  x?: number;
  y?: number;
}

/** Reads what was kept; undefined when the text is not ours. */
export function parseWindowState(text: string): WindowState | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isObject(value) || !isObject(value.bounds)) return undefined;
  const { x, y, width, height } = value.bounds;
  if (!isPixel(x) || !isPixel(y) || !isPixel(width) || !isPixel(height)) return undefined;
  return {
    bounds: { x, y, width, height },
    maximized: value.maximized === true,
    fullScreen: value.fullScreen === true,
  };
}

/**
 * Fits a remembered place to the displays of today: never larger than its display, never so far out that it cannot be
 * dragged back.
 * @param displays work areas, the primary one first
 */
export function placeWindow(saved: Rect | undefined, displays: readonly Rect[]): Placement {
  const home = saved && displays.find((area) => isReachable(saved, area));
  const area = home ?? displays[0];
  const wanted = saved ?? DEFAULT_SIZE;
  const size = {
    width: fit(wanted.width, MIN_SIZE.width, area?.width),
    height: fit(wanted.height, MIN_SIZE.height, area?.height),
  };
  return home ? { ...size, x: saved.x, y: saved.y } : size;
}

/** Reads the file of {@link saveWindowState}; undefined when there is none. */
export function loadWindowState(file: string): WindowState | undefined {
  try {
    return parseWindowState(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

/** Keeps the state for the next start. A place that cannot be remembered is no reason to trouble anybody. */
export function saveWindowState(file: string, state: WindowState): void {
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(`${file}.new`, `${JSON.stringify(state)}\n`);
    renameSync(`${file}.new`, file);
  } catch {
    // A full disk or a read-only folder; the window opens at its default place.
  }
}

const isPixel = (value: unknown): value is number => Number.isSafeInteger(value);

const fit = (wanted: number, least: number, room: number | undefined) =>
  Math.max(least, Math.min(wanted, room ?? wanted));

function isReachable(window: Rect, area: Rect): boolean {
  const width = Math.min(window.x + window.width, area.x + area.width) - Math.max(window.x, area.x);
  const topInside = window.y >= area.y && window.y + REACHABLE.height <= area.y + area.height;
  return topInside && width >= REACHABLE.width;
}
