import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { DeliveryFault } from '../../../shared/model/receiver.ts';
import { DELIVERY_BODY_TIMEOUT_MS } from './limits.ts';

export type ReadBody = { bytes: Buffer; encodedBytes?: number } | { fault: DeliveryFault };

export interface BodyOptions {
  /** Bytes, before and after decoding. */
  limit: number;
  gzip: boolean;
  timeoutMs?: number;
  /** Told of bytes that are held from now on; false when they are too many together with others. */
  hold(bytes: number): boolean;
}

/** Reads the body of a request within its limits. Never rejects; after a fault the rest of the body is still to come. */
export function readBody(request: IncomingMessage, options: BodyOptions): Promise<ReadBody> {
  const { limit, gzip, timeoutMs = DELIVERY_BODY_TIMEOUT_MS, hold } = options;
  return new Promise((resolve) => {
    const pieces: Buffer[] = [];
    let encoded = 0;
    let decoded = 0;
    let ended = false;
    const gunzip = gzip ? createGunzip() : undefined;
    const source: Readable = gunzip ?? request;
    const finish = (read: ReadBody) => {
      if (ended) return;
      ended = true;
      clearTimeout(timer);
      request.off('data', count);
      request.off('close', cut);
      if (gunzip) {
        request.unpipe(gunzip);
        gunzip.destroy();
      } else request.off('data', take);
      resolve(read);
    };
    const count = (piece: Buffer) => {
      encoded += piece.length;
      if (encoded > limit) finish({ fault: 'too-large' });
    };
    const take = (piece: Buffer) => {
      decoded += piece.length;
      if (decoded > limit || !hold(piece.length)) return finish({ fault: 'too-large' });
      pieces.push(piece);
    };
    // What was received completely may still be in the decoder.
    const cut = () => {
      if (!request.complete) finish({ fault: 'cut' });
    };
    const timer = setTimeout(() => finish({ fault: 'timeout' }), timeoutMs);
    if (Number(request.headers['content-length'] ?? 0) > limit) return finish({ fault: 'too-large' });
    source.once('end', () => {
      finish({ bytes: Buffer.concat(pieces), ...(gunzip && { encodedBytes: encoded }) });
    });
    request.once('close', cut);
    request.once('error', cut);
    request.on('data', count);
    source.on('data', take);
    if (gunzip) {
      // Bytes that are no gzip, and a stream that ends too early.
      gunzip.once('error', () => finish({ fault: 'content-encoding' }));
      request.pipe(gunzip);
    }
  });
}
