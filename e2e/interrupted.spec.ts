import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type AskingAgent, startAskingAgent } from './agents/asking-agent.ts';
import { connect, openTab, send, waitForState } from './harness/actions.ts';
import { faults } from './harness/axe.ts';
import { type Launched, launchLoupe } from './harness/launch.ts';

let loupe: Launched;
let agent: AskingAgent;

beforeEach(async () => {
  agent = await startAskingAgent();
  loupe = await launchLoupe();
  await connect(loupe.page, agent.url);
});

afterEach(async () => {
  await loupe?.close();
  await agent?.close();
});

const question = (state = 'open') => loupe.page.locator(`[data-testid=question-card][data-state=${state}]`);
const sent = () => agent.calls.filter(({ method }) => method === 'SendStreamingMessage');
const lastMessage = () => sent().at(-1)?.params.message as Record<string, unknown> & { parts: { data?: unknown }[] };

/** Sends a message that starts a task and waits for its question in the conversation. */
async function ask(word: string): Promise<void> {
  await send(loupe.page, word);
  await waitForState(loupe.page, 'TASK_STATE_INPUT_REQUIRED');
  await openTab(loupe.page, 'conversation');
  await question().waitFor();
}

describe('a permission question', () => {
  it('says what it is about and is answered by key, with the part that the agent wants', async () => {
    const { page } = loupe;
    await ask('write');
    const text = (await question().textContent()) ?? '';
    for (const words of ['Change a workspace file', 'write_file', 'file change', 'vpc.yaml', 'Write a file needed'])
      expect(text).toContain(words);
    await question().getByTestId('arguments').locator('summary').click();
    expect(await question().getByTestId('arguments').textContent()).toContain('ALIYUN::ECS::VPC');
    expect(await faults(page), 'question').toEqual([]);
    await page.keyboard.press('F8');
    await page.keyboard.press('a');
    await question('answered').waitFor();
    await page.locator('[data-testid=tool-card][data-state=completed]').waitFor();
    expect(await question('answered').getAttribute('data-decision')).toBe('allow_once');
    expect(await question('answered').getAttribute('data-by')).toBe('you');
    expect(await question('answered').getByTestId('question-outcome').textContent()).toContain('Allow once');
    const { parts, taskId } = lastMessage();
    expect(taskId).toBe('task-7641');
    expect(parts).toEqual([
      {
        mediaType: 'application/json',
        data: {
          schemaVersion: 1,
          kind: 'permission',
          requestTaskId: 'task-7641',
          inputId: 'permission-task-7641',
          toolUseId: 'call_1',
          decision: 'allow_once',
        },
      },
    ]);
    expect(sent()).toHaveLength(2);
  });

  it('is denied by key; letters that are typed elsewhere answer nothing', async () => {
    const { page } = loupe;
    await ask('write');
    await page.getByTestId('composer').getByRole('textbox').first().fill('');
    await page.keyboard.type('ad');
    expect(sent()).toHaveLength(1);
    await page.keyboard.press('F8');
    await page.keyboard.press('d');
    await page.locator('[data-testid=tool-card][data-state=failed]').waitFor();
    expect(lastMessage()).toMatchObject({ parts: [{ data: { decision: 'deny' } }] });
  });

  it('that was answered elsewhere keeps the reason why the answer was not taken', async () => {
    await ask('write');
    agent.refuseAnswers();
    await question().locator('[data-testid=choice][data-id=allow_once]').click();
    await question().getByTestId('question-refused').waitFor();
    expect(await question().getByTestId('question-refused').textContent()).toContain('answered already. (-32602)');
  });
});

describe('a question in words', () => {
  it('with a schema has a form that checks before it sends', async () => {
    const { page } = loupe;
    await ask('form');
    const field = (name: string) => question().locator(`[data-testid=answer-field][data-name="${name}"]`);
    await field('/name').locator('input').fill('Net1');
    await question().getByTestId('send-answer').click();
    await field('/name').getByRole('alert').waitFor();
    await field('/region').getByRole('alert').waitFor();
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('/name');
    expect(sent()).toHaveLength(1);
    expect(await faults(page), 'form').toEqual([]);
    await field('/name').locator('input').fill('net');
    await field('/region').locator('select').selectOption({ label: 'south' });
    await field('/zones').getByText('b', { exact: true }).click();
    await field('/owner/mail').locator('input').fill('me@agent.example');
    await question().getByTestId('send-answer').click();
    await question('answered').waitFor();
    const data = { name: 'net', region: 'south', subnets: 2, zones: ['b'], owner: { mail: 'me@agent.example' } };
    expect(lastMessage()).toMatchObject({ taskId: 'task-7641', parts: [{ data, mediaType: 'application/json' }] });
  });

  it('with a schema beyond a form takes JSON', async () => {
    const { page } = loupe;
    await ask('deep');
    const editor = question().getByTestId('json-answer').locator('.monaco-editor');
    const write = async (text: string) => {
      await editor.locator('.view-lines').click();
      await page.locator('.monaco-editor.focused').waitFor();
      await page.keyboard.press('Control+a');
      await page.keyboard.press('Delete');
      await page.keyboard.insertText(text);
      await expect.poll(() => editor.locator('.view-lines').textContent()).toBe(text);
    };
    await write('{"rules":[{}]}');
    await question().getByTestId('send-answer').click();
    await question().getByRole('alert').waitFor();
    expect(await question().getByRole('alert').textContent()).toContain('/rules/0/port');
    await write('{"rules":[{"port":80}]}');
    await question().getByTestId('send-answer').click();
    await question('answered').waitFor();
    expect(lastMessage().parts).toEqual([{ data: { rules: [{ port: 80 }] }, mediaType: 'application/json' }]);
  });

  it('with offered replies is answered by one, and says which', async () => {
    await ask('pick');
    await question().locator('[data-testid=choice][data-id=south]').click();
    await question('answered').waitFor();
    expect(await question('answered').getAttribute('data-decision')).toBe('south');
    expect(lastMessage().parts).toEqual([{ text: 'south' }]);
  });

  it('is not one when the turn is only over', async () => {
    const { page } = loupe;
    await send(page, 'rest');
    await waitForState(page, 'TASK_STATE_INPUT_REQUIRED');
    await openTab(page, 'conversation');
    await page.locator('[data-testid=state-line][data-state=TASK_STATE_INPUT_REQUIRED]').waitFor();
    expect(await page.getByTestId('question-card').count()).toBe(0);
  });
});

describe('a task that works', () => {
  const cancels = () => agent.calls.filter(({ method }) => method === 'CancelTask').length;

  it('is canceled once, however often it is asked for', async () => {
    const { page } = loupe;
    await send(page, 'work');
    await waitForState(page, 'TASK_STATE_WORKING');
    const release = agent.holdCancel();
    await page.getByTestId('cancel-task').focus();
    await page.keyboard.press('Enter');
    await page.locator('[data-testid=cancel-task][data-state=canceling]').waitFor();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Control+k');
    await page.getByTestId('palette').getByRole('combobox').fill('>cancel task');
    await page.keyboard.press('Enter');
    await page.getByTestId('palette').waitFor({ state: 'detached' });
    release();
    await waitForState(page, 'TASK_STATE_CANCELED');
    expect(cancels()).toBe(1);
    await openTab(page, 'conversation');
    await page.locator('[data-testid=state-line][data-state=TASK_STATE_CANCELED]').waitFor();
    expect(await page.getByTestId('state-line').count()).toBe(1);
  });

  it('goes on when nobody listens any more', async () => {
    const { page } = loupe;
    await send(page, 'work');
    await waitForState(page, 'TASK_STATE_WORKING');
    await openTab(page, 'conversation');
    await page.getByTestId('stop-listening').click();
    await page.locator('[data-testid=cut-card][data-why=left]').waitFor();
    expect(cancels()).toBe(0);
    await page.getByTestId('cancel-task').click();
    await waitForState(page, 'TASK_STATE_CANCELED');
  });

  it('that rests is not canceled by its agent, which is explained', async () => {
    const { page } = loupe;
    await send(page, 'rest');
    await waitForState(page, 'TASK_STATE_INPUT_REQUIRED');
    await page.getByTestId('cancel-task').click();
    await page.locator('[data-testid=cancel-refused][data-code="-32002"]').waitFor();
    expect(await faults(page), 'refused cancel').toEqual([]);
  });
});

describe('a message below a task that has ended', () => {
  const target = (state: string) => loupe.page.locator(`[data-testid=composer-target][data-state=${state}]`);
  const box = () => loupe.page.getByTestId('composer').getByRole('textbox').first();

  it('starts a new task and says so; as a reply it is held back', async () => {
    const { page } = loupe;
    await send(page, 'finish');
    await waitForState(page, 'TASK_STATE_COMPLETED');
    await target('new-task').waitFor();
    await page.locator('[data-testid=composer-ended][data-state=new-task]').waitFor();
    await box().fill('more');
    await page.keyboard.press('Alt+1');
    await page.locator('[data-testid=composer-ended][data-state=reply]').waitFor();
    await box().fill('more');
    await page.keyboard.press('Control+Enter');
    await page.locator('[data-testid=send][data-state=blocked][data-reason=ended]').waitFor();
    expect(sent()).toHaveLength(1);
    expect(await faults(page), 'reply to an ended task').toEqual([]);
    await page.keyboard.press('Alt+2');
    await target('new-task').waitFor();
    await expect.poll(() => box().inputValue()).toBe('more');
    await page.keyboard.press('Control+Enter');
    await expect.poll(() => sent().length).toBe(2);
    expect(lastMessage()).toMatchObject({ contextId: 'context-c1f0' });
    expect(lastMessage()).not.toHaveProperty('taskId');
  });

  it('can be sent as a reply to see what the agent says', async () => {
    const { page } = loupe;
    await send(page, 'finish');
    await waitForState(page, 'TASK_STATE_COMPLETED');
    await target('new-task').waitFor();
    await page.keyboard.press('Alt+1');
    await box().fill('more');
    await page.getByTestId('send-anyway').click();
    await expect.poll(() => lastMessage().taskId).toBe('task-7641');
    await openTab(page, 'conversation');
    await page.locator('[data-testid=error-card][data-state=answer]').waitFor();
  });

  it('never goes to another task when the task ends while a reply is written', async () => {
    const { page } = loupe;
    await send(page, 'work');
    await waitForState(page, 'TASK_STATE_WORKING');
    await target('continue').waitFor();
    await box().fill('one more thing');
    await page.getByTestId('cancel-task').click();
    await waitForState(page, 'TASK_STATE_CANCELED');
    await page.locator('[data-testid=composer-ended][data-state=reply]').waitFor();
    expect(await box().inputValue()).toBe('one more thing');
    await box().press('Control+Enter');
    await page.locator('[data-testid=send][data-reason=ended]').waitFor();
    expect(sent()).toHaveLength(1);
  });
});
