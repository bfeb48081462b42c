import type { IncomingMessage } from 'node:http';
import { performance } from 'node:perf_hooks';
import { parseJson } from '../../../shared/lib/json.ts';
import type { Body, HeaderLines } from '../../../shared/model/entry.ts';
import { type DeliveryCheck, type DeliveryFault, linesOf } from '../../../shared/model/receiver.ts';
import { type Expected, proofOf } from './expected.ts';
import { DELIVERY_BODY_LIMIT_BYTES, UNVERIFIED_BODY_LIMIT_BYTES } from './limits.ts';
import { readBody } from './read-body.ts';

/** A delivery as it was received, with what is to be answered when nothing else is asked for. */
export interface ReceivedDelivery {
  check: DeliveryCheck;
  body: Body;
  status: number;
}

export interface DeliveryLimits {
  bodyBytes: number;
  unverifiedBodyBytes: number;
  bodyTimeoutMs?: number;
}

export const DELIVERY_LIMITS: DeliveryLimits = {
  bodyBytes: DELIVERY_BODY_LIMIT_BYTES,
  unverifiedBodyBytes: UNVERIFIED_BODY_LIMIT_BYTES,
};

const STATUS: Readonly<Record<Exclude<DeliveryFault, 'token' | 'authorization' | 'cut'>, number>> = {
  'unknown-path': 404,
  method: 405,
  'content-type': 415,
  'content-encoding': 415,
  'too-large': 413,
  'not-json': 400,
  timeout: 408,
};

export const EMPTY: Body = { bytes: 0, text: '' };

/** Header lines as they were sent, in order. */
export function headerLines({ rawHeaders }: IncomingMessage): HeaderLines {
  const lines: HeaderLines = [];
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) lines.push([rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '']);
  return lines;
}

/** RFC 6839: `application/json`, `application/a2a+json` and all that end in `+json`. */
const isJsonType = (value: string): boolean =>
  /^application\/(?:json|[a-z0-9!#$&^_.-]+\+json)$/i.test((value.split(';', 1)[0] ?? '').trim());

const isGzip = (encoding: string): boolean => /^(?:x-)?gzip$/i.test(encoding.trim());

function faultOfHead(headers: HeaderLines): DeliveryFault | undefined {
  const types = linesOf(headers, 'Content-Type');
  if (types.length !== 1 || !isJsonType(types[0] ?? '')) return 'content-type';
  const encodings = linesOf(headers, 'Content-Encoding').filter((one) => !/^\s*(?:identity)?\s*$/i.test(one));
  return encodings.every(isGzip) && encodings.length < 2 ? undefined : 'content-encoding';
}

/** Bytes as they are recorded: as text when they are UTF-8. */
function bodyOf(bytes: Buffer): Body {
  const text = bytes.toString('utf8');
  if (!text.includes('\ufffd') || Buffer.from(text, 'utf8').equals(bytes)) return { bytes: bytes.length, text };
  return { bytes: bytes.length, base64: bytes.toString('base64') };
}

/**
 * Receives one delivery and says what is to be thought of it. Who sends is asked before anything of the body is read, and
 * from others only little is.
 */
export async function receiveDelivery(
  request: IncomingMessage,
  headers: HeaderLines,
  expected: Expected,
  limits: DeliveryLimits,
  hold: (bytes: number) => boolean,
): Promise<ReceivedDelivery> {
  const begun = performance.now();
  const proof = proofOf(headers, expected);
  const { authentication } = expected;
  const base = { ...proof, ...(authentication && { scheme: authentication.scheme }) };
  const guarded = guardOf(proof);
  const made = (status: number, body: Body, more: Partial<DeliveryCheck> = {}): ReceivedDelivery => ({
    check: { ...base, ...more, took: Math.round((performance.now() - begun) * 10) / 10 },
    body,
    status,
  });
  const failed = (fault: DeliveryFault, body = EMPTY): ReceivedDelivery => {
    if (guarded) return made(guarded.status, body, { fault: guarded.fault });
    const status = fault === 'cut' ? 0 : (STATUS[fault as keyof typeof STATUS] ?? 400);
    return made(status, body, { fault });
  };
  if (request.method !== 'POST') return failed('method');
  const headFault = faultOfHead(headers);
  if (headFault && !guarded) return failed(headFault);
  const gzip = headFault === undefined && linesOf(headers, 'Content-Encoding').some(isGzip);
  const read = await readBody(request, {
    limit: proof.verified ? limits.bodyBytes : limits.unverifiedBodyBytes,
    gzip,
    hold,
    ...(limits.bodyTimeoutMs !== undefined && { timeoutMs: limits.bodyTimeoutMs }),
  });
  if ('fault' in read) return failed(read.fault);
  const body = bodyOf(read.bytes);
  const encoded = read.encodedBytes === undefined ? {} : { encodedBytes: read.encodedBytes };
  if (guarded) return made(guarded.status, body, { ...encoded, fault: guarded.fault });
  const json = body.text !== undefined && parseJson(body.text).ok;
  return json ? made(200, body, encoded) : made(STATUS['not-json'], body, { ...encoded, fault: 'not-json' });
}

/** RFC 9110 §15.5.2 and §15.5.4: nothing to know the sender by, or something that is wrong. */
function guardOf({ verified, token, authorization }: Pick<DeliveryCheck, 'verified' | 'token' | 'authorization'>) {
  if (verified) return undefined;
  const fault: DeliveryFault = authorization === 'missing' || authorization === 'wrong' ? 'authorization' : 'token';
  const isWrong = authorization === 'wrong' || token === 'wrong';
  return { fault, status: isWrong ? 403 : 401 };
}
