import { isObject } from '../../lib/json.ts';
import type { Message } from '../../model/message.ts';
import { type Mark, type Spread, spreadsOf } from './spans-figures.ts';
import type { RunSpan } from './spans-model.ts';

/** What a run asked for, as far as runs are told apart by it. */
export interface Asked {
  /** The skill that the request names. */
  skill?: string;
  text: string;
}

/** `failed`: refused, cut, stopped, or ended in a task that failed or was rejected. */
export type RunOutcome = 'open' | 'done' | 'failed';

/** Runs of one agent that asked for the same. */
export interface RunGroup {
  key: string;
  agent: string;
  asked: Asked;
  /** In order of their begin. */
  runs: RunSpan[];
  done: number;
  failed: number;
  open: number;
  /** Of the runs that are done: how a failed run came to its end says nothing of the others. */
  spreads: Partial<Record<Mark, Spread>>;
}

/** Members of metadata that name a skill, without a vendor's prefix and in small letters. */
const SKILL_KEYS: ReadonlySet<string> = new Set(['skill', 'skillid', 'skill_id', 'skill-id']);

const nameOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;

/** AdCP puts the skill's name into a data part; others into the message's metadata. */
function skillOf({ parts, metadata }: Message): string | undefined {
  for (const part of Array.isArray(parts) ? parts : []) {
    const found = isObject(part?.data) ? nameOf(part.data.skill) : undefined;
    if (found !== undefined) return found;
  }
  if (!isObject(metadata)) return undefined;
  for (const [key, value] of Object.entries(metadata)) {
    const last = key.slice(Math.max(key.lastIndexOf('/'), key.lastIndexOf('.'), key.lastIndexOf(':')) + 1);
    const found = SKILL_KEYS.has(last.toLowerCase()) ? nameOf(value) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

/** What a message asks for: its skill, and its texts and data as one text. */
export function askedOf(message: Message): Asked {
  const parts = Array.isArray(message.parts) ? message.parts : [];
  const texts = parts.flatMap((part) => {
    if (typeof part?.text === 'string') return part.text;
    if (part?.data !== undefined) return JSON.stringify(part.data);
    return part?.filename ?? part?.url ?? [];
  });
  const skill = skillOf(message);
  return { text: texts.join('\n'), ...(skill === undefined ? {} : { skill }) };
}

/** How a run came out. A task answers for the last message that was sent to it. */
export function outcomeOf(span: RunSpan): RunOutcome {
  const { run } = span;
  if (run.ended === undefined) return 'open';
  if (span.failed || (run.cause !== undefined && run.cause !== 'complete')) return 'failed';
  const group = span.parent?.group;
  const state = group?.turns[group.turns.length - 1] === span ? group.task?.state : undefined;
  return state === 'TASK_STATE_FAILED' || state === 'TASK_STATE_REJECTED' ? 'failed' : 'done';
}

/** p50 and p95 of the runs that are done. */
export const spreadsOfDone = (runs: readonly RunSpan[]): Partial<Record<Mark, Spread>> =>
  spreadsOf(runs.filter((run) => outcomeOf(run) === 'done'));

/** Runs by agent and skill, or by agent and text where no skill is named; groups in order of their first run. */
export function groupRuns(runs: readonly RunSpan[], asked: (run: RunSpan) => Asked): RunGroup[] {
  const groups = new Map<string, RunGroup>();
  for (const run of runs) {
    const what = asked(run);
    const { agent } = run.run;
    const key = JSON.stringify(what.skill === undefined ? [agent, 'text', what.text] : [agent, 'skill', what.skill]);
    let group = groups.get(key);
    if (group === undefined) {
      group = { key, agent, asked: what, runs: [], done: 0, failed: 0, open: 0, spreads: {} };
      groups.set(key, group);
    }
    group.runs.push(run);
    group[outcomeOf(run)]++;
  }
  for (const group of groups.values()) group.spreads = spreadsOfDone(group.runs);
  return [...groups.values()];
}
