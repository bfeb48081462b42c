import { type Arguments, flag, integer, text } from '../arguments.ts';
import type { Command, CommandContext } from '../command.ts';
import type { Connection } from '../connection.ts';
import { callOperation, openConnection } from '../operation.ts';
import { CONNECTION_OPTIONS, HISTORY_OPTION, PAGE_OPTIONS } from '../options.ts';
import { failedOutcome, type OutcomeLine } from '../outcome-line.ts';

/** Pages that `--all` reads at most: an agent that never stops must not keep the command busy for ever. */
const MAX_PAGES = 1_000;

/** `completed`, `INPUT-REQUIRED` and `TASK_STATE_WORKING` are all understood; the rest is sent as typed. */
export function stateName(word: string | undefined): string | undefined {
  if (word === undefined || !/^[a-z_-]+$/i.test(word)) return word;
  const name = word.toUpperCase().replace(/-/g, '_');
  return name.startsWith('TASK_STATE_') ? name : `TASK_STATE_${name}`;
}

const listRequest = (args: Arguments) => ({
  contextId: text(args, 'context'),
  status: stateName(text(args, 'status')),
  pageSize: integer(args, 'page-size'),
  historyLength: integer(args, 'history'),
  statusTimestampAfter: text(args, 'after'),
  includeArtifacts: flag(args, 'artifacts') || undefined,
});

/** Reads page after page until the agent says that it was the last, or hands out a token it gave before. */
async function everyPage(
  context: Pick<CommandContext, 'reporter'>,
  connection: Connection,
  request: Record<string, unknown>,
  first: OutcomeLine,
): Promise<OutcomeLine> {
  const seen = new Set<string>();
  const ids = new Set(first.tasks?.map((task) => task.id));
  const sum: OutcomeLine = { ...first, tasks: [...(first.tasks ?? [])] };
  let token = first.next_page_token;
  while (token && seen.size < MAX_PAGES) {
    seen.add(token);
    const page = await callOperation(context, connection, 'ListTasks', { ...request, pageToken: token });
    sum.warnings = [...sum.warnings, ...page.warnings.filter((warning) => !warning.card)];
    if (!page.tasks) return { ...page, warnings: sum.warnings, tasks: sum.tasks };
    for (const task of page.tasks.filter((item) => !ids.has(item.id))) {
      ids.add(task.id);
      sum.tasks?.push(task);
    }
    token = page.next_page_token;
    if (token && seen.has(token)) {
      sum.outcome = 'warn';
      sum.warnings.push({
        code: 'list-page-repeats',
        about: 'list-paging',
        severity: 'warning',
        message: `The agent gave the page token ${token} again; reading stopped after ${seen.size + 1} pages.`,
      });
      break;
    }
  }
  return { ...sum, next_page_token: token && !seen.has(token) ? token : '' };
}

/** Lists tasks on a connected agent: one page, or with `all` every page from there on. */
export async function listTasks(
  context: Pick<CommandContext, 'reporter'>,
  connection: Connection,
  request: Record<string, unknown>,
  all: boolean,
): Promise<OutcomeLine> {
  const first = await callOperation(context, connection, 'ListTasks', request);
  return all && first.tasks ? everyPage(context, connection, request, first) : first;
}

export const taskList: Command = {
  words: ['task', 'list'],
  summary: 'list tasks the agent knows',
  positionals: [{ name: 'URL', required: true, summary: 'the agent or its card' }],
  options: [
    { name: 'context', kind: 'text', placeholder: 'ID', summary: 'only tasks of this context' },
    {
      name: 'status',
      kind: 'text',
      placeholder: 'STATE',
      summary: 'only tasks in this state: completed, input-required, ...',
    },
    {
      name: 'after',
      kind: 'text',
      placeholder: 'TIME',
      summary: 'only tasks whose state changed since then (RFC 3339)',
    },
    { name: 'artifacts', kind: 'flag', summary: 'with artifacts' },
    { name: 'all', kind: 'flag', summary: 'read every page' },
    ...PAGE_OPTIONS,
    HISTORY_OPTION,
    ...CONNECTION_OPTIONS,
  ],
  examples: [
    'loupe task list http://127.0.0.1:9000 --status working',
    'loupe task list http://127.0.0.1:9000 --all --json',
  ],
  async run(context) {
    const { args } = context;
    const connected = await openConnection(context);
    if (!connected.ok) return failedOutcome('ListTasks', connected.error);
    const request = { ...listRequest(args), pageToken: text(args, 'page-token') };
    return listTasks(context, connected.value, request, flag(args, 'all'));
  },
};
