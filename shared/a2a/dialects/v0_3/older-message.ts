import { isObject } from '../../../lib/json.ts';
import type { Severity } from '../../../model/issue.ts';
import { otherVersion, type Reader } from '../reading/reader.ts';
import { type Fields, put, without } from '../reading/walk.ts';

/** Flag the SDKs put on a data part whose value 0.3 could not carry (only objects are allowed there). */
export const COMPAT_FLAG = 'data_part_compat';

export const MESSAGE_MARKERS: ReadonlySet<string> = new Set(['kind', 'content', 'sessionId']);
export const PART_MARKERS: ReadonlySet<string> = new Set(['kind', 'type', 'file']);
export const ARTIFACT_MARKERS: ReadonlySet<string> = new Set(['index']);

/** Says that 0.3 keys were met where 1.0 was asked for; from then on 0.3 spellings count as normal. */
export function metOlder(reader: Reader, what: string, severity?: Severity): void {
  if (reader.older) return;
  reader.report({ ...otherVersion(reader, what), ...(severity && { severity }) });
  reader.older = true;
}

/** Removes a `kind` that only repeats what the place already says. */
export function withoutKind(source: Fields, kind: string, reader: Reader): Fields {
  if (source.kind !== kind) return source;
  metOlder(reader, `An object with kind "${kind}"`);
  return without(source, ['kind']);
}

/** 0.1 called the context a session. */
export function withContext(source: Fields, reader: Reader): Fields {
  const { sessionId } = source;
  if (typeof sessionId !== 'string' || (source.contextId !== undefined && source.contextId !== sessionId)) {
    return source;
  }
  reader.reportOnce({
    code: 'session-id',
    severity: 'note',
    message: 'The context is given as sessionId, which versions before 0.2 used.',
    clause: '1.0 §4.1.1',
  });
  return { ...without(source, ['sessionId']), contextId: sessionId };
}

/** Drops `kind`; `content` is the name of `parts` in the 0.3 proto. */
export function rewriteMessage(source: Fields, reader: Reader): Fields {
  let message = withContext(withoutKind(source, 'message', reader), reader);
  if (message.content !== undefined && message.parts === undefined) {
    metOlder(reader, 'A message with content');
    message = { ...without(message, ['content']), parts: message.content };
  }
  return message;
}

/** 0.1 numbered the artifacts of a task instead of naming them. */
export function rewriteArtifact(source: Fields, reader: Reader): Fields {
  if (typeof source.index !== 'number' || source.artifactId !== undefined) return source;
  reader.reportOnce({
    code: 'artifact-index',
    severity: 'note',
    message: 'The artifact has an index instead of an artifactId; the index serves as its id.',
    clause: '1.0 §4.1.7',
  });
  return { ...source, artifactId: String(source.index) };
}

/** 0.3 parts carry `kind` (0.1: `type`) and nest files; 1.0 tells parts apart by their content key. */
export function rewritePart(source: Fields, reader: Reader): Fields {
  let part = source;
  if (isObject(source.file)) part = flattenFile(part, source.file);
  const tag = typeof source.kind === 'string' ? 'kind' : typeof source.type === 'string' ? 'type' : undefined;
  if (reader.older && 'data' in part) part = unwrapData(part, tag !== undefined);
  if (tag !== undefined && source[tag] === contentKind(part)) part = without(part, [tag]);
  if (part !== source) {
    if (tag === 'type' && !('type' in part)) {
      reader.reportOnce({
        code: 'part-type-key',
        severity: 'note',
        message: 'Parts are told apart by type, which versions before 0.2 used.',
        clause: '1.0 §4.1.6',
      });
    } else {
      // Its content is the same in either form, so nothing is in doubt.
      metOlder(reader, 'A part with kind or file', 'note');
    }
  }
  return part;
}

const contentKind = (part: Fields): string | undefined => {
  if ('text' in part) return 'text';
  if ('raw' in part || 'url' in part || 'file' in part) return 'file';
  return 'data' in part ? 'data' : undefined;
};

/** Model key by the names that 0.3 JSON, the 0.3 proto and older servers use inside `file`. */
const FILE_KEYS: Readonly<Record<string, 'raw' | 'url' | 'filename' | 'mediaType'>> = {
  bytes: 'raw',
  fileWithBytes: 'raw',
  file_with_bytes: 'raw',
  uri: 'url',
  fileWithUri: 'url',
  file_with_uri: 'url',
  name: 'filename',
  mimeType: 'mediaType',
  mime_type: 'mediaType',
  mediaType: 'mediaType',
};

function flattenFile(part: Fields, file: Fields): Fields {
  const flat = without(part, ['file']);
  const rest: Fields = {};
  for (const key in file) {
    const name = Object.hasOwn(FILE_KEYS, key) ? FILE_KEYS[key] : undefined;
    if (name !== undefined && file[key] === null) continue;
    if (name === undefined || flat[name] !== undefined) put(rest, key, file[key]);
    else flat[name] = file[key];
  }
  if (Object.keys(rest).length > 0) flat.file = rest;
  return flat;
}

/**
 * Undoes two wrappings of a data part: the 0.3 proto's `{data: {data: ..}}`, which only occurs without a kind, and inside
 * it or alone the SDKs' `{value: x}` for values that are no object.
 */
function unwrapData(source: Fields, tagged: boolean): Fields {
  const outer = source.data;
  const nested = !tagged && isObject(outer) && isObject(outer.data) && Object.keys(outer).length === 1;
  const part = nested ? { ...source, data: outer.data } : source;
  const { data, metadata } = part;
  if (!isObject(data) || !isObject(metadata) || metadata[COMPAT_FLAG] !== true) return part;
  const keys = Object.keys(data);
  if (keys.length !== 1 || keys[0] !== 'value') return part;
  const rest = without(metadata, [COMPAT_FLAG]);
  const bare = Object.keys(rest).length > 0 ? { ...part, metadata: rest } : without(part, ['metadata']);
  return { ...bare, data: data.value };
}
