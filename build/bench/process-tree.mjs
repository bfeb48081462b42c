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

/**
 * Follows the CPU time of a process and everything it started. Nothing is sampled where there is no /proc.
 * @param {number} root
 */
export function followCpu(root) {
  /** @type {Sample[]} */
  const samples = [];
  /** The last figure of every process that was ever seen; those that ended keep theirs. @type {Map<number, number>} */
  const ticks = new Map();
  const look = () => {
    const processes = readProcesses();
    const mine = (/** @type {number} */ pid) => {
      for (let at = pid; at > 1; at = processes.get(at)?.parent ?? 0) if (at === root) return true;
      return false;
    };
    for (const [pid, found] of processes) if (mine(pid)) ticks.set(pid, found.ticks);
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
