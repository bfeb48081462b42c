/** Sizes in px. */
export interface WindowSize {
  width: number;
  height: number;
}

export type WindowClass = 'wide' | 'medium' | 'narrow';

/** Below this width the rail becomes a strip, px. */
export const STRIP_BELOW = 1_120;
/** Below this width the inspector docks under the centre, px. */
export const DOCK_BELOW = 900;
/** Below this width the docked inspector becomes an overlay, px. */
export const OVERLAY_BELOW_WIDTH = 640;
/** Below this height the docked inspector becomes an overlay and the composer one line, px. */
export const LOW_BELOW = 560;

export const RAIL = { size: 256, min: 200, max: 400, strip: 44 } as const;
export const INSPECTOR = { size: 380, min: 300, max: 640 } as const;
/** Share of the centre that a docked inspector takes, and its least height in px. */
export const DOCKED = { share: 0.4, min: 140 } as const;
export const COMPOSER = { size: 117, min: 40, share: 0.5 } as const;
/** The wire console: height, least height, and the most it takes of the window below the top bar; its bar when folded. */
export const WIRE = { size: 348, min: 160, share: 0.7, bar: 28 } as const;
export const CENTRE_MIN = 420;
/** A centre lower than this has more use for rows than for a tall composer, px. */
const FULL_COMPOSER_ABOVE = 420;
/** Above an open wire console the composer is one line, unless the centre is at least this high, px. */
const FULL_COMPOSER_OVER_WIRE = 560;
/** What the panes above an open wire console need: heads, filter, one-line composer and a few rows, px. */
const ABOVE_WIRE_MIN = 260;
/** Height of the top bar, px. */
const TOP_BAR = 40;

/** Sizes and folds the person chose; a missing one has its default. */
export interface LayoutWish {
  rail?: number;
  inspector?: number;
  composer?: number;
  wire?: number;
  railOpen?: boolean;
  inspectorOpen?: boolean;
  wireOpen?: boolean;
}

export interface Layout {
  windowClass: WindowClass;
  rail: {
    form: 'full' | 'strip';
    /** Width of what takes room, px. */
    width: number;
    max: number;
    /** The strip is all that fits; the rail itself opens over the centre. */
    narrow: boolean;
    over: boolean;
  };
  inspector: {
    form: 'side' | 'docked' | 'overlay' | 'closed';
    /** Width, or height when docked, px. */
    size: number;
    min: number;
    max: number;
    /** Opening it covers the centre. */
    overlays: boolean;
  };
  composer: { form: 'full' | 'line'; height: number; min: number; max: number };
  wire: {
    form: 'open' | 'bar';
    /** The console with its bar, px. */
    height: number;
    min: number;
    max: number;
    /** The window is high enough for more than the bar. */
    fits: boolean;
  };
}

/** Panes remember their sizes per class. */
export function windowClass({ width }: WindowSize): WindowClass {
  if (width >= STRIP_BELOW) return 'wide';
  return width >= DOCK_BELOW ? 'medium' : 'narrow';
}

const clamp = (value: number, min: number, max: number): number => Math.max(min, Math.min(max, Math.round(value)));

/**
 * Gives every pane its form and size. As a window narrows, the inspector gives way first, then the rail, then the rail
 * becomes a strip, then the inspector docks, then it is an overlay.
 */
export function arrange(
  window: WindowSize,
  wish: LayoutWish,
  now: { railOver: boolean; inspectorOver: boolean; hasInspector: boolean },
): Layout {
  const narrow = window.width < STRIP_BELOW;
  const docks = window.width < DOCK_BELOW;
  const wire = wireOf(window, wish);
  // An open console leaves the panes above it as much room as a lower window would.
  const height = window.height - (wire.height - WIRE.bar);
  const overlays = docks && (window.width < OVERLAY_BELOW_WIDTH || height < LOW_BELOW);
  const full = !narrow && wish.railOpen !== false;
  const open = now.hasInspector && (overlays ? now.inspectorOver : wish.inspectorOpen !== false);
  const side = open && !docks;

  let rail: number = full ? clamp(wish.rail ?? RAIL.size, RAIL.min, RAIL.max) : RAIL.strip;
  let inspector = clamp(wish.inspector ?? INSPECTOR.size, INSPECTOR.min, INSPECTOR.max);
  if (side) {
    let missing = CENTRE_MIN - (window.width - rail - inspector);
    if (missing > 0) {
      const given = Math.min(missing, inspector - INSPECTOR.min);
      inspector -= given;
      missing -= given;
    }
    if (missing > 0 && full) rail -= Math.min(missing, rail - RAIL.min);
  } else if (full) {
    rail = clamp(rail, RAIL.min, Math.max(RAIL.min, window.width - CENTRE_MIN));
  }

  const column = height - TOP_BAR - WIRE.bar;
  const dockedMax = Math.max(DOCKED.min, Math.round(column * 0.7));
  const docked = clamp(wish.inspector ?? column * DOCKED.share, DOCKED.min, dockedMax);
  const centre = open && docks && !overlays ? column - docked : column;
  const least = wire.form === 'open' ? FULL_COMPOSER_OVER_WIRE : FULL_COMPOSER_ABOVE;
  const line = window.height < LOW_BELOW || centre < least || (wish.composer ?? COMPOSER.size) <= COMPOSER.min;
  const composerMax = Math.round(column * COMPOSER.share);

  return {
    windowClass: windowClass(window),
    rail: {
      form: full ? 'full' : 'strip',
      width: rail,
      max: Math.min(RAIL.max, Math.max(RAIL.min, window.width - (side ? inspector : 0) - CENTRE_MIN)),
      narrow,
      over: !full && now.railOver,
    },
    inspector: {
      form: open ? (overlays ? 'overlay' : docks ? 'docked' : 'side') : 'closed',
      size: docks && !overlays ? docked : inspector,
      min: docks ? DOCKED.min : INSPECTOR.min,
      max: docks ? dockedMax : Math.min(INSPECTOR.max, Math.max(INSPECTOR.min, window.width - rail - CENTRE_MIN)),
      overlays,
    },
    composer: {
      form: line ? 'line' : 'full',
      height: line ? COMPOSER.min : clamp(wish.composer ?? COMPOSER.size, COMPOSER.min, composerMax),
      min: COMPOSER.min,
      max: composerMax,
    },
    wire,
  };
}

function wireOf(window: WindowSize, wish: LayoutWish): Layout['wire'] {
  const room = window.height - TOP_BAR;
  const max = Math.round(Math.min(room * WIRE.share, room - ABOVE_WIRE_MIN));
  const fits = max >= WIRE.min;
  const open = fits && wish.wireOpen === true;
  return {
    form: open ? 'open' : 'bar',
    height: open ? clamp(wish.wire ?? WIRE.size, WIRE.min, max) : WIRE.bar,
    min: WIRE.min,
    max,
    fits,
  };
}
