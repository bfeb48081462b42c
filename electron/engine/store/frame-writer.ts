import type { FrameEntry } from '../../../shared/model/entry.ts';
import type { SourceRange } from '../sse/reader.ts';

/** Bytes of a line besides its text: names, punctuation and numbers. */
const LINE_OVERHEAD_BYTES = 256;

const LF = 10;
const SPACE = 0x20;
const BRACE = 0x7b;
const END = Buffer.from('}}\n');
/** Bytes of `data:` and of the two line feeds after a block. */
const FIELD_BYTES = 5;
const TAIL_BYTES = 2;
const SPACED = ',"lead":"data: ","tail":"\\n\\n","data":';
const TIGHT = ',"lead":"data:","tail":"\\n\\n","data":';

/** The most bytes that the line of an embedded frame can take. */
export const frameLineBound = (source: SourceRange): number => source.end - source.start + LINE_OVERHEAD_BYTES;

/**
 * True for frames whose line can hold their JSON as it is: one `data:` line with an object and nothing else. The caller
 * knows that the data is JSON.
 */
export const canEmbed = (entry: FrameEntry, { bytes, start, end }: SourceRange): boolean =>
  entry.framing === 'sse' &&
  entry.body.masked === undefined &&
  entry.event === undefined &&
  entry.id === undefined &&
  entry.retry === undefined &&
  entry.body.text?.startsWith('data:') === true &&
  bytes.indexOf(LF, start) === end - TAIL_BYTES &&
  bytes[start + leadBytes(bytes, start)] === BRACE;

/** Bytes of `data:` and the space that may follow. */
const leadBytes = (bytes: Buffer, start: number): number =>
  bytes[start + FIELD_BYTES] === SPACE ? FIELD_BYTES + 1 : FIELD_BYTES;

/**
 * Writes the lines of frames with their JSON embedded, straight from the received bytes: no character has to be escaped
 * on the way in, nor the JSON unpacked from a string on the way out. `readEntryLine` gives the text back. One writer
 * serves one log; what frames of one chunk have in common is kept from one to the next.
 */
export function createFrameWriter(): (target: Buffer, at: number, entry: FrameEntry, source: SourceRange) => number {
  let common = '';
  let time = -1;
  let exchange = -1;
  return (target, at, entry, { bytes, start, end }) => {
    if (entry.at !== time || entry.exchange !== exchange) {
      ({ at: time, exchange } = entry);
      common = `,"at":${time},"kind":"frame","exchange":${exchange},"framing":"sse","body":{"bytes":`;
    }
    const lead = leadBytes(bytes, start);
    const head = `{"seq":${entry.seq}${common}${entry.body.bytes}${lead > FIELD_BYTES ? SPACED : TIGHT}`;
    let to = at + target.write(head, at, 'latin1');
    to += bytes.copy(target, to, start + lead, end - TAIL_BYTES);
    return to + END.copy(target, to);
  };
}
