import type { Entry } from '../../model/entry.ts';
import type { Issue, Severity } from '../../model/issue.ts';
import type { Lane, Row, RowKind, RowMarks } from '../../model/row.ts';
import { QUIET_FOLD, ROW_TEXT_LIMIT } from '../../model/row.ts';
import type { ExchangeState } from './exchange-state.ts';
import { cutText } from './text-line.ts';

const RANK: Record<Severity, number> = { error: 2, warning: 1, note: 0 };

/** The worst severity of a list that is not empty. */
export function worst(issues: readonly Issue[]): Severity {
  let severity: Severity = 'note';
  for (const issue of issues) if (RANK[issue.severity] > RANK[severity]) severity = issue.severity;
  return severity;
}

/**
 * A row with every field that rows can have, so that all of them are of one hidden class: code that was compiled for
 * some of them is right for the others. Pages get many rows packed, without what is undefined.
 */
export function makeRow(
  entry: Entry,
  lane: Lane,
  kind: RowKind,
  exchange: ExchangeState,
  text: string,
  size: number,
): Row {
  return {
    seq: entry.seq,
    at: entry.at,
    lane,
    kind,
    exchange: exchange.number,
    agent: exchange.agent,
    context: exchange.context,
    task: exchange.task,
    state: undefined,
    text: text.length > ROW_TEXT_LIMIT ? cutText(text) : text,
    size,
    duration: undefined,
    span: undefined,
    marks: undefined,
    name: undefined,
    status: undefined,
    stream: undefined,
    artifact: undefined,
    artifacts: undefined,
    message: undefined,
    timestamp: undefined,
    reconnect: undefined,
    delivery: undefined,
    delivered: undefined,
  };
}

/** The codes of issues, each once. */
function codesOf(issues: readonly Issue[]): string[] {
  const codes: string[] = [];
  for (const { code } of issues) if (!codes.includes(code)) codes.push(code);
  return codes;
}

/** Marks of a row that is no delta; undefined when there is nothing to say. */
export function plainMarks(cut: boolean, issues: readonly Issue[], lens?: string): RowMarks | undefined {
  if (!cut && issues.length === 0 && lens === undefined) return undefined;
  return newMarks(cut, issues, lens, undefined);
}

/** Marks with every field they can have, so that all of them are of one hidden class. */
function newMarks(
  cut: boolean,
  issues: readonly Issue[],
  lens: string | undefined,
  fold: string | undefined,
): RowMarks {
  const found = issues.length > 0;
  return {
    severity: found ? worst(issues) : undefined,
    findings: found ? issues.length : undefined,
    codes: found ? codesOf(issues) : undefined,
    cut: cut || undefined,
    fold,
    lens,
  };
}

/** Marks of a row of a watch that says nothing new; consecutive ones may be drawn as one. */
export const quietMarks = (exchange: ExchangeState, marks?: RowMarks): RowMarks => ({
  ...marks,
  fold: `${QUIET_FOLD}${exchange.task ?? ''}`,
});

/** Marks of one delta. Consecutive deltas without findings share one object. */
export function foldMarks(
  exchange: ExchangeState,
  kind: string,
  id: string,
  cut: boolean,
  issues: readonly Issue[],
  lens: string | undefined,
): RowMarks {
  const known = exchange.folding;
  if (
    known !== undefined &&
    issues.length === 0 &&
    known.kind === kind &&
    known.id === id &&
    known.cut === cut &&
    known.lens === lens
  ) {
    return known.marks;
  }
  const marks = newMarks(cut, issues, lens, `${kind}|${exchange.task ?? exchange.number}|${id}`);
  if (issues.length === 0) exchange.folding = { kind, id, lens, cut, marks };
  return marks;
}
