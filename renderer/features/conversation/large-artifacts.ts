import type { ConversationItem } from '../../../shared/a2a/reduce/conversation.ts';
import type { Artifact } from '../../../shared/model/artifact.ts';
import type { TaskArtifactUpdateEvent } from '../../../shared/model/event.ts';
import type { Row } from '../../../shared/model/row.ts';

/** Bytes of an artifact after which the bodies of further chunks are not read: its card shows the beginning. */
export const READ_BYTES = 256 * 1024;

/** Tells which chunks bring only more of a large artifact; their rows say all that its card counts. */
export class LargeArtifacts {
  private readonly bytes = new Map<string, number>();

  /** Notes a row that was folded. */
  take({ task, exchange, artifact }: Row): void {
    if (!artifact) return;
    const key = `${task ?? exchange}|${artifact.id}`;
    const before = artifact.append ? (this.bytes.get(key) ?? 0) : 0;
    this.bytes.set(key, before + (artifact.bytes ?? 0));
  }

  /** What is folded in the place of a body that need not be read. The last chunk often says what the whole is. */
  itemOf(row: Row): ConversationItem | undefined {
    const { kind, task, exchange, artifact, marks } = row;
    if (kind !== 'artifact' || !artifact?.append || artifact.last || marks?.lens) return undefined;
    if ((this.bytes.get(`${task ?? exchange}|${artifact.id}`) ?? 0) < READ_BYTES) return undefined;
    const rest: Artifact = { artifactId: artifact.id, parts: [] };
    if (artifact.name !== undefined) rest.name = artifact.name;
    const artifactUpdate: TaskArtifactUpdateEvent = {
      taskId: task ?? '',
      contextId: row.context ?? '',
      artifact: rest,
      append: true,
    };
    return { row, reading: { type: 'event', event: { artifactUpdate } }, sections: [] };
  }
}
