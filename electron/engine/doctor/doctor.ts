import type { DoctorView } from '../../../shared/contract/doctor.ts';
import type { AgentRecord } from '../agents.ts';
import { RUN_LIMIT } from './limits.ts';
import { type DoctorRun, startRun } from './run.ts';
import type { DoctorContext } from './step.ts';

interface KeptRun {
  run: DoctorRun;
  /** What the agent was reached with. */
  asked: string;
}

/** Tests the ways to agents and keeps the last report of each. Reports live as long as the program. */
export class Doctor {
  readonly #parts: DoctorContext['parts'];
  readonly #runs = new Map<string, KeptRun>();

  constructor(parts: DoctorContext['parts']) {
    this.#parts = parts;
  }

  /** Begins a test, or joins the one that runs. */
  start(agent: AgentRecord): DoctorView {
    const kept = this.#runs.get(agent.id);
    if (kept?.run.view.state === 'running') return kept.run.view;
    const run = startRun({ parts: this.#parts, agent }, () => this.#parts.signal('doctor'));
    this.#runs.delete(agent.id);
    this.#runs.set(agent.id, { run, asked: this.#askedOf(agent) });
    for (const [id, { run: old }] of this.#runs) {
      if (this.#runs.size <= RUN_LIMIT) break;
      if (old.view.state !== 'running') this.#runs.delete(id);
    }
    return run.view;
  }

  /** The run that goes on, or the last one. */
  get(agent: AgentRecord): DoctorView | null {
    const kept = this.#runs.get(agent.id);
    if (!kept) return null;
    return kept.asked === this.#askedOf(agent) ? kept.run.view : { ...kept.run.view, outdated: true };
  }

  stop(agent: string): void {
    this.#runs.get(agent)?.run.stop();
  }

  forget(agent: string): void {
    this.stop(agent);
    this.#runs.delete(agent);
  }

  /** Ends all runs and waits for them. */
  async close(): Promise<void> {
    const runs = [...this.#runs.values()].map(({ run }) => run);
    for (const run of runs) run.stop();
    await Promise.all(runs.map(({ done }) => done));
  }

  /** A report says nothing about an agent whose address, options or credentials have changed. */
  #askedOf({ id, url, options }: AgentRecord): string {
    const used = this.#parts.credentials.usedBy(id);
    const credentials = used.map(({ id: credential, scheme, created }) => ({ credential, scheme, created }));
    return JSON.stringify([url, options, credentials]);
  }
}
