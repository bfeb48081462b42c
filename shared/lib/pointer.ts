/** JSON Pointer (RFC 6901): `/parts/0/text`. The root is the empty string. */
export type Pointer = string;

/** Appends one step to a pointer, escaping `~` and `/`. */
export const at = (parent: Pointer, step: string | number): Pointer =>
  `${parent}/${typeof step === 'number' ? step : step.replace(/~/g, '~0').replace(/\//g, '~1')}`;

/** The value a pointer names, or undefined when a step is missing. */
export function resolve(root: unknown, pointer: Pointer): unknown {
  if (pointer === '') return root;
  let value: unknown = root;
  for (const raw of pointer.slice(1).split('/')) {
    const step = raw.replace(/~1/g, '/').replace(/~0/g, '~');
    if (typeof value !== 'object' || value === null) return undefined;
    value = (value as Record<string, unknown>)[step];
  }
  return value;
}
