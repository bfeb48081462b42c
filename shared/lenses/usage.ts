import type { Section } from './lens.ts';

type Usage = Extract<Section, { kind: 'usage' }>;

const COUNTS = ['input', 'output', 'total', 'cached'] as const;
const NAMES = ['model', 'provider'] as const;

/**
 * The calls of a turn added up; undefined for none. A count stands for the calls that said it, a name only when all calls
 * say the same.
 */
export function sumUsage(calls: Iterable<Usage>): Usage | undefined {
  let sum: Usage | undefined;
  for (const call of calls) {
    if (sum === undefined) {
      sum = { ...call };
      continue;
    }
    for (const field of COUNTS) {
      const value = call[field];
      if (value !== undefined) sum[field] = (sum[field] ?? 0) + value;
    }
    for (const field of NAMES) if (sum[field] !== call[field]) delete sum[field];
  }
  return sum;
}
