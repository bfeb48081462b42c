// @ts-check
import { cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { goalLine, summaryLine, table } from './bench/figures.mjs';
import { PARTS } from './bench/goals.mjs';
import { startLoadServer } from './bench/load-server.mjs';
import { buildAll } from './bundle.mjs';
import { startDisplay } from './display.mjs';
import { findRuntime } from './electron-runtime.mjs';
import { ensureDependencies } from './setup.mjs';

/** In the order of their numbers. */
const GOALS = PARTS.flatMap((part) => part.goals).sort((a, b) => Number(a.slice(1)) - Number(b.slice(1)));
const USAGE = `npm run bench [-- --only ${GOALS.join(',')}] [--rounds N]`;

/** What shells report for a program that Ctrl+C ended. */
const EXIT_INTERRUPTED = 130;

// Progress goes to stderr, so that stdout holds the figures only.
const say = (/** @type {string} */ line) => console.error(line);

/** What `--only` and `--rounds` say; undefined when they make no sense. */
function readOptions() {
  try {
    const { values } = parseArgs({ options: { only: { type: 'string' }, rounds: { type: 'string' } } });
    const goals = values.only === undefined ? GOALS : values.only.split(',').map((name) => name.trim().toUpperCase());
    const rounds = values.rounds === undefined ? undefined : Number(values.rounds);
    const sound = rounds === undefined || (Number.isInteger(rounds) && rounds > 0);
    return sound && goals.every((goal) => GOALS.includes(goal)) ? { goals, rounds } : undefined;
  } catch {
    return undefined;
  }
}

/** A runtime and a display of its own, found when first asked for. */
function createScreen() {
  /** @type {Promise<import('./bench/goals.mjs').Screen> | undefined} */
  let found;
  /** @type {(() => Promise<void>) | undefined} */
  let stop;
  const find = async () => {
    const runtime = await findRuntime({ say });
    if ('reason' in runtime) return { reason: `there is no Electron runtime: ${runtime.reason}` };
    if (process.platform === 'linux') {
      const display = await startDisplay();
      if ('reason' in display) return display;
      stop = display.stop;
      process.env.DISPLAY = display.display;
    }
    return { runtime: runtime.path, env: process.env };
  };
  return {
    window: () => {
      found ??= find();
      return found;
    },
    stop: async () => stop?.(),
  };
}

/** Runs the parts one after the other, so that none disturbs another. @param {string[]} goals @param {number} [rounds] */
async function bench(goals, rounds) {
  let failed = false;
  const cannot = (/** @type {string} */ what, /** @type {string} */ reason) => {
    failed = true;
    console.log(`${what} could not run: ${reason}`);
  };
  await ensureDependencies(say);
  await buildAll(say);
  const server = await startLoadServer(say);
  const screen = createScreen();
  const wants = (/** @type {string} */ goal) => goals.includes(goal);
  const interrupt = () => {
    // Both send their signal before they wait.
    void screen.stop();
    void server.stop();
    process.exit(EXIT_INTERRUPTED);
  };
  process.once('SIGINT', interrupt);
  process.once('SIGTERM', interrupt);
  const before = loadavg()[0];
  /** @type {import('./bench/figures.mjs').Result[]} */
  const results = [];
  try {
    for (const part of PARTS.filter(({ goals: names }) => names.some(wants))) {
      try {
        const found = await part.run({ server, rounds, say, wants, cannot, window: screen.window });
        const asked = found.results.filter(({ goal }) => wants(goal.id));
        results.push(...asked);
        console.log([...asked.map(goalLine), '', ...table(found.table), ''].join('\n'));
      } catch (error) {
        cannot(part.goals.join(', '), error instanceof Error ? error.message : String(error));
      }
    }
    const of = (/** @type {string} */ id) => results.filter(({ goal }) => goal.id === id);
    const summary = GOALS.filter(wants).map((id) => summaryLine(id, of(id)));
    failed ||= summary.some((line) => line.includes('not measured'));
    console.log([...summary, ''].join('\n'));
    const [start, end] = [before, loadavg()[0]].map((load) => load?.toFixed(1));
    console.log(`Load of the machine: ${start} at the start, ${end} at the end, ${cpus().length} cores`);
  } finally {
    await screen.stop();
    await server.stop();
  }
  return !failed;
}

const options = readOptions();
if (!options) {
  console.error(USAGE);
  process.exitCode = 2;
} else {
  try {
    if (!(await bench(options.goals, options.rounds))) process.exitCode = 1;
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
