import { isObject } from '../../../lib/json.ts';
import type { BindingId } from '../../../model/entry.ts';
import type { OperationName } from '../../../model/operation.ts';
import { type Fields, without } from '../reading/walk.ts';
import { olderPushConfig } from './encode-values.ts';
import { COMPAT_FLAG } from './older-message.ts';

const list = (value: unknown, each: (item: Fields) => Fields): unknown =>
  Array.isArray(value) ? value.map((item: unknown) => (isObject(item) ? each(item) : item)) : value;

const filled = (value: unknown): boolean => value !== undefined && value !== '';

/** A 1.0-model part in the form of the 0.3 proto. One that has a `file` or the proto's `data` already stays as it is. */
export function protoPart(part: Fields): Fields {
  if ('file' in part) return part;
  // The proto has no name and media type for text and data; there they are lost.
  if ('text' in part) return without(part, ['filename', 'mediaType', 'kind']);
  if ('raw' in part || 'url' in part) {
    const { raw, url, filename, mediaType, kind: _, ...rest } = part;
    const file: Fields = raw === undefined ? { fileWithUri: url } : { fileWithBytes: raw };
    if (filled(mediaType)) file.mimeType = mediaType;
    if (filled(filename)) file.name = filename;
    return { file, ...rest };
  }
  if (!('data' in part)) return part;
  const bare = without(part, ['filename', 'mediaType', 'kind']);
  if (isObject(part.data)) return { ...bare, data: { data: part.data } };
  const metadata = isObject(part.metadata) ? part.metadata : {};
  return { ...bare, data: { data: { value: part.data } }, metadata: { ...metadata, [COMPAT_FLAG]: true } };
}

/** A 1.0-model message in the form of the 0.3 proto, where `parts` are called `content`. */
export function protoMessage(message: Fields): Fields {
  const { parts, ...rest } = without(message, ['kind', 'referenceTaskIds']);
  return parts === undefined ? rest : { ...rest, content: list(parts, protoPart) };
}

/** Resource names of the 0.3 proto. */
const taskName = (id: unknown): string => `tasks/${String(id ?? '')}`;
const configName = (task: unknown, id: unknown): string =>
  `${taskName(task)}/pushNotificationConfigs/${String(id ?? '')}`;

type Encoder = (request: Fields, named: boolean) => Fields;

/** `named`: resources go by name (gRPC). Over HTTP+JSON they are in the path, which takes the fields of the 1.0 model. */
const ENCODERS: { readonly [N in OperationName]?: Encoder } = {
  SendMessage: (request) => sendRequest(request, true),
  SendStreamingMessage: (request) => sendRequest(request, request.configuration !== undefined),
  GetTask: taskRequest,
  CancelTask: (request, named) => taskRequest(without(request, ['metadata']), named),
  SubscribeToTask: taskRequest,
  CreateTaskPushNotificationConfig: createConfig,
  GetTaskPushNotificationConfig: configRequest,
  DeleteTaskPushNotificationConfig: configRequest,
  ListTaskPushNotificationConfigs: (request, named) => {
    const { taskId, ...rest } = without(request, ['tenant']);
    return named ? { parent: taskName(taskId), ...rest } : { taskId, ...rest };
  },
  GetExtendedAgentCard: () => ({}),
};

/**
 * A 1.0-model request in the ProtoJSON of the 0.3 proto: the message of a gRPC call, or the fields of an HTTP+JSON one,
 * those of the path included under their 1.0 names. What the proto has no field for (`tenant`, `referenceTaskIds`, names
 * and media types of text) is left out. Undefined when this binding of 0.3 cannot say the operation.
 */
export function encodeProto(operation: OperationName, request: unknown, binding: BindingId): Fields | undefined {
  const fields = isObject(request) ? request : {};
  if (operation === 'ListTasks') return binding === 'HTTP+JSON' ? without(fields, ['tenant']) : undefined;
  return ENCODERS[operation]?.(fields, binding === 'GRPC');
}

/** `blocking` is always stated: servers disagree about what a missing one means. */
function sendRequest(request: Fields, configured: boolean): Fields {
  const { message, configuration, ...rest } = without(request, ['tenant']);
  const encoded: Fields = { message: isObject(message) ? protoMessage(message) : message };
  if (configured) {
    const {
      returnImmediately,
      taskPushNotificationConfig: push,
      ...others
    } = isObject(configuration) ? configuration : ({} as Fields);
    encoded.configuration = {
      blocking: returnImmediately !== true,
      ...others,
      ...(isObject(push) ? { pushNotification: olderPushConfig(without(push, ['taskId', 'tenant'])) } : {}),
    };
  }
  return { ...encoded, ...rest };
}

function taskRequest(request: Fields, named: boolean): Fields {
  const { id, ...rest } = without(request, ['tenant']);
  return named ? { name: taskName(id), ...rest } : { id, ...rest };
}

function configRequest(request: Fields, named: boolean): Fields {
  const { taskId, id, ...rest } = without(request, ['tenant']);
  return named ? { name: configName(taskId, id), ...rest } : { taskId, id, ...rest };
}

/** The proto wants a name for every configuration; one without an id gets that of its task, as servers do by themselves. */
function createConfig(request: Fields, named: boolean): Fields {
  const { taskId, ...config } = without(request, ['tenant']);
  const id = filled(config.id) ? config.id : taskId;
  return {
    ...(named ? {} : { taskId }),
    parent: taskName(taskId),
    configId: id,
    config: { name: configName(taskId, id), pushNotificationConfig: olderPushConfig({ ...config, id }) },
  };
}
