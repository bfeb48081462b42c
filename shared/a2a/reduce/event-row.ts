import type { Section } from '../../lenses/lens.ts';
import type { Artifact } from '../../model/artifact.ts';
import type { Entry } from '../../model/entry.ts';
import type { StreamResponse, TaskArtifactUpdateEvent } from '../../model/event.ts';
import type { Issue } from '../../model/issue.ts';
import type { Message } from '../../model/message.ts';
import type { Lane, Row, RowArtifact, RowKind } from '../../model/row.ts';
import { ROW_ARTIFACT_LIMIT, ROW_TEXT_LIMIT } from '../../model/row.ts';
import type { TaskStatus } from '../../model/task.ts';
import { stateClass } from '../../model/task.ts';
import type { ExchangeState, TaskMemory } from './exchange-state.ts';
import { foldMarks, makeRow, plainMarks } from './make-row.ts';
import { artifactLine, jsonLine, partsLine, partsSize } from './text-line.ts';
import { placeTool, TOOL_KINDS, toolLine } from './tool-row.ts';

/** Everything one event row is made from. */
export interface EventContext {
  entry: Entry;
  exchange: ExchangeState;
  memory: TaskMemory;
  event: StreamResponse;
  sections: Section[];
  lens: string | undefined;
  issues: Issue[];
  size: number;
  /** Says whether the body is plain ASCII without escapes, so that sizes are lengths. */
  ascii(entry: Entry): boolean;
}

/** The row of one stream item, of a unary task or message, or of what a delivery carries. */
export function eventRow(context: EventContext): Row {
  const { event } = context;
  const first = context.sections.length > 0 ? context.sections[0] : undefined;
  if (event.statusUpdate !== undefined) {
    const row =
      first !== undefined && first.kind !== 'other' && first.kind !== 'text-final' && first.kind !== 'error'
        ? sectionRow(context, first)
        : statusRow(context, event.statusUpdate.status, first?.kind === 'text-final');
    return withStatus(row, context, event.statusUpdate.status);
  }
  if (event.artifactUpdate !== undefined) {
    // A tool call that is written as an artifact is a tool call in the timeline; the artifact is in the row as well.
    const row = artifactRow(context, event.artifactUpdate);
    return first?.kind === 'tool' ? { ...sectionRow(context, first), artifact: row.artifact } : row;
  }
  if (event.task !== undefined) {
    const text = taskLine(context);
    const row = makeRow(context.entry, 'status', 'task', context.exchange, text, context.size);
    const marks = plainMarks(text.length > ROW_TEXT_LIMIT, context.issues, context.lens);
    if (marks !== undefined) row.marks = marks;
    const artifacts = artifactsOf(event.task.artifacts);
    if (artifacts !== undefined) row.artifacts = artifacts;
    return withStatus(row, context, event.task.status);
  }
  const message = event.message;
  const text = partsLine(message?.parts);
  const row = makeRow(context.entry, 'status', 'message', context.exchange, text, context.size);
  const marks = plainMarks(text.length > ROW_TEXT_LIMIT, context.issues, context.lens);
  if (marks !== undefined) row.marks = marks;
  if (message !== undefined) row.message = briefOf(context.exchange, message);
  return row;
}

/** The status message of a snapshot, or the text of its last artifact. */
function taskLine(context: EventContext): string {
  const task = context.event.task;
  const text = partsLine(task?.status?.message?.parts);
  if (text !== '' || !Array.isArray(task?.artifacts)) return text;
  const last = task.artifacts[task.artifacts.length - 1];
  return last === undefined ? '' : (last.name ?? partsLine(last.parts));
}

/** What a row says of the artifacts of a task. */
export function artifactsOf(artifacts: readonly Artifact[] | undefined): RowArtifact[] | undefined {
  if (!Array.isArray(artifacts) || artifacts.length === 0) return undefined;
  const briefs: RowArtifact[] = [];
  for (const artifact of artifacts.slice(0, ROW_ARTIFACT_LIMIT) as Artifact[]) {
    briefs.push(briefArtifact(artifact, artifact.parts?.[0]?.mediaType, partsSize(artifact.parts)));
  }
  return briefs;
}

function briefArtifact(artifact: Artifact, mediaType: string | undefined, bytes: number): RowArtifact {
  // With every field that may be set later, so that all of them are of one hidden class.
  return { id: artifact.artifactId, name: artifact.name, mediaType, bytes, append: undefined, last: undefined };
}

/** Id and side of a message; deltas of one message share the object. */
function briefOf(exchange: ExchangeState, message: Message): { id?: string; role?: 'user' | 'agent' } {
  const known = exchange.lastMessage;
  const role = message.role === 'ROLE_USER' ? 'user' : message.role === 'ROLE_AGENT' ? 'agent' : undefined;
  if (known !== undefined && known.id === message.messageId && known.role === role) return known;
  const brief: NonNullable<Row['message']> = { id: message.messageId, role };
  exchange.lastMessage = brief;
  return brief;
}

function withStatus(row: Row, context: EventContext, status: TaskStatus | undefined): Row {
  if (status === undefined || status === null) return row;
  // The exchange holds the same state as a string that all its rows share.
  row.state = context.exchange.state ?? status.state;
  if (status.message !== undefined && status.message !== null) row.message = briefOf(context.exchange, status.message);
  if (status.timestamp !== undefined) row.timestamp = status.timestamp;
  return row;
}

function statusRow(context: EventContext, status: TaskStatus | undefined, final: boolean): Row {
  const { entry, exchange, issues, lens } = context;
  const message = status?.message ?? undefined;
  const words = partsLine(message?.parts);
  const text = words === '' ? errorLine(context.sections) : words;
  const cut = text.length > ROW_TEXT_LIMIT;
  const kind: RowKind = words !== '' && stateClass(exchange.state) === 'active' ? 'text' : 'status';
  const lane: Lane = exchange.state === 'TASK_STATE_AUTH_REQUIRED' ? 'auth' : 'status';
  const row = makeRow(entry, lane, kind, exchange, text, context.size);
  const marks =
    kind === 'text' && !final
      ? foldMarks(exchange, 'text', message?.messageId ?? '', cut, issues, lens)
      : plainMarks(cut, issues, lens);
  if (marks !== undefined) row.marks = marks;
  return row;
}

/** An error that came without a message of the agent: its words, or what else it says. */
function errorLine(sections: readonly Section[]): string {
  const error = sections.find((section) => section.kind === 'error');
  return error?.kind === 'error' ? (error.message ?? jsonLine(error.detail)) : '';
}

function sectionRow(context: EventContext, section: Section): Row {
  const { entry, exchange, memory, issues, lens, size } = context;
  switch (section.kind) {
    case 'thinking': {
      const cut = section.text.length > ROW_TEXT_LIMIT;
      const row = makeRow(entry, 'thinking', 'thinking', exchange, section.text, size);
      row.marks = foldMarks(exchange, 'thinking', '', cut, issues, lens);
      return row;
    }
    case 'tool': {
      const text = toolLine(section);
      const cut = text.length > ROW_TEXT_LIMIT;
      const row = makeRow(entry, 'tool', TOOL_KINDS[section.phase], exchange, text, size);
      const marks =
        section.phase === 'input-delta'
          ? foldMarks(exchange, 'tool', section.id, cut, issues, lens)
          : plainMarks(cut, issues, lens);
      if (marks !== undefined) row.marks = marks;
      const placed = placeTool(memory, exchange.task ?? exchange.number, section, entry.at);
      row.span = placed.span;
      if (placed.duration !== undefined) row.duration = placed.duration;
      if (placed.span.name !== undefined) row.name = placed.span.name;
      return row;
    }
    case 'text': {
      const cut = section.text.length > ROW_TEXT_LIMIT;
      const row = makeRow(entry, 'status', 'text', exchange, section.text, size);
      row.marks = foldMarks(exchange, 'text', '', cut, issues, lens);
      return row;
    }
    case 'report': {
      const text = section.text === undefined ? section.what : `${section.what} · ${section.text}`;
      const row = makeRow(entry, 'status', 'status', exchange, text, size);
      const marks = plainMarks(text.length > ROW_TEXT_LIMIT, issues, lens);
      if (marks !== undefined) row.marks = marks;
      row.name = section.what;
      return row;
    }
    case 'usage': {
      const text = usageLine(section);
      const row = makeRow(entry, 'status', 'usage', exchange, text, size);
      const marks = plainMarks(false, issues, lens);
      if (marks !== undefined) row.marks = marks;
      return row;
    }
    default: {
      const permission = section as Extract<Section, { kind: 'permission' }>;
      const text = permission.title ?? permission.purpose ?? permission.decision ?? '';
      const kind: RowKind = permission.received === true ? 'answer' : 'permission';
      const row = makeRow(entry, 'auth', kind, exchange, text, size);
      const marks = plainMarks(text.length > ROW_TEXT_LIMIT, issues, lens);
      if (marks !== undefined) row.marks = marks;
      const open = permission.toolId === undefined ? undefined : memory.spans?.get(permission.toolId);
      if (open !== undefined) row.span = open.mid;
      const name = permission.tool ?? open?.mid.name;
      if (name !== undefined) row.name = name;
      return row;
    }
  }
}

/** `1284 + 96 = 1380 · model`: input, output, total. */
function usageLine(usage: Extract<Section, { kind: 'usage' }>): string {
  let line = `${usage.input ?? '?'} + ${usage.output ?? '?'}`;
  if (usage.total !== undefined) line += ` = ${usage.total}`;
  return usage.model === undefined ? line : `${line} · ${usage.model}`;
}

function artifactRow(context: EventContext, update: TaskArtifactUpdateEvent): Row {
  const { entry, exchange, issues, lens, size } = context;
  // A broken event may lack it; the decoder has said so already.
  const artifact = update.artifact ?? { artifactId: '', parts: [] };
  const bytes = partsSize(artifact.parts, context.ascii(entry));
  const mediaType = artifact.parts?.[0]?.mediaType;
  const text = artifactLine(artifact, mediaType, bytes);
  const cut = text.length > ROW_TEXT_LIMIT;
  const row = makeRow(entry, 'artifact', 'artifact', exchange, text, size);
  const id = artifact.artifactId ?? '';
  const marks =
    update.append === true ? foldMarks(exchange, 'artifact', id, cut, issues, lens) : plainMarks(cut, issues, lens);
  if (marks !== undefined) row.marks = marks;
  row.name = id;
  const brief = briefArtifact(artifact, mediaType, bytes);
  if (update.append === true) brief.append = true;
  if (update.lastChunk === true) brief.last = true;
  row.artifact = brief;
  return row;
}
