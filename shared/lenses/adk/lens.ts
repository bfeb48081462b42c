import type { Json, JsonObject } from '../../lib/json.ts';
import { isObject } from '../../lib/json.ts';
import type { StreamResponse } from '../../model/event.ts';
import type { Part } from '../../model/message.ts';
import type { Lens, Section } from '../lens.ts';
import { partsOf } from '../parts.ts';
import { count, keep, leftover, object, word } from '../values.ts';
import { CONFIRMATION, readConfirmation, readConfirmed } from './confirmation.ts';

const TYPE = 'adk_type';
const THOUGHT = 'adk_thought';
const USAGE = 'adk_usage_metadata';
const CODE = 'adk_error_code';
const MESSAGE = 'adk_error_message';

const RUN_KEYS = [USAGE, CODE, MESSAGE];
const CALL_KEYS: ReadonlySet<string> = new Set(['id', 'name', 'args']);
const RESULT_KEYS: ReadonlySet<string> = new Set(['id', 'name', 'response']);
const USAGE_KEYS: ReadonlySet<string> = new Set([
  'promptTokenCount',
  'candidatesTokenCount',
  'totalTokenCount',
  'cachedContentTokenCount',
]);

/** Facts of the run stand on the event, or on its message or artifact in newer releases. */
function isRun(metadata: JsonObject | undefined): boolean {
  if (!isObject(metadata)) return false;
  return (
    metadata.adk_session_id !== undefined ||
    metadata.adk_invocation_id !== undefined ||
    metadata.adk_author !== undefined ||
    metadata.adk_app_name !== undefined ||
    metadata[CODE] !== undefined
  );
}

const hasMark = (part: Part | undefined): boolean =>
  isObject(part?.metadata) && (part.metadata[TYPE] !== undefined || part.metadata[THOUGHT] !== undefined);

function marks(parts: readonly Part[]): boolean {
  for (let i = 0; i < parts.length; i++) if (hasMark(parts[i])) return true;
  return false;
}

/** A tool says that it failed by answering with `error` and nothing else of weight. */
const failed = (response: Json | undefined): boolean =>
  isObject(response) && response.error !== undefined && response.error !== null && response.result === undefined;

function readCall(data: JsonObject, id: string, sent: boolean, part: number): Section {
  if (data.name === CONFIRMATION && !sent) return readConfirmation(id, data, part);
  const section: Section = { kind: 'tool', phase: 'input', id, part };
  const name = word(data.name);
  if (name !== undefined) section.name = name;
  if (data.args !== undefined) section.input = data.args;
  return section;
}

function readResponse(data: JsonObject, id: string, part: number): Section {
  if (data.name === CONFIRMATION) return readConfirmed(id, data);
  const section: Section = { kind: 'tool', phase: failed(data.response) ? 'failed' : 'completed', id, part };
  const name = word(data.name);
  if (name !== undefined) section.name = name;
  if (data.response !== undefined) section.result = data.response;
  return section;
}

/** One part with a mark. False when it says nothing that is known, so that the mark stays visible as it came. */
function addPart(sections: Section[], others: Section[], part: Part, index: number, sent: boolean): boolean {
  const metadata = part.metadata as JsonObject;
  if (metadata[THOUGHT] === true && typeof part.text === 'string') {
    sections.push({ kind: 'thinking', text: part.text, part: index });
    return metadata[TYPE] === undefined;
  }
  const data = object(part.data);
  if (data === undefined) return false;
  const id = word(data.id);
  switch (metadata[TYPE]) {
    case 'function_call':
      if (id === undefined) return false;
      sections.push(readCall(data, id, sent, index));
      if (data.name !== CONFIRMATION) keep(others, 'function_call', leftover(data, CALL_KEYS));
      break;
    case 'function_response':
      if (id === undefined) return false;
      sections.push(readResponse(data, id, index));
      if (data.name !== CONFIRMATION) keep(others, 'function_response', leftover(data, RESULT_KEYS));
      break;
    case 'executable_code':
      sections.push({ kind: 'report', what: 'executable_code', text: word(data.language) ?? '', detail: data });
      break;
    case 'code_execution_result':
      sections.push({ kind: 'report', what: 'code_execution_result', text: word(data.outcome) ?? '', detail: data });
      break;
    default:
      return false;
  }
  return metadata[THOUGHT] === undefined || metadata[THOUGHT] === false;
}

function addParts(sections: Section[], others: Section[], event: StreamResponse): void {
  const parts = partsOf(event);
  const sent = event.message?.role === 'ROLE_USER';
  for (let i = 0; i < parts.length; i++) {
    const part = parts[i];
    if (part === undefined || !hasMark(part) || addPart(sections, others, part, i, sent)) continue;
    const metadata = part.metadata as JsonObject;
    for (const key of [TYPE, THOUGHT]) {
      if (metadata[key] !== undefined) others.push({ kind: 'other', key, value: metadata[key] as Json });
    }
  }
}

function readUsage(usage: JsonObject): Section {
  const section: Section = { kind: 'usage' };
  const input = count(usage.promptTokenCount);
  const output = count(usage.candidatesTokenCount);
  const total = count(usage.totalTokenCount);
  const cached = count(usage.cachedContentTokenCount);
  if (input !== undefined) section.input = input;
  if (output !== undefined) section.output = output;
  if (total !== undefined) section.total = total;
  if (cached !== undefined) section.cached = cached;
  return section;
}

function addRun(sections: Section[], others: Section[], metadata: unknown): void {
  const run = object(metadata);
  if (run === undefined) return;
  const usage = object(run[USAGE]);
  if (usage !== undefined) {
    sections.push(readUsage(usage));
    keep(others, USAGE, leftover(usage, USAGE_KEYS));
  } else if (run[USAGE] !== undefined) others.push({ kind: 'other', key: USAGE, value: run[USAGE] });
  if (run[CODE] === undefined && run[MESSAGE] === undefined) return;
  const detail: JsonObject = {};
  for (const key of [CODE, MESSAGE]) if (run[key] !== undefined) detail[key] = run[key] as Json;
  const message = word(run[MESSAGE]) ?? word(run[CODE]);
  sections.push(message === undefined ? { kind: 'error', detail } : { kind: 'error', message, detail });
}

/** Agents made with Google's Agent Development Kit: marks on parts, facts of the run on the event. */
export const adk: Lens = {
  id: 'adk',
  claims: {
    event: RUN_KEYS,
    statusMessage: RUN_KEYS,
    message: RUN_KEYS,
    artifact: RUN_KEYS,
    part: [TYPE, THOUGHT],
  },
  detect(event) {
    const update = event.statusUpdate ?? event.task ?? event.artifactUpdate ?? event.message;
    if (isRun(update?.metadata)) return true;
    const inner = (event.statusUpdate ?? event.task)?.status?.message ?? event.artifactUpdate?.artifact;
    return isRun(inner?.metadata) || marks(partsOf(event));
  },
  read(event) {
    const sections: Section[] = [];
    const others: Section[] = [];
    addParts(sections, others, event);
    addRun(sections, others, (event.statusUpdate ?? event.task ?? event.artifactUpdate ?? event.message)?.metadata);
    addRun(sections, others, (event.statusUpdate ?? event.task)?.status?.message?.metadata);
    addRun(sections, others, event.artifactUpdate?.artifact?.metadata);
    for (const other of others) sections.push(other);
    return sections;
  },
};
