import type { Severity } from '../../../shared/model/issue.ts';
import type { Row, RowMarks } from '../../../shared/model/row.ts';
import type { Interner } from './interner.ts';

type RowMessage = NonNullable<Row['message']>;

/** Names every field, so that a new one is an error where values are put together until it has a place. */
export type Every<T> = { [K in keyof Required<T>]: T[K] | undefined };

/** The fields that have a value: a page sees the difference between absent and undefined. */
export function present<T extends object>(value: T): Partial<T> {
  const found: Partial<T> = {};
  for (const key in value) if (value[key] !== undefined) found[key] = value[key];
  return found;
}

const SEVERITIES: readonly (Severity | undefined)[] = [undefined, 'note', 'warning', 'error'];
const ROLES: readonly RowMessage['role'][] = [undefined, 'user', 'agent'];

const PRESENT = 1;
const CUT = 2;
const SEVERITY_SHIFT = 2;
const LENS_SHIFT = 4;
const LENS_LIMIT = 0xff;
const FINDINGS_SHIFT = 12;
const FINDINGS_LIMIT = 0xf_ffff;

/** Marks without their `fold` text and their codes as one word; 0 stands for none. */
export function packMarks(marks: RowMarks | undefined, lenses: Interner<string>): number {
  if (marks === undefined) return 0;
  const severity = marks.severity === undefined ? 0 : SEVERITIES.indexOf(marks.severity);
  const lens = Math.min(lenses.id(marks.lens), LENS_LIMIT);
  const findings = Math.min(marks.findings ?? 0, FINDINGS_LIMIT);
  return (
    (PRESENT |
      (marks.cut ? CUT : 0) |
      (severity << SEVERITY_SHIFT) |
      (lens << LENS_SHIFT) |
      (findings << FINDINGS_SHIFT)) >>>
    0
  );
}

/** Codes as one text, which repeats from row to row. */
export const packCodes = (marks: RowMarks | undefined): string | undefined => marks?.codes?.join(' ');

export function unpackMarks(
  word: number,
  fold: string,
  codes: string | undefined,
  lenses: Interner<string>,
): RowMarks | undefined {
  if (word === 0) return undefined;
  const marks: Every<RowMarks> = {
    severity: SEVERITIES[(word >>> SEVERITY_SHIFT) & 3],
    findings: word >>> FINDINGS_SHIFT || undefined,
    codes: codes?.split(' '),
    cut: (word & CUT) !== 0 || undefined,
    fold: fold || undefined,
    lens: lenses.value((word >>> LENS_SHIFT) & LENS_LIMIT),
  };
  return present(marks) as RowMarks;
}

/** A message without its id as four bits; 0 stands for none. */
export const packMessage = (message: RowMessage | undefined): number =>
  message === undefined ? 0 : PRESENT | (ROLES.indexOf(message.role) << 1);

export function unpackMessage(bits: number, id: string): RowMessage | undefined {
  if (bits === 0) return undefined;
  const message: Every<RowMessage> = { id: id || undefined, role: ROLES[(bits >>> 1) & 3] };
  return present(message) as RowMessage;
}
