import type { Dialect } from '../dialect.ts';
import { Reader } from '../reading/reader.ts';
import { decodeResult } from './decode-results.ts';
import { encode, headers } from './encode.ts';

/** A2A 1.0. Values in the 0.3 form are decoded as well, with an `other-version-shape` issue. */
export const v10: Dialect = {
  id: '1.0',
  headers,
  encode,
  decode: (kind, result, binding) => decodeResult(kind, result, new Reader('1.0', binding)),
  decodeCard: (card) => decodeResult('card', card, new Reader('1.0')),
};
