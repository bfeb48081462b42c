import type { Section } from '../../lenses/lens.ts';
import type { Json, JsonObject } from '../../lib/json.ts';
import { isObject } from '../../lib/json.ts';
import type { Message, Part } from '../../model/message.ts';
import { textOf } from '../../model/message.ts';
import type { QuestionBlock } from './conversation-model.ts';
import { choicesOf, offersOnly } from './question-choices.ts';

/** Keys under which agents put the schema of the answer they want, beside putting it into the data part itself. */
const SCHEMA_KEYS = ['schema', 'jsonSchema', 'json_schema', 'requestedSchema', 'inputSchema', 'input_schema', 'form'];

const isSchema = (value: unknown): value is JsonObject =>
  isObject(value) &&
  ('$schema' in value || (value.type === 'object' && isObject(value.properties)) || Array.isArray(value.oneOf));

function schemaIn(data: Json | undefined): JsonObject | undefined {
  if (isSchema(data)) return data;
  if (!isObject(data)) return undefined;
  for (const key of SCHEMA_KEYS) {
    const value = data[key];
    if (isSchema(value)) return value;
  }
  return undefined;
}

/** The first JSON Schema among the data parts of a question. */
export function schemaOf(parts: readonly Part[]): JsonObject | undefined {
  for (const part of parts) {
    const schema = schemaIn(part.data);
    if (schema !== undefined) return schema;
  }
  return undefined;
}

type Place = Pick<QuestionBlock, 'key' | 'seq' | 'lastSeq' | 'at'>;

/** A question in the words of a status message. */
export function messageQuestion(place: Place, message: Message, auth: boolean): QuestionBlock {
  const parts = message.parts ?? [];
  const question: QuestionBlock = {
    ...place,
    kind: 'question',
    asks: auth ? 'auth' : 'input',
    state: 'open',
    text: textOf(parts),
    parts: parts.filter((part) => typeof part.text !== 'string'),
  };
  const schema = schemaOf(parts);
  if (schema !== undefined) question.schema = schema;
  const choices = choicesOf(message);
  if (choices !== undefined) {
    question.choices = choices;
    question.parts = question.parts.filter((part) => !offersOnly(part));
  }
  return question;
}

/** A question that a lens read. */
export function permissionQuestion(place: Place, section: Extract<Section, { kind: 'permission' }>): QuestionBlock {
  const question: QuestionBlock = {
    ...place,
    kind: 'question',
    asks: 'permission',
    state: 'open',
    text: section.title ?? section.purpose ?? '',
    parts: [],
    detail: section.detail,
  };
  if (section.id !== undefined) question.id = section.id;
  if (section.tool !== undefined) question.tool = section.tool;
  if (section.toolId !== undefined) question.toolId = section.toolId;
  if (section.purpose !== undefined) question.purpose = section.purpose;
  if (section.target !== undefined) question.target = section.target;
  if (section.effect !== undefined) question.effect = section.effect;
  if (section.summary !== undefined) question.summary = section.summary;
  if (section.choices !== undefined) question.choices = section.choices;
  return question;
}
