import { integer, positional, text } from '../arguments.ts';
import type { Command } from '../command.ts';
import { connectAndCall } from '../operation.ts';
import { CONNECTION_OPTIONS, PAGE_OPTIONS } from '../options.ts';

export const pushList: Command = {
  words: ['push', 'list'],
  summary: 'list the push notification configurations of a task',
  positionals: [
    { name: 'URL', required: true, summary: 'the agent or its card' },
    { name: 'TASK', required: true, summary: 'the task' },
  ],
  options: [...PAGE_OPTIONS, ...CONNECTION_OPTIONS],
  examples: ['loupe push list http://127.0.0.1:9000 3f2a'],
  run: (context) =>
    connectAndCall(context, 'ListTaskPushNotificationConfigs', {
      taskId: positional(context.args, 1),
      pageSize: integer(context.args, 'page-size'),
      pageToken: text(context.args, 'page-token'),
    }),
};
