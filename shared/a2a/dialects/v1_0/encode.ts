import { isObject } from '../../../lib/json.ts';
import type { HeaderLines } from '../../../model/entry.ts';
import type { OperationName } from '../../../model/operation.ts';

/** `A2A-Version` is a must on every request, the card's included (1.0 §3.2.6, §3.6). */
export function headers(extensions: readonly string[]): HeaderLines {
  const lines: HeaderLines = [['A2A-Version', '1.0']];
  if (extensions.length > 0) lines.push(['A2A-Extensions', extensions.join(',')]);
  return lines;
}

/** Requests are kept in the 1.0 model, so `params` are the request itself: what was composed is what is sent. */
export const encode = (_: OperationName, request: unknown): Record<string, unknown> =>
  isObject(request) ? request : {};
