import { isObject } from '../../lib/json.ts';
import type { DialectId } from '../../model/entry.ts';
import type { Dialect } from './dialect.ts';
import { v03 } from './v0_3/index.ts';
import { isOlderCard } from './v0_3/older-card.ts';
import { v10 } from './v1_0/index.ts';

/** Every protocol version there is. */
export const dialects: Readonly<Record<DialectId, Dialect>> = { '1.0': v10, '0.3': v03 };

/**
 * The form a card is written in: a list of interfaces is 1.0, an address of its own is 0.3; both together (servers that
 * speak both versions) count as 1.0. Undefined when it has neither.
 */
export function detectCardDialect(card: unknown): DialectId | undefined {
  if (!isObject(card)) return undefined;
  if (Array.isArray(card.supportedInterfaces) || Array.isArray(card.supported_interfaces)) return '1.0';
  return isOlderCard(card) ? '0.3' : undefined;
}
