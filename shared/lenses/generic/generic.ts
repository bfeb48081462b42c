import type { Json } from '../../lib/json.ts';
import { isObject } from '../../lib/json.ts';
import type { StreamResponse } from '../../model/event.ts';
import type { Part } from '../../model/message.ts';
import type { Task } from '../../model/task.ts';
import type { Claims, Section } from '../lens.ts';

/** Past messages of a snapshot whose metadata is listed one by one; the rest is counted. */
const HISTORY_LIMIT = 100;

function addKeys(sections: Section[], metadata: unknown, claimed: readonly string[] | undefined): void {
  if (!isObject(metadata)) return;
  for (const key in metadata) {
    if (claimed?.includes(key)) continue;
    sections.push({ kind: 'other', key, value: metadata[key] as Json });
  }
}

function addParts(
  sections: Section[],
  parts: readonly Part[] | undefined,
  claimed: readonly string[] | undefined,
): void {
  if (!Array.isArray(parts)) return;
  for (const part of parts) if (part?.metadata !== undefined) addKeys(sections, part.metadata, claimed);
}

/** What a snapshot holds beside its state: nobody reads the metadata in there, so all of it is listed. */
function addPast(sections: Section[], task: Task): void {
  if (Array.isArray(task.artifacts)) {
    for (const artifact of task.artifacts) {
      addKeys(sections, artifact?.metadata, undefined);
      addParts(sections, artifact?.parts, undefined);
    }
  }
  if (!Array.isArray(task.history)) return;
  let listed = 0;
  let left = 0;
  for (let i = 0; i < task.history.length; i++) {
    const message = task.history[i];
    if (message?.metadata === undefined && !partsCarry(message?.parts)) continue;
    if (listed++ >= HISTORY_LIMIT) {
      left++;
      continue;
    }
    if (message?.metadata !== undefined) {
      sections.push({ kind: 'other', key: `history[${i}]`, value: message.metadata });
    }
    addParts(sections, message?.parts, undefined);
  }
  if (left > 0) sections.push({ kind: 'other', key: 'history', value: `${left} more` });
}

/** Appends every metadata key of the event, its messages, its artifacts and their parts that no lens claimed. */
export function addUnread(sections: Section[], event: StreamResponse, claims: Claims): void {
  const update = event.statusUpdate ?? event.task;
  if (update) {
    addKeys(sections, update.metadata, claims.event);
    const message = update.status?.message;
    if (message) {
      addKeys(sections, message.metadata, claims.statusMessage);
      addParts(sections, message.parts, claims.part);
    }
    if (event.task) addPast(sections, event.task);
  }
  if (event.artifactUpdate) {
    addKeys(sections, event.artifactUpdate.metadata, claims.event);
    addKeys(sections, event.artifactUpdate.artifact?.metadata, claims.artifact);
    addParts(sections, event.artifactUpdate.artifact?.parts, claims.part);
  }
  if (event.message) {
    addKeys(sections, event.message.metadata, claims.message);
    addParts(sections, event.message.parts, claims.part);
  }
}

/** Whether one of the parts has metadata. Allocates nothing. */
export function partsCarry(parts: readonly Part[] | undefined): boolean {
  if (!Array.isArray(parts)) return false;
  for (let i = 0; i < parts.length; i++) if (parts[i]?.metadata !== undefined) return true;
  return false;
}

function pastCarries(task: Task): boolean {
  if (Array.isArray(task.history)) {
    for (let i = 0; i < task.history.length; i++) {
      const message = task.history[i];
      if (message?.metadata !== undefined || partsCarry(message?.parts)) return true;
    }
  }
  if (Array.isArray(task.artifacts)) {
    for (let i = 0; i < task.artifacts.length; i++) {
      const artifact = task.artifacts[i];
      if (artifact?.metadata !== undefined || partsCarry(artifact?.parts)) return true;
    }
  }
  return false;
}

/** Whether any metadata is there to be read. Allocates nothing: it runs for every event. */
export function carriesMetadata(event: StreamResponse): boolean {
  const update = event.statusUpdate ?? event.task;
  if (update) {
    if (update.metadata !== undefined) return true;
    const message = update.status?.message;
    if (message && (message.metadata !== undefined || partsCarry(message.parts))) return true;
    if (event.task && pastCarries(event.task)) return true;
  }
  const artifact = event.artifactUpdate;
  if (artifact) {
    if (artifact.metadata !== undefined || artifact.artifact?.metadata !== undefined) return true;
    if (partsCarry(artifact.artifact?.parts)) return true;
  }
  const message = event.message;
  return message !== undefined && message !== null && (message.metadata !== undefined || partsCarry(message.parts));
}
