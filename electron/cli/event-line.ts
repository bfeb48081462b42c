import type { Reading } from '../../shared/a2a/reduce/reading.ts';
import type { EntryView } from '../../shared/contract/views.ts';
import { isObject, type JsonObject, parseJson } from '../../shared/lib/json.ts';
import type { StreamResponse } from '../../shared/model/event.ts';
import { type Part, partKind, textOf } from '../../shared/model/message.ts';
import type { TaskStatus } from '../../shared/model/task.ts';

export type EventType = 'task' | 'message' | 'statusUpdate' | 'artifactUpdate' | 'rpcError' | 'restError' | 'unparsed';

/** One line of `--json` output: what one frame said. Members that do not apply are absent. */
export interface EventLine {
  kind: 'event';
  type: EventType;
  /** Number of the entry within the session. */
  seq: number;
  /** Milliseconds since the session started. */
  at: number;
  taskId?: string;
  contextId?: string;
  messageId?: string;
  state?: string;
  /** The state as spelled on the wire, when that is another spelling. */
  raw_state?: string;
  /** Text parts joined: of the message, the status message or the artifact chunk; of an error its message. */
  text?: string;
  artifactId?: string;
  append?: boolean;
  lastChunk?: boolean;
  /** 0.3 only. */
  final?: boolean;
  /** Content parts, when one of them is no text. */
  parts?: Part[];
  metadata?: JsonObject;
  /** JSON-RPC code, or the HTTP status of an error that has none. */
  code?: number;
  /** Extra data of an error answer. */
  data?: unknown;
  /** The payload as received, when it is no event. */
  raw?: string;
  /** `event:` line of the stream. */
  event_name?: string;
}

type EventBody = Omit<EventLine, 'kind' | 'seq' | 'at'>;

const STATUS_HOLDERS = ['result', 'task', 'statusUpdate'] as const;

/** The state as spelled in a payload of any version, below whatever envelope it has. */
export function rawState(data: string | undefined): string | undefined {
  if (data === undefined) return undefined;
  const parsed = parseJson(data);
  let value: unknown = parsed.ok ? parsed.value : undefined;
  for (const key of STATUS_HOLDERS) {
    if (isObject(value) && isObject(value[key])) value = value[key];
  }
  const status = isObject(value)
    ? (value.status ?? (isObject(value.status_update) && value.status_update.status))
    : undefined;
  const state = isObject(status) ? status.state : undefined;
  return typeof state === 'string' || typeof state === 'number' ? String(state) : undefined;
}

const partsIfMixed = (parts: Part[] | undefined): Part[] | undefined =>
  parts?.some((part) => partKind(part) !== 'text') ? parts : undefined;

function statusBody(status: TaskStatus | undefined, data: string | undefined): Partial<EventBody> {
  if (!status) return {};
  const raw = rawState(data);
  const body: Partial<EventBody> = { state: status.state };
  if (raw !== undefined && raw !== status.state) body.raw_state = raw;
  if (status.message) {
    body.text = textOf(status.message.parts);
    body.messageId = status.message.messageId;
    body.parts = partsIfMixed(status.message.parts);
  }
  return body;
}

function eventBody(event: StreamResponse, data: string | undefined): EventBody {
  if (event.task) {
    const { id, contextId, status, metadata } = event.task;
    return { type: 'task', taskId: id, contextId, ...statusBody(status, data), metadata };
  }
  if (event.statusUpdate) {
    const { taskId, contextId, status, final, metadata } = event.statusUpdate;
    return { type: 'statusUpdate', taskId, contextId, ...statusBody(status, data), final, metadata };
  }
  if (event.artifactUpdate) {
    const { taskId, contextId, artifact, append, lastChunk, metadata } = event.artifactUpdate;
    return {
      type: 'artifactUpdate',
      taskId,
      contextId,
      artifactId: artifact.artifactId,
      text: textOf(artifact.parts),
      append: append === true,
      lastChunk: lastChunk === true,
      parts: partsIfMixed(artifact.parts),
      metadata,
    };
  }
  if (event.message) {
    const { taskId, contextId, messageId, parts, metadata } = event.message;
    return { type: 'message', taskId, contextId, messageId, text: textOf(parts), parts: partsIfMixed(parts), metadata };
  }
  return { type: 'unparsed', raw: data ?? '' };
}

function readingBody(reading: Reading, data: string | undefined): EventBody | undefined {
  switch (reading.type) {
    case 'event':
      return eventBody(reading.event, data);
    case 'task':
      return eventBody({ task: reading.task }, data);
    case 'error': {
      const { code, httpStatus, message, data: extra } = reading.error;
      return {
        type: code === undefined ? 'restError' : 'rpcError',
        code: code ?? httpStatus,
        text: message,
        data: extra,
      };
    }
    case 'unreadable':
      return { type: 'unparsed', raw: data ?? '', text: reading.message };
    default:
      return undefined;
  }
}

/** The event an entry carries; undefined for entries that are no event, such as comments, lists and cards. */
export function eventLine(view: EntryView): EventLine | undefined {
  const { entry, reading, data } = view;
  // A tail is what was left when the connection broke: it was never an event.
  if (entry.kind !== 'frame' || entry.framing === 'tail' || !reading) return undefined;
  const body = readingBody(reading, data);
  if (!body) return undefined;
  const line: EventLine = { kind: 'event', seq: entry.seq, at: entry.at, ...body };
  if (entry.event !== undefined) line.event_name = entry.event;
  return line;
}
