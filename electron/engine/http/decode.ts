import type { Transform } from 'node:stream';
import * as zlib from 'node:zlib';
import { INFLATION_FACTOR_LIMIT } from '../limits.ts';

/** Some servers send the zlib form for `deflate`, some the bare one; the low nibble of the first byte tells (RFC 1950 §2.2). */
const ZLIB_METHOD = 8;

type Decoder = Transform & zlib.Zlib;

function decoderFor(coding: string, first: Buffer): Decoder | undefined {
  switch (coding) {
    case 'gzip':
    case 'x-gzip':
      return zlib.createGunzip({ flush: zlib.constants.Z_SYNC_FLUSH });
    case 'deflate':
      return ((first[0] ?? 0) & 0x0f) === ZLIB_METHOD
        ? zlib.createInflate({ flush: zlib.constants.Z_SYNC_FLUSH })
        : zlib.createInflateRaw({ flush: zlib.constants.Z_SYNC_FLUSH });
    case 'br':
      return zlib.createBrotliDecompress({ flush: zlib.constants.BROTLI_OPERATION_FLUSH });
    default:
      return undefined;
  }
}

/** What was sent grows beyond all measure: nothing more of it is decoded. */
export class InflationError extends Error {
  readonly inflated: number;
  readonly received: number;

  constructor(inflated: number, received: number) {
    super('inflates beyond all measure');
    this.inflated = inflated;
    this.received = received;
  }
}

export interface DecodedSink {
  data(bytes: Buffer): void;
  drain(): void;
  /** Once, when a few bytes turn out to be very many; what was decoded until then was handed out. */
  inflation(error: InflationError): void;
}

export interface BodyDecoder {
  /** Returns false when the source should wait for `drain`. */
  write(bytes: Buffer): boolean;
  /** No more bytes; `done` is called after the last data, with an error when the coded stream is broken or stops early. */
  end(done: (error?: Error) => void): void;
  /** Hands out what is decoded so far, then calls back; used when the source broke. */
  settle(done: () => void): void;
}

/**
 * Decodes a content coding piece by piece: what arrived is handed out without waiting for more.
 * Undefined when there is nothing to decode or the coding is not known; the bytes then stay as they are. `freeBytes`: what
 * may come of any number of bytes.
 */
export function createBodyDecoder(
  contentEncoding: string | undefined,
  freeBytes: number,
  sink: DecodedSink,
): BodyDecoder | undefined {
  const coding = (contentEncoding ?? '').trim().toLowerCase();
  if (!['gzip', 'x-gzip', 'deflate', 'br'].includes(coding)) return undefined;
  let stream: Decoder | undefined;
  let failure: Error | undefined;
  let finished: ((error?: Error) => void) | undefined;
  let over = false;
  let inflated = 0;
  const take = (bytes: Buffer) => {
    if (failure) return;
    inflated += bytes.length;
    sink.data(bytes);
    // What it has taken in, which is less than what has arrived.
    const received = stream?.bytesWritten ?? 0;
    if (inflated <= freeBytes || inflated <= received * INFLATION_FACTOR_LIMIT) return;
    const error = new InflationError(inflated, received);
    failure = error;
    stream?.destroy();
    sink.inflation(error);
    // All that was sent may be here already.
    finish();
  };
  const finish = () => {
    if (over || !finished) return;
    over = true;
    finished(failure);
  };
  const start = (first: Buffer): Decoder | undefined => {
    const made = decoderFor(coding, first);
    made?.on('data', take);
    made?.on('drain', () => sink.drain());
    made?.on('end', finish);
    made?.on('error', (error) => {
      failure = error;
      sink.drain();
      finish();
    });
    return made;
  };
  return {
    write(bytes) {
      stream ??= start(bytes);
      if (!stream || failure) return true;
      return stream.write(bytes);
    },
    end(done) {
      finished = done;
      if (!stream || failure) finish();
      else stream.end();
    },
    settle(done) {
      finished = done;
      if (!stream || failure) finish();
      else stream.write(Buffer.alloc(0), () => finish());
    },
  };
}
