import { isObject } from '../../../lib/json.ts';
import type { StreamResponse } from '../../../model/event.ts';
import { stateClass } from '../../../model/task.ts';
import { olderRole, olderState } from '../reading/spelling.ts';
import { type Fields, without } from '../reading/walk.ts';
import { COMPAT_FLAG } from './older-message.ts';

const list = (value: unknown, each: (item: Fields) => Fields): unknown =>
  Array.isArray(value) ? value.map((item: unknown) => (isObject(item) ? each(item) : item)) : value;

/** A 1.0-model part in the 0.3 JSON form. One that has a `kind` already is taken to be in that form. */
export function olderPart(part: Fields): Fields {
  if (typeof part.kind === 'string') return part;
  // 0.3 has no name and media type for text and data; there they are lost.
  if ('text' in part) return { kind: 'text', ...without(part, ['filename', 'mediaType']) };
  if ('raw' in part || 'url' in part) {
    const { raw, url, filename, mediaType, ...rest } = part;
    const file: Fields = raw === undefined ? { uri: url } : { bytes: raw };
    if (filename !== undefined && filename !== '') file.name = filename;
    if (mediaType !== undefined && mediaType !== '') file.mimeType = mediaType;
    return { kind: 'file', file, ...rest };
  }
  if (!('data' in part)) return part;
  const bare = without(part, ['filename', 'mediaType']);
  if (isObject(part.data)) return { kind: 'data', ...bare };
  const metadata = isObject(part.metadata) ? part.metadata : {};
  return { kind: 'data', ...bare, data: { value: part.data }, metadata: { ...metadata, [COMPAT_FLAG]: true } };
}

/** A 1.0-model message in the 0.3 JSON form. */
export function olderMessage(message: Fields): Fields {
  const older: Fields = { kind: 'message', ...message };
  if (typeof message.role === 'string') older.role = olderRole(message.role);
  if (message.parts !== undefined) older.parts = list(message.parts, olderPart);
  return older;
}

/** A flat push configuration without its task in the 0.3 form: the one scheme becomes a list. */
export function olderPushConfig(config: Fields): Fields {
  const { authentication } = config;
  if (!isObject(authentication) || authentication.scheme === undefined) return config;
  const { scheme, ...rest } = authentication;
  return { ...config, authentication: { schemes: [scheme], ...rest } };
}

const olderStatus = (status: Fields): Fields => ({
  ...status,
  ...(typeof status.state === 'string' ? { state: olderState(status.state) } : {}),
  ...(isObject(status.message) ? { message: olderMessage(status.message) } : {}),
});

const olderArtifact = (artifact: Fields): Fields => ({ ...artifact, parts: list(artifact.parts, olderPart) });

const inner = (value: unknown, key: string, each: (item: Fields) => Fields): Fields =>
  isObject(value) ? { [key]: each(value) } : {};

/** A 1.0-model task in the 0.3 JSON form. */
export const olderTask = (task: Fields): Fields => ({
  kind: 'task',
  ...task,
  ...inner(task.status, 'status', olderStatus),
  ...(task.artifacts === undefined ? {} : { artifacts: list(task.artifacts, olderArtifact) }),
  ...(task.history === undefined ? {} : { history: list(task.history, olderMessage) }),
});

/**
 * A stream item in the 0.3 JSON form; undefined when it has no payload. `final` is derived: true for terminal and
 * interrupted states, unless the value states it.
 */
export function olderEvent(event: StreamResponse): Fields | undefined {
  if (event.task) return olderTask({ ...event.task });
  if (event.message) return olderMessage({ ...event.message });
  if (event.statusUpdate) {
    const { status } = event.statusUpdate;
    const kind = stateClass(status.state);
    return {
      kind: 'status-update',
      final: kind === 'terminal' || kind === 'interrupted',
      ...event.statusUpdate,
      status: olderStatus({ ...status }),
    };
  }
  const update = event.artifactUpdate;
  return update && { kind: 'artifact-update', ...update, artifact: olderArtifact({ ...update.artifact }) };
}
