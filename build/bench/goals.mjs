// @ts-check
import { ingestGoal } from './ingest-goal.mjs';
import { pageGoals } from './page-goals.mjs';
import { startGoal } from './start-goal.mjs';

/** @typedef {{ runtime: string, env: NodeJS.ProcessEnv } | { reason: string }} Screen what windows can be shown with */

/**
 * What a part of the benchmark has to work with.
 * @typedef {object} Bench
 * @property {{ url: string }} server the load server
 * @property {number} [rounds] instead of the part's own number
 * @property {(line: string) => void} say progress
 * @property {(goal: string) => boolean} wants whether a goal was asked for
 * @property {() => Promise<Screen>} window an Electron runtime, and an environment with a display
 * @property {(what: string, reason: string) => void} cannot notes that something could not run
 */

/** @type {{ goals: string[], run: (bench: Bench) => Promise<import('./figures.mjs').Findings> }[]} */
export const PARTS = [
  { goals: ['P1'], run: ingestGoal },
  { goals: ['P3', 'P5'], run: pageGoals },
  { goals: ['P10'], run: startGoal },
];
