import type { FrameText } from '../../../shared/contract/views.ts';
import { oneLine } from '../../ui/text.ts';
import { fromBase64, hexPairs } from '../../views/hex.ts';

/** One line of a frame as its row shows it. */
export interface FrameSegment {
  /** Field name with its colon, as received; empty on lines that have none. */
  field: string;
  text: string;
  /** A comment, or a line that carries no data. */
  faint: boolean;
}

const FIELD = /^(data|event|id|retry)(?::[ ]?|$)/;
/** Bytes of a frame that is no text shown in its row. */
const ROW_BYTES = 64;

/** The lines of a frame, byte for byte but for the blank line at its end. */
export function segmentsOf(frame: FrameText): FrameSegment[] {
  if (frame.binary) {
    const bytes = fromBase64(frame.text).subarray(0, ROW_BYTES);
    return [{ field: '', text: hexPairs(bytes), faint: false }];
  }
  if (frame.framing !== 'sse' && frame.framing !== 'tail')
    return [{ field: '', text: oneLine(frame.text), faint: false }];
  const lines = frame.text.split(/\r\n|\r|\n/);
  while (lines.length > 1 && lines[lines.length - 1] === '') lines.pop();
  return lines.map((line, index) => {
    const begin = index === 0 && line.charCodeAt(0) === 0xfeff ? 1 : 0;
    const field = FIELD.exec(line.slice(begin));
    const name = field?.[0] ?? '';
    return {
      field: oneLine(line.slice(0, begin) + name),
      text: oneLine(line.slice(begin + name.length)),
      faint: line.startsWith(':') || (field !== null && field[1] !== 'data'),
    };
  });
}
