import type * as z from 'zod/mini';

/** The least that a schema takes; members that are known by name get what is known. */
export function sampleInput(schema: z.core.$ZodType, known: Readonly<Record<string, unknown>>, name = ''): unknown {
  const { def } = schema._zod as z.core.$ZodTypes['_zod'];
  switch (def.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(def.shape)
          .filter(([, member]) => member._zod.def.type !== 'optional')
          .map(([key, member]) => [key, key in known ? known[key] : sampleInput(member, known, key)]),
      );
    case 'string':
      return name;
    case 'number':
      return 1;
    case 'boolean':
      return false;
    case 'enum':
      return Object.values(def.entries)[0];
    case 'literal':
      return def.values[0];
    case 'array':
      return Array.from({ length: leastLength(def.checks) }, () => sampleInput(def.element, known));
    case 'tuple':
      return def.items.map((item) => sampleInput(item, known));
    case 'union':
      return sampleInput(def.options[0] as z.core.$ZodType, known);
    case 'record':
      return {};
    default:
      return null;
  }
}

/** Elements that an array must have. */
function leastLength(checks: readonly z.core.$ZodCheck<never>[] = []): number {
  for (const { _zod } of checks) {
    const def: { check: string; minimum?: number } = _zod.def;
    if (def.check === 'min_length') return def.minimum ?? 0;
  }
  return 0;
}
