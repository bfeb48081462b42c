import { show } from '../checks/check.ts';
import { rpcMethods } from '../checks/requests.ts';
import { openTab } from '../window.ts';
import { appears, onTab, rawOf, reads, within } from './page.ts';
import { holds, type Saying, type Sayings } from './saying.ts';
import { sentMessages } from './wire.ts';

/** How long a request that must not be repeated is waited for, milliseconds. */
const REPEAT_MS = 5_000;

const replyBox: Saying = async (run) => {
  const { page } = await run.window();
  const box = within(page, 'composer').getByRole('textbox').first();
  return [
    ...(await appears(within(page, 'composer-target', '[data-state=continue]'), 'the reply to this task')),
    ...holds(await box.isEnabled(), 'the box is not enabled'),
  ];
};

/** The second message goes on in a context and names no task, on the command line and in the page. */
const continuesContext =
  (context: string): Saying =>
  async (run) => {
    const window = await run.window();
    return [run.log, await window.log()].flatMap((log) => {
      const second = sentMessages(log)[1];
      return holds(second?.contextId === context && !second.taskId, `the second message is ${show(second)}`);
    });
  };

export const rpcSayings: Sayings = {
  'rpc-04': {
    'at most three problem lines are shown': async (run) => {
      const shown = run.played.steps[run.played.steps.length - 1]?.outcome.warnings ?? [];
      return holds(shown.length <= 3, `there are ${show(shown.map(({ code }) => code))}`);
    },
    'raw result is visible': async (run) => {
      const { page } = await onTab(run, 'timeline');
      const raw = await rawOf(page, 'task');
      return holds(raw.includes('"Task"'), `the raw body is ${show(raw)}`);
    },
  },
  'rpc-05': {
    "an action 'retry as 0.3 (message/send)' is offered": async (run) => {
      const { page } = await onTab(run, 'conversation');
      return appears(page.getByRole('button', { name: /0\.3/ }), 'the action');
    },
    "after the retry the answer text is 'old path works'": async (run) => {
      const { page } = await run.window();
      const action = page.getByRole('button', { name: /0\.3/ }).first();
      if ((await action.count()) === 0) return ['there is nothing to retry with'];
      await action.click();
      return reads(page.locator('body'), 'old path works');
    },
  },
  'rpc-08': { 'the reply box is enabled': replyBox },
  'rpc-11': {
    'the text appears in the error area, not as an agent answer': async (run) => {
      const text = run.played.steps[run.played.steps.length - 1]?.outcome.events[0]?.text ?? '';
      const { page } = await onTab(run, 'conversation');
      const found = await reads(within(page, 'error-card'), text);
      const said = (await within(page, 'said').allTextContents()).filter((one) => one.includes(text));
      return [
        ...holds(text !== '', 'the task has no text'),
        ...found,
        ...holds(said.length === 0, `said ${show(said)}`),
      ];
    },
  },
  'rpc-13': {
    'the remote url is not fetched without a click': async (run) => {
      const { page } = await run.window();
      const fetched: string[] = [];
      page.on('request', (request) => fetched.push(request.url()));
      await openTab(page, 'conversation');
      const shown = await appears(within(page, 'artifact-card'), 'the artifact');
      const remote = fetched.filter((url) => !url.startsWith(new URL(page.url()).origin));
      return [...shown, ...holds(remote.length === 0, `the page fetched ${show(remote)}`)];
    },
  },
  'rpc-19': { 'the second request has message.contextId ctx-77 and no taskId': continuesContext('ctx-77') },
  'rpc-20': {
    'the follow-up carries contextId ctx-1 without taskId': continuesContext('ctx-1'),
    'task tree shows two tasks under one context': async (run) => {
      const { page } = await run.window();
      const tree = (kind: string) => within(page, 'tree-row', `[data-kind=${kind}]`);
      await tree('task').nth(1).waitFor();
      const [contexts, tasks] = [await tree('context').count(), await tree('task').count()];
      return holds(contexts === 1 && tasks === 2, `there are ${contexts} contexts and ${tasks} tasks`);
    },
  },
  'rpc-24': {
    'MEDIA_BUY_NOT_FOUND is shown next to the state': async (run) => {
      const { page } = await onTab(run, 'conversation');
      return reads(within(page, 'turn', '[data-state=agent]'), /MEDIA_BUY_NOT_FOUND/);
    },
  },
  'rpc-26': {
    'the message names the setting that can be changed': ({ played }) => {
      const text = played.steps[played.steps.length - 1]?.text ?? '';
      return holds(/--timeout-ms/.test(text) && /requestTimeoutMs/.test(text), `it is ${show(text)}`);
    },
  },
  'rpc-29': {
    'the partial body is visible': async (run) => {
      const { page } = await onTab(run, 'timeline');
      const raw = await rawOf(page, 'unreadable');
      return holds(raw.startsWith('{"jsonrpc"'), `the raw body is ${show(raw)}`);
    },
  },
  'rpc-30': {
    'five seconds later the count is still one': async (run) => {
      const window = await run.window();
      await new Promise((resolve) => setTimeout(resolve, REPEAT_MS));
      const methods = rpcMethods(await window.log()).filter((method) => method === 'SendMessage');
      return holds(methods.length === 1, `there are ${methods.length}`);
    },
  },
};
