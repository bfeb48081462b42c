// @ts-check
import { readdirSync, readFileSync } from 'node:fs';

/** Clock ticks per second in /proc on every Linux that Node runs on. */
const TICKS_PER_SECOND = 100;
/** Wait between two looks, milliseconds. */
const EVERY_MS = 25;
/** Columns of /proc/<pid>/stat behind the command's name: parent, then user and system time. */
const PARENT = 1;
const USER = 11;
const SYSTEM = 12;

/** @typedef {{ at: number, cpu: number }} Sample at: wall clock, ms; cpu: ms used by then */

/** Parent and CPU ticks of every process. @returns {Map<number, { parent: number, ticks: number }>} */
function readProcesses() {
  const processes = new Map();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'latin1');
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      const ticks = Number(fields[USER]) + Number(fields[SYSTEM]);
      processes.set(Number(name), { parent: Number(fields[PARENT]), ticks });
    } catch {
      // It ended in between.
    }
  }
  return processes;
}

/** @param {Map<number, { parent: number }>} processes @param {number} pid @param {ReadonlySet<number>} roots */
function isBelow(processes, pid, roots) {
  for (let at = pid; at > 1; at = processes.get(at)?.parent ?? 0) if (roots.has(at)) return true;
  return false;
}

/** Processes that this one has started itself. @returns {Set<number>} */
export function ownChildren() {
  const children = [...readProcesses()].filter(([, { parent }]) => parent === process.pid);
  return new Set(children.map(([pid]) => pid));
}

/**
 * What processes hold, MB.
 * @typedef {object} Memory
 * @property {number} total
 * @property {number} page of the processes that pages run in
 * @property {number} engine of the process that the engine runs in
 */

/** Where the engine runs: in the web host's Node, or in the process that Electron began with. */
const ENGINE = /web\.cjs|electron(?!.*--type=)/;

/**
 * Memory of processes and everything they started: what several of them share counts once. NaN where there is no /proc.
 * @param {ReadonlySet<number>} roots
 * @returns {Memory}
 */
export function memoryOf(roots) {
  if (process.platform !== 'linux') return { total: Number.NaN, page: Number.NaN, engine: Number.NaN };
  const processes = readProcesses();
  const memory = { total: 0, page: 0, engine: 0 };
  for (const pid of processes.keys()) {
    if (!isBelow(processes, pid, roots)) continue;
    try {
      const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'latin1');
      const held = Number(rollup.match(/^Pss:\s+(\d+)/m)?.[1] ?? 0) / 1024;
      const command = readFileSync(`/proc/${pid}/cmdline`, 'latin1').replaceAll('\0', ' ');
      memory.total += held;
      if (command.includes('--type=renderer')) memory.page += held;
      else if (ENGINE.test(command)) memory.engine += held;
    } catch {
      // It ended in between.
    }
  }
  return memory;
}

/**
 * Follows the CPU time of a process and everything it started. Nothing is sampled where there is no /proc.
 * @param {number} root
 */
export function followCpu(root) {
  /** @type {Sample[]} */
  const samples = [];
  /** The last figure of every process that was ever seen; those that ended keep theirs. @type {Map<number, number>} */
  const ticks = new Map();
  const roots = new Set([root]);
  const look = () => {
    const processes = readProcesses();
    for (const [pid, found] of processes) if (isBelow(processes, pid, roots)) ticks.set(pid, found.ticks);
    const sum = [...ticks.values()].reduce((total, value) => total + value, 0);
    samples.push({ at: Date.now(), cpu: (sum * 1000) / TICKS_PER_SECOND });
  };
  const timer = process.platform === 'linux' ? setInterval(look, EVERY_MS) : undefined;
  return {
    /** CPU milliseconds by a moment of the wall clock, between the two looks around it. @param {number} moment */
    at(moment) {
      const after = samples.findIndex((sample) => sample.at >= moment);
      const to = samples[after];
      const from = samples[after - 1] ?? to;
      if (!from || !to) return Number.NaN;
      const share = to.at === from.at ? 0 : (moment - from.at) / (to.at - from.at);
      return from.cpu + (to.cpu - from.cpu) * share;
    },
    stop: () => clearInterval(timer),
  };
}
