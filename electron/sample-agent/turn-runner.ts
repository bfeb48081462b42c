import { randomUUID } from 'node:crypto';
import { endsTurn } from './model.ts';
import type { Step, Steps } from './scenarios/scenario.ts';
import type { TaskRecord } from './task-record.ts';

/** Longest stretch of steps without letting the process do anything else, in milliseconds. */
const SLICE_MS = 8;

/**
 * Runs one turn of a task to its closing status. Waits `waitMs * pace` before each step, never runs ahead of the slowest
 * follower, and stops when the task is canceled. A scenario that throws fails its task instead of the process.
 */
export async function runTurn(record: TaskRecord, steps: Steps, pace: number): Promise<void> {
  const turn = record.beginTurn();
  await breathe();
  let sliceStart = Date.now();
  try {
    for (const step of steps) {
      const wait = step.waitMs * pace;
      if (wait > 0) await record.pause(wait, turn);
      else if (Date.now() - sliceStart >= SLICE_MS) {
        await breathe();
        sliceStart = Date.now();
      }
      if (record.anyoneFull()) await record.room(turn);
      if (turn.stopped) return;
      record.apply(step);
      if (step.kind === 'status' && endsTurn(step.state)) return;
    }
    record.apply({ kind: 'status', state: 'TASK_STATE_COMPLETED', waitMs: 0 });
  } catch (error) {
    if (!turn.stopped) record.apply(brokenScenario(error));
  }
}

function breathe(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

function brokenScenario(error: unknown): Step {
  const text = `The sample agent has a fault: ${error instanceof Error ? error.message : String(error)}`;
  const message = { id: randomUUID(), parts: [{ text }], keep: true };
  return { kind: 'status', state: 'TASK_STATE_FAILED', message, waitMs: 0 };
}
