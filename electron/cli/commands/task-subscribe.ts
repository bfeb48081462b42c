import { positional } from '../arguments.ts';
import type { Command } from '../command.ts';
import { connectAndCall } from '../operation.ts';
import { CONNECTION_OPTIONS, RECONNECT_OPTION } from '../options.ts';

export const taskSubscribe: Command = {
  words: ['task', 'subscribe'],
  summary: 'follow a running task',
  positionals: [
    { name: 'URL', required: true, summary: 'the agent or its card' },
    { name: 'ID', required: true, summary: 'the task' },
  ],
  options: [RECONNECT_OPTION, ...CONNECTION_OPTIONS],
  examples: ['loupe task subscribe http://127.0.0.1:9000 3f2a'],
  run: (context) => connectAndCall(context, 'SubscribeToTask', { id: positional(context.args, 1) }),
};
