import * as z from 'zod/mini';
import type { Trouble } from '../lib/result.ts';
import type { AnyTaskState } from '../model/task.ts';
import type { WatchEnd, WatchPhase } from '../model/watch.ts';
import { procedure } from './procedure.ts';

/** A task that is, or was, asked for again and again. */
export interface WatchView {
  agent: string;
  task: string;
  phase: WatchPhase;
  /** Loupe began by itself, because the agent offers no stream of this task. */
  automatic: boolean;
  /** As the last answer said. */
  state?: AnyTaskState;
  /** Questions that were asked. */
  polls: number;
  /** Answers in a row that said nothing new; they make the wait longer. */
  unchanged: number;
  /** Milliseconds from an answer to the next question. */
  waitMs: number;
  /** When the next question is due, milliseconds since the epoch. */
  due?: number;
  /** Questions in a row that came to nothing, and what the last one ended in. */
  failures: number;
  trouble?: Trouble;
  end?: WatchEnd;
}

const text = z.string();
const one = z.object({ agent: text, task: text });

/** Tasks that are watched by asking, for agents that do not stream. */
export const watchProcedures = {
  /** Asks for a task at once and then again and again; of one that is watched already, asks now. `paused` asks no more until told. */
  'tasks.watch': procedure<WatchView>()(z.object({ agent: text, task: text, paused: z.optional(z.boolean()) })),
  /** Ends a watch; one that has ended is forgotten. */
  'tasks.unwatch': procedure<null>()(one),
  /** Those that go on and those that ended and were not put away. */
  'tasks.watching': procedure<WatchView[]>()(z.object({})),
};
