import { fileOf } from '../../../shared/a2a/reduce/part-file.ts';
import { type Part, partKind } from '../../../shared/model/message.ts';
import { MAX_BYTES_PER_UNIT } from '../limits.ts';

const DATA_URL = /^data:([^,]*),(.*)$/is;

/** The content of a part that came along. */
export interface PartBytes {
  bytes: Buffer;
  problem?: 'base64' | 'data-url';
}

/** Bytes of a text that are written into the same memory each time; longer ones get memory of their own. */
const SCRATCH_BYTES = 1024 * 1024;

let scratch: Buffer | undefined;

function bytesOf(text: string, encoding: 'utf8' | 'base64'): Buffer {
  if (text.length * MAX_BYTES_PER_UNIT > SCRATCH_BYTES) return Buffer.from(text, encoding);
  scratch ??= Buffer.allocUnsafeSlow(SCRATCH_BYTES);
  return scratch.subarray(0, scratch.write(text, 0, encoding));
}

/** Bytes of a part; none for links and for what cannot be decoded. They are good until the next part is asked for. */
export function partBytes(part: Part): PartBytes {
  switch (partKind(part)) {
    case 'text':
      return { bytes: bytesOf(String(part.text ?? ''), 'utf8') };
    case 'data':
      return { bytes: Buffer.from(JSON.stringify(part.data) ?? '', 'utf8') };
    case 'raw': {
      const problem = fileOf(part)?.problem;
      return problem ? { bytes: Buffer.alloc(0), problem } : { bytes: bytesOf(String(part.raw ?? ''), 'base64') };
    }
    case 'url':
      return isDataUrl(part) ? dataUrlBytes(part) : { bytes: Buffer.alloc(0) };
    default:
      return { bytes: Buffer.from(JSON.stringify(part) ?? '', 'utf8') };
  }
}

/** Whether a link holds its content itself (RFC 2397). */
export const isDataUrl = (part: Part): boolean => /^data:/i.test(String(part.url ?? ''));

function dataUrlBytes(part: Part): PartBytes {
  const problem = fileOf(part)?.problem;
  const match = DATA_URL.exec(String(part.url));
  if (problem || !match) return { bytes: Buffer.alloc(0), problem: problem ?? 'data-url' };
  const content = match[2] ?? '';
  const encoded = (match[1] ?? '').split(';').some((word) => word.trim().toLowerCase() === 'base64');
  return { bytes: encoded ? Buffer.from(percentBytes(content).toString('latin1'), 'base64') : percentBytes(content) };
}

/** Percent-encoded text as bytes; an escape that is none stays as it is. */
function percentBytes(text: string): Buffer {
  const pieces: Buffer[] = [];
  let from = 0;
  for (const { index, 0: run } of text.matchAll(/(?:%[0-9a-f]{2})+/gi)) {
    pieces.push(Buffer.from(text.slice(from, index), 'utf8'), Buffer.from(run.replace(/%/g, ''), 'hex'));
    from = (index ?? 0) + run.length;
  }
  pieces.push(Buffer.from(text.slice(from), 'utf8'));
  return Buffer.concat(pieces);
}
