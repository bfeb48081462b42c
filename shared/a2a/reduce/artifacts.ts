import type { Row, RowArtifact } from '../../model/row.ts';
import { type AnyTaskState, stateClass } from '../../model/task.ts';
import { isCounted } from './delivery-order.ts';
import type { Tree } from './tree.ts';

/** Earlier versions kept of one artifact. */
export const EARLIER_VERSIONS_LIMIT = 50;

/** What one event did to an artifact. `whole`: a task snapshot brought all of it at once. */
export type WriteKind = 'new' | 'append' | 'whole';

export interface ArtifactWrite {
  seq: number;
  at: number;
  kind: WriteKind;
  /** Bytes of content it brought; links count nothing. */
  bytes: number;
  /** It said `lastChunk`. */
  last: boolean;
  /** It came after the last chunk (1.0 §4.2.2). */
  late: boolean;
}

/** The artifact between two writes that began it anew. */
export interface ArtifactEdition {
  /** From 1. */
  number: number;
  writes: ArtifactWrite[];
  bytes: number;
  /** A write said `lastChunk`. */
  sealed: boolean;
  /** A snapshot of the ended task held no more than this. */
  confirmed: boolean;
  lateWrites: number;
}

/** One artifact of one task, as far as rows tell. Changed in place. */
export interface ArtifactRecord {
  /** Unique within the session. */
  key: string;
  agent: string;
  /** Key of the tree's node of the task. */
  node: string;
  task?: string;
  id: string;
  name?: string;
  mediaType?: string;
  current: ArtifactEdition;
  /** What was written anew since, oldest first. */
  earlier: ArtifactEdition[];
}

export type ArtifactState = 'complete' | 'incomplete' | 'written-after-close';

/** How an edition stands. A late write is worth more attention than a missing end. */
export const editionState = (edition: ArtifactEdition): ArtifactState =>
  edition.lateWrites > 0 ? 'written-after-close' : edition.sealed || edition.confirmed ? 'complete' : 'incomplete';

const newEdition = (number: number): ArtifactEdition => ({
  number,
  writes: [],
  bytes: 0,
  sealed: false,
  confirmed: false,
  lateWrites: 0,
});

/**
 * The artifacts of a session by task and artifact id, as a fold over its rows. Bodies are not looked at: an edition names
 * the events whose parts make it up. The tree says which task a row is about, so it has to have taken the row before.
 */
export class Artifacts {
  readonly records: ArtifactRecord[] = [];
  /** Rows looked at. */
  taken = 0;
  /** Counts the changes. */
  revision = 0;
  private readonly byKey = new Map<string, ArtifactRecord>();
  /** Exchange whose events count, by artifact. */
  private readonly writers = new Map<ArtifactRecord, number>();
  private readonly ended = new Set<number>();
  private readonly tree: Tree;

  constructor(tree: Tree) {
    this.tree = tree;
  }

  push(row: Row): void {
    this.taken++;
    if (row.kind === 'end') this.ended.add(row.exchange);
    if (row.artifact === undefined && row.artifacts === undefined) return;
    if (row.kind === 'delivery' && !isCounted(row)) return;
    if (row.kind === 'result') {
      this.list(row, row.artifacts ?? []);
      return;
    }
    const node = this.tree.nodeOf(row);
    if (node === undefined) return;
    // Some agents deliver an event before they stream it.
    if (row.kind === 'delivery' && this.tree.isStreaming(node)) return;
    this.revision++;
    if (row.artifact !== undefined) this.write(this.recordOf(node, row, row.artifact), row, row.artifact);
    for (const artifact of row.artifacts ?? [])
      this.snapshot(this.recordOf(node, row, artifact), row, artifact, row.state);
  }

  /** A list of tasks holds snapshots of the artifacts of each. */
  private list(row: Row, artifacts: readonly RowArtifact[]): void {
    for (const artifact of artifacts) {
      const node = artifact.of && this.tree.task(row.agent, artifact.of.id);
      if (node === undefined) continue;
      this.revision++;
      this.snapshot(this.recordOf(node, row, artifact), row, artifact, artifact.of?.state);
    }
  }

  get(key: string | undefined): ArtifactRecord | undefined {
    return key === undefined ? undefined : this.byKey.get(key);
  }

  /** The artifact of a task that an id names. */
  find(node: string, id: string): ArtifactRecord | undefined {
    return this.byKey.get(keyOf(node, id));
  }

  private recordOf(node: { key: string; id?: string }, row: Row, artifact: RowArtifact): ArtifactRecord {
    const key = keyOf(node.key, artifact.id);
    let record = this.byKey.get(key);
    if (record === undefined) {
      record = { key, agent: row.agent, node: node.key, id: artifact.id, current: newEdition(1), earlier: [] };
      this.byKey.set(key, record);
      this.records.push(record);
    }
    const task = row.task ?? node.id;
    if (task !== undefined) record.task = task;
    if (artifact.name) record.name = artifact.name;
    if (artifact.mediaType) record.mediaType = artifact.mediaType;
    return record;
  }

  private write(record: ArtifactRecord, row: Row, artifact: RowArtifact): void {
    if (!this.counts(record, row)) return;
    const append = artifact.append === true;
    const late = record.current.sealed;
    if (!append) startAnew(record);
    const { current } = record;
    if (late && append) current.lateWrites++;
    current.bytes += artifact.bytes ?? 0;
    current.confirmed = false;
    if (artifact.last === true) current.sealed = true;
    current.writes.push({
      seq: row.seq,
      at: row.at,
      kind: append ? 'append' : 'new',
      bytes: artifact.bytes ?? 0,
      last: artifact.last === true,
      late: late && append,
    });
  }

  /** Two streams on one task, and deliveries beside a stream, carry the same chunks: one of them counts. */
  private counts(record: ArtifactRecord, row: Row): boolean {
    const writer = this.writers.get(record);
    if (row.kind === 'delivery') return writer === undefined;
    if (writer !== undefined && writer !== row.exchange && !this.ended.has(writer)) return false;
    this.writers.set(record, row.exchange);
    return true;
  }

  /** A snapshot repeats what was streamed. Only one that holds more takes the place of what is known. */
  private snapshot(record: ArtifactRecord, row: Row, artifact: RowArtifact, state: AnyTaskState | undefined): void {
    const bytes = artifact.bytes ?? 0;
    const { current } = record;
    const over = stateClass(state) === 'terminal';
    if (current.writes.length > 0 && bytes <= current.bytes) {
      if (over && bytes === current.bytes) current.confirmed = true;
      return;
    }
    startAnew(record);
    const write: ArtifactWrite = { seq: row.seq, at: row.at, kind: 'whole', bytes, last: false, late: false };
    record.current.writes.push(write);
    record.current.bytes = bytes;
    record.current.confirmed = over;
  }
}

const keyOf = (node: string, id: string): string => `${node}\n${id}`;

function startAnew(record: ArtifactRecord): void {
  const { current, earlier } = record;
  if (current.writes.length === 0) return;
  earlier.push(current);
  if (earlier.length > EARLIER_VERSIONS_LIMIT) earlier.shift();
  record.current = newEdition(current.number + 1);
}
