import type { FrameEntry } from '../../../shared/model/entry.ts';
import type { SourceRange } from '../sse/reader.ts';
import { copyInto, ESCAPED_MAX_BYTES, escapeInto, writeNumber } from './escape.ts';

/** Bytes of a line besides its text: names, punctuation and numbers. */
const LINE_OVERHEAD_BYTES = 256;

const HEAD = Buffer.from('{"seq":');
const TEXT = Buffer.from(',"text":"');
const TAIL = Buffer.from('"}}\n');

/** The most bytes that a frame's line can take. */
export const frameLineBound = (source: SourceRange): number =>
  (source.end - source.start) * ESCAPED_MAX_BYTES + LINE_OVERHEAD_BYTES;

/** True for frames that have a text and nothing else: those that come by the thousand. */
export const isPlainFrame = (entry: FrameEntry): boolean =>
  entry.body.masked === undefined && entry.event === undefined && entry.id === undefined && entry.retry === undefined;

/**
 * Writes the lines of plain frames straight from the received bytes, byte for byte what `entryLine` gives. One writer
 * serves one log; what frames of one chunk have in common is kept from one to the next.
 */
export function createFrameWriter(): (target: Buffer, at: number, entry: FrameEntry, source: SourceRange) => number {
  let common = Buffer.alloc(0);
  let time = -1;
  let exchange = -1;
  let framing = '';
  return (target, at, entry, source) => {
    if (entry.at !== time || entry.exchange !== exchange || entry.framing !== framing) {
      ({ at: time, exchange, framing } = entry);
      common = Buffer.from(
        `,"at":${time},"kind":"frame","exchange":${exchange},"framing":"${framing}","body":{"bytes":`,
      );
    }
    let to = copyInto(target, at, HEAD);
    to = writeNumber(target, to, entry.seq);
    to = copyInto(target, to, common);
    to = writeNumber(target, to, entry.body.bytes);
    to = copyInto(target, to, TEXT);
    to = escapeInto(target, to, source.bytes, source.start, source.end);
    return copyInto(target, to, TAIL);
  };
}
