import { isSecretKey, type KnownValues, MASK, maskUrl } from '../mask.ts';
import { SUBSTRING_MIN_CHARS } from '../secret-values.ts';

/** Deeper values are masked as a whole: nothing real goes that deep, and the stack ends. */
const DEPTH_LIMIT = 2_000;

/**
 * Keys of what a person entered as no secret and gets back to change. Where a password is spelled like the user's name,
 * masking the name would hide nothing and lose it.
 */
const IDENTIFIERS = new Set(['username', 'clientId']);

/**
 * A value with every known secret in its texts masked; the same value when there is none, so that nothing is copied
 * for nothing.
 */
export function maskDeep<T>(value: T, known: KnownValues): T {
  return deep(
    value,
    (text, key) => (key !== undefined && IDENTIFIERS.has(key) && known.isSecret(text) ? text : known.mask(text)),
    0,
  ) as T;
}

/** The same for details that the engine put together: secret keys and passwords in addresses count too. */
export function maskDetail<T>(value: T, known: KnownValues): T {
  return deep(
    value,
    (text, key) => {
      if (text !== '' && key !== undefined && isSecretKey(key)) return MASK;
      return text.includes('://') ? maskUrl(text, known) : known.mask(text);
    },
    0,
  ) as T;
}

function deep(
  value: unknown,
  mask: (text: string, key: string | undefined) => string,
  depth: number,
  key?: string,
): unknown {
  if (typeof value === 'string') return mask(value, key);
  if (typeof value !== 'object' || value === null) return value;
  if (depth > DEPTH_LIMIT) return MASK;
  if (Array.isArray(value)) {
    let copy: unknown[] | undefined;
    for (const [index, item] of value.entries()) {
      const masked = deep(item, mask, depth + 1, key);
      if (masked === item) continue;
      copy ??= [...value];
      copy[index] = masked;
    }
    return copy ?? value;
  }
  let copy: Record<string, unknown> | undefined;
  for (const name in value) {
    const item = (value as Record<string, unknown>)[name];
    const masked = deep(item, mask, depth + 1, name);
    const shown = name.length < SUBSTRING_MIN_CHARS ? name : mask(name, undefined);
    if (masked === item && shown === name) continue;
    copy ??= { ...(value as Record<string, unknown>) };
    if (shown !== name) delete copy[name];
    copy[shown] = masked;
  }
  return copy ?? value;
}
