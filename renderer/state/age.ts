import { t } from '../strings/index.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

const startOfDay = (ms: number): number => {
  const day = new Date(ms);
  day.setHours(0, 0, 0, 0);
  return day.getTime();
};

/** How long ago, for lists: `now`, `12 min`, `1 h`, `yesterday`, `3 Nov`. Both times in ms since the epoch. */
export function ageText(ms: number, nowMs = Date.now()): string {
  const age = nowMs - ms;
  if (Number.isNaN(age)) return '';
  if (age < MINUTE_MS) return t('age.now');
  if (age < HOUR_MS) return t('age.minutes', { count: Math.floor(age / MINUTE_MS) });
  const days = Math.round((startOfDay(nowMs) - startOfDay(ms)) / (24 * HOUR_MS));
  if (days === 0) return t('age.hours', { count: Math.floor(age / HOUR_MS) });
  if (days === 1) return t('age.yesterday');
  const sameYear = new Date(ms).getFullYear() === new Date(nowMs).getFullYear();
  return new Date(ms).toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'short',
    ...(sameYear ? {} : { year: 'numeric' }),
  });
}

/** A running clock: `0:15`, `12:03`, `1:02:03`; with tenths `0:15.4`. */
export function clockOf(ms: number, tenths = false): string {
  const seconds = Math.max(0, ms) / 1_000;
  const whole = Math.floor(seconds);
  const two = (value: number) => String(value).padStart(2, '0');
  const hours = Math.floor(whole / 3_600);
  const minutes = Math.floor(whole / 60) % 60;
  const head = hours > 0 ? `${hours}:${two(minutes)}` : String(minutes);
  const tail = tenths ? `.${Math.floor(seconds * 10) % 10}` : '';
  return `${head}:${two(whole % 60)}${tail}`;
}
