import { randomUUID } from 'node:crypto';
import type { TaskScenario } from './scenarios/scenario.ts';
import { type Stamp, TaskRecord } from './task-record.ts';

/** Tasks kept in memory; past it the oldest finished ones are forgotten. */
const MAX_TASKS = 2_000;

/** All tasks of one agent, in memory. */
export class TaskStore {
  private readonly records = new Map<string, TaskRecord>();
  private lastMs = 0;
  private lastOrder = 0;

  create(scenario: TaskScenario, contextId: string | undefined): TaskRecord {
    const ids = { id: randomUUID(), contextId: contextId ?? randomUUID() };
    const record = new TaskRecord(scenario, ids, () => this.stamp());
    this.records.set(ids.id, record);
    this.forgetOldest();
    return record;
  }

  get(id: string): TaskRecord | undefined {
    return this.records.get(id);
  }

  all(): TaskRecord[] {
    return Array.from(this.records.values());
  }

  /** Stops every running turn, without events. */
  halt(): void {
    for (const record of this.records.values()) record.halt();
  }

  /** The clock may jump back; ListTasks is ordered by these timestamps, so they must not. */
  private stamp(): Stamp {
    this.lastMs = Math.max(this.lastMs, Date.now());
    this.lastOrder += 1;
    return { timestamp: new Date(this.lastMs).toISOString(), order: this.lastOrder };
  }

  private forgetOldest(): void {
    if (this.records.size <= MAX_TASKS) return;
    for (const [id, record] of this.records) {
      if (!record.isFinished) continue;
      this.records.delete(id);
      return;
    }
  }
}
