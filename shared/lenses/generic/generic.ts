import type { Json } from '../../lib/json.ts';
import { isObject } from '../../lib/json.ts';
import type { StreamResponse } from '../../model/event.ts';
import type { Part } from '../../model/message.ts';
import type { Section } from '../lens.ts';

function addKeys(sections: Section[], metadata: unknown, claimed: readonly string[]): void {
  if (!isObject(metadata)) return;
  for (const key in metadata) {
    if (!claimed.includes(key)) sections.push({ kind: 'other', key, value: metadata[key] as Json });
  }
}

function addParts(sections: Section[], parts: readonly Part[] | undefined, claimed: readonly string[]): void {
  if (!Array.isArray(parts)) return;
  for (const part of parts) if (part?.metadata !== undefined) addKeys(sections, part.metadata, claimed);
}

/** Appends every metadata key of the event, its message, its artifact and their parts that no lens claimed. */
export function addUnread(sections: Section[], event: StreamResponse, claimed: readonly string[]): void {
  const update = event.statusUpdate ?? event.task;
  if (update) {
    addKeys(sections, update.metadata, claimed);
    const message = update.status?.message;
    if (message) {
      addKeys(sections, message.metadata, claimed);
      addParts(sections, message.parts, claimed);
    }
  }
  if (event.artifactUpdate) {
    addKeys(sections, event.artifactUpdate.metadata, claimed);
    addKeys(sections, event.artifactUpdate.artifact?.metadata, claimed);
    addParts(sections, event.artifactUpdate.artifact?.parts, claimed);
  }
  if (event.message) {
    addKeys(sections, event.message.metadata, claimed);
    addParts(sections, event.message.parts, claimed);
  }
}

function partsCarry(parts: readonly Part[] | undefined): boolean {
  if (!Array.isArray(parts)) return false;
  for (let i = 0; i < parts.length; i++) if (parts[i]?.metadata !== undefined) return true;
  return false;
}

/** Whether any metadata is there to be read. Allocates nothing: it runs for every event. */
export function carriesMetadata(event: StreamResponse): boolean {
  const update = event.statusUpdate ?? event.task;
  if (update) {
    if (update.metadata !== undefined) return true;
    const message = update.status?.message;
    if (message && (message.metadata !== undefined || partsCarry(message.parts))) return true;
  }
  const artifact = event.artifactUpdate;
  if (artifact) {
    if (artifact.metadata !== undefined || artifact.artifact?.metadata !== undefined) return true;
    if (partsCarry(artifact.artifact?.parts)) return true;
  }
  const message = event.message;
  return message !== undefined && message !== null && (message.metadata !== undefined || partsCarry(message.parts));
}
