import type { TaskArtifactUpdateEvent, TaskStatusUpdateEvent } from '../../../model/event.ts';
import type { Task, TaskStatus } from '../../../model/task.ts';
import { bag, fields, flag, listOf, one, text } from '../reading/checks.ts';
import { stateField } from '../reading/spelling.ts';
import type { Check, Shape } from '../reading/walk.ts';
import {
  rewriteArtifactUpdate,
  rewriteStatusUpdate,
  rewriteTask,
  TASK_MARKERS,
  UPDATE_MARKERS,
} from '../v0_3/older-task.ts';
import { artifactShape, messageShape } from './decode-message.ts';

const unspecified = { state: 'TASK_STATE_UNSPECIFIED' };

export const statusShape: Shape<TaskStatus> = {
  name: 'TaskStatus',
  clause: '1.0 §4.1.2',
  fields: fields({ state: stateField, message: one(messageShape), timestamp: text }),
  required: [{ name: 'state', fill: () => unspecified.state }],
};

const statusObject = one(statusShape);

/** A bare state in the place of a status object is understood. */
const status: Check = (value, reader, key) => {
  if (typeof value !== 'string') return statusObject(value, reader, key);
  reader.report(
    {
      code: 'wrong-type',
      severity: 'warning',
      message: 'status should be an object with a state, but is a string.',
      clause: '1.0 §4.1.2',
    },
    key,
  );
  return { state: stateField(value, reader, key) };
};

export const taskShape: Shape<Task> = {
  name: 'Task',
  clause: '1.0 §4.1.1',
  fields: fields({
    id: text,
    contextId: text,
    status,
    artifacts: listOf(artifactShape),
    history: listOf(messageShape),
    metadata: bag,
  }),
  required: [
    { name: 'id', fill: () => '', filled: true },
    { name: 'status', fill: () => ({ ...unspecified }) },
  ],
  markers: TASK_MARKERS,
  rewrite: rewriteTask,
};

/** `final` is gone in 1.0: the end is the end of the stream together with the last state. */
const final: Check = (value, reader, key) => {
  if (!reader.older && !reader.olderProto) {
    reader.report(
      {
        code: 'removed-field',
        severity: 'note',
        message: 'final no longer exists in 1.0 and has no effect.',
        clause: '1.0 §4.2.1',
      },
      key,
    );
  }
  return flag(value, reader, key);
};

export const statusUpdateShape: Shape<TaskStatusUpdateEvent> = {
  name: 'TaskStatusUpdateEvent',
  clause: '1.0 §4.2.1',
  fields: fields({ taskId: text, contextId: text, status, metadata: bag, final }),
  required: [
    { name: 'taskId', fill: () => '', filled: true },
    { name: 'status', fill: () => ({ ...unspecified }) },
  ],
  markers: UPDATE_MARKERS,
  rewrite: rewriteStatusUpdate,
};

export const artifactUpdateShape: Shape<TaskArtifactUpdateEvent> = {
  name: 'TaskArtifactUpdateEvent',
  clause: '1.0 §4.2.2',
  fields: fields({
    taskId: text,
    contextId: text,
    artifact: one(artifactShape),
    append: flag,
    lastChunk: flag,
    metadata: bag,
  }),
  required: [
    { name: 'taskId', fill: () => '', filled: true },
    { name: 'artifact', fill: () => ({ artifactId: '', parts: [] }) },
  ],
  markers: UPDATE_MARKERS,
  rewrite: rewriteArtifactUpdate,
};
