import { card10 } from '../card.ts';
import { errorBody10 } from '../failures.ts';
import { Fields } from '../fields.ts';
import type { JsonObject, Message, Part, Role } from '../model.ts';
import { checked, type SendRequest } from '../requests.ts';
import type { Dialect } from './dialect.ts';

const contentKeys = ['text', 'raw', 'url', 'data'] as const;

/** A2A 1.0. The model has its shapes already, so writing is the identity. */
export const dialect10: Dialect = {
  version: '1.0',
  methods: new Map([
    ['SendMessage', 'send'],
    ['SendStreamingMessage', 'stream'],
    ['GetTask', 'get'],
    ['ListTasks', 'list'],
    ['CancelTask', 'cancel'],
    ['SubscribeToTask', 'subscribe'],
    ['CreateTaskPushNotificationConfig', 'push'],
    ['GetTaskPushNotificationConfig', 'push'],
    ['ListTaskPushNotificationConfigs', 'push'],
    ['DeleteTaskPushNotificationConfig', 'push'],
    ['GetExtendedAgentCard', 'extendedCard'],
  ]),
  streamFailure: 'json',
  subscribeToFinished: 'refuse',
  readSend,
  writeTask: (task) => task,
  writeItem: (item) => item,
  writeCard: card10,
  writeError: errorBody10,
};

function readSend(params: JsonObject) {
  const fields = new Fields(params);
  const message = fields.requiredChild('message');
  const configuration = fields.child('configuration');
  const request: SendRequest = {
    message: message ? readMessage(message) : { messageId: '', role: 'ROLE_USER', parts: [] },
    returnImmediately: configuration?.flag('returnImmediately') ?? false,
    historyLength: configuration?.count('historyLength'),
    wantsPush: configuration?.object('taskPushNotificationConfig') !== undefined,
  };
  return checked(fields, request);
}

function readMessage(fields: Fields): Message {
  const parts = fields.children('parts').map(readPart);
  if (parts.length === 0) fields.blame('parts', 'Must hold at least one part.');
  return {
    messageId: fields.requiredText('messageId'),
    contextId: fields.text('contextId'),
    taskId: fields.text('taskId'),
    role: readRole(fields),
    parts,
    metadata: fields.object('metadata'),
    extensions: fields.texts('extensions'),
    referenceTaskIds: fields.texts('referenceTaskIds'),
  };
}

/** ProtoJSON writes an enum by name; its number is allowed as well. */
function readRole(fields: Fields): Role {
  const role = fields.raw('role');
  if (role === 'ROLE_USER' || role === 1) return 'ROLE_USER';
  if (role === 'ROLE_AGENT' || role === 2) return 'ROLE_AGENT';
  fields.blame('role', 'Must be ROLE_USER or ROLE_AGENT.');
  return 'ROLE_USER';
}

/** The kind of a part follows from the key that is there, not from its value: `{"text":""}` and `{"data":null}` count. */
function readPart(fields: Fields): Part {
  const present = contentKeys.filter((key) => fields.has(key));
  const part: Part = {
    filename: fields.text('filename'),
    mediaType: fields.text('mediaType'),
    metadata: fields.object('metadata'),
  };
  const [key] = present;
  if (key === undefined || present.length > 1) {
    fields.blame('', 'Must hold exactly one of text, raw, url and data.');
  } else if (key === 'data') {
    part.data = fields.raw('data');
  } else {
    part[key] = fields.raw(key) === '' ? '' : fields.requiredText(key);
  }
  return part;
}
