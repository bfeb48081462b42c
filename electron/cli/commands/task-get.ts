import { integer, positional } from '../arguments.ts';
import type { Command } from '../command.ts';
import { connectAndCall } from '../operation.ts';
import { CONNECTION_OPTIONS, HISTORY_OPTION } from '../options.ts';

export const taskGet: Command = {
  words: ['task', 'get'],
  summary: 'show one task',
  positionals: [
    { name: 'URL', required: true, summary: 'the agent or its card' },
    { name: 'ID', required: true, summary: 'the task' },
  ],
  options: [HISTORY_OPTION, ...CONNECTION_OPTIONS],
  examples: ['loupe task get http://127.0.0.1:9000 3f2a --history 0'],
  run: (context) =>
    connectAndCall(context, 'GetTask', {
      id: positional(context.args, 1),
      historyLength: integer(context.args, 'history'),
    }),
};
