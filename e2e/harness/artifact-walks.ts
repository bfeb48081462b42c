import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { startArtifactAgent } from '../agents/artifact-agent.ts';
import { openTab, send, waitForState } from './actions.ts';
import { LOUPE_ROOT } from './environment.ts';
import { startPeer } from './peer.ts';
import type { Walk } from './walks.ts';

/** Other forms of a file are offered within this time, ms; some have none. */
const FORMS_MS = 2_000;

/** Every form of the artifacts of a usual run, their details and a comparison of text. */
export async function walkArtifacts({ begin, look }: Walk): Promise<void> {
  const page = await begin(await startPeer());
  await send(page, 'artifacts');
  await waitForState(page, 'TASK_STATE_COMPLETED');
  await openTab(page, 'artifacts');
  for (const row of await page.getByTestId('artifact-row').all()) {
    await row.click();
    await page.getByTestId('artifact-content').waitFor();
    const forms = page.locator('[data-testid=artifact-view] [role=radiogroup]').first().getByRole('radio');
    await forms
      .first()
      .waitFor({ timeout: FORMS_MS })
      .catch(() => undefined);
    for (const form of await forms.all()) {
      await form.click();
      await look('artifact, other forms');
    }
  }
  await page.getByTestId('artifact-row').first().click();
  await page.getByTestId('artifact-details-toggle').click();
  await look('artifact, details');
  const compare = page.getByTestId('artifact-compare-menu');
  for (const row of await page.getByTestId('artifact-row').all()) {
    await row.click();
    await page.getByTestId('artifact-content').waitFor();
    if ((await compare.count()) > 0) break;
  }
  await compare.press('Enter');
  await look('menu of an artifact');
  await page.keyboard.press('Enter');
  await page.getByTestId('artifact-compare').waitFor();
  await look('artifacts compared');
}

/** PDFs, and comparisons of JSON and of pictures. */
export async function walkComparedArtifacts({ begin, look }: Walk): Promise<void> {
  const page = await begin(await startArtifactAgent());
  await send(page, 'views');
  await waitForState(page, 'TASK_STATE_COMPLETED');
  await openTab(page, 'artifacts');
  const row = (id: string) => page.locator(`[data-testid=artifact-row][data-id=${id}]`).first();
  await row('paper').click();
  await page.locator('[data-testid=pdf-page][data-page="1"][data-state=drawn]').waitFor();
  await look('a PDF');
  await row('locked').click();
  await page.getByTestId('pdf-refused').waitFor();
  await look('a PDF that is not drawn');
  const compare = async (id: string) => {
    await row(id).click();
    await page.getByTestId('artifact-compare-menu').click();
    await page.locator('[data-menu=version-1]').click();
  };
  await compare('report');
  await page.getByTestId('json-diff').waitFor();
  await look('JSON compared');
  await compare('chart');
  await page.getByTestId('picture-compare').waitFor();
  for (const form of await page.getByTestId('artifact-compare').getByRole('radio').all()) {
    await form.click();
    await look('pictures compared');
  }
}

/** Links that are fetched, refused, and opened from this computer. */
export async function walkFilesElsewhere({ begin, look, close }: Walk): Promise<void> {
  const name = 'package.json';
  const links = [
    { artifactId: 'far', url: name, name },
    { artifactId: 'near', url: pathToFileURL(join(LOUPE_ROOT, name)).href, name },
  ];
  let there = false;
  const page = await begin(
    await startArtifactAgent(links, (_request, response) => response.writeHead(there ? 200 : 404).end('{}')),
  );
  await send(page, 'links');
  await waitForState(page, 'TASK_STATE_COMPLETED');
  await openTab(page, 'artifacts');
  await page.getByTestId('artifact-link-fetch').click();
  await page.getByTestId('fetch-retry').waitFor();
  await look('a file that is refused');
  there = true;
  await page.getByTestId('fetch-retry').click();
  await page.getByTestId('artifact-copy').waitFor();
  await look('a file that was fetched');
  await page.locator('[data-testid=artifact-row][data-id=near]').click();
  await page.getByTestId('artifact-local').click();
  await look('opening a local copy');
  await close(page, '[role=dialog]');
}
