import type { Body, Framing } from '../../../shared/model/entry.ts';
import { SSE_FRAME_LIMIT_BYTES } from '../limits.ts';
import { BlockSplitter } from './block-splitter.ts';
import { createInterpreter, type SseFields } from './interpret.ts';
import { bodyOfBytewise, createTextStream } from './text-stream.ts';
import { exactText } from './utf8.ts';

export type OnFrame = (framing: Framing, body: Body, fields: SseFields) => void;

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
  let narrow = true;
  let wideOpen = false;

  const splitter = new BlockSplitter((block) => {
    if (stream.bytewise) {
      const body = bodyOfBytewise(block);
      onFrame('sse', body, interpret(body.text ?? block));
      return;
    }
    const bytes = narrow && !wideOpen ? block.length : Buffer.byteLength(block, 'utf8');
    wideOpen = false;
    onFrame('sse', { bytes, text: block }, interpret(block));
  });

  return {
    push(chunk) {
      const { piece, carried } = stream.push(chunk, () => splitter.openText());
      if (carried !== undefined) splitter.replaceOpen(carried);
      narrow = piece.narrow;
      splitter.push(piece.text);
      if (!narrow && splitter.openLength > 0) wideOpen = true;
      return splitter.openLength <= limit;
    },
    end() {
      const rest = splitter.end();
      if (stream.bytewise) {
        if (rest !== '') onFrame('tail', bodyOfBytewise(rest), NO_FIELDS);
        return;
      }
      const bytes = Buffer.concat([Buffer.from(rest, 'utf8'), stream.rest()]);
      if (bytes.length === 0) return;
      const framing = rest.trim() === '' && stream.rest().length === 0 ? 'sse' : 'tail';
      const text = exactText(bytes);
      onFrame(
        framing,
        text === undefined ? { bytes: bytes.length, base64: bytes.toString('base64') } : { bytes: bytes.length, text },
        NO_FIELDS,
      );
    },
  };
}
