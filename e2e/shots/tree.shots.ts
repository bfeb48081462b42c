import type { Page } from 'playwright-core';
import { afterAll, it } from 'vitest';
import { type ListingAgent, startListingAgent } from '../agents/listing-agent.ts';
import { connect, send } from '../harness/actions.ts';
import type { Launched } from '../harness/launch.ts';
import { type SizeName, takeShots } from '../harness/shots.ts';

const sizes: SizeName[] = ['usual', 'narrow'];
const titles = [
  '東京リージョンに二つのスイッチを持つ仮想ネットワークを作成し、テンプレートを書き出してください',
  'Проверьте группы безопасности во всех регионах и составьте подробный отчёт о найденных открытых портах',
  'コストの内訳をサービスごとに集計し、先月との差を表にまとめてください',
  'Сравните две версии шаблона и объясните, что изменилось',
  'Audit security groups',
  'List open ports in prod',
  'Cost report',
];
const agents: ListingAgent[] = [];

afterAll(async () => {
  for (const agent of agents) await agent.close();
});

/** A choice closes the rail within this time, milliseconds. */
const SETTLE_MS = 300;

/** In a narrow window the rail lies over the centre while it is open, and goes away with a choice. */
async function openRail(page: Page): Promise<void> {
  await page.waitForTimeout(SETTLE_MS);
  const head = page.getByTestId('list-refresh');
  if (!(await head.isVisible())) await page.locator('.strip button').first().click();
  await head.waitFor();
}

async function watched({ page }: Launched): Promise<void> {
  const agent = await startListingAgent({ titles, pageSize: 5, working: true, pollsToEnd: 1_000 });
  agents.push(agent);
  await connect(page, agent.url);
  await send(page, 'Создайте сеть с двумя коммутаторами в разных зонах и запишите шаблон');
  await openRail(page);
  await page.getByTestId('watch-row').waitFor();
  await page.getByTestId('list-refresh').click();
  await page.locator('[data-testid=list-notice]').waitFor();
  await page.locator('[data-testid=tree-row][data-kind=more]').click();
  await page.locator('[data-testid=tree-row][data-id="task-0"]').click();
  await openRail(page);
}

it('a tree with tasks of the server and a watch', () => takeShots('tree', watched, { sizes }));

it('the menu of a line', () =>
  takeShots(
    'tree-menu',
    async (loupe) => {
      await watched(loupe);
      await loupe.page.locator('[data-testid=tree-row][data-id="task-0"]').click({ button: 'right' });
      await loupe.page.getByRole('menu').waitFor();
    },
    { sizes },
  ));

it('the choice of tasks', () =>
  takeShots(
    'tree-choose',
    async (loupe) => {
      await watched(loupe);
      await loupe.page.getByTestId('list-choose').click();
      await loupe.page.getByTestId('list-form').waitFor();
    },
    { sizes },
  ));
