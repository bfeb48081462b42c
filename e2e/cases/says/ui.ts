import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { show } from '../checks/check.ts';
import { savedFiles } from '../saved.ts';
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
  'ui-05': {
    'saving writes 5000000 bytes': async (run) => {
      const saved = await savedFiles(run);
      return holds(saved.length === 1 && saved[0]?.bytes === 5_000_000, `saved was ${show(saved)}`);
    },
  },
  'ui-08': {
    'no suggested name contains / \\ or control characters': async (run) => {
      const names = (await savedFiles(run)).map(({ name }) => name);
      const bad = names.filter((name) => /[/\\\p{Cc}\p{Cf}]/u.test(name));
      return holds(names.length > 0 && bad.length === 0, `the names are ${show(names)}`);
    },
    'a leading dot may be replaced': async (run) => {
      const [first] = await savedFiles(run);
      return holds(/^[._-]bashrc$/.test(first?.name ?? ''), `the name is ${show(first?.name)}`);
    },
  },
  'ui-12': {
    'no open socket to the agent remains after disconnect': async (run) => {
      const { page, socketsLeft } = await run.window();
      const wanted = run.file.given.client.steps.filter((step) => step.do === 'disconnect').map(() => 0);
      const connection = await within(page, 'agent-row').first().getAttribute('data-state');
      return [
        ...holds(show(run.played.socketsLeft) === show(wanted), `left open were ${show(run.played.socketsLeft)}`),
        ...holds(show(socketsLeft) === show(wanted), `the window left open ${show(socketsLeft)}`),
        ...holds(connection === 'idle', `the window says ${connection}`),
      ];
    },
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
