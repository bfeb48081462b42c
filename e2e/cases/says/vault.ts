import { filesBelow, filesWith } from '../../../electron/engine/testing/secret-stores.ts';
import { show } from '../checks/check.ts';
import { storeEnvironment } from '../secret-store.ts';
import { openTab } from '../window.ts';
import { appears, within } from './page.ts';
import { holds, type Sayings } from './saying.ts';
import { callsOf, headerOf } from './wire.ts';

export const vaultSayings: Sayings = {
  'auth-10': {
    'no file under the user data folder contains the token, plain or encoded': async (run) => {
      const { token = '' } = run.file.given.client.auth ?? {};
      const { files = [], withToken = [] } = run.played.left ?? {};
      const { dataDir } = await run.window();
      const kept = [files, filesBelow(dataDir).map(({ path }) => path)];
      const found = [...withToken, ...filesWith(dataDir, token)];
      return [
        ...holds(
          kept.every((paths) => paths.some((path) => path.endsWith('credentials.json'))),
          `the credential itself was not kept: ${show(kept)}`,
        ),
        ...holds(found.length === 0, `it is in ${show(found)}`),
      ];
    },
    "label 'system keychain' is not shown": async (run) => {
      const { page } = await run.window();
      const shown = await page.locator('body').textContent();
      return [
        ...(await appears(page.locator('.rail-foot'), 'the line about the vault')),
        ...holds(!/system keychain/i.test(shown ?? ''), 'it is shown'),
      ];
    },
  },
  'auth-11': {
    'both saved connections are listed': async (run) => {
      const { page } = await run.window();
      const rows = within(page, 'agent-row');
      const texts = await rows.allTextContents();
      const names = Object.keys(storeEnvironment(run.file.given.environment)?.safeStorage.decrypt ?? {});
      return holds(
        names.every((name) => texts.filter((text) => text.includes(name)).length === 1),
        `the rows are ${show(texts)}`,
      );
    },
    "the broken one is marked 'enter again'": async (run) => {
      const { page } = await run.window();
      const marked: string[] = [];
      for (const name of ['conn-1', 'conn-2']) {
        await within(page, 'agent-row').filter({ hasText: name }).click();
        await openTab(page, 'access');
        await page
          .getByRole('heading', { name: new RegExp(`\\b${name}$`) })
          .last()
          .waitFor();
        const used = within(page, 'credential', '[data-used=true]');
        await used.waitFor();
        if (/entered again/i.test((await used.textContent()) ?? '')) marked.push(name);
      }
      return holds(show(marked) === show(['conn-1']), `marked are ${show(marked)}`);
    },
    'no request with an empty Authorization header is sent': async (run) => {
      const log = [...run.log, ...(await (await run.window()).log())];
      const sent = log.flatMap((request) => headerOf(request, 'authorization'));
      const empty = sent.filter((line) => /^(?:\S*\s*|.*(?:undefined|null))$/.test(line));
      return [
        ...holds(empty.length === 0, `sent were ${show(empty)}`),
        ...holds(sent.includes('Bearer ok'), `the one that can be decrypted was not sent: ${show(sent)}`),
      ];
    },
  },
  'auth-12': {
    'the request is still sent with the token in this session': async (run) => {
      const window = await run.window();
      return [run.log, await window.log()].flatMap((log) => {
        const sent = callsOf(log, 'SendMessage').map((request) => headerOf(request, 'authorization'));
        return holds(sent.length === 1 && show(sent[0]) === show(['Bearer s']), `sent was ${show(sent)}`);
      });
    },
  },
};
