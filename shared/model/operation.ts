export const OPERATION_NAMES = [
  'SendMessage',
  'SendStreamingMessage',
  'GetTask',
  'ListTasks',
  'CancelTask',
  'SubscribeToTask',
  'CreateTaskPushNotificationConfig',
  'GetTaskPushNotificationConfig',
  'ListTaskPushNotificationConfigs',
  'DeleteTaskPushNotificationConfig',
  'GetExtendedAgentCard',
] as const;

/** The eleven operations of 1.0 (§3.1); the JSON-RPC method and the gRPC method have the same name. */
export type OperationName = (typeof OPERATION_NAMES)[number];
