import { show } from '../checks/check.ts';
import { deliveriesIn, taskInTree } from '../deliveries.ts';
import { openTab } from '../window.ts';
import { rawOf, within } from './page.ts';
import { holds, type Saying, type Sayings } from './saying.ts';

const answered: Saying = ({ played }) => {
  const { pushed = [] } = played;
  const fits = pushed.length > 0 && pushed.every((status) => status >= 200 && status < 300);
  return holds(fits, `the answers were ${show(pushed)}`);
};

export const webhookSayings: Sayings = {
  'webhook-01': { 'any 2xx is fine as response': answered },
  'webhook-04': {
    'neither delivery changes the task state in the tree until the user accepts it': async (run) => {
      const before = taskInTree(
        run.played.entries.map(({ row }) => row),
        'task-1',
      )?.state;
      const { played } = await run.again({ steps: [...run.file.given.client.steps, { do: 'acceptDelivery' }] });
      const after = taskInTree(
        played.entries.map(({ row }) => row),
        'task-1',
      )?.state;
      return [
        ...holds(before === undefined, `it is ${before}`),
        ...holds(after === 'TASK_STATE_COMPLETED', `accepted, it is ${show(after)}`),
      ];
    },
  },
  'webhook-05': {
    'four deliveries recorded, one marked duplicate, one marked late': ({ played }) => {
      const marks = deliveriesIn(played.entries).map(({ row }) => row.marks?.codes?.join() ?? '');
      return holds(show(marks) === show(['', '', 'delivery-duplicate', 'delivery-late']), `marks are ${show(marks)}`);
    },
    'every delivery is answered with 2xx': answered,
  },
  'webhook-08': {
    'both members are visible in the raw view': async (run) => {
      const { page } = await run.window();
      await within(page, 'tree-row', '[data-kind=task]').first().click();
      await openTab(page, 'timeline');
      const raw = await rawOf(page, 'delivery');
      return holds(/"task"/.test(raw) && /"statusUpdate"/.test(raw), `the raw body is ${show(raw)}`);
    },
  },
};
