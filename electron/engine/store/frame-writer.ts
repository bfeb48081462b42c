import type { FrameEntry } from '../../../shared/model/entry.ts';
import type { SourceRange } from '../sse/reader.ts';

/** Bytes of a line besides its text: names, punctuation and numbers. */
const LINE_OVERHEAD_BYTES = 256;

const SPACE = 0x20;
const BRACE = 0x7b;
const END = '}}\n';
const END_BYTES = Buffer.from(END);
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
export const canEmbed = (entry: FrameEntry): boolean => {
  const { text } = entry.body;
  return (
    text !== undefined &&
    entry.framing === 'sse' &&
    entry.body.masked === undefined &&
    entry.event === undefined &&
    entry.id === undefined &&
    entry.retry === undefined &&
    text.startsWith('data:') &&
    text.indexOf('\n', FIELD_BYTES) === text.length - TAIL_BYTES &&
    text.charCodeAt(leadBytes(text)) === BRACE
  );
};

/** Bytes of `data:` and the space that may follow. */
const leadBytes = (text: string): number => (text.charCodeAt(FIELD_BYTES) === SPACE ? FIELD_BYTES + 1 : FIELD_BYTES);

/** Makes the lines of frames that can be embedded. */
export interface FrameWriter {
  /** The line, its line feed included. */
  line(entry: FrameEntry, text: string): string;
  /** Writes the line from the received bytes, which is cheaper where the text is not ASCII; returns where it ends. */
  write(target: Buffer, at: number, entry: FrameEntry, source: SourceRange): number;
}

/**
 * The JSON of frames goes into their lines as it came: no character has to be escaped on the way in, nor the JSON
 * unpacked from a string on the way out. `readEntryLine` gives the text back. One writer serves one log; what frames of
 * one chunk have in common is kept from one to the next.
 */
export function createFrameWriter(): FrameWriter {
  let common = '';
  let time = -1;
  let exchange = -1;
  const headOf = (entry: FrameEntry, lead: number): string => {
    if (entry.at !== time || entry.exchange !== exchange) {
      ({ at: time, exchange } = entry);
      common = `,"at":${time},"kind":"frame","exchange":${exchange},"framing":"sse","body":{"bytes":`;
    }
    return `{"seq":${entry.seq}${common}${entry.body.bytes}${lead > FIELD_BYTES ? SPACED : TIGHT}`;
  };
  return {
    line(entry, text) {
      const lead = leadBytes(text);
      return headOf(entry, lead) + text.slice(lead, -TAIL_BYTES) + END;
    },
    write(target, at, entry, { bytes, start, end }) {
      const lead = bytes[start + FIELD_BYTES] === SPACE ? FIELD_BYTES + 1 : FIELD_BYTES;
      let to = at + target.write(headOf(entry, lead), at, 'latin1');
      to += bytes.copy(target, to, start + lead, end - TAIL_BYTES);
      return to + END_BYTES.copy(target, to);
    },
  };
}
