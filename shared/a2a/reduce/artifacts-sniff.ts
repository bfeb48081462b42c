/** Bytes of the beginning of a file that are looked at. */
export const SNIFF_BYTES = 1_024;

interface Magic {
  type: string;
  /** Latin-1 text of the bytes; `?` stands for any byte. */
  bytes: string;
  at?: number;
}

// The longer of two that begin alike comes first.
const MAGIC: readonly Magic[] = [
  { type: 'image/png', bytes: '\x89PNG\r\n\x1a\n' },
  { type: 'image/jpeg', bytes: '\xff\xd8\xff' },
  { type: 'image/gif', bytes: 'GIF87a' },
  { type: 'image/gif', bytes: 'GIF89a' },
  { type: 'image/webp', bytes: 'RIFF????WEBP' },
  { type: 'audio/wav', bytes: 'RIFF????WAVE' },
  { type: 'image/avif', bytes: 'ftypavif', at: 4 },
  { type: 'audio/mp4', bytes: 'ftypM4A', at: 4 },
  { type: 'video/mp4', bytes: 'ftyp', at: 4 },
  { type: 'video/webm', bytes: '\x1a\x45\xdf\xa3' },
  { type: 'audio/ogg', bytes: 'OggS' },
  { type: 'audio/flac', bytes: 'fLaC' },
  { type: 'audio/mpeg', bytes: 'ID3' },
  { type: 'application/pdf', bytes: '%PDF-' },
  { type: 'application/zip', bytes: 'PK\x03\x04' },
  { type: 'application/gzip', bytes: '\x1f\x8b\x08' },
  { type: 'application/x-executable', bytes: '\x7fELF' },
  { type: 'application/x-executable', bytes: 'MZ\x90\x00' },
  { type: 'application/wasm', bytes: '\x00asm' },
];

const latin1 = (bytes: Uint8Array): string => {
  let text = '';
  for (let i = 0; i < bytes.length && i < SNIFF_BYTES; i++) text += String.fromCharCode(bytes[i] as number);
  return text;
};

function begins(head: string, { bytes, at = 0 }: Magic): boolean {
  if (head.length < at + bytes.length) return false;
  for (let i = 0; i < bytes.length; i++) if (bytes[i] !== '?' && head[at + i] !== bytes[i]) return false;
  return true;
}

/** The media type that magic bytes give away. */
export function magicType(bytes: Uint8Array): string | undefined {
  const head = latin1(bytes);
  return MAGIC.find((magic) => begins(head, magic))?.type;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these bytes tell data from text
const NOT_TEXT = /[\x00-\x08\x0e-\x1a\x1c-\x1f]/;
const UTF8_PAIR = /[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}/g;
/** A character whose last bytes lie beyond what is looked at. */
const CUT_CHARACTER = /[\xc2-\xf4][\x80-\xbf]{0,2}$/;

function isUtf8(head: string): boolean {
  const rest = head.replace(UTF8_PAIR, '');
  return !/[\x80-\xff]/.test(head.length < SNIFF_BYTES ? rest : rest.replace(CUT_CHARACTER, ''));
}

/** What the beginning of a file looks like; undefined for an empty one. */
export function sniffType(bytes: Uint8Array): string | undefined {
  if (bytes.length === 0) return undefined;
  const magic = magicType(bytes);
  if (magic !== undefined) return magic;
  const head = latin1(bytes);
  if (NOT_TEXT.test(head) || !isUtf8(head)) return 'application/octet-stream';
  const text = head.replace(/^\xef\xbb\xbf/, '').trimStart();
  const markup = text.replace(/^(?:<\?[^>]*\?>|<!--.*?-->|\s)+/gs, '');
  if (/^(?:<!doctype\s+svg[^>]*>\s*)?<svg[\s>]/i.test(markup)) return 'image/svg+xml';
  if (/^<(?:!doctype\s+html|html|head|body|script|iframe)[\s>]/i.test(markup)) return 'text/html';
  if (text.startsWith('<?xml')) return 'application/xml';
  return 'text/plain';
}

const ALIASES: Record<string, string> = {
  'image/jpg': 'image/jpeg',
  'image/pjpeg': 'image/jpeg',
  'audio/mp3': 'audio/mpeg',
  'audio/x-wav': 'audio/wav',
  'audio/wave': 'audio/wav',
  'audio/x-flac': 'audio/flac',
  'application/x-gzip': 'application/gzip',
  'application/x-pdf': 'application/pdf',
  'text/xml': 'application/xml',
};

/** A media type without its parameters, in lower case and under its usual name. */
export function plainType(mediaType: string): string {
  const type = (mediaType.split(';')[0] ?? '').trim().toLowerCase();
  return ALIASES[type] ?? type;
}

const TEXT_TYPE =
  /^text\/|[/+](?:json|xml|yaml|toml|csv|x-yaml|x-sh|sql|javascript|typescript|graphql|markdown|x-ndjson|jsonl)$/;

/** Whether content of this type is text to read. */
export const isTextType = (mediaType: string): boolean => TEXT_TYPE.test(plainType(mediaType));

/** Whether a type says nothing about its content. */
export const isVagueType = (mediaType: string | undefined): boolean =>
  mediaType === undefined || ['', 'application/octet-stream', 'binary/octet-stream'].includes(plainType(mediaType));

/** `agrees`, `differs`, or nothing can be said: no type was declared, or none recognised. */
export type TypeVerdict = 'agrees' | 'differs' | 'undeclared' | 'unknown';

/** Compares the declared media type with what the bytes look like. */
export function typeVerdict(declared: string | undefined, sniffed: string | undefined): TypeVerdict {
  if (declared === undefined || declared === '') return 'undeclared';
  if (sniffed === undefined || isVagueType(declared)) return 'unknown';
  const type = plainType(declared);
  if (type === sniffed) return 'agrees';
  if (sniffed === 'application/octet-stream') return isTextType(type) ? 'differs' : 'unknown';
  // Documents and archives of many kinds are ZIP files inside.
  if (sniffed === 'application/zip') return /^application\//.test(type) && !isTextType(type) ? 'unknown' : 'differs';
  if (/^(?:audio|video)\/(?:mp4|ogg|webm)$/.test(type) && type.split('/')[1] === sniffed.split('/')[1]) return 'agrees';
  if (!isTextType(sniffed)) return 'differs';
  if (sniffed === 'text/html' || sniffed === 'image/svg+xml')
    return /^text\/(?:plain|markdown|x-)|xml$/.test(type) ? 'agrees' : 'differs';
  return isTextType(type) ? 'agrees' : /^(?:image|audio|video|font)\/|pdf$|zip$/.test(type) ? 'differs' : 'unknown';
}
