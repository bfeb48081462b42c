import type { Section } from '../../shared/lenses/lens.ts';
import type { Json } from '../../shared/lib/json.ts';

export type Unread = Extract<Section, { kind: 'other' }>;

/** Keys that no lens read as values to show, in order and together; a key that occurs again begins another value. */
export function leftOver(sections: readonly Unread[]): Record<string, Json>[] {
  const values: Record<string, Json>[] = [];
  for (const { key, value } of sections) {
    const last = values[values.length - 1];
    if (last && !Object.hasOwn(last, key)) values[values.length - 1] = { ...last, [key]: value };
    else values.push({ [key]: value });
  }
  return values;
}
