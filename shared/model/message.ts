import type { Json, JsonObject } from '../lib/json.ts';

export type Role = 'ROLE_UNSPECIFIED' | 'ROLE_USER' | 'ROLE_AGENT';

/** Content is told apart by which key is present, never by truthiness: `{text: ''}` and `{data: null}` are valid. */
export interface Part {
  text?: string;
  /** Standard base64. */
  raw?: string;
  url?: string;
  data?: Json;
  metadata?: JsonObject;
  filename?: string;
  mediaType?: string;
}

export type PartKind = 'text' | 'raw' | 'url' | 'data' | 'unknown';

/** Which content key a part carries; the first in spec order when several are present. */
export function partKind(part: Part): PartKind {
  if ('text' in part) return 'text';
  if ('raw' in part) return 'raw';
  if ('url' in part) return 'url';
  if ('data' in part) return 'data';
  return 'unknown';
}

export interface Message {
  messageId: string;
  contextId?: string;
  taskId?: string;
  /** Unknown spellings stay as received. */
  role: Role | (string & {});
  parts: Part[];
  metadata?: JsonObject;
  extensions?: string[];
  referenceTaskIds?: string[];
}

/** The text parts of a message joined without a separator: adjacent text parts are chunks of one text. */
export function textOf(parts: readonly Part[] | undefined): string {
  if (!parts) return '';
  let text = '';
  for (const part of parts) if (typeof part.text === 'string') text += part.text;
  return text;
}
