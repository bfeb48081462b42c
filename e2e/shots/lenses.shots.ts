import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, it } from 'vitest';
import type { TestServer } from '../../electron/engine/testing/servers.ts';
import { startTellingAgent, TELLING_LENS } from '../../electron/engine/testing/telling-agent.ts';
import { connect, openTab, send, waitForState, waitForTimeline } from '../harness/actions.ts';
import type { Launched } from '../harness/launch.ts';
import { type SizeName, takeShots } from '../harness/shots.ts';

const sizes: SizeName[] = ['usual', 'narrow'];
let agent: TestServer;

beforeAll(async () => {
  agent = await startTellingAgent();
});
afterAll(() => agent.close());

async function run({ page }: Launched): Promise<void> {
  await connect(page, agent.url);
  await send(page, 'go');
  await waitForState(page, 'TASK_STATE_COMPLETED');
  await openTab(page, 'timeline');
  await waitForTimeline(page, 'ended');
}

async function restartWith(loupe: Launched, files: Record<string, string>): Promise<void> {
  const folder = join(loupe.dataDir, 'lenses');
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  await loupe.restart();
}

const BROKEN = TELLING_LENS.replace('"$.statusUpdate.metadata.acme.tool"', '"$..tool"');

it('inspector', () =>
  takeShots(
    'lens-inspector',
    async (loupe) => {
      await run(loupe);
      await loupe.page.locator('[data-testid=event-row][data-kind=status]').first().click();
      await loupe.page.getByTestId('lens-from-event').waitFor();
    },
    { sizes },
  ));

it('editor', () =>
  takeShots(
    'lens-editor',
    async (loupe) => {
      await run(loupe);
      await loupe.page.locator('[data-testid=event-row][data-kind=status]').nth(1).click();
      await loupe.page.getByTestId('lens-from-event').click();
      await loupe.page.locator('[data-testid=lens-preview][data-state=matched]').waitFor();
      await loupe.page.locator('[data-testid=lens-editor] .monaco-editor').waitFor();
      await loupe.page.locator('[data-testid=lens-paths] summary').click();
    },
    { sizes },
  ));

it('list, with a broken file', () =>
  takeShots(
    'lens-list',
    async (loupe) => {
      await restartWith(loupe, { 'acme.json': TELLING_LENS, 'beta.json': BROKEN.replace('Acme', 'Beta') });
      await loupe.page.getByTestId('lens-warning').click();
      await loupe.page.getByTestId('lens-fault').waitFor();
    },
    { sizes },
  ));

it('editor with faults', () =>
  takeShots(
    'lens-faults',
    async (loupe) => {
      await restartWith(loupe, { 'beta.json': BROKEN.replace('"kind":', '"kinds": 1, "kind":') });
      await run(loupe);
      await loupe.page.getByTestId('lens-warning').click();
      await loupe.page.getByTestId('lens-edit').click();
      await loupe.page.locator('[data-testid=lens-preview][data-state=broken]').waitFor();
      await loupe.page.locator('[data-testid=lens-editor] .squiggly-error').waitFor();
    },
    { sizes },
  ));
