import { performance } from 'node:perf_hooks';
import type { DoctorStep, DoctorView } from '../../../shared/contract/doctor.ts';
import type { DoctorContext, Found, StepResult } from './step.ts';
import { steps } from './steps/index.ts';

export interface DoctorRun {
  /** The report so far; the same object until the end. */
  view: DoctorView;
  stop(): void;
  done: Promise<void>;
}

/** Runs all steps, one after the other. `onChange` is called whenever the report has changed. */
export function startRun({ parts, agent }: Pick<DoctorContext, 'parts' | 'agent'>, onChange: () => void): DoctorRun {
  const controller = new AbortController();
  const { signal } = controller;
  const view: DoctorView = {
    agent: agent.id,
    state: 'running',
    started: new Date().toISOString(),
    steps: steps.map(({ id }): DoctorStep => ({ id, verdict: 'waiting', message: '', facts: [] })),
  };
  const found: Found = {};
  const context: DoctorContext = { parts, agent, signal, found };

  const set = (index: number, step: DoctorStep) => {
    view.steps[index] = step;
    if (found.interfaces) view.interfaces = found.interfaces;
    onChange();
  };
  const amend = ({ amends }: StepResult) => {
    const index = view.steps.findIndex(({ id }) => id === amends?.id);
    const before = view.steps[index];
    if (amends && before) {
      const { facts = [], ...result } = amends.result;
      set(index, { ...before, ...result, facts: [...before.facts, ...facts] });
    }
  };
  const run = async () => {
    for (const [index, step] of steps.entries()) {
      if (signal.aborted) break;
      const { id } = step;
      set(index, { id, verdict: 'running', message: '', facts: [] });
      const started = performance.now();
      const result = await outcomeOf(() => step.run(context));
      const { amends, facts = [], ...rest } = result;
      if (signal.aborted) {
        set(index, { id, verdict: 'skipped', message: 'Stopped before it was finished.', facts });
        break;
      }
      set(index, { id, ...rest, facts, ms: Math.round(performance.now() - started) });
      amend(result);
    }
    for (const [index, step] of view.steps.entries()) {
      if (step.verdict === 'waiting')
        set(index, { ...step, verdict: 'skipped', message: 'Not tested: stopped before.' });
    }
    view.state = signal.aborted ? 'stopped' : 'done';
    parts.sessions.live.note({ agent: agent.id, what: 'comment', detail: noteOf(view) });
    onChange();
  };
  return { view, stop: () => controller.abort(), done: run() };
}

/** A bug in one step must not take the others along. */
async function outcomeOf(run: () => StepResult | Promise<StepResult>): Promise<StepResult> {
  try {
    return await run();
  } catch (error) {
    const message = `This step failed because of an error in Loupe: ${String(error)}`;
    return { verdict: 'failed', message };
  }
}

/** What the session keeps of a run: connections and handshakes leave no exchange behind. */
function noteOf({ steps: all, state }: DoctorView): Record<string, unknown> {
  const bad = all.filter(({ verdict }) => verdict === 'failed');
  const odd = all.filter(({ verdict }) => verdict === 'warning');
  const worst = bad[0] ?? odd[0];
  const counts = `${all.filter(({ verdict }) => verdict === 'ok').length} ok, ${odd.length} with a warning, ${bad.length} failed`;
  const stopped = state === 'stopped' ? ', stopped' : '';
  return {
    message: `Connection tested: ${counts}${stopped}.${worst ? ` ${worst.message}` : ''}`,
    steps: all.map(({ id, verdict, message, ms, facts }) => ({ id, verdict, message, ms, facts })),
  };
}
