import { positional } from '../arguments.ts';
import type { Command } from '../command.ts';
import { connectAndCall } from '../operation.ts';
import { CONNECTION_OPTIONS } from '../options.ts';

export const pushDelete: Command = {
  words: ['push', 'delete'],
  summary: 'remove a push notification configuration',
  positionals: [
    { name: 'URL', required: true, summary: 'the agent or its card' },
    { name: 'TASK', required: true, summary: 'the task' },
    { name: 'ID', required: true, summary: 'the configuration' },
  ],
  options: CONNECTION_OPTIONS,
  examples: ['loupe push delete http://127.0.0.1:9000 3f2a hook-1'],
  run: (context) =>
    connectAndCall(context, 'DeleteTaskPushNotificationConfig', {
      taskId: positional(context.args, 1),
      id: positional(context.args, 2),
    }),
};
