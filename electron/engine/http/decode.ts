import type { Transform } from 'node:stream';
import * as zlib from 'node:zlib';

/** Some servers send the zlib form for `deflate`, some the bare one; the low nibble of the first byte tells (RFC 1950 §2.2). */
const ZLIB_METHOD = 8;

function decoderFor(coding: string, first: Buffer): Transform | undefined {
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

export interface BodyDecoder {
  /** Returns false when the source should wait for `onDrain`. */
  write(bytes: Buffer): boolean;
  /** No more bytes; `done` is called after the last data, with an error when the coded stream is broken or stops early. */
  end(done: (error?: Error) => void): void;
  /** Hands out what is decoded so far, then calls back; used when the source broke. */
  settle(done: () => void): void;
}

/**
 * Decodes a content coding piece by piece: what arrived is handed out without waiting for more.
 * Undefined when there is nothing to decode or the coding is not known; the bytes then stay as they are.
 */
export function createBodyDecoder(
  contentEncoding: string | undefined,
  onData: (bytes: Buffer) => void,
  onDrain: () => void,
): BodyDecoder | undefined {
  const coding = (contentEncoding ?? '').trim().toLowerCase();
  if (!['gzip', 'x-gzip', 'deflate', 'br'].includes(coding)) return undefined;
  let stream: Transform | undefined;
  let failure: Error | undefined;
  let finished: ((error?: Error) => void) | undefined;
  let over = false;
  const finish = () => {
    if (over || !finished) return;
    over = true;
    finished(failure);
  };
  const start = (first: Buffer): Transform | undefined => {
    const made = decoderFor(coding, first);
    made?.on('data', onData);
    made?.on('drain', onDrain);
    made?.on('end', finish);
    made?.on('error', (error) => {
      failure = error;
      onDrain();
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
