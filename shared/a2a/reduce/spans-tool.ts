import type { Span, ToolSpan, ToolTotals, Totals, Wait } from './spans-model.ts';

/** A part of a tool call. `from` and `to` in ms; `to` is undefined while it goes on. */
export interface Phase {
  kind: 'input' | 'question' | 'run';
  from: number;
  to: number | undefined;
  seq: number;
  /** Rows of streamed input. */
  rows: number;
}

/** Where the time of a call went: writing its input, waiting for the person, running. */
export function phasesOf(span: ToolSpan): Phase[] {
  const { inputTo, inputRows, inputSeq, waits } = span.tool;
  const phases: Phase[] = [];
  const done = span.state !== 'open';
  if (inputTo !== undefined || inputRows > 0) {
    const to = inputTo ?? (done ? span.to : undefined);
    phases.push({ kind: 'input', from: span.from, to, seq: inputSeq || span.seq, rows: inputRows });
  }
  let begun = inputTo ?? (inputRows > 0 ? undefined : span.from);
  for (const wait of waits) {
    phases.push({
      kind: 'question',
      from: wait.from,
      to: wait.to ?? (done ? span.to : undefined),
      seq: wait.seq,
      rows: 1,
    });
    begun = wait.to;
  }
  if (begun !== undefined && (span.state === 'closed' || span.state === 'open')) {
    phases.push({ kind: 'run', from: begun, to: done ? span.to : undefined, seq: span.endSeq, rows: 0 });
  }
  return phases;
}

/** Milliseconds in which a finished call waited for the person. */
const waitedIn = (waits: readonly Wait[], end: number): number =>
  waits.reduce((sum, wait) => sum + Math.max(0, (wait.to ?? end) - wait.from), 0);

function totalsIn(totals: Totals, name: string): ToolTotals {
  let sums = totals.get(name);
  if (sums === undefined) {
    sums = { name, calls: 0, done: 0, failed: 0, noResult: 0, total: 0, longest: 0, input: 0, waiting: 0, run: 0 };
    totals.set(name, sums);
  }
  return sums;
}

function eachTotals(tool: Span, change: (sums: ToolTotals) => void): void {
  for (let span = tool.parent; span !== undefined; span = span.parent) {
    const totals = span.run?.totals ?? span.group?.totals;
    if (totals !== undefined) change(totalsIn(totals, tool.name));
  }
}

export const countCall = (tool: ToolSpan): void => eachTotals(tool, (sums) => void sums.calls++);

/** A call whose name came after its begin counts under that name. */
export function renameCall(tool: ToolSpan, name: string): void {
  eachTotals(tool, (sums) => void sums.calls--);
  for (let span = tool.parent; span !== undefined; span = span.parent) {
    const totals = span.run?.totals ?? span.group?.totals;
    if (totals?.get(tool.name)?.calls === 0) totals.delete(tool.name);
  }
  tool.name = name;
  countCall(tool);
}

export const countNoResult = (tool: ToolSpan, by: 1 | -1): void =>
  eachTotals(tool, (sums) => {
    sums.noResult += by;
  });

/** Adds a call that came to its result. */
export function countResult(tool: ToolSpan): void {
  const total = tool.to - tool.from;
  const input = tool.tool.inputTo === undefined ? 0 : tool.tool.inputTo - tool.from;
  const waiting = waitedIn(tool.tool.waits, tool.to);
  const run = Math.max(0, total - input - waiting);
  eachTotals(tool, (sums) => {
    sums.done++;
    if (tool.failed) sums.failed++;
    sums.total += total;
    sums.longest = Math.max(sums.longest, total);
    sums.input += input;
    sums.waiting += waiting;
    sums.run += run;
  });
}
