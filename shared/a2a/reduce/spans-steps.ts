import type { Lane, Row, RowArtifact } from '../../model/row.ts';
import { isStale, stateClass } from '../../model/task.ts';
import { asTool, countTokens, tokensOf } from './spans-make.ts';
import type { PointKind, RunSpan, Span, SpanKind, TaskFacts, ToolSpan } from './spans-model.ts';
import { countCall, countNoResult, countResult, renameCall } from './spans-tool.ts';

type Add = (kind: SpanKind, lane: Lane, parent: Span, row: Row) => Span;

/** Makes and extends the bars inside a turn from the events of its answer. */
export class Steps {
  /** Tool calls that waited for the person. */
  readonly waited: ToolSpan[] = [];

  constructor(private readonly add: Add) {}

  /** The span that an event is part of, apart from the state it tells; undefined when it is part of none. */
  step(task: TaskFacts | undefined, parent: Span, run: RunSpan, row: Row): Span | undefined {
    switch (row.kind) {
      case 'text':
      case 'thinking':
        return this.stretch(row.kind, parent, row);
      case 'tool-started':
      case 'tool-input-delta':
      case 'tool-input':
      case 'tool-progress':
      case 'tool-result':
        return this.tool(task, parent, row);
      case 'artifact':
        return this.artifact(task, parent, run, row);
      case 'task': {
        const known = task?.artifacts;
        for (const written of row.artifacts ?? []) {
          if (known?.has(written.id) !== true) this.snapshotArtifact(task, parent, row, written);
        }
        return undefined;
      }
      case 'usage': {
        const span = this.point('usage', parent, row);
        const tokens = tokensOf(row);
        span.amount += tokens;
        countTokens(parent, tokens);
        return span;
      }
      case 'permission':
        // A question that stands open is a wait.
        if (stateClass(row.state) === 'interrupted') return undefined;
        return this.point('permission', parent, row);
      case 'answer':
        return this.answer(task, parent, row);
      case 'message':
      case 'unreadable':
        return this.point(row.kind, parent, row);
      case 'error':
        run.failed = true;
        return this.point('error', parent, row);
      case 'result':
        run.note = row.text;
        return run;
      case 'status':
        return row.name === undefined ? undefined : this.point('report', parent, row);
      default:
        return undefined;
    }
  }

  /** Consecutive pieces of text or thinking are one bar; rows that begin nothing do not part them. */
  private stretch(kind: 'text' | 'thinking', parent: Span, row: Row): Span {
    const tail = parent.tail;
    if (tail?.kind === kind) return extend(tail, row);
    return this.add(kind, row.lane, parent, row);
  }

  /** Points of one kind that follow each other directly are one line, but the end of a task has its own. */
  point(what: PointKind, parent: Span, row: Row): Span {
    const tail = parent.tail;
    const name = what === 'state' ? '' : (row.name ?? '');
    const last = what === 'state' && stateClass(row.state) === 'terminal';
    if (tail?.kind === 'point' && tail.what === what && tail.name === name && !last) {
      tail.note = what === 'state' ? (row.state ?? '') : row.text;
      return extend(tail, row);
    }
    const lane = what === 'state' ? 'status' : row.lane;
    const span = this.add('point', lane, parent, row);
    span.what = what;
    span.name = name;
    span.state = 'closed';
    span.note = what === 'state' ? (row.state ?? '') : row.text;
    return span;
  }

  private tool(task: TaskFacts | undefined, parent: Span, row: Row): Span {
    const id = row.span?.id ?? '';
    const name = row.span?.name ?? row.name ?? '';
    let span = task?.tools.get(id);
    if (span === undefined || (row.span?.edge === 'open' && span.state !== 'open')) {
      span = asTool(this.add('tool', row.lane, parent, row));
      span.name = name;
      countCall(span);
      task?.tools.set(id, span);
    } else {
      extend(span, row);
      if (span.name === '' && name !== '') renameCall(span, name);
    }
    const { tool } = span;
    if (row.kind === 'tool-input-delta') tool.inputRows++;
    if (row.kind === 'tool-input') {
      tool.inputTo = row.at;
      tool.inputSeq = row.seq;
    }
    if (row.span?.edge !== 'close') return span;
    if (span.state === 'no-result') countNoResult(span, -1);
    for (const wait of tool.waits) wait.to ??= row.at;
    span.state = 'closed';
    span.failed = row.span.failed === true;
    span.note = row.text;
    task?.tools.delete(id);
    countResult(span);
    return span;
  }

  private artifact(task: TaskFacts | undefined, parent: Span, run: RunSpan, row: Row): Span | undefined {
    const written = row.artifact;
    if (written === undefined) return undefined;
    let span = task?.artifacts.get(written.id);
    if (span === undefined || span.parent !== parent) {
      span = this.add('artifact', row.lane, parent, row);
      span.name = written.id;
      task?.artifacts.set(written.id, span);
      run.run.writing.push(span);
    } else extend(span, row);
    if (written.name !== undefined) span.name = written.name;
    span.amount = (written.append === true ? span.amount : 0) + (written.bytes ?? 0);
    if (written.last === true) span.state = 'closed';
    return span;
  }

  private snapshotArtifact(task: TaskFacts | undefined, parent: Span, row: Row, written: RowArtifact): void {
    const span = this.add('artifact', 'artifact', parent, row);
    span.name = written.name ?? written.id;
    span.amount = written.bytes ?? 0;
    span.state = 'closed';
    task?.artifacts.set(written.id, span);
  }

  private answer(task: TaskFacts | undefined, parent: Span, row: Row): Span {
    const waits = row.span === undefined ? undefined : task?.tools.get(row.span.id)?.tool.waits;
    const last = waits?.[waits.length - 1];
    // The call goes on when the agent has the answer, not when it was sent.
    if (last !== undefined) last.to = row.at;
    return this.point('answer', parent, row);
  }

  // States

  state(task: TaskFacts, parent: Span, run: RunSpan, row: Row): Span | undefined {
    const { state } = row;
    if (state === undefined || isStale(task.state, state)) return undefined;
    const changed = task.state !== state;
    task.state = state;
    const kind = stateClass(state);
    if (kind === 'interrupted') return this.ask(task, parent, run, row, changed);
    this.answered(task, row.at);
    if (!changed) return undefined;
    const span = this.point('state', parent, row);
    if (kind === 'terminal') {
      settleTools(task, row.at);
      if (state === 'TASK_STATE_FAILED' || state === 'TASK_STATE_REJECTED') span.failed = true;
    }
    return span;
  }

  /** The agent waits for the person: inside the call it asks about, else in a bar of its own. */
  private ask(task: TaskFacts, parent: Span, run: RunSpan, row: Row, changed: boolean): Span | undefined {
    const tool = row.span === undefined ? undefined : task.tools.get(row.span.id);
    const wait = { from: row.at, to: undefined, seq: row.seq };
    if (tool !== undefined) {
      extend(tool, row);
      const { waits } = tool.tool;
      if (waits.length > 0 && waits[waits.length - 1]?.to === undefined) return tool;
      if (waits.length === 0) this.waited.push(tool);
      waits.push(wait);
      task.waits.push({ wait, span: tool });
      return tool;
    }
    if (!changed && task.waits.length > 0) return undefined;
    const home = parent.kind === 'turn' ? parent : (run.parent ?? parent);
    const span = this.add('wait', 'auth', home, row);
    const asks = row.kind === 'permission' ? 'permission' : row.text === '' ? 'turn' : 'question';
    span.what = row.state === 'TASK_STATE_AUTH_REQUIRED' ? 'auth' : asks;
    span.name = row.name ?? '';
    span.note = row.text;
    task.waits.push({ wait, span });
    return span;
  }

  /** What was asked has its answer. */
  answered(task: TaskFacts, at: number): void {
    if (task.waits.length === 0) return;
    for (const { wait, span } of task.waits) {
      wait.to ??= at;
      if (span.kind !== 'wait') continue;
      span.to = at;
      span.state = 'closed';
    }
    task.waits = [];
  }
}

function extend<S extends Span>(span: S, row: Row): S {
  span.rows++;
  span.to = row.at;
  span.endSeq = row.seq;
  return span;
}

/** Text and thinking end where something else begins. */
export function closeText(span: Span): void {
  if (span.kind === 'text' || span.kind === 'thinking') span.state = 'closed';
}

/** No result can follow. */
export function settleTools(task: TaskFacts, at: number): void {
  for (const tool of task.tools.values()) {
    if (tool.state !== 'open') continue;
    tool.state = 'no-result';
    tool.to = at;
    for (const wait of tool.tool.waits) wait.to ??= at;
    countNoResult(tool, 1);
  }
}
