// @ts-check
import { installPeer, startPeer } from '../../build/peers.mjs';
import { loupe } from './command.mjs';
import { compareRun } from './compare.mjs';
import { FLOWS } from './flows.mjs';
import { IAC_CODE_RUNS } from './iac-code.mjs';
import { PEER_RUNS } from './peers.mjs';
import { PUSH_IAC_CODE_RUNS } from './push-iac-code.mjs';
import { PUSH_SDK_RUNS } from './push-sdk.mjs';
import { VARIANTS } from './variants.mjs';

/**
 * @typedef {object} Result
 * @property {number} passed
 * @property {number} failed
 */

/**
 * @typedef {object} Checker
 * @property {string} url
 * @property {(label: string, args: string[], expected: import('./compare.mjs').Expected) => Promise<Record<string, any>>} expect
 * @property {(label: string, problems: string[]) => void} report
 *
 * @typedef {object} Opened
 * @property {import('../../build/peer-process.mjs').Peer & { keepLog?: () => string }} peer
 * @property {(check: Checker) => Promise<void>} checks
 */

const nameOf = (/** @type {{ peer: string, version: string, binding?: string }} */ { peer, version, binding }) =>
  [peer, version, binding].filter(Boolean).join(' ');

/**
 * Runs the checks of one server and prints one line for each.
 * @param {{ peer: string, version: string, binding?: string }} run
 * @param {() => Promise<Opened>} open
 * @param {(line: string) => void} say
 * @returns {Promise<Result>}
 */
async function withPeer(run, open, say) {
  const result = { passed: 0, failed: 0 };
  const report = (/** @type {string} */ label, /** @type {string[]} */ problems) => {
    const name = `${nameOf(run)} ${label}`;
    if (problems.length === 0) {
      result.passed++;
      say(`PASS ${name}`);
    } else {
      result.failed++;
      say(`FAIL ${name}: ${problems.join('; ')}`);
    }
  };
  /** @type {Opened['peer'] | undefined} */
  let peer;
  try {
    const { peer: started, checks } = await open();
    peer = started;
    await checks({
      url: peer.url,
      report,
      async expect(label, args, expected) {
        const ran = await loupe(args);
        report(label, compareRun(expected, ran));
        return ran.outcome ?? {};
      },
    });
  } catch (error) {
    report('agent', [error instanceof Error ? (error.stack ?? error.message) : String(error)]);
  } finally {
    if (result.failed > 0 && peer?.keepLog) say(`What ${nameOf(run)} printed: ${peer.keepLog()}`);
    await peer?.stop();
  }
  return result;
}

/**
 * @param {import('./quirks.mjs').PeerRun} run
 * @param {(word: string) => boolean} wanted
 * @returns {(check: Checker) => Promise<void>}
 */
const scenariosAndFlows = (run, wanted) => async (check) => {
  const { adapt = (/** @type {any} */ expected) => expected, instead = {}, skipped = [] } = run;
  const expect = (/** @type {string} */ label, /** @type {string[]} */ args, /** @type {any} */ expected) =>
    check.expect(label, [...args, ...run.options], instead[label] ?? adapt(expected));
  const report = (/** @type {string} */ label, /** @type {string[]} */ problems) => {
    if (!skipped.includes(label)) check.report(label, problems);
  };
  for (const scenario of run.scenarios.filter((item) => wanted(item.text))) {
    const args = ['send', check.url, '--text', scenario.text, ...(scenario.options ?? [])];
    const label = [scenario.text, ...(scenario.options ?? [])].join(' ');
    await expect(`stream: ${label}`, [...args, '--stream'], scenario.stream);
    await expect(`send: ${label}`, [...args, '--no-stream'], scenario.send);
  }
  for (const [name, flow] of Object.entries(FLOWS)) {
    if (wanted(name)) await flow({ url: check.url, quirks: run.quirks, expect, report });
  }
};

/**
 * @param {{ peer: string, args: string[] }} run
 * @param {Opened['checks']} checks
 */
const opening =
  ({ peer, args }, checks) =>
  async () => ({ peer: await startPeer(peer, args), checks });

/**
 * Every job of the suite: one started server each.
 * @param {{ peer?: string, only?: string, binding?: string }} choice
 * @param {(line: string) => void} say
 * @returns {{ name: string, peer: string, install: () => Promise<unknown>, run: () => Promise<Result> }[]}
 */
export function jobs({ peer, only, binding }, say) {
  const wanted = (/** @type {string} */ word) => only === undefined || word === only || word.split(' ')[0] === only;
  const main = PEER_RUNS.map((run) => ({
    name: nameOf(run),
    peer: run.peer,
    binding: run.binding ?? 'JSONRPC',
    needed: run.scenarios.some((scenario) => wanted(scenario.text)) || Object.keys(FLOWS).some(wanted),
    install: () => installPeer(run.peer, say),
    run: () => withPeer(run, opening(run, scenariosAndFlows(run, wanted)), say),
  }));
  const variants = VARIANTS.map((variant) => ({
    name: `${nameOf(variant)} ${variant.name}`,
    peer: variant.peer,
    binding: variant.binding ?? 'JSONRPC',
    needed: wanted(variant.name),
    install: () => installPeer(variant.peer, say),
    run: () => withPeer(variant, opening(variant, variant.checks), say),
  }));
  const opened = [...IAC_CODE_RUNS, ...PUSH_IAC_CODE_RUNS, ...PUSH_SDK_RUNS].map((run) => ({
    name: `${nameOf(run)} ${run.name}`,
    peer: run.peer,
    binding: 'binding' in run ? run.binding : 'JSONRPC',
    needed: run.words.some(wanted),
    install: () => run.install(say),
    run: () => withPeer(run, () => run.open(wanted), say),
  }));
  return [...main, ...opened, ...variants].filter(
    (job) =>
      job.needed && (peer === undefined || job.peer === peer) && (binding === undefined || job.binding === binding),
  );
}

/**
 * Installs what the jobs need and runs them, a few at a time.
 * @param {ReturnType<typeof jobs>} list
 * @param {number} atATime
 * @returns {Promise<Result>}
 */
export async function runJobs(list, atATime) {
  for (const { install } of new Map(list.map((job) => [job.peer, job])).values()) await install();
  const waiting = [...list];
  const total = { passed: 0, failed: 0 };
  const lane = async () => {
    for (let job = waiting.shift(); job; job = waiting.shift()) {
      const { passed, failed } = await job.run();
      total.passed += passed;
      total.failed += failed;
    }
  };
  await Promise.all(Array.from({ length: atATime }, lane));
  return total;
}
