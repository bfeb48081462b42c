import { exactText, openSequence } from './utf8.ts';

/** One piece of the stream as text, and the bytes it was made from. */
export interface TextPiece {
  text: string;
  bytes: Buffer;
  /** One character is one byte. */
  narrow: boolean;
}

/**
 * Turns byte chunks into text without losing a byte. Normal streams are decoded chunk by chunk. From the first chunk on
 * that is not UTF-8, or that holds U+FFFD itself, every byte becomes one character (latin1), and whoever cuts the text
 * into blocks asks `bodyOfBytewise` for each of them.
 */
export interface TextStream {
  /** True once the text is one character per byte. */
  readonly bytewise: boolean;
  /** `carried` is the text that was handed out and is still needed; it comes back in its new spelling at the switch. */
  push(chunk: Buffer, carried: () => string): { piece: TextPiece; carried?: string };
  /** Bytes of an unfinished character at the end of the stream. */
  rest(): Buffer;
}

const NOTHING = Buffer.alloc(0);

export function createTextStream(): TextStream {
  let bytewise = false;
  let open: Buffer | undefined;

  return {
    get bytewise() {
      return bytewise;
    },
    push(chunk, carried) {
      if (bytewise) return { piece: { text: chunk.toString('latin1'), bytes: chunk, narrow: true } };
      const all = open ? Buffer.concat([open, chunk]) : chunk;
      const missing = openSequence(all);
      const bytes = missing > 0 ? all.subarray(0, all.length - missing) : all;
      const text = bytes.toString('utf8');
      if (text.includes('\uFFFD')) {
        bytewise = true;
        open = undefined;
        return {
          piece: { text: all.toString('latin1'), bytes: all, narrow: true },
          carried: Buffer.from(carried(), 'utf8').toString('latin1'),
        };
      }
      // A copy: the chunk belongs to a larger buffer that should not be kept for three bytes.
      open = missing > 0 ? Buffer.from(all.subarray(all.length - missing)) : undefined;
      return { piece: { text, bytes, narrow: text.length === bytes.length } };
    },
    rest: () => open ?? NOTHING,
  };
}

/** The body fields of bytes that were held as latin1 text. */
export function bodyOfBytewise(text: string): { bytes: number; text?: string; base64?: string } {
  const bytes = Buffer.from(text, 'latin1');
  const exact = exactText(bytes);
  return exact === undefined
    ? { bytes: bytes.length, base64: bytes.toString('base64') }
    : { bytes: bytes.length, text: exact };
}
