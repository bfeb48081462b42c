import type { Json, JsonObject } from '../../lib/json.ts';
import type { Part } from '../../model/message.ts';
import type { Section } from '../lens.ts';
import { keep, leftover, object, word } from '../values.ts';

type Tool = Extract<Section, { kind: 'tool' }>;
type Permission = Extract<Section, { kind: 'permission' }>;

const PHASES: ReadonlyMap<unknown, Tool['phase']> = new Map([
  ['validating', 'input'],
  ['scheduled', 'input'],
  ['awaiting_approval', 'input'],
  ['executing', 'progress'],
  ['success', 'completed'],
  ['error', 'failed'],
  ['cancelled', 'failed'],
]);
const READ: ReadonlySet<string> = new Set(['request', 'status', 'response', 'confirmationDetails', 'liveOutput']);
const REQUEST_KEYS: ReadonlySet<string> = new Set(['callId', 'name', 'args']);

const ALLOW = 'proceed_once';
const DENY = 'cancel';

const answerPart = (callId: string, outcome: string): Part => ({ data: { callId, outcome } });

function resultOf(call: JsonObject): Json | undefined {
  const response = object(call.response);
  if (response === undefined) return call.response;
  const shown = response.resultDisplay ?? response.error ?? response.responseParts;
  return shown ?? response;
}

function readQuestion(id: string, name: string | undefined, call: JsonObject): Permission {
  const detail = object(call.confirmationDetails) ?? {};
  const section: Permission = { kind: 'permission', pending: true, id, toolId: id, detail };
  const title = word(detail.title) ?? word(detail.prompt);
  const target = word(detail.command) ?? word(detail.filePath) ?? word(detail.fileName) ?? word(detail.toolName);
  const effect = word(detail.type);
  if (name !== undefined) section.tool = name;
  if (title !== undefined) section.title = title;
  if (target !== undefined) section.target = target;
  if (effect !== undefined) section.effect = effect;
  section.choices = [
    { id: ALLOW, label: 'Allow once', part: answerPart(id, ALLOW) },
    { id: DENY, label: 'Deny', part: answerPart(id, DENY) },
  ];
  return section;
}

/** The tool call in a data part. False when it is none, so that it stays visible as it came. */
export function addToolCall(sections: Section[], others: Section[], part: Part | undefined, index: number): boolean {
  const call = object(part?.data);
  const request = object(call?.request);
  const id = word(request?.callId);
  const phase = PHASES.get(call?.status);
  if (call === undefined || request === undefined || id === undefined || phase === undefined) return false;
  const section: Tool = { kind: 'tool', phase, id, part: index };
  const name = word(request.name);
  if (name !== undefined) section.name = name;
  if (request.args !== undefined && phase !== 'progress') section.input = request.args;
  if (phase === 'progress') section.result = call.liveOutput ?? null;
  else if (phase !== 'input') {
    const result = resultOf(call);
    if (result !== undefined) section.result = result;
  }
  if (call.status === 'awaiting_approval') sections.push(readQuestion(id, name, call));
  sections.push(section);
  keep(others, 'request', leftover(request, REQUEST_KEYS));
  keep(others, 'toolCall', leftover(call, READ));
  return true;
}

/** True for the data part of a person's answer to a confirmation. */
export const isAnswer = (part: Part | undefined): boolean => {
  const data = object(part?.data);
  return typeof data?.callId === 'string' && typeof data.outcome === 'string';
};

/** The answer a person sent. */
export function readAnswer(part: Part): Permission {
  const data = object(part.data) ?? {};
  const section: Permission = { kind: 'permission', pending: false, detail: data };
  const id = word(data.callId);
  const decision = word(data.outcome);
  if (id !== undefined) {
    section.id = id;
    section.toolId = id;
  }
  if (decision !== undefined) section.decision = decision;
  return section;
}
