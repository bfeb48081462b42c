import type { Tree } from '../../../shared/a2a/reduce/tree.ts';
import type { Row, RowKind } from '../../../shared/model/row.ts';
import type { Place } from '../../state/selection.ts';

/** Rows that say nothing about a conversation. Heads of answers do: they tell streams from single answers. */
const SILENT: ReadonlySet<RowKind> = new Set<RowKind>(['comment', 'note', 'delivery', 'result']);
const SENDS: ReadonlySet<string | undefined> = new Set(['SendMessage', 'SendStreamingMessage']);

/** True for a row whose body the conversation has to read. */
export const speaks = (row: Row): boolean =>
  row.exchange !== 0 && !SILENT.has(row.kind) && (row.kind !== 'request' || SENDS.has(row.name));

/** Says which rows belong to a place. A row may belong to it later: the tree learns where a task lies from its answers. */
export function scopeOf(place: Place, tree: Tree): (row: Row) => boolean {
  if (place.kind === 'task') {
    return (row) => row.agent === place.agent && tree.nodeOf(row)?.id === place.task;
  }
  if (place.kind === 'context') {
    return (row) => {
      if (row.agent !== place.agent) return false;
      const home = tree.context(place.agent, place.context);
      return home !== undefined && tree.nodeOf(row)?.context === home.key;
    };
  }
  // Reading cards and listing tasks belongs to no conversation; an exchange that does has a node.
  return (row) => tree.nodeOf(row) !== undefined;
}

export const placeKey = (place: Place): string =>
  place.kind === 'task'
    ? `task|${place.agent}|${place.task}`
    : place.kind === 'context'
      ? `context|${place.agent}|${place.context}`
      : place.kind;
