import type { Section } from '../../lenses/lens.ts';
import type { FrameEntry } from '../../model/entry.ts';
import type { Issue } from '../../model/issue.ts';
import type { Row, RowArtifact, RowTask } from '../../model/row.ts';
import { ROW_ARTIFACT_LIMIT, ROW_TEXT_LIMIT } from '../../model/row.ts';
import type { Task } from '../../model/task.ts';
import type { A2AError } from '../errors.ts';
import { artifactsOf } from './event-row.ts';
import type { ExchangeState } from './exchange-state.ts';
import { makeRow, plainMarks } from './make-row.ts';
import type { Folded, Reading } from './reading.ts';

const NO_SECTIONS: Section[] = [];
const NO_ARTIFACTS: RowArtifact[] = [];

/** The row of a frame nobody could read: its own text. */
export function unreadableRow(
  exchange: ExchangeState,
  entry: FrameEntry,
  message: string,
  text: string,
  issues: Issue[],
): Folded {
  const row = makeRow(entry, 'error', 'unreadable', exchange, text, entry.body.bytes);
  const marks = plainMarks(text.length > ROW_TEXT_LIMIT, issues);
  if (marks !== undefined) row.marks = marks;
  return { row, reading: { type: 'unreadable', message }, issues, sections: NO_SECTIONS };
}

const nameOf = (error: A2AError): string => error.name ?? error.reason ?? String(error.code ?? error.httpStatus ?? '');

/** `-32001 · Task not found`: the code unless it is the name already, then the message. */
function errorLine(error: A2AError): string {
  const code = error.code ?? error.httpStatus;
  if (code === undefined || String(code) === nameOf(error)) return error.message;
  return error.message === '' ? String(code) : `${code} · ${error.message}`;
}

function resultLine(reading: Reading): string {
  switch (reading.type) {
    case 'tasks':
      return reading.list.totalSize === undefined
        ? String(reading.list.tasks.length)
        : `${reading.list.tasks.length} / ${reading.list.totalSize}`;
    case 'push':
      return reading.config.url;
    case 'pushes':
      return reading.list.configs.map((config) => config.url).join(', ');
    case 'card':
      return `${reading.card.name} ${reading.card.version}`.trim();
    default:
      return '';
  }
}

/** The artifacts of listed tasks, each with its task. */
function listedArtifacts(tasks: readonly Task[]): RowArtifact[] {
  const briefs: RowArtifact[] = [];
  for (const { id, contextId, status, artifacts } of tasks) {
    if (briefs.length >= ROW_ARTIFACT_LIMIT) break;
    const of: RowTask = { id };
    if (contextId !== undefined && contextId !== '') of.context = contextId;
    if (status?.state !== undefined) of.state = status.state;
    for (const brief of artifactsOf(artifacts) ?? []) briefs.push({ ...brief, of });
  }
  return briefs.slice(0, ROW_ARTIFACT_LIMIT);
}

/** The row of an error, or of the answer to a call that is neither a task nor a message. */
export function answerRow(exchange: ExchangeState, entry: FrameEntry, reading: Reading, issues: Issue[]): Folded {
  let row: Row;
  let text: string;
  if (reading.type === 'error') {
    exchange.errors++;
    text = errorLine(reading.error);
    row = makeRow(entry, 'error', 'error', exchange, text, entry.body.bytes);
  } else {
    text = resultLine(reading);
    row = makeRow(entry, 'status', 'result', exchange, text, entry.body.bytes);
  }
  const marks = plainMarks(text.length > ROW_TEXT_LIMIT, issues);
  if (marks !== undefined) row.marks = marks;
  row.name = reading.type === 'error' ? nameOf(reading.error) : reading.type;
  const artifacts = reading.type === 'tasks' ? listedArtifacts(reading.list.tasks) : NO_ARTIFACTS;
  if (artifacts.length > 0) row.artifacts = artifacts;
  if (reading.type === 'error' && reading.error.httpStatus !== undefined) row.status = reading.error.httpStatus;
  return { row, reading, issues, sections: NO_SECTIONS };
}
