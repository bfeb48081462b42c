import type { DoctorStep } from '../../shared/contract/doctor.ts';
import type { Row } from '../../shared/model/row.ts';
import type { Connection } from './connection.ts';
import type { EventLine } from './event-line.ts';
import type { OutcomeLine } from './outcome-line.ts';
import type { Terminal } from './terminal.ts';

/** Where a command's output goes: JSON Lines for programs, aligned lines for people. */
export interface Reporter {
  /** `findings`: warnings about the card that are not printed by the command itself. */
  connected(connection: Connection, findings: number): void;
  /** One event, with the row that the window would show for it. */
  event(event: EventLine, row: Row): void;
  /** One entry of a saved session, or one step of opening a broken stream again. */
  row(row: Row): void;
  /** One step of a connection test. */
  step(step: DoctorStep): void;
  /** Printed last, once. */
  finish(outcome: OutcomeLine): void;
}

/** One JSON object a line and nothing else on standard output. */
export function jsonReporter(terminal: Terminal): Reporter {
  const print = (line: object) => terminal.out(`${JSON.stringify(line)}\n`);
  return {
    connected: () => undefined,
    event: print,
    row: (row) => print({ ...row, kind: 'row', row: row.kind }),
    step: (step) => print({ kind: 'step', ...step }),
    finish: print,
  };
}
