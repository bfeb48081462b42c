import { afterAll, beforeAll, it } from 'vitest';
import { type ArtifactAgent, startArtifactAgent } from '../agents/artifact-agent.ts';
import { connect, openTab, send, waitForState } from '../harness/actions.ts';
import type { Launched } from '../harness/launch.ts';
import { type SizeName, takeShots } from '../harness/shots.ts';

const sizes: SizeName[] = ['usual', 'narrow'];
let agent: ArtifactAgent;

beforeAll(async () => {
  agent = await startArtifactAgent();
});
afterAll(() => agent.close());

const showing =
  (word: string, id: string, more?: (loupe: Launched) => Promise<void>) =>
  async (loupe: Launched): Promise<void> => {
    const { page } = loupe;
    await connect(page, agent.url);
    await send(page, word);
    await waitForState(page, 'TASK_STATE_COMPLETED');
    await openTab(page, 'artifacts');
    await page.locator(`[data-testid=artifact-row][data-id=${id}]`).first().click();
    await page.locator('[data-testid=artifact-content], [data-testid=artifact-link]').first().waitFor();
    await page.waitForTimeout(600);
    await more?.(loupe);
  };

it('Markdown in chunks without an end', () =>
  takeShots(
    'artifacts',
    showing('chunks', 'plan', ({ page }) => page.getByTestId('chunk').nth(3).click()),
    { sizes },
  ));

it('source with a digest, and its details', () =>
  takeShots(
    'artifacts-code',
    showing('kinds', 'template', async ({ page }) => {
      await page.getByTestId('artifact-details-toggle').click();
      await page.locator('.monaco-editor').waitFor();
    }),
    { sizes },
  ));

it('a table', () => takeShots('artifacts-table', showing('kinds', 'table'), { sizes: ['usual'] }));

it('JSON', () => takeShots('artifacts-json', showing('long', 'long'), { sizes }));

it('a page that wants too much', () => takeShots('artifacts-html', showing('hostile', 'page'), { sizes: ['usual'] }));

it('a link', () => takeShots('artifacts-link', showing('hostile', 'link'), { sizes: ['usual'] }));

it('two versions', () =>
  takeShots(
    'artifacts-compare',
    showing('chunks', 'vpc', async ({ page }) => {
      await page.getByTestId('artifact-compare-menu').click();
      await page.locator('[data-menu=version-1]').click();
      await page.locator('[data-testid=artifact-compare][data-changes]').waitFor();
    }),
    { sizes },
  ));
