import type { Json, JsonObject } from '../lib/json.ts';
import { isObject } from '../lib/json.ts';
import type { StreamResponse } from '../model/event.ts';
import type { Message, Part } from '../model/message.ts';
import type { Lens, Section } from './lens.ts';
import { word } from './values.ts';

const CALL = 'tool-call';
const RESULT = 'tool-call-result';
const KEYS = ['type', 'toolCallId', 'toolCallName'];

const messageOf = (event: StreamResponse): Message | undefined =>
  (event.statusUpdate ?? event.task)?.status?.message ?? event.message;

const contentOf = (part: Part | undefined): Json | undefined => part?.data ?? part?.text;

/** Agents of A2A Net: a message is a tool call or its result, and says so in its metadata. */
export const a2anet: Lens = {
  id: 'a2anet',
  claims: { statusMessage: KEYS, message: KEYS },
  detect(event) {
    const metadata = messageOf(event)?.metadata;
    if (!isObject(metadata) || (metadata.type !== CALL && metadata.type !== RESULT)) return false;
    return word(metadata.toolCallId) !== undefined;
  },
  read(event) {
    const message = messageOf(event);
    const metadata = message?.metadata as JsonObject;
    const id = metadata.toolCallId as string;
    const call = metadata.type === CALL;
    const section: Section = { kind: 'tool', phase: call ? 'input' : 'completed', id, part: 0 };
    const content = contentOf(message?.parts?.[0]);
    if (content !== undefined) {
      if (call) section.input = content;
      else section.result = content;
    }
    const name = word(metadata.toolCallName);
    if (name !== undefined) section.name = name;
    else if (metadata.toolCallName !== undefined) {
      return [section, { kind: 'other', key: 'toolCallName', value: metadata.toolCallName }];
    }
    return [section];
  },
};
