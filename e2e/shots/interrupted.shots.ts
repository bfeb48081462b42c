import { afterAll, beforeAll, describe, it } from 'vitest';
import { type AskingAgent, startAskingAgent } from '../agents/asking-agent.ts';
import { connect, openTab, send, waitForState } from '../harness/actions.ts';
import type { Launched } from '../harness/launch.ts';
import { type SizeName, takeShots } from '../harness/shots.ts';

const sizes: SizeName[] = ['usual', 'narrow'];

let agent: AskingAgent;

beforeAll(async () => {
  agent = await startAskingAgent();
});

afterAll(() => agent?.close());

/** Brings a fresh window to the open question of a new task. */
const ask =
  (word: string, then?: (loupe: Launched) => Promise<void>) =>
  async (loupe: Launched): Promise<void> => {
    const { page } = loupe;
    await connect(page, agent.url);
    await send(page, word);
    await waitForState(page, 'TASK_STATE_INPUT_REQUIRED');
    await openTab(page, 'conversation');
    await page.locator('[data-testid=question-card][data-state=open]').waitFor();
    await then?.(loupe);
  };

describe('what waits for the person', () => {
  it('permission', () => takeShots('permission', ask('write'), { sizes }));
  it('permission, answered', () =>
    takeShots(
      'permission-answered',
      ask('write', async ({ page }) => {
        await page.keyboard.press('F8');
        await page.keyboard.press('a');
        await page.locator('[data-testid=tool-card][data-state=completed]').waitFor();
        await page.getByText('The file is written.').waitFor();
      }),
      { sizes },
    ));
  it('form', () =>
    takeShots(
      'question-form',
      ask('form', async ({ page }) => {
        await page.locator('[data-testid=answer-field][data-name="/name"] input').fill('Net1');
        await page.getByTestId('send-answer').click();
        await page.getByTestId('answer-field').getByRole('alert').first().waitFor();
      }),
      { sizes },
    ));
  it('JSON', () =>
    takeShots(
      'question-json',
      ask('deep', async ({ page }) => {
        await page.locator('[data-testid=json-answer] .monaco-editor').waitFor();
        await page.getByTestId('send-answer').click();
        await page.getByTestId('json-answer').getByRole('alert').waitFor();
      }),
    ));
  it('replies', () => takeShots('question-replies', ask('pick'), { sizes }));
  it('a reply to an ended task', () =>
    takeShots(
      'ended-reply',
      async ({ page }) => {
        await connect(page, agent.url);
        await send(page, 'finish');
        await waitForState(page, 'TASK_STATE_COMPLETED');
        await page.locator('[data-testid=composer-ended][data-state=new-task]').waitFor();
        await page.keyboard.press('Alt+1');
        await page.getByTestId('composer').getByRole('textbox').first().fill('One more thing');
      },
      { sizes },
    ));
  it('a task that is not canceled', () =>
    takeShots('cancel-refused', async ({ page }) => {
      await connect(page, agent.url);
      await send(page, 'rest');
      await waitForState(page, 'TASK_STATE_INPUT_REQUIRED');
      await page.getByTestId('cancel-task').click();
      await page.getByTestId('cancel-refused').waitFor();
    }));
  it('a task at work', () =>
    takeShots('task-at-work', async ({ page }) => {
      await connect(page, agent.url);
      await send(page, 'work');
      await waitForState(page, 'TASK_STATE_WORKING');
      await page.getByTestId('stop-listening').waitFor();
    }));
});
