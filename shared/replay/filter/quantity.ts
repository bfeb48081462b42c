import type { Bounds } from './filter.ts';

/** Kinds of number that a filter compares. */
export type Measure = 'time' | 'size' | 'number';

/** Factors to the base unit: milliseconds, bytes. Sizes count by thousands, as they are shown. */
const UNITS: Record<Measure, Readonly<Record<string, number>>> = {
  time: { ms: 1, s: 1_000, min: 60_000, m: 60_000, h: 3_600_000 },
  size: { b: 1, kb: 1_000, k: 1_000, mb: 1_000_000, m: 1_000_000, gb: 1_000_000_000 },
  number: {},
};
/** Factor of a number without a unit; a time needs one. */
const BARE: Partial<Record<Measure, number>> = { size: 1, number: 1 };

interface Quantity {
  value: number;
  /** Half of the last digit written, in the base unit: numbers this near look the same. */
  half: number;
}

const NUMBER = /^(\d+(?:\.(\d*))?|\.(\d+))([a-z]*)$/i;

function quantity(text: string, measure: Measure, fallback?: string): Quantity | undefined {
  const [, digits, after, only, written = ''] = NUMBER.exec(text) ?? [];
  if (digits === undefined) return undefined;
  const unit = (written || fallback || '').toLowerCase();
  const factor = unit === '' ? BARE[measure] : Object.hasOwn(UNITS[measure], unit) ? UNITS[measure][unit] : undefined;
  if (factor === undefined) return undefined;
  const decimals = (after ?? only ?? '').length;
  return { value: Number(digits) * factor, half: (factor * 10 ** -decimals) / 2 };
}

const unitOf = (text: string): string => /[a-z]*$/i.exec(text)?.[0] ?? '';

/** `nonsense`: each end is a quantity, but nothing lies between them. */
export type Compared = Bounds | 'unreadable' | 'nonsense';

const COMPARISON = /^(>=|<=|>|<|=)?(.*)$/s;

/**
 * What `>500ms`, `<=2kB`, `1s..2s`, `..40` or `2.4s` select. A quantity by itself stands for all that read the same when
 * rounded to its last digit.
 */
export function compared(text: string, measure: Measure): Compared {
  const dots = text.indexOf('..');
  if (dots >= 0) return between(text.slice(0, dots), text.slice(dots + 2), measure);
  const [, sign = '=', rest = ''] = COMPARISON.exec(text) ?? [];
  const found = quantity(rest, measure);
  if (!found) return 'unreadable';
  const { value, half } = found;
  if (sign === '>') return { above: value };
  if (sign === '>=') return { from: value };
  if (sign === '<') return { below: value };
  if (sign === '<=') return { to: value };
  return measure === 'number' ? { from: value, to: value } : { from: value - half, below: value + half };
}

/** `100..500ms`: the unit of the second end holds for the first, too. */
function between(first: string, second: string, measure: Measure): Compared {
  const low = first === '' ? undefined : quantity(first, measure, unitOf(second));
  const high = second === '' ? undefined : quantity(second, measure, unitOf(first));
  if ((first !== '' && !low) || (second !== '' && !high) || (!low && !high)) return 'unreadable';
  if (low && high && low.value > high.value) return 'nonsense';
  return { ...(low && { from: low.value }), ...(high && { to: high.value }) };
}

/** The first digits of a status, and signs for those left open. */
const STATUS = /^([1-5]\d{0,2})(x{0,2})$/i;
const STATUS_DIGITS = 3;

/** HTTP status: a code, a class such as `4xx` or `4`, or a comparison. */
export function comparedStatus(text: string): Compared {
  const [, digits = '', open = ''] = STATUS.exec(text) ?? [];
  if (digits === '' || digits.length + open.length > STATUS_DIGITS) return compared(text, 'number');
  const width = 10 ** (STATUS_DIGITS - digits.length);
  const low = Number(digits) * width;
  return { from: low, to: low + width - 1 };
}

/** The number lies within the bounds. */
export const within = (bounds: Bounds, value: number): boolean =>
  (bounds.from === undefined || value >= bounds.from) &&
  (bounds.above === undefined || value > bounds.above) &&
  (bounds.to === undefined || value <= bounds.to) &&
  (bounds.below === undefined || value < bounds.below);
