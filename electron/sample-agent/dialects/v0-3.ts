import { card03 } from '../card.ts';
import { errorBody03 } from '../failures.ts';
import { Fields } from '../fields.ts';
import {
  type Artifact,
  endsTurn,
  isJsonObject,
  type JsonObject,
  type Message,
  type Part,
  type Role,
  type StreamItem,
  stateNames03,
  type Task,
  type TaskStatus,
} from '../model.ts';
import { checked, type SendRequest } from '../requests.ts';
import type { Dialect } from './dialect.ts';

/** A2A 0.3 over JSON-RPC: `kind` discriminators, lower-case names, `final` on status updates. */
export const dialect03: Dialect = {
  version: '0.3',
  methods: new Map([
    ['message/send', 'send'],
    ['message/stream', 'stream'],
    ['tasks/get', 'get'],
    ['tasks/cancel', 'cancel'],
    ['tasks/resubscribe', 'subscribe'],
    ['tasks/pushNotificationConfig/set', 'push'],
    ['tasks/pushNotificationConfig/get', 'push'],
    ['tasks/pushNotificationConfig/list', 'push'],
    ['tasks/pushNotificationConfig/delete', 'push'],
    ['agent/getAuthenticatedExtendedCard', 'extendedCard'],
  ]),
  streamFailure: 'sse',
  subscribeToFinished: 'task',
  readSend,
  writeTask,
  writeItem,
  writeCard: card03,
  writeError: errorBody03,
};

function readSend(params: JsonObject) {
  const fields = new Fields(params);
  const message = fields.requiredChild('message');
  const configuration = fields.child('configuration');
  const request: SendRequest = {
    message: message ? readMessage(message) : { messageId: '', role: 'ROLE_USER', parts: [] },
    returnImmediately: configuration?.flag('blocking') === false,
    historyLength: configuration?.count('historyLength'),
    wantsPush: configuration?.object('pushNotificationConfig') !== undefined,
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

function readRole(fields: Fields): Role {
  const role = fields.raw('role');
  if (role === 'agent') return 'ROLE_AGENT';
  if (role !== 'user') fields.blame('role', 'Must be user or agent.');
  return 'ROLE_USER';
}

function readPart(fields: Fields): Part {
  const metadata = fields.object('metadata');
  switch (fields.raw('kind')) {
    case 'text':
      return { text: fields.raw('text') === '' ? '' : fields.requiredText('text'), metadata };
    case 'data':
      return { data: unwrapData(fields.requiredChild('data') ? fields.raw('data') : {}, metadata), metadata };
    case 'file':
      return { ...readFile(fields), metadata };
    default:
      fields.blame('kind', 'Must be text, file or data.');
      return { text: '' };
  }
}

function readFile(fields: Fields): Part {
  const file = fields.requiredChild('file');
  const raw = file?.text('bytes');
  const url = file?.text('uri');
  if (file && (raw === undefined) === (url === undefined)) file.blame('', 'Must hold either bytes or uri.');
  const part: Part = { filename: file?.text('name'), mediaType: file?.text('mimeType') };
  if (raw !== undefined) part.raw = raw;
  else part.url = url ?? '';
  return part;
}

/** 0.3 data parts hold objects only; other values travel as `{value: x}` with a flag, as the SDKs do it. */
function unwrapData(data: unknown, metadata: JsonObject | undefined): unknown {
  return metadata?.data_part_compat === true && isJsonObject(data) && 'value' in data ? data.value : data;
}

function writePart(part: Part): JsonObject {
  const { metadata } = part;
  if (part.raw !== undefined || part.url !== undefined) {
    const content = part.raw !== undefined ? { bytes: part.raw } : { uri: part.url };
    return { kind: 'file', file: { ...content, name: part.filename, mimeType: part.mediaType }, metadata };
  }
  if (part.text !== undefined) return { kind: 'text', text: part.text, metadata };
  if (isJsonObject(part.data)) return { kind: 'data', data: part.data, metadata };
  return { kind: 'data', data: { value: part.data }, metadata: { ...metadata, data_part_compat: true } };
}

function writeMessage(message: Message): JsonObject {
  return {
    ...message,
    kind: 'message',
    role: message.role === 'ROLE_AGENT' ? 'agent' : 'user',
    parts: message.parts.map(writePart),
  };
}

function writeStatus(status: TaskStatus): JsonObject {
  return {
    state: stateNames03[status.state],
    message: status.message && writeMessage(status.message),
    timestamp: status.timestamp,
  };
}

function writeArtifact(artifact: Artifact): JsonObject {
  return { ...artifact, parts: artifact.parts.map(writePart) };
}

function writeTask(task: Task): JsonObject {
  return {
    ...task,
    kind: 'task',
    status: writeStatus(task.status),
    artifacts: task.artifacts?.map(writeArtifact),
    history: task.history?.map(writeMessage),
  };
}

function writeItem(item: StreamItem): JsonObject {
  if ('task' in item) return writeTask(item.task);
  if ('message' in item) return writeMessage(item.message);
  if ('statusUpdate' in item) {
    const { status, ...event } = item.statusUpdate;
    return { kind: 'status-update', ...event, status: writeStatus(status), final: endsTurn(status.state) };
  }
  const { artifact, ...event } = item.artifactUpdate;
  return { kind: 'artifact-update', ...event, artifact: writeArtifact(artifact) };
}
