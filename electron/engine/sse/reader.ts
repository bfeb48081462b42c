import type { Body, Framing } from '../../../shared/model/entry.ts';
import { SSE_FRAME_LIMIT_BYTES } from '../limits.ts';
import { BlockSplitter } from './block-splitter.ts';
import { createInterpreter, type SseFields } from './interpret.ts';
import { bodyOfBytewise, createTextStream } from './text-stream.ts';
import { exactText } from './utf8.ts';

/** Where the UTF-8 bytes of a text lie. Valid during the call it is given to. */
export interface SourceRange {
  bytes: Buffer;
  start: number;
  end: number;
}

/** `source` is present when the body's text lies in one piece in the received bytes. */
export type OnFrame = (framing: Framing, body: Body, fields: SseFields, source?: SourceRange) => void;

export interface SseReader {
  /** Takes the next bytes; false when one block grew past the limit and reading has to stop. */
  push(chunk: Buffer): boolean;
  /** The stream is over: hands out what was left without a blank line as `tail`. */
  end(): void;
}

const NO_FIELDS: SseFields = Object.freeze({});

/** Turns the bytes of a `text/event-stream` into frames with verbatim bodies. */
export function createSseReader(onFrame: OnFrame, limit: number = SSE_FRAME_LIMIT_BYTES): SseReader {
  const stream = createTextStream();
  const interpret = createInterpreter();
  const source: SourceRange = { bytes: Buffer.alloc(0), start: 0, end: 0 };
  let narrow = true;
  /** Bytes of the open block that came with earlier pieces. */
  let openBytes = 0;

  const splitter = new BlockSplitter((block) => {
    if (stream.bytewise) {
      const body = bodyOfBytewise(block);
      onFrame('sse', body, interpret(body.text ?? block));
      return;
    }
    const here = narrow && openBytes === 0;
    const bytes = here ? block.length : Buffer.byteLength(block, 'utf8');
    source.start = source.end;
    source.end += bytes - openBytes;
    const whole = openBytes === 0;
    openBytes = 0;
    if (whole) onFrame('sse', { bytes, text: block }, interpret(block), source);
    else onFrame('sse', { bytes, text: block }, interpret(block));
  });

  return {
    push(chunk) {
      const { piece, carried } = stream.push(chunk, () => splitter.openText());
      if (carried !== undefined) splitter.replaceOpen(carried);
      narrow = piece.narrow;
      source.bytes = piece.bytes;
      source.start = 0;
      source.end = 0;
      splitter.push(piece.text);
      openBytes += piece.bytes.length - source.end;
      return splitter.openLength <= limit;
    },
    end() {
      source.end = 0;
      const rest = splitter.end();
      if (stream.bytewise) {
        if (rest !== '') onFrame('tail', bodyOfBytewise(rest), NO_FIELDS);
        return;
      }
      const bytes = Buffer.concat([Buffer.from(rest, 'utf8'), stream.rest()]);
      if (bytes.length === 0) return;
      // What is left of a stream of CR lines may be the LF after the last of them, which belongs to no block.
      const framing = rest.trim() === '' && stream.rest().length === 0 ? 'sse' : 'tail';
      onFrame(framing, bodyOfBytes(bytes), NO_FIELDS);
    },
  };
}

/** A body from its bytes: as text when they are UTF-8. */
export function bodyOfBytes(bytes: Buffer): Body {
  const text = exactText(bytes);
  return text === undefined ? { bytes: bytes.length, base64: bytes.toString('base64') } : { bytes: bytes.length, text };
}
