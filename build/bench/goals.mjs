// @ts-check
import { bigArtifactGoals } from './big-artifact.mjs';
import { growthGoals } from './growth-goals.mjs';
import { ingestGoal } from './ingest-goal.mjs';
import { inspectorGoal } from './inspector-goal.mjs';
import { lagGoal } from './lag-goal.mjs';
import { memoryGoals } from './memory-goals.mjs';
import { millionGoals } from './million-goals.mjs';
import { pageGoals } from './page-goals.mjs';
import { responseGoals } from './response-goals.mjs';
import { stallGoal } from './stall-goal.mjs';
import { startGoals } from './start-goal.mjs';

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
  { goals: ['P2'], run: inspectorGoal },
  { goals: ['P3', 'P5'], run: pageGoals },
  { goals: ['P4', 'P6'], run: growthGoals },
  { goals: ['P7'], run: lagGoal },
  { goals: ['P8', 'P9', 'P15'], run: memoryGoals },
  { goals: ['P10', 'P11'], run: startGoals },
  { goals: ['P12', 'P13'], run: responseGoals },
  { goals: ['P14'], run: stallGoal },
  { goals: ['P16', 'P17'], run: millionGoals },
  { goals: ['A1', 'A2'], run: bigArtifactGoals },
];
