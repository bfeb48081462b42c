import type { StreamResponse } from '../model/event.ts';
import type { Part } from '../model/message.ts';

const NONE: readonly Part[] = [];

/** The parts one event brings: of its status message, its artifact or its message. */
export function partsOf(event: StreamResponse): readonly Part[] {
  const parts =
    (event.statusUpdate ?? event.task)?.status?.message?.parts ??
    event.artifactUpdate?.artifact?.parts ??
    event.message?.parts;
  return Array.isArray(parts) ? parts : NONE;
}
