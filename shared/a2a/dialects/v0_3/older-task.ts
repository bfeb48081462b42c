import { isObject } from '../../../lib/json.ts';
import type { Reader } from '../reading/reader.ts';
import { type Fields, without } from '../reading/walk.ts';
import { metOlder, withContext, withoutKind } from './older-message.ts';

export const TASK_MARKERS: ReadonlySet<string> = new Set(['kind', 'sessionId']);
export const UPDATE_MARKERS: ReadonlySet<string> = new Set(['kind', 'sessionId', 'id']);

export const rewriteTask = (source: Fields, reader: Reader): Fields =>
  withContext(withoutKind(source, 'task', reader), reader);

export const rewriteStatusUpdate = (source: Fields, reader: Reader): Fields =>
  withTaskId(withContext(withoutKind(source, 'status-update', reader), reader), reader);

/** 0.1 kept `append` and `lastChunk` inside the artifact. */
export function rewriteArtifactUpdate(source: Fields, reader: Reader): Fields {
  const update = withTaskId(withContext(withoutKind(source, 'artifact-update', reader), reader), reader);
  const { artifact } = update;
  if (!isObject(artifact)) return update;
  const moved: Fields = {};
  for (const key of ['append', 'lastChunk']) {
    if (typeof artifact[key] === 'boolean' && update[key] === undefined) moved[key] = artifact[key];
  }
  const names = Object.keys(moved);
  return names.length === 0 ? update : { ...update, ...moved, artifact: without(artifact, names) };
}

/** 0.1 events named their task `id`. */
function withTaskId(source: Fields, reader: Reader): Fields {
  if (typeof source.id !== 'string' || source.taskId !== undefined) return source;
  metOlder(reader, 'An event with id instead of taskId');
  return { ...without(source, ['id']), taskId: source.id };
}
