import type { Dialect } from '../dialect.ts';
import { Reader } from '../reading/reader.ts';
import { decodeResult } from '../v1_0/decode-results.ts';
import { encode, headers } from './encode.ts';
import { encodeProto } from './encode-proto.ts';

/** A2A 0.3 (and 0.2, and what is left of 0.1), decoded into the 1.0 model. Values in the 1.0 form are read as well. */
export const v03: Dialect = {
  id: '0.3',
  headers,
  encode: (operation, request, binding = 'JSONRPC') =>
    binding === 'JSONRPC' ? encode(operation, request) : encodeProto(operation, request, binding),
  decode: (kind, result, binding) => decodeResult(kind, result, new Reader('0.3', binding)),
  decodeCard: (card) => decodeResult('card', card, new Reader('0.3')),
};
