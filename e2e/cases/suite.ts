import { type CaseFolder, findCases } from './case-file.ts';
import { disputed } from './disputed.ts';
import { findScript } from './fake-agent.ts';
import { type CaseResult, runCase } from './run-case.ts';
import { closeBrowser } from './window.ts';

export interface SuiteOptions {
  folders: readonly string[];
  /** Ids; all when left out. */
  only?: readonly string[];
  kinds?: readonly string[];
  /** Cases that are played at the same time. */
  atATime: number;
  say(line: string): void;
}

export interface SuiteResult {
  passed: number;
  /** Disputed ones included. */
  failed: number;
  /** Failed in nothing but an expectation of `disputed.ts`. */
  disputed: number;
  notRun: number;
}

/** Characters of one line about a case. */
const LINE_CHARS = 2_000;

/** True when nothing differs but what is disputed. */
const isDisputed = ({ id, found }: CaseResult): boolean => {
  const differs = disputed[id]?.differs;
  return differs !== undefined && found.length > 0 && found.every((one) => one.startsWith(differs));
};

function lineOf(result: CaseResult): string {
  const { id, found, unchecked, notRun } = result;
  if (notRun) return `not run: ${id} (${notRun})`;
  const head = found.length === 0 ? `PASS ${id}` : `FAIL ${id} ${found.join('; ')}`;
  const line = head.replace(/\s+/g, ' ');
  const cut = line.length > LINE_CHARS ? `${line.slice(0, LINE_CHARS)}…` : line;
  const told = isDisputed(result) ? `${cut} [disputed: ${disputed[id]?.why}]` : cut;
  return unchecked.length > 0 ? `${told} [unchecked: ${[...new Set(unchecked)].join(', ')}]` : told;
}

/** The cases of some folders that were asked for, in order. Throws when a folder or file cannot be read. */
export function chooseCases({ folders, only, kinds }: SuiteOptions): CaseFolder[] {
  return findCases(folders).filter(
    ({ file }) => (!only || only.includes(file.id)) && (!kinds || kinds.includes(file.kind)),
  );
}

/** Ends what is running, for a run that is broken off. */
export const stopCases = closeBrowser;

/** Plays cases, a few at a time, and prints one line for each, in their order. */
export async function runCases(cases: readonly CaseFolder[], { atATime, say }: SuiteOptions): Promise<SuiteResult> {
  const total: SuiteResult = { passed: 0, failed: 0, disputed: 0, notRun: 0 };
  const results = new Map<number, CaseResult>();
  let next = 0;
  let told = 0;
  const lane = async () => {
    for (let index = next++; index < cases.length; index = next++) {
      const found = cases[index] as CaseFolder;
      const script = findScript(found.folder);
      results.set(
        index,
        script
          ? await runCase(script, found)
          : { id: found.file.id, kind: found.file.kind, found: ['there is no agent to play it'], unchecked: [] },
      );
      for (let ready = results.get(told); ready; ready = results.get(++told)) say(lineOf(ready));
    }
  };
  try {
    await Promise.all(Array.from({ length: atATime }, lane));
  } finally {
    await closeBrowser();
  }
  for (const result of results.values()) {
    if (result.notRun) total.notRun++;
    else if (result.found.length > 0) total.failed++;
    else total.passed++;
    if (isDisputed(result)) total.disputed++;
    else if (disputed[result.id] && result.found.length === 0) say(`no longer disputed: ${result.id}`);
  }
  return total;
}
