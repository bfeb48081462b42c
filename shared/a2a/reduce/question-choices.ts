import type { Choice } from '../../lenses/lens.ts';
import type { Json, JsonObject } from '../../lib/json.ts';
import { isObject } from '../../lib/json.ts';
import type { Message, Part } from '../../model/message.ts';

/** Keys under which agents offer replies, in a data part or in metadata. */
const LIST_KEYS = ['choices', 'options', 'quickReplies', 'quick_replies', 'suggestedReplies', 'suggestions', 'buttons'];
const LABEL_KEYS = ['label', 'title', 'text', 'name', 'value', 'id'];
const VALUE_KEYS = ['value', 'id', 'label', 'title', 'text', 'name'];
/** Replies offered as buttons; a longer list is no quick choice. */
const CHOICE_LIMIT = 20;
/** Characters of a label that is still a button. */
const LABEL_LIMIT = 200;

/** The part says nothing beside the replies that it offers. */
export function offersOnly({ data }: Part): boolean {
  return isObject(data) && Object.keys(data).length === 1 && choicesIn(data as JsonObject) !== undefined;
}

/** The replies that the question of an agent offers: in its data parts first, then in the metadata of parts and message. */
export function choicesOf(message: Message): Choice[] | undefined {
  const places: unknown[] = [];
  for (const { data } of message.parts ?? []) places.push(data);
  for (const { metadata } of message.parts ?? []) places.push(metadata);
  places.push(message.metadata);
  for (const place of places) {
    const choices = isObject(place) ? choicesIn(place as JsonObject) : undefined;
    if (choices !== undefined) return choices;
  }
  return undefined;
}

function choicesIn(place: JsonObject): Choice[] | undefined {
  for (const key of LIST_KEYS) {
    const list = place[key];
    if (!Array.isArray(list) || list.length === 0 || list.length > CHOICE_LIMIT) continue;
    const choices = list.map(choiceOf);
    if (choices.every((choice) => choice !== undefined)) return choices;
  }
  return undefined;
}

/** A reply that is a word is sent as text, anything else as data. */
function choiceOf(item: Json): Choice | undefined {
  const label = isObject(item) ? firstWord(item, LABEL_KEYS) : wordOf(item);
  if (label === undefined || label.length > LABEL_LIMIT) return undefined;
  const value = isObject(item) ? (item[VALUE_KEYS.find((key) => key in item) ?? ''] as Json) : item;
  const id = wordOf(value) ?? label;
  if (typeof value === 'string') return { id, label, part: { text: value } };
  return { id, label, part: { data: value, mediaType: 'application/json' } };
}

function firstWord(item: Record<string, unknown>, keys: readonly string[]): string | undefined {
  for (const key of keys) {
    const word = wordOf(item[key]);
    if (word !== undefined) return word;
  }
  return undefined;
}

const wordOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== ''
    ? value
    : typeof value === 'number' || typeof value === 'boolean'
      ? String(value)
      : undefined;
