/** An error answer in one shape, whatever binding carried it. `code` is a JSON-RPC code when there was one. */
export interface A2AError {
  code?: number;
  /** A2A or JSON-RPC name, for example `TaskNotFound`; absent for codes nobody defined. */
  name?: string;
  message: string;
  /** Untouched, because servers put strings, objects or lists there. */
  data?: unknown;
  /** Reason of a google.rpc.ErrorInfo in `data`, when there is one. */
  reason?: string;
  httpStatus?: number;
}

/** Names of the codes (1.0 §5.4 and JSON-RPC 2.0 §5.1). */
export const ERROR_NAMES: Readonly<Record<number, string>> = {
  [-32001]: 'TaskNotFound',
  [-32002]: 'TaskNotCancelable',
  [-32003]: 'PushNotificationNotSupported',
  [-32004]: 'UnsupportedOperation',
  [-32005]: 'ContentTypeNotSupported',
  [-32006]: 'InvalidAgentResponse',
  [-32007]: 'ExtendedAgentCardNotConfigured',
  [-32008]: 'ExtensionSupportRequired',
  [-32009]: 'VersionNotSupported',
  [-32700]: 'ParseError',
  [-32600]: 'InvalidRequest',
  [-32601]: 'MethodNotFound',
  [-32602]: 'InvalidParams',
  [-32603]: 'InternalError',
};
