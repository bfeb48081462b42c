import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CaseFolder, fillAll } from './case-file.ts';
import type { Run } from './checks/check.ts';
import { checkAll } from './checks/index.ts';
import { type FakeAgent, startFakeAgent } from './fake-agent.ts';
import { play, whyNotPlayed } from './play.ts';
import { pushingOf } from './webhook.ts';
import { playInWindow, type Window } from './window.ts';

export interface CaseResult {
  id: string;
  kind: string;
  /** Sentences; none when everything that could be checked is as expected. */
  found: string[];
  /** Expectations that nobody can check yet. */
  unchecked: string[];
  /** Why the case was not played at all. */
  notRun?: string;
}

/** Longest time for one case, milliseconds; the slowest takes a third of it. */
const CASE_LIMIT_MS = 90_000;

async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no end after ${ms} ms`)), ms);
  });
  try {
    return await Promise.race([work, limit]);
  } finally {
    clearTimeout(timer);
  }
}

const reason = (error: unknown): string => (error instanceof Error ? (error.stack ?? error.message) : String(error));

async function check(folder: string, { file: written }: CaseFolder, agent: FakeAgent): Promise<Partial<CaseResult>> {
  const file = fillAll(written, agent.places);
  const { client, environment } = file.given;
  const pushing = pushingOf(file, (url) => agent.push(url));
  let window: Promise<Window> | undefined;
  try {
    const played = await play(file.given, pushing);
    const log = await agent.log();
    const run: Run = {
      file,
      says: (written.expect.says ?? []) as string[],
      folder,
      places: agent.places,
      played,
      log,
      window() {
        window ??= playInWindow(file.id, client, agent, environment, pushing);
        return window;
      },
      async again(change) {
        await agent.reset();
        const again = await play({ ...file.given, client: { ...client, ...change } }, pushing);
        return { played: again, log: await agent.log() };
      },
    };
    return await checkAll(run);
  } finally {
    await window?.then(
      (open) => open.close(),
      () => undefined,
    );
  }
}

/** Plays one case against Loupe and compares every expectation. Never throws: a fault of the runner is a difference. */
export async function runCase(script: string, found: CaseFolder): Promise<CaseResult> {
  const { id, kind, given } = found.file;
  const result: CaseResult = { id, kind, found: [], unchecked: [] };
  const notRun = whyNotPlayed(given);
  if (notRun) return { ...result, notRun };
  const folder = await mkdtemp(join(tmpdir(), 'loupe-case-files-'));
  let agent: FakeAgent | undefined;
  try {
    await cp(found.folder, folder, { recursive: true });
    agent = await startFakeAgent(script, folder);
    return { ...result, ...(await within(CASE_LIMIT_MS, check(folder, found, agent))) };
  } catch (error) {
    return { ...result, found: [reason(error)] };
  } finally {
    await agent?.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
