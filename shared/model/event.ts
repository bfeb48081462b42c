import type { JsonObject } from '../lib/json.ts';
import type { Artifact } from './artifact.ts';
import type { Message } from './message.ts';
import type { Task, TaskStatus } from './task.ts';

export interface TaskStatusUpdateEvent {
  taskId: string;
  contextId?: string;
  status: TaskStatus;
  metadata?: JsonObject;
  /** 0.3 only; kept because a later `final: false` on the last event is worth seeing. */
  final?: boolean;
}

export interface TaskArtifactUpdateEvent {
  taskId: string;
  contextId?: string;
  artifact: Artifact;
  append?: boolean;
  lastChunk?: boolean;
  metadata?: JsonObject;
}

/** Exactly one key is present (1.0 §3.2.3). Also the result of SendMessage, which uses the first two keys. */
export interface StreamResponse {
  task?: Task;
  message?: Message;
  statusUpdate?: TaskStatusUpdateEvent;
  artifactUpdate?: TaskArtifactUpdateEvent;
}

export type StreamKind = 'task' | 'message' | 'statusUpdate' | 'artifactUpdate';
