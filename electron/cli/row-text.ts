import type { Row } from '../../shared/model/row.ts';
import { cell, clock, type Style, stateColour, stateWord } from './style.ts';
import { cut, visibleLine } from './visible.ts';

const SEQ_WIDTH = 7;
const KIND_WIDTH = 16;
const STATE_WIDTH = 15;

/** One line for one entry of a session: number, time, kind, state, text. */
export function rowText(row: Row, style: Style, columns: number): string {
  const room = Math.max(20, columns - SEQ_WIDTH - 9 - KIND_WIDTH - STATE_WIDTH - 8);
  const severity = row.marks?.severity;
  const colour = row.lane === 'error' || severity === 'error' ? 'red' : severity === 'warning' ? 'yellow' : undefined;
  return [
    style('dim', String(row.seq).padStart(SEQ_WIDTH)),
    style('dim', clock(row.at)),
    cell(style, colour, row.kind, KIND_WIDTH),
    cell(style, stateColour(row.state), cut(visibleLine(stateWord(row.state ?? '')), STATE_WIDTH), STATE_WIDTH),
    cut(visibleLine(row.text), room),
  ]
    .join('  ')
    .trimEnd();
}
