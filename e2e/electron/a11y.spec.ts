import { afterEach, describe, expect, it } from 'vitest';
import { connect } from '../harness/actions.ts';
import { type Launched, launchLoupe } from '../harness/launch.ts';
import { SCREENS } from '../harness/screen-table.ts';
import { screenFaults } from '../harness/screens.ts';
import { walkMain } from '../harness/walks.ts';

let loupe: Launched | undefined;
let end: (() => Promise<unknown>) | undefined;

afterEach(async () => {
  await loupe?.close();
  await end?.();
});

describe('no serious fault is found in the window in either theme', () => {
  it('on the main screens', async () => {
    const wrong: string[] = [];
    const launched = await launchLoupe();
    loupe = launched;
    await walkMain({
      async begin(agent, { first } = {}) {
        end = () => agent.close();
        await first?.();
        await connect(launched.page, agent.url);
        return launched.page;
      },
      async look(name) {
        wrong.push(...(await screenFaults(launched.page, name, SCREENS[name])));
      },
      async close(page, opened) {
        await page.keyboard.press('Escape');
        await page.locator(opened).first().waitFor({ state: 'detached' });
      },
    });
    expect(wrong).toEqual([]);
  }, 180_000);
});
