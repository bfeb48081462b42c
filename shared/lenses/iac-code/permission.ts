import type { Json, JsonObject } from '../../lib/json.ts';
import { isObject } from '../../lib/json.ts';
import type { Part } from '../../model/message.ts';
import type { Choice, Section } from '../lens.ts';
import { object, word } from '../values.ts';

type Permission = Extract<Section, { kind: 'permission' }>;

/** The one part the agent accepts as an answer; extra keys make it refuse. */
function answerPart(input: JsonObject, decision: string): Part {
  return {
    mediaType: 'application/json',
    data: {
      schemaVersion: 1,
      kind: 'permission',
      requestTaskId: input.requestTaskId ?? '',
      inputId: input.inputId ?? '',
      toolUseId: input.toolUseId ?? '',
      decision,
    },
  };
}

function choicesOf(input: JsonObject): Choice[] | undefined {
  if (!Array.isArray(input.options)) return undefined;
  const choices: Choice[] = [];
  for (const option of input.options) {
    const id = isObject(option) ? word(option.id) : undefined;
    if (id === undefined) continue;
    choices.push({ id, label: word((option as JsonObject).label) ?? id, part: answerPart(input, id) });
  }
  return choices.length > 0 ? choices : undefined;
}

/** A question (`input`), a decision (`permission`), or both, as one section. */
export function readPermission(permission: Json | undefined, input: Json | undefined): Permission | undefined {
  const decided = object(permission);
  const given = object(input);
  const asked = given?.kind === 'permission' ? given : undefined;
  if (!decided && !asked) return undefined;
  const section: Permission = {
    kind: 'permission',
    pending: asked !== undefined || decided?.pending === true,
    detail: { ...decided, ...asked },
  };
  const id = word(asked?.inputId);
  const tool = word(asked?.toolName) ?? word(decided?.toolName);
  const toolId = word(asked?.toolUseId) ?? word(decided?.toolUseId);
  if (id !== undefined) section.id = id;
  if (tool !== undefined) section.tool = tool;
  if (toolId !== undefined) section.toolId = toolId;
  if (asked) {
    const title = word(asked.title) ?? word(asked.prompt);
    const purpose = word(asked.purpose);
    const target = word(asked.target);
    const effect = word(asked.effect);
    const summary = word(asked.safeSummary);
    const choices = choicesOf(asked);
    if (title !== undefined) section.title = title;
    if (purpose !== undefined) section.purpose = purpose;
    if (target !== undefined) section.target = target;
    if (effect !== undefined) section.effect = effect;
    if (summary !== undefined) section.summary = summary;
    if (choices !== undefined) section.choices = choices;
  } else if (!section.pending && typeof decided?.autoApproved === 'boolean') {
    section.decision = decided.autoApproved ? 'allow' : 'deny';
  }
  return section;
}

/** `inputReceived`: the agent says that the answer to a question arrived. */
export function readReceived(value: Json): Permission | undefined {
  const received = object(value);
  if (!received) return undefined;
  const section: Permission = { kind: 'permission', pending: false, received: true, detail: received };
  const id = word(received.inputId);
  const toolId = word(received.toolUseId);
  const decision = word(received.decision);
  if (id !== undefined) section.id = id;
  if (toolId !== undefined) section.toolId = toolId;
  if (decision !== undefined) section.decision = decision;
  return section;
}

/** True for the data part of a person's answer to a permission question. */
export const isAnswer = (part: Part | undefined): boolean =>
  isObject(part?.data) && part.data.kind === 'permission' && typeof part.data.decision === 'string';

/** The answer a person sent. */
export function readAnswer(data: JsonObject): Permission {
  const section: Permission = { kind: 'permission', pending: false, detail: data };
  const id = word(data.inputId);
  const toolId = word(data.toolUseId);
  const decision = word(data.decision);
  if (id !== undefined) section.id = id;
  if (toolId !== undefined) section.toolId = toolId;
  if (decision !== undefined) section.decision = decision;
  return section;
}
