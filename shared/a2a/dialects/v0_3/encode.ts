import { isObject } from '../../../lib/json.ts';
import type { HeaderLines } from '../../../model/entry.ts';
import type { OperationName } from '../../../model/operation.ts';
import { type Fields, without } from '../reading/walk.ts';
import { olderMessage, olderPushConfig } from './encode-values.ts';

/** 0.3 knows no version header; extensions go by both names, because newer servers read the newer one. */
export function headers(extensions: readonly string[]): HeaderLines {
  if (extensions.length === 0) return [];
  const list = extensions.join(',');
  return [
    ['X-A2A-Extensions', list],
    ['A2A-Extensions', list],
  ];
}

type Encoder = (request: Fields) => Fields;

const ENCODERS: { readonly [N in OperationName]?: Encoder } = {
  SendMessage: (request) => sendParams(request, true),
  SendStreamingMessage: (request) => sendParams(request, request.configuration !== undefined),
  GetTask: (request) => without(request, ['tenant']),
  CancelTask: (request) => without(request, ['tenant']),
  SubscribeToTask: (request) => without(request, ['tenant']),
  CreateTaskPushNotificationConfig: pushSetParams,
  GetTaskPushNotificationConfig: pushParams,
  ListTaskPushNotificationConfigs: pushParams,
  DeleteTaskPushNotificationConfig: pushParams,
  GetExtendedAgentCard: () => ({}),
};

/**
 * A 1.0-model request as 0.3 JSON-RPC `params`. `tenant` and the paging of push configurations do not exist in 0.3 and
 * are left out; other keys the model does not know are passed on. Undefined for ListTasks.
 */
export function encode(operation: OperationName, request: unknown): Fields | undefined {
  return ENCODERS[operation]?.(isObject(request) ? request : {});
}

/** `blocking` is always stated: servers disagree about what a missing one means. */
function sendParams(request: Fields, configured: boolean): Fields {
  const { message, configuration, ...rest } = without(request, ['tenant']);
  const params: Fields = { message: isObject(message) ? olderMessage(message) : message };
  if (configured) params.configuration = sendConfiguration(isObject(configuration) ? configuration : {});
  return { ...params, ...rest };
}

function sendConfiguration(configuration: Fields): Fields {
  const { returnImmediately, taskPushNotificationConfig: push, ...rest } = configuration;
  return {
    blocking: returnImmediately !== true,
    ...rest,
    ...(isObject(push) ? { pushNotificationConfig: olderPushConfig(without(push, ['taskId', 'tenant'])) } : {}),
  };
}

function pushSetParams(request: Fields): Fields {
  const { taskId, ...config } = without(request, ['tenant']);
  return { taskId, pushNotificationConfig: olderPushConfig(config) };
}

/** Get, list and delete name the task `id`. */
function pushParams(request: Fields): Fields {
  const { taskId, id, ...rest } = without(request, ['tenant', 'pageSize', 'pageToken']);
  return { id: taskId, ...(id === undefined ? {} : { pushNotificationConfigId: id }), ...rest };
}
