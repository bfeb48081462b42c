import { type Part, partKind } from '../../model/message.ts';
import { base64Size, textSize } from './text-line.ts';

/** What is known of a file part without looking into the file. */
export interface PartFile {
  name?: string;
  mediaType?: string;
  /** Size of content that came with the part; absent for links, whose bytes are elsewhere. */
  bytes?: number;
  /** Where the content is, when it did not come along. */
  url?: string;
  /** Content that came along and cannot be decoded: no base64, or no data URL (RFC 2397). */
  problem?: 'base64' | 'data-url';
}

const BASE64 = /^[A-Za-z0-9+/_-]*={0,2}$/;
const DATA_URL = /^data:([^,]*),(.*)$/is;
/** RFC 2397 §2: what a data URL without a media type holds. */
const DATA_URL_TYPE = 'text/plain';

/** Size after decoding, or the problem with it. Line breaks are allowed in base64. */
function encodedSize(base64: string): Pick<PartFile, 'bytes' | 'problem'> {
  const text = base64.replace(/\s+/g, '');
  if (!BASE64.test(text) || text.replace(/=+$/, '').length % 4 === 1) return { problem: 'base64' };
  return { bytes: base64Size(text) };
}

/** Bytes of the percent-encoded content of a data URL. */
const percentSize = (text: string): number => textSize(text.replace(/%[0-9a-f]{2}/gi, 'x'), false);

function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function dataUrl(url: string): PartFile {
  const match = DATA_URL.exec(url);
  if (!match) return { problem: 'data-url' };
  const [type = '', ...parameters] = (match[1] ?? '').split(';').map((word) => word.trim());
  const content = match[2] ?? '';
  const encoded = parameters.some((word) => word.toLowerCase() === 'base64');
  const name = parameters.find((word) => /^name=/i.test(word))?.slice('name='.length);
  return {
    ...(name && { name: percentDecoded(name) }),
    mediaType: type || DATA_URL_TYPE,
    ...(encoded ? encodedSize(percentDecoded(content)) : { bytes: percentSize(content) }),
  };
}

/** The file in a part: its name, type, and size or address. Undefined for parts that are no file. */
export function fileOf(part: Part): PartFile | undefined {
  const kind = partKind(part);
  if (kind !== 'raw' && kind !== 'url') return undefined;
  const text = String((kind === 'raw' ? part.raw : part.url) ?? '');
  const own = kind === 'raw' ? encodedSize(text) : /^data:/i.test(text) ? dataUrl(text) : { url: text };
  return {
    ...own,
    ...(part.filename && { name: part.filename }),
    ...(part.mediaType && { mediaType: part.mediaType }),
  };
}
