import { TIMER_LIMIT_MS } from '../../../shared/contract/engine-settings.ts';

/** A time in seconds as it stands in a field. */
export const secondsText = (ms: number): string => String(ms / 1_000);

/** Milliseconds of what was typed in seconds, with a comma or a point; undefined when it is no time. */
export function toMilliseconds(text: string): number | undefined {
  if (!/^\d+(?:[.,]\d+)?$/.test(text.trim())) return undefined;
  const ms = Math.round(Number(text.trim().replace(',', '.')) * 1_000);
  return ms <= TIMER_LIMIT_MS ? ms : undefined;
}
