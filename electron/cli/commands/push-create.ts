import { positional, text } from '../arguments.ts';
import type { Command } from '../command.ts';
import { connectAndCall } from '../operation.ts';
import { CONNECTION_OPTIONS } from '../options.ts';
import { failedOutcome } from '../outcome-line.ts';

export const pushCreate: Command = {
  words: ['push', 'create'],
  summary: 'have a task reported to a webhook',
  positionals: [
    { name: 'URL', required: true, summary: 'the agent or its card' },
    { name: 'TASK', required: true, summary: 'the task' },
  ],
  options: [
    { name: 'webhook', kind: 'text', placeholder: 'URL', summary: 'where the agent sends to (required)' },
    { name: 'id', kind: 'text', placeholder: 'ID', summary: 'name of the configuration, instead of one of the agent' },
    { name: 'webhook-token', kind: 'secret', placeholder: 'T', summary: 'token the agent sends along' },
    { name: 'auth-scheme', kind: 'text', placeholder: 'NAME', summary: 'scheme of the Authorization header' },
    { name: 'auth-credentials', kind: 'secret', placeholder: 'C', summary: 'credentials of the Authorization header' },
    ...CONNECTION_OPTIONS,
  ],
  examples: [
    'loupe push create http://127.0.0.1:9000 3f2a --webhook http://127.0.0.1:8080/hook --webhook-token secret',
  ],
  async run(context) {
    const { args } = context;
    const operation = 'CreateTaskPushNotificationConfig';
    const url = text(args, 'webhook');
    if (!url) return failedOutcome(operation, { code: 'bad-input', message: '--webhook is missing: --webhook URL' });
    const scheme = text(args, 'auth-scheme');
    const credentials = text(args, 'auth-credentials');
    if (credentials !== undefined && scheme === undefined) {
      return failedOutcome(operation, { code: 'bad-input', message: '--auth-credentials needs --auth-scheme' });
    }
    return connectAndCall(context, operation, {
      taskId: positional(args, 1),
      id: text(args, 'id'),
      url,
      token: text(args, 'webhook-token'),
      authentication: scheme === undefined ? undefined : { scheme, credentials },
    });
  },
};
