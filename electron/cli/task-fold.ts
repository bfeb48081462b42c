import { artifactText } from '../../shared/a2a/reduce/artifact.ts';
import { reduceTask, type TaskView } from '../../shared/a2a/reduce/task.ts';
import type { EntryView } from '../../shared/contract/views.ts';
import type { StreamResponse } from '../../shared/model/event.ts';
import { stateClass } from '../../shared/model/task.ts';
import type { EventLine } from './event-line.ts';
import type { TaskLine } from './outcome-line.ts';

interface Known {
  view: TaskView;
  rawState?: string;
  historyCount?: number;
}

/** Follows the tasks of one exchange, for the line that sums it up. */
export class TaskFold {
  private readonly tasks = new Map<string, Known>();

  /** Takes one entry in; `line` is the event line made of it. */
  push({ reading }: EntryView, line: EventLine): void {
    if (reading?.type === 'task') this.event({ task: reading.task }, line);
    else if (reading?.type === 'event' && reading.event.message === undefined) this.event(reading.event, line);
  }

  private event(event: StreamResponse, line: EventLine): void {
    const id = line.taskId ?? '';
    const earlier = this.tasks.get(id);
    const known: Known = { ...earlier, view: reduceTask(earlier?.view, event) };
    if (line.state !== undefined) known.rawState = line.raw_state;
    if (event.task) known.historyCount = event.task.history?.length;
    // Set again so that the task heard of last stands last.
    this.tasks.delete(id);
    this.tasks.set(id, known);
  }

  /** The task with this id, or the one heard of last. */
  line(id?: string): TaskLine | undefined {
    const all = [...this.tasks.values()];
    const known = (id !== undefined ? this.tasks.get(id) : undefined) ?? all[all.length - 1];
    if (!known) return undefined;
    const { view, rawState, historyCount } = known;
    const ended = stateClass(view.state) === 'terminal';
    return {
      id: view.id,
      contextId: view.contextId,
      state: view.state ?? 'TASK_STATE_UNSPECIFIED',
      raw_state: rawState,
      history_count: historyCount,
      artifacts: [...view.artifacts.values()].map((artifact) => ({
        artifactId: artifact.id,
        name: artifact.name,
        text: artifactText(artifact),
        parts: artifact.parts.length,
        sealed: artifact.sealed || ended,
        content: artifact.parts,
      })),
    };
  }
}
