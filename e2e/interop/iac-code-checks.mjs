// @ts-check
import { rowWords, turnWords } from './iac-code-words.mjs';

/** @typedef {import('./iac-code-client.mjs').Told} Told */
/** @typedef {import('./iac-code-client.mjs').Client} Client */
/** @typedef {import('../../shared/model/row.ts').Row} Row */

/**
 * How a release differs in what it sends.
 * @typedef {object} Dialect
 * @property {boolean} repeats the whole text once more at the end of a turn
 * @property {boolean} names the model's provider in the usage
 * @property {boolean} asks for permission; otherwise it refuses by itself
 * @property {string[]} canceled what a canceled task says, in order
 */

/**
 * What the checks work with.
 * @typedef {object} Bench
 * @property {Client} client
 * @property {Dialect} dialect
 * @property {string} workspace
 * @property {(label: string, problems: string[]) => void} report
 * @property {(text: string, more?: Record<string, unknown>) => { message: Record<string, unknown> }} say a message in the workspace
 */

/**
 * Metadata that no view is made of; it stays readable key by key. The shape of a tool's arguments says nothing beside the
 * arguments, and what iac-code says of an artifact stands beside its vendor object, and not in it.
 */
const PLAIN_KEYS = [
  ...['iacCodeSessionId', 'executionControl', 'cwd', 'history.iac_code.cwd', 'tool.inputSummary', 'tool.artifact'],
  ...['artifact', 'uri', 'mediaType', 'byteSize', 'sha256', 'sourcePath'],
];

/** @param {string} what @param {unknown} wanted @param {unknown} got */
export const same = (what, wanted, got) =>
  JSON.stringify(wanted) === JSON.stringify(got)
    ? []
    : [`${what}: expected ${JSON.stringify(wanted)}, got ${JSON.stringify(got)}`];

/** The first line that differs, with its neighbours. @param {string[]} wanted @param {string[]} got */
export function sameLines(wanted, got) {
  const at = Array.from({ length: Math.max(wanted.length, got.length) }).findIndex((_, i) => wanted[i] !== got[i]);
  if (at < 0) return [];
  const near = (/** @type {string[]} */ lines) => JSON.stringify(lines.slice(Math.max(0, at - 1), at + 3));
  return [`line ${at + 1}: expected ${near(wanted)}, got ${near(got)}`];
}

/** Every tool call is opened once, closed once, named, and as long as its rows say. @param {Row[]} rows @param {string[]} tools */
export function spanProblems(rows, tools) {
  /** @type {Map<string, Row[]>} */
  const spans = new Map();
  for (const row of rows) {
    if (row.lane !== 'tool') continue;
    if (!row.span) return [`row ${row.seq} (${row.kind}) has no span`];
    spans.set(row.span.id, [...(spans.get(row.span.id) ?? []), row]);
  }
  const problems = [];
  const names = [];
  for (const [id, list] of spans) {
    const edges = list.map(({ span }) => span?.edge);
    const first = /** @type {Row} */ (list[0]);
    const last = /** @type {Row} */ (list[list.length - 1]);
    names.push(`${last.span?.name}${last.span?.failed ? ' failed' : ''}`);
    const paired =
      edges[0] === 'open' && edges.at(-1) === 'close' && !edges.slice(1, -1).some((edge) => edge !== 'mid');
    if (!paired) problems.push(`span ${id}: ${edges.join(' ')}`);
    if (last.duration === undefined || Math.abs(last.duration - (last.at - first.at)) > 1)
      problems.push(`span ${id}: duration ${last.duration} from ${first.at} to ${last.at}`);
  }
  return [...problems, ...same('tool calls', tools, names)];
}

/** Paths to the values inside a value. @param {unknown} value @param {string} path @returns {string[]} */
const pathsIn = (value, path) =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.entries(value).flatMap(([key, member]) => pathsIn(member, `${path}.${key}`))
    : [path];

/** What no lens reads and what is not known as such. @param {Told} told */
function unread(told) {
  const paths = told.entries
    .flatMap(({ sections }) => sections)
    .flatMap((section) =>
      section.kind === 'other' ? pathsIn(section.value, section.key.replace(/\[\d+\]$/, '')) : [],
    );
  const strange = paths.filter((path) => !PLAIN_KEYS.some((key) => path === key || path.startsWith(`${key}.`)));
  return [...new Set(strange)].map((path) => `nobody reads ${path}`);
}

/**
 * @typedef {object} Expected
 * @property {string} outcome
 * @property {string} state of the task
 * @property {string[]} [says] the exchange as a conversation, all lines
 * @property {string[]} [rows] kinds of rows, runs as one
 * @property {string[]} [tools] names of the tool calls that begin and end in the exchange
 * @property {string[]} [findings] codes that are no mere notes
 */

/**
 * Compares one exchange with what was expected of it: what it tells, its rows, and that nothing in it is unread.
 * @param {Bench} bench
 * @param {string} label
 * @param {Told} told
 * @param {Expected} expected
 */
export function checkTold({ report }, label, told, { outcome, state, says, rows, tools, findings = [] }) {
  const { error, issues, task } = told.outcome;
  report(label, [
    ...same('outcome', outcome, told.outcome.outcome),
    ...same('state', `TASK_STATE_${state}`, task?.state),
    ...(error ? [`error: ${error.message}`] : []),
    ...(says ? sameLines(says, turnWords(told.turns)) : []),
  ]);
  if (rows) report(`${label}: rows`, sameLines(rows, rowWords(told.rows)));
  if (tools) report(`${label}: tool calls`, spanProblems(told.rows, tools));
  const found = issues.filter(({ severity }) => severity !== 'note').map(({ code }) => code);
  report(`${label}: findings`, [...same('findings', findings, found), ...unread(told)]);
}

/**
 * @param {Bench} bench
 * @param {string} label
 * @param {Told} told
 * @param {number} code
 * @param {string} [mentions]
 */
export function checkRefused({ report }, label, told, code, mentions = '') {
  const { outcome, error } = told.outcome;
  report(label, [
    ...same('outcome', 'error', outcome),
    ...same('code', code, error?.a2a?.code),
    ...(error?.message.includes(mentions) ? [] : [`message: ${error?.message}`]),
  ]);
}

/** Id and context of the task of an exchange. @param {Told} told */
export function taskOf(told) {
  const { id = '', contextId = '' } = told.outcome.task ?? {};
  return { taskId: id, contextId };
}
