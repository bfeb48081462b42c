import { SSE_FRAME_LIMIT_BYTES } from '../limits.ts';
import { bodyOfBytes, type OnFrame } from '../sse/reader.ts';

const LF = 0x0a;
/** In front of each value of a JSON text sequence (RFC 7464 §2.2). */
const RECORD_SEPARATOR = 0x1e;

export interface FrameReader {
  /** Takes the next bytes; false when one frame grew past the limit and reading has to stop. */
  push(chunk: Buffer): boolean;
  /** The answer is over; `complete`: it came to its proper end. */
  end(complete: boolean): void;
}

const NO_FIELDS = Object.freeze({});

/**
 * Cuts a stream of JSON values into one frame a line, its line end included. A record separator begins a frame as well,
 * so that a value over several lines of a JSON text sequence stays whole until its last line end. Joining the frames
 * gives the stream back. The last line of a complete answer needs no line end; one that was cut off is the `tail`.
 */
export function createLineReader(onFrame: OnFrame, limit: number = SSE_FRAME_LIMIT_BYTES): FrameReader {
  let open: Buffer[] = [];
  let length = 0;
  const depth = createDepth();

  const keep = (bytes: Buffer) => {
    if (bytes.length === 0) return;
    open.push(bytes);
    length += bytes.length;
  };
  const emit = (framing: 'line' | 'tail') => {
    if (length > 0)
      onFrame(framing, bodyOfBytes(open.length === 1 ? (open[0] as Buffer) : Buffer.concat(open)), NO_FIELDS);
    open = [];
    length = 0;
    depth.reset();
  };

  return {
    push(chunk) {
      let from = 0;
      let sequence = open[0]?.[0] === RECORD_SEPARATOR;
      for (let at = 0; at < chunk.length; at += 1) {
        const byte = chunk[at] as number;
        if (byte === RECORD_SEPARATOR) {
          keep(chunk.subarray(from, at));
          emit('line');
          from = at;
          sequence = true;
        } else if (byte === LF && !(sequence && depth.inside)) {
          keep(chunk.subarray(from, at + 1));
          emit('line');
          from = at + 1;
          sequence = false;
        } else if (sequence) depth.take(byte);
      }
      // A copy: the chunk belongs to a larger buffer that should not be kept for a few bytes.
      keep(Buffer.from(chunk.subarray(from)));
      return length <= limit;
    },
    end: (complete) => emit(complete ? 'line' : 'tail'),
  };
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPENING = new Set([0x7b, 0x5b]);
const CLOSING = new Set([0x7d, 0x5d]);

/** Whether a JSON text is inside an object, a list or a string so far. */
function createDepth() {
  let level = 0;
  let string = false;
  let escaped = false;
  return {
    get inside() {
      return level > 0 || string;
    },
    take(byte: number): void {
      if (escaped) escaped = false;
      else if (string && byte === BACKSLASH) escaped = true;
      else if (byte === QUOTE) string = !string;
      else if (!string && OPENING.has(byte)) level += 1;
      else if (!string && CLOSING.has(byte)) level -= 1;
    },
    reset(): void {
      level = 0;
      string = false;
      escaped = false;
    },
  };
}
