// @ts-check

/**
 * A goal as the machine's own limit sees it: what to aim for, and what must not be passed.
 * @typedef {{ id: string, what: string, unit: string, goal?: number, gate?: number }} Goal unit: what stands behind the
 *   figure, such as `x CPU` or `ms`
 */

/** @typedef {Record<string, string | number>} Cells one line of a table, by column */

/** @typedef {{ lines: string[], table: Cells[] }} Findings what a part of the benchmark has to print */

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

/** @param {number} value @param {Goal} goal @returns {'met' | 'within the gate' | 'missed' | 'not measured'} */
export function verdict(value, { goal, gate }) {
  if (!Number.isFinite(value)) return 'not measured';
  if (goal !== undefined && value <= goal) return 'met';
  if (gate !== undefined && value <= gate) return goal === undefined ? 'met' : 'within the gate';
  return 'missed';
}

/**
 * `P1 status 10k ratio 1.9 CPU (goal 2 gate 2.5) met`
 * @param {number} value
 * @param {Goal} goal
 */
export function goalLine(value, goal) {
  const bounds = [
    ...(goal.goal === undefined ? [] : [`goal ${goal.goal}`]),
    ...(goal.gate === undefined ? [] : [`gate ${goal.gate}`]),
  ].join(' ');
  return `${goal.id} ${goal.what} ${short(value)} ${goal.unit} (${bounds}) ${verdict(value, goal)}`;
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
