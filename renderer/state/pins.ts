import { useMemo } from 'react';
import { pinsIn } from '../../shared/replay/filter/pins.ts';
import { setSetting, settingsStore, useSettings } from './settings.ts';

/** Sessions whose pins are kept; those pinned in longest ago are forgotten. */
const SESSIONS_LIMIT = 200;
/** Rows pinned in one session. */
export const PINS_LIMIT = 500;

/** Numbers of the rows pinned in a session, in order. */
export const pinsOf = (session: string): number[] => pinsIn(settingsStore.getState().pins, session);

/** The same as a set that stays the same while nothing is pinned. */
export function usePins(session: string): ReadonlySet<number> {
  const kept = useSettings((settings) => settings.pins[session]);
  return useMemo(() => new Set(pinsIn({ [session]: kept }, session)), [kept, session]);
}

/** Pins a row, or takes its pin away. False: there are too many. */
export function togglePin(session: string, seq: number): boolean {
  const before = pinsOf(session);
  const without = before.filter((one) => one !== seq);
  const pinned = without.length < before.length;
  if (!pinned && before.length >= PINS_LIMIT) return false;
  const { [session]: _, ...others } = settingsStore.getState().pins;
  const next = pinned ? without : [...before, seq];
  const kept = next.length === 0 ? Object.entries(others) : [...Object.entries(others), [session, next] as const];
  setSetting('pins', Object.fromEntries(kept.slice(-SESSIONS_LIMIT)));
  return true;
}

/** Takes every pin of a session away. */
export function clearPins(session: string): void {
  const { [session]: _, ...others } = settingsStore.getState().pins;
  setSetting('pins', others);
}

/** The pin after (or before) a row, and from the last one round to the first. */
export function nextPin(pins: Iterable<number>, seq: number | undefined, step: 1 | -1 = 1): number | undefined {
  const sorted = [...pins].sort((one, other) => (one - other) * step);
  return sorted.find((one) => seq === undefined || (one - seq) * step > 0) ?? sorted[0];
}
