import type { JsonObject } from '../../lib/json.ts';
import type { Part } from '../../model/message.ts';
import type { Section } from '../lens.ts';
import { object, word } from '../values.ts';

type Permission = Extract<Section, { kind: 'permission' }>;

/** The function an agent "calls" to ask whether it may call another. */
export const CONFIRMATION = 'adk_request_confirmation';

const answerPart = (id: string, confirmed: boolean): Part => ({
  data: { id, name: CONFIRMATION, response: { confirmed } },
  metadata: { adk_type: 'function_response' },
});

/** The question in a call of the confirmation function. */
export function readConfirmation(id: string, data: JsonObject, part: number): Permission {
  const args = object(data.args);
  const call = object(args?.originalFunctionCall);
  const section: Permission = { kind: 'permission', pending: true, id, part, detail: data };
  const tool = word(call?.name);
  const toolId = word(call?.id);
  const title = word(object(args?.toolConfirmation)?.hint);
  if (tool !== undefined) section.tool = tool;
  if (toolId !== undefined) section.toolId = toolId;
  if (title !== undefined) section.title = title;
  section.choices = [
    { id: 'confirm', label: 'Confirm', part: answerPart(id, true) },
    { id: 'decline', label: 'Decline', part: answerPart(id, false) },
  ];
  return section;
}

/** The answer a person sent. */
export function readConfirmed(id: string, data: JsonObject): Permission {
  const confirmed = object(data.response)?.confirmed;
  const section: Permission = { kind: 'permission', pending: false, id, detail: data };
  if (typeof confirmed === 'boolean') section.decision = confirmed ? 'confirm' : 'decline';
  return section;
}
