import type { Part } from '../../../shared/model/message.ts';
import { deliveriesIn, taskInTree } from '../deliveries.ts';
import { type Check, differences, type Run } from './check.ts';

/** The names that cases have for what a delivery is. */
const FORMATS: Readonly<Record<string, string>> = { a2a: 'a2a', '0.3': 'a2a-0.3', adcp: 'adcp-flat' };

const hundreds = (status: number): number => Math.floor(status / 100);

/** Only the hundreds digit of an answer counts. */
export const responses: Check = (wanted: number[], { played }) =>
  differences('responses', wanted.map(hundreds), played.pushed?.map(hundreds));

export const formats: Check = (wanted: string[], { played }) => {
  const found = deliveriesIn(played.entries).map(({ row }) => FORMATS[row.delivery?.format ?? '']);
  return differences('formats', wanted, found);
};

/** Which of the inputs that were entered one after the other were taken. */
export const accepted: Check = (wanted: boolean[], { played }) => {
  const entered = played.steps.filter(({ step }) => step.do === 'createPushConfig');
  return differences(
    'accepted',
    wanted,
    entered.map(({ outcome }) => outcome.outcome !== 'error'),
  );
};

/** The task in the tree: only it says which deliveries changed something. */
export const pushedTask = (wanted: { id: string }, { played }: Run) => {
  const rows = played.entries.map(({ row }) => row);
  return differences('task', wanted, taskInTree(rows, wanted.id));
};

const lastData = (parts: readonly Part[] = []): unknown => parts.filter(({ data }) => data !== undefined).pop()?.data;

/** The data that each delivery brings. */
export const pushedData = (wanted: unknown[], { played }: Run) => {
  const found = deliveriesIn(played.entries).map(({ reading }) =>
    reading?.type === 'event' ? lastData(reading.event.task?.artifacts?.[0]?.parts) : undefined,
  );
  return differences('adcp', wanted, found);
};
