import type { StreamResponse } from '../../model/event.ts';
import type { Message } from '../../model/message.ts';
import type { AnyTaskState, Task, TaskStatus } from '../../model/task.ts';
import { stateClass } from '../../model/task.ts';
import type { ArtifactView } from './artifact.ts';
import { emptyArtifact, takeSnapshot, writeArtifact } from './artifact.ts';

/** A task as known from all its events. Changed in place; `revision` counts the changes. */
export interface TaskView {
  id: string;
  contextId?: string;
  state?: AnyTaskState;
  /** Message of the latest status. */
  message?: Message;
  /** The agent's own time of the latest status, as received. */
  timestamp?: string;
  metadata?: Task['metadata'];
  /** Every message seen, in order; deltas of one message are one entry with one part per delta. */
  history: Message[];
  /** In order of first appearance. */
  artifacts: Map<string, ArtifactView>;
  revision: number;
  /** Place in `history` by message id. */
  places: Map<string, number>;
}

const emptyTask = (id: string): TaskView => ({
  id,
  history: [],
  artifacts: new Map(),
  revision: 0,
  places: new Map(),
});

function addMessage(view: TaskView, message: Message): void {
  const id = message.messageId;
  // The parts list is this view's own: it grows with later deltas.
  const own: Message = { ...message, parts: Array.isArray(message.parts) ? message.parts.slice() : [] };
  if (id !== undefined && id !== '') view.places.set(id, view.history.length);
  view.history.push(own);
}

const known = (view: TaskView, message: Message): Message | undefined => {
  const place = message.messageId ? view.places.get(message.messageId) : undefined;
  return place === undefined ? undefined : view.history[place];
};

/** A status message: new, or one more delta of a message that is there. */
function takeDelta(view: TaskView, message: Message): void {
  const there = known(view, message);
  if (there === undefined) addMessage(view, message);
  else if (message !== view.message && Array.isArray(message.parts)) {
    for (let i = 0; i < message.parts.length; i++) there.parts.push(message.parts[i] as (typeof message.parts)[number]);
  }
}

function textLength(message: Message): number {
  let length = 0;
  for (const part of message.parts) length += typeof part.text === 'string' ? part.text.length : 0;
  return length;
}

/** Messages of a snapshot. One id may be there several times, once per delta; it may also hold less than is known. */
function takeHistory(view: TaskView, history: readonly Message[]): void {
  const grouped = new Map<string, Message>();
  for (const message of history) {
    if (!message.messageId) continue;
    const group = grouped.get(message.messageId);
    if (group === undefined) grouped.set(message.messageId, { ...message, parts: (message.parts ?? []).slice() });
    else group.parts.push(...(message.parts ?? []));
  }
  for (const message of history) {
    if (!message.messageId) {
      if (view.history.length === 0 || !view.history.some((old) => sameText(old, message))) addMessage(view, message);
      continue;
    }
    const group = grouped.get(message.messageId);
    if (group === undefined) continue;
    grouped.delete(message.messageId);
    const there = known(view, group);
    if (there === undefined) addMessage(view, group);
    else if (textLength(group) > textLength(there) || group.parts.length > there.parts.length)
      there.parts = group.parts;
  }
}

const sameText = (a: Message, b: Message): boolean =>
  a.role === b.role && JSON.stringify(a.parts) === JSON.stringify(b.parts);

function takeStatus(view: TaskView, status: TaskStatus | undefined, snapshot: boolean): void {
  if (status === undefined) return;
  view.state = status.state;
  if (status.timestamp !== undefined) view.timestamp = status.timestamp;
  const message = status.message;
  if (message) {
    if (!snapshot) takeDelta(view, message);
    else if (known(view, message) === undefined) addMessage(view, message);
  }
  view.message = message;
}

function takeTask(view: TaskView, task: Task): void {
  view.id = task.id;
  if (task.metadata !== undefined) view.metadata = task.metadata;
  if (Array.isArray(task.history)) takeHistory(view, task.history);
  takeStatus(view, task.status, true);
  const finished = stateClass(task.status?.state) === 'terminal';
  if (Array.isArray(task.artifacts)) {
    for (const artifact of task.artifacts) takeSnapshot(artifactOf(view, artifact.artifactId), artifact, finished);
  }
}

function artifactOf(view: TaskView, id: string): ArtifactView {
  let artifact = view.artifacts.get(id);
  if (artifact === undefined) {
    artifact = emptyArtifact(id);
    view.artifacts.set(id, artifact);
  }
  return artifact;
}

/**
 * Applies one event and returns the same view, or a new one when there was none. Costs what the event holds, never
 * what the task holds; whole-task snapshots cost their own size. A message event adds to the history, so a user's
 * message can be handed in as `{ message }`.
 */
export function reduceTask(state: TaskView | undefined, event: StreamResponse): TaskView {
  const update = event.statusUpdate ?? event.artifactUpdate;
  const view = state ?? emptyTask(event.task?.id ?? update?.taskId ?? event.message?.taskId ?? '');
  const context = event.task?.contextId ?? update?.contextId ?? event.message?.contextId;
  if (context !== undefined && context !== '') view.contextId = context;
  if (event.task !== undefined) takeTask(view, event.task);
  if (event.statusUpdate !== undefined) takeStatus(view, event.statusUpdate.status, false);
  if (event.artifactUpdate?.artifact !== undefined) {
    writeArtifact(artifactOf(view, event.artifactUpdate.artifact.artifactId), event.artifactUpdate);
  }
  if (event.message !== undefined) {
    if (known(view, event.message) === undefined) addMessage(view, event.message);
  }
  view.revision++;
  return view;
}
