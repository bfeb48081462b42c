import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { show } from '../checks/check.ts';
import { onCard, reads, within } from './page.ts';
import { holds, type Sayings } from './saying.ts';

const withoutClocks = (events: { seq?: number; at?: number }[] = []) => events.map(({ seq, at, ...event }) => event);

export const uiSayings: Sayings = {
  'ui-02': {
    'the log never contains the token tok-LOG-1': async (run) => {
      const { page, dataDir } = await run.window();
      const sessions = join(dataDir, 'sessions');
      const files = readdirSync(sessions).map((name) => readFileSync(join(sessions, name), 'utf8'));
      return [
        ...holds(!(await page.content()).includes('tok-LOG-1'), 'it is on screen'),
        ...holds(files.length > 0 && !files.some((text) => text.includes('tok-LOG-1')), 'it is in the session file'),
        ...holds(!JSON.stringify(run.played.entries).includes('tok-LOG-1'), 'it is in the entries'),
      ];
    },
    'response headers incl. X-Trace: abc are visible': async (run) => {
      const { page } = await run.window();
      await within(page, 'exchange-row').last().click();
      return reads(within(page, 'wire'), /X-Trace/);
    },
  },
  'ui-04': {
    'iconUrl is not loaded without consent': async (run) => {
      const page = await onCard(run);
      const images = await page.locator('[data-testid=card-page] img').count();
      return holds(images === 0, `there are ${images} pictures`);
    },
    'documentationUrl javascript: is shown as plain text': async (run) => {
      const page = await onCard(run);
      const links = await page
        .locator('[data-testid=card-page] a, [data-testid=card-page] button.link')
        .allTextContents();
      return [
        ...(await reads(within(page, 'card-page'), 'javascript:window.__pwned=1')),
        ...holds(!links.some((text) => /javascript:/.test(text)), `links are ${show(links)}`),
      ];
    },
  },
  'ui-12': {
    'all three runs give the same four events': ({ played }) => {
      const runs = played.steps.filter(({ step }) => step.do === 'stream').map(({ outcome }) => outcome.events);
      const texts = runs.map((events) => JSON.stringify(withoutClocks(events)));
      return [
        ...holds(runs.length === 3 && runs.every((events) => events.length === 4), `the runs are ${show(runs)}`),
        ...holds(new Set(texts).size === 1, 'they differ'),
      ];
    },
  },
};
