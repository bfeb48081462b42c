import { show } from '../checks/check.ts';
import { openTab } from '../window.ts';
import { appears, onTab, reads, timelineRows, within } from './page.ts';
import { holds, type Sayings } from './saying.ts';
import { callsOf, headerOf, sentMessages } from './wire.ts';

/** Pauses between retries may be as exact as the machine is busy: the next one is at least this much longer. */
const GROWTH = 1.2;
/** Longest look at an agent whose streams keep ending, milliseconds. */
const RETRIES_MS = 20_000;
const QUIET_MS = 9_000;

export const sseSayings: Sayings = {
  'sse-03': {
    'comment lines create no timeline entries': async (run) => {
      const { page } = await onTab(run, 'timeline');
      const rows = await timelineRows(page);
      return holds(!rows.some(({ kind }) => kind === 'comment'), `the rows are ${show(rows.map(({ kind }) => kind))}`);
    },
  },
  'sse-08': {
    'no U+FFFD anywhere in the timeline': async (run) => {
      const { page } = await onTab(run, 'timeline');
      const rows = await timelineRows(page);
      return [
        ...holds(!rows.some(({ text }) => text.includes('\uFFFD')), 'there is one'),
        ...(await reads(within(page, 'event-row'), '検索 完了 🌍 émile')),
      ];
    },
  },
  'sse-09': {
    'the empty data message is shown as an unparsed entry and does not stop the stream': async (run) => {
      const { page } = await onTab(run, 'timeline');
      const kinds = (await timelineRows(page)).map(({ kind }) => kind);
      const at = kinds.indexOf('unreadable');
      return holds(at > 0 && kinds.indexOf('status', at) > at, `the rows are ${show(kinds)}`);
    },
  },
  'sse-13': {
    'the SubscribeToTask request carries Last-Event-ID: e-1': ({ log }) => {
      const got = callsOf(log, 'SubscribeToTask').map((request) => headerOf(request, 'last-event-id'));
      return holds(show(got) === '[["e-1"]]', `the requests carry ${show(got)}`);
    },
  },
  'sse-15': {
    'all four lines are visible to the user': async (run) => {
      const { page } = await onTab(run, 'timeline');
      const rows = await timelineRows(page);
      const shown = (kind: string, text = '') => rows.some((row) => row.kind === kind && row.text.includes(text));
      const all = shown('task') && shown('text', 'looking') && shown('artifact', 'result text') && shown('status');
      return holds(all, `the rows are ${show(rows)}`);
    },
  },
  'sse-27': {
    'the first event is on screen before the last one has been sent (at least 500 ms earlier)': async (run) => {
      const { page, act } = await onTab(run, 'timeline');
      await timelineRows(page);
      // The page itself times when the rows of the second run appear.
      await page.evaluate(() => {
        const count = (kind: string) => document.querySelectorAll(`[data-testid=event-row][data-kind=${kind}]`).length;
        const before = { task: count('task'), status: count('status') };
        const seen: { task?: number; status?: number } = {};
        Object.assign(globalThis, { seenRows: seen });
        new MutationObserver(() => {
          if (count('task') > before.task) seen.task ??= performance.now();
          if (count('status') > before.status) seen.status ??= performance.now();
        }).observe(document.body, { subtree: true, childList: true });
      });
      await act({ do: 'stream', text: 'hello' });
      const seen = await page.evaluate(async () => {
        await new Promise((resolve) => setTimeout(resolve, 500));
        return (globalThis as unknown as { seenRows: { task?: number; status?: number } }).seenRows;
      });
      const apart = (seen.status ?? 0) - (seen.task ?? Number.POSITIVE_INFINITY);
      return holds(apart >= 500, `the first and the last row appeared ${Math.round(apart)} ms apart: ${show(seen)}`);
    },
  },
  'sse-29': {
    'the reply box is enabled within 500 ms of the second event': async (run) => {
      const { page } = await run.window();
      return appears(within(page, 'composer'), 'the reply box');
    },
    'the reply request carries taskId task-1 and contextId ctx-1': async (run) => {
      const window = await run.window();
      const replies = [run.log, await window.log()].map((log) => sentMessages(log)[1]);
      return replies.flatMap((reply) =>
        holds(reply?.taskId === 'task-1' && reply.contextId === 'ctx-1', `it is ${show(reply)}`),
      );
    },
  },
  'sse-30': {
    'retries use growing pauses and stop': async (run) => {
      const window = await run.window();
      const started = Date.now();
      let times: number[] = [];
      const look = async () => {
        times = callsOf(await window.log(), 'SubscribeToTask').map(({ t }) => t * 1_000);
        return times[times.length - 1] ?? started;
      };
      while (Date.now() - started < RETRIES_MS && Date.now() - (await look()) < QUIET_MS) {
        await new Promise((resolve) => setTimeout(resolve, 250));
      }
      const pauses = times.slice(1).map((time, index) => Math.round(time - (times[index] ?? 0)));
      const grows = pauses.every((pause, index) => index === 0 || pause > GROWTH * (pauses[index - 1] ?? 0));
      return [
        ...holds(pauses.length > 0, 'nothing was retried'),
        ...holds(grows, `the pauses are ${show(pauses)} ms`),
        ...holds(times.length <= 5, `${times.length} subscriptions were made`),
      ];
    },
  },
  'sse-31': {
    'one gap marker sits between the last old event and the first new one': async (run) => {
      const { page } = await onTab(run, 'timeline');
      const rows = await timelineRows(page);
      const marks = rows.filter(({ text }) => /events may be missing/i.test(text));
      return holds(marks.length === 1, `there are ${marks.length} among ${show(rows.map(({ kind }) => kind))}`);
    },
    'artifact a1 exists once': async (run) => {
      const { page } = await onTab(run, 'conversation');
      const shown = await appears(within(page, 'artifact-card'), 'the artifact');
      const count = await within(page, 'artifact-card').count();
      return [...shown, ...holds(count === 1, `there are ${count}`)];
    },
  },
  'sse-37': {
    'the timeline lets the user see all three versions': async (run) => {
      const { page } = await onTab(run, 'timeline');
      const texts = (await timelineRows(page)).filter(({ kind }) => kind === 'artifact').map(({ text }) => text);
      return holds(
        ['draft', 'extra', 'final'].every((word) => texts.some((text) => text.includes(word))),
        `the artifact rows are ${show(texts)}`,
      );
    },
  },
  'sse-38': {
    "conversation view holds one agent entry 'The cat sat down.'": async (run) => {
      const { page } = await onTab(run, 'conversation');
      const found = await reads(within(page, 'said'), 'The cat sat down.');
      const count = await within(page, 'said').count();
      return [...found, ...holds(count === 1, `there are ${count} entries`)];
    },
    'timeline view holds seven entries': async (run) => {
      const { page } = await run.window();
      await openTab(page, 'timeline');
      const rows = await timelineRows(page);
      const events = rows.filter(({ kind }) => !['request', 'response', 'end', 'note'].includes(kind));
      const count = events.reduce((sum, { folded }) => sum + Math.max(1, folded), 0);
      return holds(count === 7, `it holds ${count}: ${show(events)}`);
    },
  },
};
