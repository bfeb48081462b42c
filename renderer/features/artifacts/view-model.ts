import type { ArtifactEdition, ArtifactRecord, Artifacts } from '../../../shared/a2a/reduce/artifacts.ts';
import type { ArtifactContent, ArtifactFacts } from '../../../shared/contract/artifacts.ts';
import type { SessionLog } from '../../state/log.ts';
import type { Place } from '../../state/selection.ts';

/** Artifacts listed at once; a task of its own shows the others. */
export const LIST_LIMIT = 500;
/** Segments of the ruler; more chunks than this share them. */
export const RULER_SEGMENTS = 48;

/** The artifacts of one task, in order of their first event. */
export interface TaskGroup {
  node: string;
  task?: string;
  records: ArtifactRecord[];
}

/** Artifacts of a place, task by task. */
export function groupsOf(artifacts: Artifacts, log: SessionLog, place: Place): TaskGroup[] {
  const groups = new Map<string, TaskGroup>();
  const nodes = nodesOf(log, place);
  for (const record of artifacts.records) {
    if (nodes && !nodes.has(record.node)) continue;
    let group = groups.get(record.node);
    if (!group) {
      group = { node: record.node, records: [] };
      groups.set(record.node, group);
    }
    if (record.task) group.task = record.task;
    group.records.push(record);
  }
  return [...groups.values()];
}

/** Keys of the tasks that a place is about; undefined is all. */
function nodesOf({ tree }: SessionLog, place: Place): Set<string> | undefined {
  if (place.kind === 'task') return new Set([tree.task(place.agent, place.task)?.key ?? '']);
  if (place.kind !== 'context') return undefined;
  return new Set(tree.context(place.agent, place.context)?.tasks.map((task) => task.key));
}

export const editionOf = (record: ArtifactRecord, number: number | undefined): ArtifactEdition =>
  record.earlier.find((edition) => edition.number === number) ?? record.current;

/** A stretch of the ruler: one chunk, or several where there are many. */
export interface Segment {
  /** Place of its first chunk among all. */
  first: number;
  count: number;
  seq: number;
  bytes: number;
  late: boolean;
}

/** Chunks as segments of about the same number. */
export function segmentsOf({ writes }: ArtifactEdition): Segment[] {
  const each = Math.max(1, Math.ceil(writes.length / RULER_SEGMENTS));
  const segments: Segment[] = [];
  for (const [index, write] of writes.entries()) {
    const last = segments[segments.length - 1];
    if (last && last.count < each) {
      last.count++;
      last.bytes += write.bytes;
      last.late ||= write.late;
    } else segments.push({ first: index, count: 1, seq: write.seq, bytes: write.bytes, late: write.late });
  }
  return segments;
}

/** Place of the selected event among the chunks; -1 when it is none of them. */
export function chunkAt({ writes }: ArtifactEdition, seq: number | undefined): number {
  if (seq === undefined) return -1;
  let low = 0;
  let high = writes.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const at = writes[middle]?.seq ?? 0;
    if (at === seq) return middle;
    if (at < seq) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}

/** Where the bytes of an event lie in a file; undefined when it brought none of them. */
export function rangeOf(content: ArtifactContent, seq: number | undefined): { from: number; to: number } | undefined {
  let from = 0;
  for (const piece of content.pieces) {
    if (piece.seq === seq) return { from, to: from + piece.bytes };
    from += piece.bytes;
  }
  return undefined;
}

/** Origin of an address that can be fetched, or opened in a browser. */
export function webOrigin(url: string): string | undefined {
  try {
    const { protocol, origin } = new URL(url);
    return protocol === 'http:' || protocol === 'https:' ? origin : undefined;
  } catch {
    return undefined;
  }
}

/** Files that did not come along and were fetched or read since are shown like those that did. */
export const withCopies = (facts: ArtifactFacts): ArtifactFacts => ({
  ...facts,
  contents: facts.contents.map(withCopy),
});

function withCopy(content: ArtifactContent): ArtifactContent {
  const { copy } = content;
  if (!copy) return content;
  const { bytes, sha256, sniffed, masked, mediaType } = copy;
  const { sniffed: _, masked: __, ...rest } = content;
  const type = content.mediaType ?? mediaType;
  return {
    ...rest,
    kind: 'raw',
    bytes,
    sha256,
    pieces: [],
    ...(type && { mediaType: type }),
    ...(sniffed && { sniffed }),
    ...(masked && { masked }),
  };
}

/** The name under which a file is known: its own, else that of the artifact. */
export const nameOf = (record: ArtifactRecord, content: ArtifactContent | undefined): string =>
  content?.name || record.name || record.id;
