import { type EventLine, eventLine } from '../../../electron/cli/event-line.ts';
import type { ArtifactLine, TaskLine } from '../../../electron/cli/outcome-line.ts';
import { TaskFold } from '../../../electron/cli/task-fold.ts';
import { adcpPayload } from '../../../shared/lenses/adcp/payload.ts';
import type { Json } from '../../../shared/lib/json.ts';
import type { Played } from '../play.ts';
import { type Check, differences, type Run } from './check.ts';
import { comparedSteps } from './outcome.ts';
import { pushedData, pushedTask } from './webhook.ts';

/** Events of the steps, in order. Exchanges that Loupe begins by itself are no step. */
const eventsOf = (run: Run): EventLine[] => comparedSteps(run).flatMap(({ outcome }) => outcome.events);

const withLength = (event: EventLine) => ({ ...event, text_length: event.text?.length });

export const events: Check = (wanted: unknown[], run) => differences('events', wanted, eventsOf(run).map(withLength));

export const eventCount: Check = (wanted: number, run) => differences('event_count', wanted, eventsOf(run).length);

/** The task heard of last, over the whole session. */
export function taskOf({ entries }: Played): TaskLine | undefined {
  const fold = new TaskFold();
  for (const entry of entries) {
    const line = eventLine(entry);
    if (line) fold.push(entry, line);
  }
  return fold.line();
}

export const task: Check = (wanted: { id: string }, run) =>
  run.played.pushed ? pushedTask(wanted, run) : differences('task', wanted, taskOf(run.played));

const artifactsOf = (run: Run): ArtifactLine[] => taskOf(run.played)?.artifacts ?? [];

export const dataParts: Check = (wanted: unknown[], run) => {
  const found = artifactsOf(run).flatMap(({ artifactId, content }) =>
    content.flatMap((part): { artifactId: string; json: Json }[] =>
      part.data === undefined ? [] : [{ artifactId, json: part.data }],
    ),
  );
  return differences('data_parts', wanted, found);
};

export const tasksListed: Check = (wanted: number, { played }) =>
  differences('tasks_listed', wanted, played.steps[played.steps.length - 1]?.outcome.tasks?.length);

/** What the AdCP reading makes of the last event that holds a payload. */
export const adcp: Check = (wanted: unknown, run) => {
  const { played } = run;
  if (Array.isArray(wanted)) return played.pushed ? pushedData(wanted, run) : undefined;
  const payloads = played.entries.flatMap(({ reading }) => {
    const event = reading?.type === 'task' ? { task: reading.task } : reading?.type === 'event' ? reading.event : {};
    return adcpPayload(event) ?? [];
  });
  const last = payloads[payloads.length - 1];
  const found = last && { chosen_part_index: last.partIndex, wrapper: last.wrapper, error_code: last.error?.code };
  return differences('adcp', wanted, found);
};
