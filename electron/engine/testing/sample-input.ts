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
      return [];
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
