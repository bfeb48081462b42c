import { done, type Outcome, refuse } from './failures.ts';
import { Fields } from './fields.ts';
import { isTaskState, type JsonObject, type Message, type TaskState } from './model.ts';

/** Tasks on one page of ListTasks (section 3.1.4). */
const PAGE_SIZE_DEFAULT = 50;
const PAGE_SIZE_MAX = 100;

export interface SendRequest {
  message: Message;
  returnImmediately: boolean;
  /** Unset = the whole history. */
  historyLength: number | undefined;
  /** The client asks for webhook deliveries, which this agent does not offer. */
  wantsPush: boolean;
}

export interface TaskRequest {
  id: string;
  historyLength: number | undefined;
}

export interface ListRequest {
  contextId: string | undefined;
  status: TaskState | undefined;
  pageSize: number;
  pageToken: string | undefined;
  historyLength: number | undefined;
  /** Milliseconds since the epoch, inclusive. */
  updatedSince: number | undefined;
  includeArtifacts: boolean;
}

/** Turns a reader's result into an outcome: InvalidParams with every violation, or the value. */
export function checked<Value>(fields: Fields, value: Value): Outcome<Value> {
  return fields.violations.length === 0
    ? done(value)
    : refuse('InvalidParams', 'The parameters break the schema.', fields.violations);
}

/** Params of GetTask, CancelTask, SubscribeToTask and their 0.3 counterparts; both versions write them alike. */
export function readTaskRequest(params: JsonObject): Outcome<TaskRequest> {
  const fields = new Fields(params);
  const request = { id: fields.requiredText('id'), historyLength: fields.count('historyLength') };
  return checked(fields, request);
}

/** Params of ListTasks (1.0 only). */
export function readListRequest(params: JsonObject): Outcome<ListRequest> {
  const fields = new Fields(params);
  const request: ListRequest = {
    contextId: fields.text('contextId'),
    status: readStateFilter(fields),
    pageSize: fields.count('pageSize') ?? PAGE_SIZE_DEFAULT,
    pageToken: fields.text('pageToken'),
    historyLength: fields.count('historyLength'),
    updatedSince: readInstant(fields, 'statusTimestampAfter'),
    includeArtifacts: fields.flag('includeArtifacts') ?? false,
  };
  if (request.pageSize < 1 || request.pageSize > PAGE_SIZE_MAX) {
    fields.blame('pageSize', `Must be between 1 and ${PAGE_SIZE_MAX}.`);
  }
  return checked(fields, request);
}

function readStateFilter(fields: Fields): TaskState | undefined {
  const name = fields.text('status');
  if (name === undefined || name === 'TASK_STATE_UNSPECIFIED') return undefined;
  if (isTaskState(name)) return name;
  fields.blame('status', 'Must be the name of a task state.');
  return undefined;
}

function readInstant(fields: Fields, key: string): number | undefined {
  const text = fields.text(key);
  if (text === undefined) return undefined;
  const instant = /^\d{4}-\d\d-\d\dT.*(Z|[+-]\d\d:\d\d)$/i.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isFinite(instant)) return instant;
  fields.blame(key, 'Must be an RFC 3339 timestamp with a zone.');
  return undefined;
}
