import { object, positional } from '../arguments.ts';
import type { Command } from '../command.ts';
import { connectAndCall } from '../operation.ts';
import { CONNECTION_OPTIONS } from '../options.ts';

export const taskCancel: Command = {
  words: ['task', 'cancel'],
  summary: 'ask the agent to cancel a task',
  positionals: [
    { name: 'URL', required: true, summary: 'the agent or its card' },
    { name: 'ID', required: true, summary: 'the task' },
  ],
  options: [
    { name: 'metadata', kind: 'object', placeholder: 'JSON', summary: 'metadata of the request' },
    ...CONNECTION_OPTIONS,
  ],
  examples: ['loupe task cancel http://127.0.0.1:9000 3f2a'],
  run: (context) =>
    connectAndCall(context, 'CancelTask', {
      id: positional(context.args, 1),
      metadata: object(context.args, 'metadata'),
    }),
};
