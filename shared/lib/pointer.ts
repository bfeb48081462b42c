/** JSON Pointer (RFC 6901): `/parts/0/text`. The root is the empty string. */
export type Pointer = string;

/** Appends one step to a pointer, escaping `~` and `/`. */
export const at = (parent: Pointer, step: string | number): Pointer =>
  `${parent}/${typeof step === 'number' ? step : step.replace(/~/g, '~0').replace(/\//g, '~1')}`;
