import type { JsonObject } from '../lib/json.ts';
import type { Message } from './message.ts';
import type { TaskPushNotificationConfig } from './push.ts';
import type { AnyTaskState } from './task.ts';

export interface SendMessageConfiguration {
  acceptedOutputModes?: string[];
  taskPushNotificationConfig?: TaskPushNotificationConfig;
  historyLength?: number;
  returnImmediately?: boolean;
}

export interface SendMessageRequest {
  tenant?: string;
  message: Message;
  configuration?: SendMessageConfiguration;
  metadata?: JsonObject;
}

export interface TaskRequest {
  tenant?: string;
  id: string;
  historyLength?: number;
  metadata?: JsonObject;
}

export interface ListTasksRequest {
  tenant?: string;
  contextId?: string;
  status?: AnyTaskState;
  pageSize?: number;
  pageToken?: string;
  historyLength?: number;
  statusTimestampAfter?: string;
  includeArtifacts?: boolean;
}

export interface PushConfigRequest {
  tenant?: string;
  taskId: string;
  id?: string;
  pageSize?: number;
  pageToken?: string;
}

export interface ExtendedCardRequest {
  tenant?: string;
}
