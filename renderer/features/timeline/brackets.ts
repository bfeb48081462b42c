import { LANES, type Lane, type Row } from '../../../shared/model/row.ts';
import { stateClass } from '../../../shared/model/task.ts';

export type Edge = 'open' | 'mid' | 'close';

const EDGES: readonly Edge[] = ['open', 'mid', 'close'];

/**
 * The one line at the left of the list that ties the rows of a span together. Rows between two rows of an open span are
 * crossed by it. One number per position: 0 for none, else edge plus lane.
 */
export interface Brackets {
  /** Follows one row of the scope, shown or not; gives the number for its position. */
  push(row: Row): number;
  keep(line: number): void;
  /** The line of a position that is put in behind this one. */
  inside(position: number): number;
  read(position: number): { edge: Edge; lane: Lane } | undefined;
  /** Positions taken out, and others put in that all lie inside the line of the position before. */
  splice(at: number, remove: number, insert: number): void;
}

export function createBrackets(): Brackets {
  let lines: number[] = [];
  /** Open spans and the task each belongs to. */
  const open = new Map<string, string | undefined>();
  let lane: Lane = 'tool';
  const code = (edge: number) => (LANES.indexOf(lane) + 1) * 4 + edge;
  const inside = (position: number) => {
    const above = lines[position] ?? 0;
    return above === 0 || (above & 3) === 2 ? 0 : (above & ~3) + 1;
  };

  return {
    push(row) {
      const span = row.span;
      const before = open.size;
      if (span?.edge === 'open') {
        if (before === 0) lane = row.lane;
        open.set(span.id, row.task);
      } else if (span?.edge === 'close') {
        open.delete(span.id);
      }
      const after = open.size;
      const line = before === 0 ? (after > 0 ? code(0) : 0) : after === 0 ? code(2) : code(1);
      // A span that is still open when its task ends will never close.
      if (open.size > 0 && row.state !== undefined && stateClass(row.state) === 'terminal') {
        for (const [id, task] of open) if (task === row.task) open.delete(id);
      }
      return line;
    },
    keep: (line) => void lines.push(line),
    inside,
    read(position) {
      const line = lines[position] ?? 0;
      const edge = EDGES[line & 3];
      const found = LANES[(line >> 2) - 1];
      return edge && found ? { edge, lane: found } : undefined;
    },
    splice(at, remove, insert) {
      lines = lines.slice(0, at).concat(new Array(insert).fill(inside(at - 1)), lines.slice(at + remove));
    },
  };
}
