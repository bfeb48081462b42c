import { LANES, type Lane, type Row } from '../../../shared/model/row.ts';
import { stateClass } from '../../../shared/model/task.ts';

export type Edge = 'open' | 'mid' | 'close';

const EDGES: readonly Edge[] = ['open', 'mid', 'close'];

/**
 * The one line at the left of the list that ties the rows of a span together. Rows between two rows of an open span are
 * crossed by it.
 */
export interface Brackets {
  /** Follows one row of the scope; gives its line as a number below 256: 0 for none, else edge plus lane. */
  push(row: Row): number;
}

export function createBrackets(): Brackets {
  /** Open spans and the task each belongs to. */
  const open = new Map<string, string | undefined>();
  let lane: Lane = 'tool';
  const code = (edge: number) => (LANES.indexOf(lane) + 1) * 4 + edge;

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
  };
}

/** The line of a row that is put in behind one with this line. */
export const insideOf = (line: number): number => (line === 0 || (line & 3) === 2 ? 0 : (line & ~3) + 1);

export function bracketOf(line: number): { edge: Edge; lane: Lane } | undefined {
  const edge = EDGES[line & 3];
  const found = LANES[(line >> 2) - 1];
  return edge && found ? { edge, lane: found } : undefined;
}
