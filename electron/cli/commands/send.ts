import { randomUUID } from 'node:crypto';
import { all, flag, integer, object, text } from '../arguments.ts';
import type { Command } from '../command.ts';
import { contentParts } from '../content.ts';
import { callOperation, openConnection } from '../operation.ts';
import { CONNECTION_OPTIONS, HISTORY_OPTION, RECONNECT_OPTION } from '../options.ts';
import { failedOutcome } from '../outcome-line.ts';

export const send: Command = {
  words: ['send'],
  summary: 'send a message and show everything that comes back',
  positionals: [{ name: 'URL', required: true, summary: 'the agent or its card' }],
  options: [
    { name: 'text', kind: 'text', placeholder: 'T', repeat: true, summary: "text part; '-' reads standard input" },
    { name: 'data', kind: 'json', placeholder: 'JSON', repeat: true, summary: 'data part' },
    { name: 'file', kind: 'text', placeholder: 'PATH', repeat: true, summary: 'file part with the content of a file' },
    { name: 'stream', kind: 'flag', summary: 'stream, whatever the card says' },
    RECONNECT_OPTION,
    { name: 'no-stream', kind: 'flag', summary: 'wait for one answer' },
    { name: 'context', kind: 'text', placeholder: 'ID', summary: 'go on in this context' },
    { name: 'task', kind: 'text', placeholder: 'ID', summary: 'answer this task' },
    { name: 'metadata', kind: 'object', placeholder: 'JSON', summary: 'metadata of the request' },
    { name: 'message-metadata', kind: 'object', placeholder: 'JSON', summary: 'metadata of the message' },
    { name: 'accept', kind: 'text', placeholder: 'MODE', repeat: true, summary: 'media type the answer may have' },
    HISTORY_OPTION,
    { name: 'return-immediately', kind: 'flag', summary: 'do not wait for the end of the task' },
    ...CONNECTION_OPTIONS,
  ],
  examples: [
    "loupe send http://127.0.0.1:9000 --text 'hello'",
    "loupe send http://127.0.0.1:9000 --task 3f2a --text 'the red one' --json",
    "loupe send http://127.0.0.1:9000 --file report.pdf --text 'Summarise this' --no-stream",
  ],
  async run(context) {
    const { args, terminal } = context;
    const streams = flag(args, 'stream');
    if (streams && flag(args, 'no-stream')) {
      return failedOutcome('SendMessage', {
        code: 'bad-input',
        message: '--stream and --no-stream exclude each other',
      });
    }
    const parts = await contentParts(args, terminal);
    if (!parts.ok) return failedOutcome('SendMessage', parts.error);

    const connected = await openConnection(context);
    if (!connected.ok) return failedOutcome('SendMessage', connected.error);
    const stream = streams || (!flag(args, 'no-stream') && connected.value.card?.card.capabilities?.streaming === true);
    const accept = all<string>(args, 'accept');
    const configuration = {
      acceptedOutputModes: accept.length > 0 ? accept : undefined,
      historyLength: integer(args, 'history'),
      returnImmediately: flag(args, 'return-immediately') || undefined,
    };
    const given = Object.values(configuration).some((value) => value !== undefined);
    const message = {
      messageId: randomUUID(),
      role: 'ROLE_USER',
      parts: parts.value,
      contextId: text(args, 'context'),
      taskId: text(args, 'task'),
      metadata: object(args, 'message-metadata'),
    };
    return callOperation(context, connected.value, stream ? 'SendStreamingMessage' : 'SendMessage', {
      message,
      configuration: given ? configuration : undefined,
      metadata: object(args, 'metadata'),
    });
  },
};
