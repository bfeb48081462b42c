import type { Lane, Row } from '../../model/row.ts';
import type { GroupSpan, RunSpan, Span, SpanKind, ToolSpan } from './spans-model.ts';
import { GAP_MIN_MS, IDLE_MS } from './spans-model.ts';

/** A span with every field there is, always in this order so that all of them have one hidden class. */
export function makeSpan(id: number, kind: SpanKind, lane: Lane, parent: Span | undefined, row: Row | undefined): Span {
  const at = row?.at ?? 0;
  const seq = row?.seq ?? 0;
  return {
    id,
    kind,
    lane,
    parent,
    name: '',
    what: undefined,
    from: at,
    to: at,
    state: 'open',
    failed: false,
    seq,
    endSeq: seq,
    rows: row === undefined ? 0 : 1,
    amount: 0,
    note: '',
    tail: undefined,
    tool: undefined,
    run: undefined,
    group: undefined,
  };
}

export function asGroup(span: Span): GroupSpan {
  span.group = { open: 0, turns: [], gaps: [], longestIdle: 0, tokens: 0, totals: new Map(), task: undefined };
  return span as GroupSpan;
}

export function asRun(span: Span, row: Row, sends: boolean): RunSpan {
  span.run = {
    exchange: row.exchange,
    agent: row.agent,
    sends,
    stream: false,
    number: 0,
    firstByte: undefined,
    firstEvent: undefined,
    firstText: undefined,
    firstArtifact: undefined,
    ended: undefined,
    cause: undefined,
    idle: 0,
    longestIdle: 0,
    lastAt: row.at,
    tokens: 0,
    totals: new Map(),
    writing: [],
    task: row.task,
    context: row.context,
  };
  return span as RunSpan;
}

export function asTool(span: Span): ToolSpan {
  span.tool = { inputTo: undefined, inputSeq: 0, inputRows: 0, waits: [] };
  return span as ToolSpan;
}

/** Something happened in a group at this time: notes the silence before it. */
export function touch(from: Span | undefined, at: number): void {
  for (let span = from; span !== undefined; span = span.parent) {
    const { group } = span;
    if (group === undefined) continue;
    if (span.rows === 0) span.from = at;
    else {
      const silence = at - span.to;
      if (silence > group.longestIdle) group.longestIdle = silence;
      if (silence >= GAP_MIN_MS) group.gaps.push(span.to, at);
    }
    span.rows++;
    if (at > span.to) span.to = at;
  }
}

/** A row of a run came. */
export function touchRun(span: RunSpan, row: Row): void {
  const { run } = span;
  const silence = row.at - run.lastAt;
  if (silence > IDLE_MS) run.idle++;
  if (silence > run.longestIdle) run.longestIdle = silence;
  run.lastAt = row.at;
  span.to = row.at;
  span.endSeq = row.seq;
  span.rows++;
}

const USAGE = /^(\d+|\?) \+ (\d+|\?)(?: = (\d+))?/;

/** Tokens that a usage row counts; 0 when it names none. */
export function tokensOf(row: Row): number {
  const [, input = '0', output = '0', total] = USAGE.exec(row.text) ?? [];
  const sum = total === undefined ? (Number(input) || 0) + (Number(output) || 0) : Number(total);
  return Number.isFinite(sum) ? sum : 0;
}

export function countTokens(from: Span | undefined, tokens: number): void {
  for (let span = from; span !== undefined; span = span.parent) {
    if (span.run !== undefined) span.run.tokens += tokens;
    if (span.group !== undefined) span.group.tokens += tokens;
  }
}

/** Counts an exchange that began (+1) or ended (-1) in the groups around it. */
export function countOpen(from: Span | undefined, by: 1 | -1): void {
  for (let span = from; span !== undefined; span = span.parent) {
    if (span.group === undefined) continue;
    span.group.open += by;
    span.state = span.group.open > 0 ? 'open' : 'closed';
  }
}
