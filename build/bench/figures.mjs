// @ts-check

/**
 * A goal as the machine's own limit sees it: what to aim for, and what must not be passed.
 * @typedef {{ id: string, what: string, unit: string, goal?: number, gate?: number, atLeast?: true }} Goal unit: what
 *   stands behind the figure, such as `x CPU` or `ms`; atLeast: the bounds are lower ones
 */

/** @typedef {{ value: number, goal: Goal }} Result one figure, and what it is held against */

/** @typedef {Record<string, string | number>} Cells one line of a table, by column */

/** @typedef {{ results: Result[], table: Cells[] }} Findings what a part of the benchmark has to print */

/** The middle value; the mean of the two middle ones when there is no single one. @param {number[]} values */
export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

/** Whole numbers from a hundred on, else two digits that say something. @param {number} value */
export function short(value) {
  if (!Number.isFinite(value)) return '-';
  return Math.abs(value) >= 100 ? String(Math.round(value)) : String(Number(value.toPrecision(value >= 10 ? 3 : 2)));
}

/** From good to bad. */
const VERDICTS = /** @type {const} */ (['met', 'within the gate', 'missed', 'not measured']);

/** @param {number} value @param {Goal} goal @returns {typeof VERDICTS[number]} */
export function verdict(value, { goal, gate, atLeast }) {
  const keeps = (/** @type {number} */ bound) => (atLeast ? value >= bound : value <= bound);
  if (!Number.isFinite(value)) return 'not measured';
  if (goal !== undefined && keeps(goal)) return 'met';
  if (gate !== undefined && keeps(gate)) return goal === undefined ? 'met' : 'within the gate';
  return 'missed';
}

/** `goal 2 gate 2.5` @param {Goal} goal */
const boundsOf = ({ goal, gate }) =>
  [...(goal === undefined ? [] : [`goal ${goal}`]), ...(gate === undefined ? [] : [`gate ${gate}`])].join(' ');

/**
 * `P1 status 10k ratio 1.9 CPU (goal 2 gate 2.5) met`
 * @param {Result} result
 */
export const goalLine = ({ value, goal }) =>
  `${goal.id} ${goal.what} ${short(value)} ${goal.unit} (${boundsOf(goal)}) ${verdict(value, goal)}`;

/** How much of what is allowed a figure takes. @param {Result} result */
function strain({ value, goal }) {
  const bound = goal.gate ?? goal.goal ?? Number.NaN;
  if (bound === 0) return value === 0 ? 0 : Number.POSITIVE_INFINITY;
  return goal.atLeast ? bound / value : value / bound;
}

/** What stands before the figure where a goal has one line: ratios say so, others say their unit. @param {Goal} goal */
const measureOf = ({ what, unit }) => (/\bratio$/.test(what) ? 'ratio' : unit);

/**
 * A goal in one line, by the figure that is the worst of all: `P3 ratio 4.1 goal 5 gate 10 met (web burst 10k last visible
 * ratio, wall; worst of 4)`.
 * @param {string} id
 * @param {Result[]} results of this goal
 */
export function summaryLine(id, results) {
  const rank = (/** @type {Result} */ { value, goal }) => VERDICTS.indexOf(verdict(value, goal));
  const [worst] = [...results].sort((a, b) => rank(b) - rank(a) || strain(b) - strain(a));
  if (!worst) return `${id} not measured`;
  const { value, goal } = worst;
  const measure = measureOf(goal);
  const what = measure === goal.unit ? goal.what : `${goal.what}, ${goal.unit}`;
  const of = results.length > 1 ? `; worst of ${results.length}` : '';
  return `${id} ${measure} ${short(value)} ${boundsOf(goal)} ${verdict(value, goal)} (${what}${of})`;
}

/**
 * Columns under each other, numbers to the right.
 * @param {Cells[]} rows
 * @returns {string[]}
 */
export function table(rows) {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const text = (/** @type {string | number | undefined} */ cell) =>
    cell === undefined ? '' : typeof cell === 'number' ? short(cell) : cell;
  const lines = [names, ...rows.map((row) => names.map((name) => text(row[name])))];
  const widths = names.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  const numeric = names.map((name) => rows.every((row) => typeof row[name] !== 'string'));
  return lines.map((line) =>
    line
      .map((cell, column) => (numeric[column] ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0)))
      .join('  ')
      .trimEnd(),
  );
}

/** `10k` for 10,000. @param {number} count */
export const thousands = (count) => (count % 1000 === 0 ? `${count / 1000}k` : String(count));
