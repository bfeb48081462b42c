// @ts-check
import { digestText, eventWords, named } from './words.mjs';

/** Events shown around the first one that differs. */
const SHOWN_EVENTS = 3;

/**
 * @typedef {object} ExpectedArtifact
 * @property {string} artifactId
 * @property {string} [name]
 * @property {string} [text] text parts joined
 * @property {number} [parts]
 * @property {boolean} [sealed]
 * @property {unknown[]} [content] members of each part; only the listed ones are compared
 */

/**
 * @typedef {object} Expected only the members that are there are compared
 * @property {string} [outcome]
 * @property {number} [exit]
 * @property {string[]} [events] in the words of eventWords, all of them in order
 * @property {string} [state] of the task, without TASK_STATE_
 * @property {string} [rawState] spelled differently on the wire
 * @property {ExpectedArtifact[]} [artifacts] all of them in order
 * @property {{ layer?: string, rpc_code?: number, http_status?: number, mentions?: string }} [error] null: none
 * @property {string[]} [warnings] codes, in order
 * @property {Record<string, unknown>} [members] further members of the outcome line
 */

const same = (/** @type {unknown} */ a, /** @type {unknown} */ b) => JSON.stringify(a) === JSON.stringify(b);
const show = (/** @type {unknown} */ value) => digestText(JSON.stringify(value) ?? 'nothing');

/**
 * What differs, listed members only: objects are compared member by member, arrays in full length.
 * @param {string} path
 * @param {unknown} wanted
 * @param {unknown} got
 * @returns {string[]}
 */
export function differences(path, wanted, got) {
  if (Array.isArray(wanted)) {
    if (!Array.isArray(got)) return [`${path}: expected a list, got ${show(got)}`];
    if (wanted.length !== got.length)
      return [`${path}: expected ${wanted.length} items, got ${got.length}: ${show(got)}`];
    return wanted.flatMap((item, index) => differences(`${path}[${index}]`, item, got[index]));
  }
  if (typeof wanted === 'function') return wanted(got) ? [] : [`${path}: ${show(got)} does not fit`];
  if (typeof wanted === 'object' && wanted !== null) {
    if (typeof got !== 'object' || got === null) return [`${path}: expected ${show(wanted)}, got ${show(got)}`];
    return Object.entries(wanted).flatMap(([key, value]) =>
      differences(`${path}.${key}`, value, /** @type {Record<string, unknown>} */ (got)[key]),
    );
  }
  return same(wanted, got) ? [] : [`${path}: expected ${show(wanted)}, got ${show(got)}`];
}

/**
 * @param {string[]} wanted
 * @param {string[]} got
 */
function eventDifferences(wanted, got) {
  const index = wanted.findIndex((word, position) => word !== got[position]);
  const first = index < 0 ? wanted.length : index;
  if (index < 0 && got.length === wanted.length) return [];
  const part = (/** @type {string[]} */ list) =>
    digestText(JSON.stringify(list.slice(Math.max(0, first - 1), first + SHOWN_EVENTS)));
  return [
    `events ${got.length} of ${wanted.length}, first difference at ${first}: expected ${part(wanted)}, got ${part(got)}`,
  ];
}

/**
 * Compares one run of the command line with what was expected of it.
 * @param {Expected} expected
 * @param {{ code: number, outcome: Record<string, any> | undefined, stderr: string }} ran
 * @returns {string[]} sentences; empty when all is as expected
 */
export function compareRun(expected, ran) {
  const { outcome } = ran;
  if (!outcome) return [`no outcome line; exit code ${ran.code}: ${digestText(ran.stderr.trim())}`];
  const found = [];
  const check = (/** @type {string} */ path, /** @type {unknown} */ wanted, /** @type {unknown} */ got) => {
    if (wanted !== undefined) found.push(...differences(path, wanted, got));
  };
  check('outcome', expected.outcome, outcome.outcome);
  check('exit code', expected.exit, ran.code);
  if (expected.events) {
    found.push(...eventDifferences(expected.events, outcome.events.map(eventWords)));
    check('event_count', expected.events.length, outcome.event_count);
  }
  check('task.state', expected.state, outcome.task?.state?.replace(/^TASK_STATE_/, ''));
  check('task.raw_state', expected.rawState, outcome.task?.raw_state);
  const artifacts = outcome.task?.artifacts?.map((/** @type {{ artifactId: string }} */ artifact) => ({
    ...artifact,
    artifactId: named(artifact.artifactId),
  }));
  check('task.artifacts', expected.artifacts, artifacts);
  if (expected.error) {
    const { mentions, ...members } = expected.error;
    check('error', members, outcome.error ?? {});
    if (mentions && !outcome.error?.message?.includes(mentions)) {
      found.push(`error.message: expected it to mention ${mentions}, got ${show(outcome.error?.message)}`);
    }
  } else if (outcome.error) {
    found.push(`error: expected none, got ${show(outcome.error)}`);
  }
  check(
    'warnings',
    expected.warnings ?? [],
    outcome.warnings.map((/** @type {{ code: string }} */ warning) => warning.code),
  );
  check('outcome', expected.members, outcome);
  return found;
}
