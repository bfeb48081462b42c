import { fileOf } from '../../../shared/a2a/reduce/part-file.ts';
import { type Part, partKind } from '../../../shared/model/message.ts';

const DATA_URL = /^data:([^,]*),(.*)$/is;

/** The content of a part that came along. */
export interface PartBytes {
  bytes: Buffer;
  problem?: 'base64' | 'data-url';
}

/** Bytes of a part; none for links and for what cannot be decoded. */
export function partBytes(part: Part): PartBytes {
  switch (partKind(part)) {
    case 'text':
      return { bytes: Buffer.from(String(part.text ?? ''), 'utf8') };
    case 'data':
      return { bytes: Buffer.from(JSON.stringify(part.data) ?? '', 'utf8') };
    case 'raw': {
      const problem = fileOf(part)?.problem;
      return problem ? { bytes: Buffer.alloc(0), problem } : { bytes: Buffer.from(String(part.raw ?? ''), 'base64') };
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
