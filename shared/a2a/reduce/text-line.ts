import type { Json } from '../../lib/json.ts';
import { isObject } from '../../lib/json.ts';
import type { Artifact } from '../../model/artifact.ts';
import type { Part } from '../../model/message.ts';
import { partKind } from '../../model/message.ts';
import { ROW_TEXT_LIMIT } from '../../model/row.ts';

/** A slice of a longer text keeps the whole text alive; from this length on (characters) the cut is worth a copy. */
const COPY_FROM = 1_024;
/** Characters of one value inside a line that sums up several. */
const VALUE_LIMIT = 48;
/** Keys or elements of a JSON value that a line looks at. */
const MEMBER_LIMIT = 8;

/** The first ROW_TEXT_LIMIT characters, never ending in half a surrogate pair. */
export function cutText(text: string): string {
  if (text.length <= ROW_TEXT_LIMIT) return text;
  const last = text.charCodeAt(ROW_TEXT_LIMIT - 1);
  const kept = text.slice(0, last >= 0xd800 && last <= 0xdbff ? ROW_TEXT_LIMIT - 1 : ROW_TEXT_LIMIT);
  return text.length < COPY_FROM ? kept : (JSON.parse(JSON.stringify(kept)) as string);
}

/** Enough of a text for one line, without keeping a long one alive. */
const excerpt = (text: string): string => {
  if (text.length < COPY_FROM) return text;
  return JSON.parse(JSON.stringify(text.slice(0, ROW_TEXT_LIMIT + 1))) as string;
};

/** One value in a few characters: short scalars as they are, long or nested ones by their size in brackets. */
function valueMark(value: Json | undefined): string {
  if (typeof value === 'string') {
    return value.length <= VALUE_LIMIT && !value.includes('\n') ? value : `[${value.length}]`;
  }
  if (Array.isArray(value)) return `[${value.length}]`;
  if (isObject(value)) return `{${Object.keys(value).length}}`;
  return String(value);
}

/** A JSON value as one line: `path vpc.yml, content [583]` for an object, the text itself for a string. */
export function jsonLine(value: Json | undefined): string {
  if (value === undefined) return '';
  if (typeof value === 'string') return value;
  if (!isObject(value)) return valueMark(value);
  let line = '';
  let seen = 0;
  for (const key in value) {
    if (seen++ === MEMBER_LIMIT) return `${line}, …`;
    line += `${line === '' ? '' : ', '}${key} ${valueMark(value[key] as Json)}`;
  }
  return line;
}

const isPart = (value: Part | undefined): value is Part => typeof value === 'object' && value !== null;

const join = (line: string, fact: string | undefined): string =>
  fact === undefined || fact === '' ? line : line === '' ? fact : `${line} · ${fact}`;

/** Size of base64 text after decoding, bytes. */
export const base64Size = (base64: string): number => {
  const padding = base64.endsWith('==') ? 2 : base64.endsWith('=') ? 1 : 0;
  return Math.max(0, Math.floor((base64.length * 3) / 4) - padding);
};

/** Bytes of a text as UTF-8. `ascii` says that the caller knows it to be plain ASCII. */
export function textSize(text: string, ascii: boolean): number {
  if (ascii) return text.length;
  let size = text.length;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code < 0x80) continue;
    // Each half of a surrogate pair counts two of the pair's four bytes.
    size += code < 0x800 || (code >= 0xd800 && code <= 0xdfff) ? 1 : 2;
  }
  return size;
}

/** Bytes of a part's own content; 0 for links, whose bytes are elsewhere. */
export function partSize(part: Part, ascii = false): number {
  if (typeof part.text === 'string') return textSize(part.text, ascii);
  if (typeof part.raw === 'string') return base64Size(part.raw);
  if ('data' in part) return textSize(JSON.stringify(part.data) ?? '', ascii);
  return 0;
}

/** Bytes of the content of all parts. */
export function partsSize(parts: readonly Part[] | undefined, ascii = false): number {
  if (!Array.isArray(parts)) return 0;
  let size = 0;
  for (let i = 0; i < parts.length; i++) {
    const part = parts[i];
    if (isPart(part)) size += partSize(part, ascii);
  }
  return size;
}

function partLine(part: Part): string {
  const kind = partKind(part);
  if (kind === 'text') return part.text ?? '';
  let line = join(part.filename ?? '', part.mediaType);
  if (kind === 'url') line = join(line, typeof part.url === 'string' ? part.url : undefined);
  else if (kind === 'data') line = join(line, jsonLine(part.data));
  else if (kind === 'raw') line = join(line, `raw ${partSize(part)}`);
  return line;
}

/** A message's parts as one line: its text when it has any, otherwise what the other parts are. */
export function partsLine(parts: readonly Part[] | undefined): string {
  if (!Array.isArray(parts)) return '';
  let text = '';
  let others = '';
  for (let i = 0; i < parts.length; i++) {
    const part = parts[i];
    if (!isPart(part)) continue;
    if (typeof part.text === 'string') text += part.text;
    else if (others.length < ROW_TEXT_LIMIT) others = join(others, partLine(part));
  }
  return text !== '' ? text : others;
}

/** Name, media type, and the text or the kinds of the parts of one artifact write. */
export function artifactLine(artifact: Artifact, mediaType: string | undefined, bytes: number): string {
  let line = join(artifact.name ?? '', mediaType);
  const parts = Array.isArray(artifact.parts) ? artifact.parts : [];
  const first = parts[0];
  if (parts.length === 1 && isPart(first)) {
    const kind = partKind(first);
    if (kind === 'text') return join(line, excerpt(first.text ?? ''));
    if (kind === 'url') return join(line, excerpt(first.url ?? ''));
    return join(line, `${kind} ${bytes}`);
  }
  let kinds = '';
  for (let i = 0; i < parts.length && i < MEMBER_LIMIT; i++) {
    const part = parts[i];
    if (isPart(part)) kinds += `${kinds === '' ? '' : ' + '}${partKind(part)}`;
  }
  line = join(line, kinds);
  return kinds === '' ? line : `${line} ${bytes}`;
}
