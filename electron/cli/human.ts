import { basename } from 'node:path';
import { fileOf, type PartFile } from '../../shared/a2a/reduce/part-file.ts';
import { partKind } from '../../shared/model/message.ts';
import type { Row } from '../../shared/model/row.ts';
import { stateClass } from '../../shared/model/task.ts';
import type { Connection } from './connection.ts';
import { stepText } from './doctor-text.ts';
import type { EventLine } from './event-line.ts';
import { hintFor } from './hints.ts';
import type { ArtifactLine, ErrorLine, OutcomeLine } from './outcome-line.ts';
import type { Reporter } from './reporter.ts';
import { resultText } from './result-text.ts';
import { rowText } from './row-text.ts';
import { type Colour, cell, clock, type Style, stateColour, stateWord, styleFor } from './style.ts';
import type { Terminal } from './terminal.ts';
import { cut, visibleBlock, visibleLine } from './visible.ts';

/** Width of a line when the output is no terminal, characters. */
const DEFAULT_COLUMNS = 160;
/** Characters printed of one artifact or one raw answer. */
const BLOCK_CHARS = 20_000;
const TYPE_WIDTH = 13;
const STATE_WIDTH = 15;

const TYPE_WORDS: Record<EventLine['type'], [word: string, colour: Colour | undefined]> = {
  task: ['task', undefined],
  message: ['message', 'cyan'],
  statusUpdate: ['status', undefined],
  artifactUpdate: ['artifact', 'cyan'],
  rpcError: ['error', 'red'],
  restError: ['error', 'red'],
  unparsed: ['unreadable', 'yellow'],
};

const partWords = (event: EventLine): string => {
  const others = (event.parts ?? []).filter((part) => partKind(part) !== 'text').map((part) => partKind(part));
  return others.length > 0 ? `[${others.join(', ')}]` : '';
};

function middle(event: EventLine): [word: string, colour: Colour | undefined] {
  if (event.state !== undefined) return [stateWord(event.state), stateColour(event.state)];
  if (event.artifactId !== undefined) return [event.artifactId, undefined];
  return [event.code !== undefined ? String(event.code) : '', 'red'];
}

/** One line for one event: time, kind, state or artifact, text. What a lens found in the metadata comes first. */
export function eventText(event: EventLine, row: Row, started: number, style: Style, columns: number): string {
  const [plainWord, colour] = TYPE_WORDS[event.type];
  const word = row.marks?.lens ? row.kind : plainWord;
  const [label, labelColour] = middle(event);
  const said = event.text || (row.marks?.lens ? [row.name, row.text].filter(Boolean).join('  ') : event.raw);
  const text = visibleLine([said, partWords(event), event.lastChunk ? '(last)' : ''].filter(Boolean).join(' '));
  const room = Math.max(20, columns - 9 - TYPE_WIDTH - STATE_WIDTH - 6);
  return [
    style('dim', clock(event.at - started)),
    cell(style, colour, word, TYPE_WIDTH),
    cell(style, labelColour, cut(visibleLine(label), STATE_WIDTH), STATE_WIDTH),
    cut(text, room),
  ]
    .join('  ')
    .trimEnd();
}

function block(text: string): string {
  const shown = visibleBlock(text);
  const rest = shown.length - BLOCK_CHARS;
  const body = rest > 0 ? `${shown.slice(0, BLOCK_CHARS)}\n… ${rest} more characters, all of them with --json` : shown;
  return body
    .replace(/\n$/, '')
    .split('\n')
    .map((line) => `  ${line}`)
    .join('\n');
}

const FILE_PROBLEMS: Record<NonNullable<PartFile['problem']>, string> = {
  base64: 'content that is no base64',
  'data-url': 'a data URL without content',
};

function artifactText(artifact: ArtifactLine, style: Style): string {
  const name =
    artifact.name && artifact.name !== artifact.artifactId
      ? `${artifact.artifactId} (${artifact.name})`
      : artifact.artifactId;
  const lines = [`${style('bold', `Artifact ${visibleLine(name)}`)}${artifact.sealed ? '' : '  not finished'}`];
  if (artifact.text) lines.push(block(artifact.text));
  for (const part of artifact.content) {
    const kind = partKind(part);
    if (kind === 'text') continue;
    const file = fileOf(part);
    const about = [file?.name && basename(file.name), file?.mediaType].filter(Boolean).join(', ');
    const size = file?.problem === undefined ? `${file?.bytes} bytes` : FILE_PROBLEMS[file.problem];
    const content = file ? (file.url ?? size) : JSON.stringify(part.data);
    lines.push(`  ${kind}: ${visibleLine(cut(String(content), BLOCK_CHARS))}${about ? `  ${visibleLine(about)}` : ''}`);
  }
  return lines.join('\n');
}

const asText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value, null, 2));

function errorText(error: ErrorLine, style: Style): string {
  const codes = [
    error.http_status !== undefined ? `HTTP ${error.http_status}` : '',
    error.rpc_code !== undefined ? `${error.name ?? 'code'} ${error.rpc_code}` : '',
  ].filter(Boolean);
  const lines = [
    `${style('red', 'Error')}  ${visibleLine(error.message)}${codes.length > 0 ? `  (${codes.join(', ')})` : ''}`,
  ];
  const hint = hintFor(error);
  if (hint?.cause) lines.push(`  cause  ${hint.cause}`);
  if (hint) lines.push(`  try    ${hint.tries}`);
  // What a consent is about stands in its message.
  for (const raw of error.layer === 'consent' ? [] : [error.data, error.detail])
    if (raw !== undefined && raw !== null) lines.push(style('dim', block(asText(raw))));
  return lines.join('\n');
}

const OUTCOME_WORDS: Record<OutcomeLine['outcome'], [word: string, colour: Colour | undefined]> = {
  ok: ['Done', 'green'],
  complete: ['Complete', 'green'],
  paused: ['Waiting for you', 'yellow'],
  cut: ['Stream ended early', 'red'],
  warn: ['Done, with warnings', 'yellow'],
  'task-failed': ['Task failed', 'red'],
  error: ['Failed', 'red'],
  aborted: ['Stopped listening', 'yellow'],
};

/** The next command that makes sense, for outcomes that leave something open. */
function followUp(outcome: OutcomeLine, url: string): string | undefined {
  const task = outcome.task;
  if (!task) return outcome.outcome === 'aborted' ? 'The agent may still be working on the request.' : undefined;
  const where = `${url} ${task.id}`;
  if (outcome.outcome === 'paused') return `Answer with: loupe send ${url} --task ${task.id} --text '...'`;
  if (stateClass(task.state) === 'interrupted') return `Go on with: loupe send ${url} --task ${task.id} --text '...'`;
  if (outcome.outcome === 'cut') return `The task may go on at the agent: loupe task subscribe ${where}`;
  if (outcome.outcome === 'aborted') {
    return `The task goes on at the agent: loupe task get ${where}, loupe task cancel ${where}`;
  }
  return undefined;
}

function countText(outcome: OutcomeLine): string {
  const { event_count: count, task } = outcome;
  const parts = count === 0 ? [] : [count === 1 ? '1 event' : `${count} events`];
  if (task) parts.push(`task ${task.id} ${stateWord(task.state)}`);
  return parts.join(', ');
}

/** Aligned lines for people; colours and cutting only on a terminal. */
export function humanReporter(terminal: Terminal): Reporter {
  const style = styleFor(terminal.colour);
  const columns = terminal.columns ?? DEFAULT_COLUMNS;
  const print = (line: string) => terminal.out(`${line}\n`);
  let url = '';
  let started: number | undefined;

  return {
    connected(connection: Connection, findings: number) {
      url = connection.agent.url;
      const { card, negotiated } = connection;
      const name = card ? visibleLine(card.card.name) : connection.agent.host;
      const way = negotiated ? `${negotiated.binding} ${negotiated.dialect}  ${negotiated.url}` : '';
      print(`${style('bold', name)}  ${visibleLine(way)}`.trimEnd());
      if (findings > 0)
        print(style('dim', `${findings} ${findings === 1 ? 'warning' : 'warnings'} about the card: loupe card ${url}`));
    },
    event(event, row) {
      started ??= event.at;
      print(eventText(event, row, started, style, columns));
    },
    row(row) {
      print(rowText(row, style, columns));
    },
    step(step) {
      print(stepText(step, style));
    },
    finish(outcome) {
      const result = resultText(outcome, style);
      if (result) print(result);
      for (const artifact of outcome.task?.artifacts ?? []) print(`\n${artifactText(artifact, style)}`);
      for (const warning of outcome.warnings.filter((item) => !item.card))
        print(`${style('yellow', 'Warning')}  ${visibleLine(warning.message)}`);
      if (outcome.error) terminal.err(`${errorText(outcome.error, style)}\n`);
      const [word, colour] = OUTCOME_WORDS[outcome.outcome];
      if (!result && !outcome.error) print(`\n${[style(colour, word), countText(outcome)].filter(Boolean).join('  ')}`);
      const next = followUp(outcome, url);
      if (next) print(next);
    },
  };
}
