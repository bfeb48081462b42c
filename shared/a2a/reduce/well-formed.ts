import type { StreamResponse } from '../../model/event.ts';
import { stateClass } from '../../model/task.ts';

type Loose = Record<string, unknown>;

const isText = (value: unknown): boolean => value === undefined || typeof value === 'string';
const isBag = (value: unknown): boolean =>
  value === undefined || (typeof value === 'object' && value !== null && !Array.isArray(value));
const isFlag = (value: unknown): boolean => value === undefined || typeof value === 'boolean';

/** Exactly one content key, all known keys of their type, no key of an earlier version. */
function isPart(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const part = value as Loose;
  if (part.kind !== undefined || part.type !== undefined || part.file !== undefined) return false;
  if (!isText(part.mediaType) || !isText(part.filename) || !isBag(part.metadata)) return false;
  if (typeof part.text === 'string') return part.raw === undefined && part.url === undefined && part.data === undefined;
  if (part.text !== undefined || part.data !== undefined) return false;
  return typeof part.raw === 'string' ? part.url === undefined : part.raw === undefined && typeof part.url === 'string';
}

function areParts(value: unknown): boolean {
  if (!Array.isArray(value)) return false;
  for (let i = 0; i < value.length; i++) if (!isPart(value[i])) return false;
  return true;
}

function isMessage(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const message = value as Loose;
  if (message.kind !== undefined || message.content !== undefined || message.sessionId !== undefined) return false;
  if (typeof message.messageId !== 'string' || message.messageId === '') return false;
  if (message.role !== 'ROLE_AGENT' && message.role !== 'ROLE_USER') return false;
  if (!isText(message.contextId) || !isText(message.taskId) || !isBag(message.metadata)) return false;
  // Lists of strings are rare enough to be left to the decoder.
  if (message.extensions !== undefined || message.referenceTaskIds !== undefined) return false;
  return areParts(message.parts);
}

function isUpdate(update: Loose): boolean {
  if (typeof update.taskId !== 'string' || update.taskId === '' || !isText(update.contextId)) return false;
  return (
    update.kind === undefined &&
    update.final === undefined &&
    update.sessionId === undefined &&
    update.id === undefined &&
    isBag(update.metadata)
  );
}

/**
 * Whether a stream item is a status or artifact update that a 1.0 decoder would return as it is and without an issue.
 * Answers no whenever it would have to look closer. Most of a burst is such items, and asking is several times cheaper
 * than decoding.
 */
export function isPlainUpdate(item: unknown): item is StreamResponse {
  if (typeof item !== 'object' || item === null) return false;
  const { statusUpdate, artifactUpdate, task, message, kind } = item as Loose;
  if (task !== undefined || message !== undefined || kind !== undefined) return false;
  if (typeof statusUpdate === 'object' && statusUpdate !== null) {
    if (artifactUpdate !== undefined || !isUpdate(statusUpdate as Loose)) return false;
    const status = (statusUpdate as Loose).status as Loose | undefined;
    if (typeof status !== 'object' || status === null) return false;
    if (typeof status.state !== 'string' || stateClass(status.state) === 'unknown') return false;
    return isText(status.timestamp) && (status.message === undefined || isMessage(status.message));
  }
  if (statusUpdate !== undefined || typeof artifactUpdate !== 'object' || artifactUpdate === null) return false;
  const update = artifactUpdate as Loose;
  if (!isUpdate(update) || !isFlag(update.append) || !isFlag(update.lastChunk)) return false;
  const artifact = update.artifact as Loose | undefined;
  if (typeof artifact !== 'object' || artifact === null) return false;
  if (typeof artifact.artifactId !== 'string' || artifact.artifactId === '') return false;
  if (artifact.index !== undefined || artifact.extensions !== undefined) return false;
  if (!isText(artifact.name) || !isText(artifact.description) || !isBag(artifact.metadata)) return false;
  return areParts(artifact.parts);
}
