import type { Json } from '../../lib/json.ts';
import type { StreamResponse } from '../../model/event.ts';
import type { Part } from '../../model/message.ts';
import type { Lens, Section } from '../lens.ts';
import { partsOf } from '../parts.ts';
import { keep, leftover, object, word } from '../values.ts';
import { addToolCall, isAnswer, readAnswer } from './tool-call.ts';

const KEY = 'coderAgent';
const ERROR = 'error';
const KIND_KEYS: ReadonlySet<string> = new Set(['kind']);
/** Kinds whose content is the status itself. */
const PLAIN: ReadonlySet<unknown> = new Set(['state-change', 'text-content']);

const agentOf = (event: StreamResponse): Json | undefined => event.statusUpdate?.metadata?.[KEY];

function addThought(sections: Section[], part: Part | undefined, index: number): boolean {
  const thought = object(part?.data);
  const subject = word(thought?.subject);
  const description = word(thought?.description);
  const text = [subject, description].filter((line) => line !== undefined).join('\n');
  if (text === '') return false;
  sections.push({ kind: 'thinking', text, part: index });
  return true;
}

/** What the kind of an event promises. False for a kind that is not known or whose content is not there. */
function addContent(sections: Section[], others: Section[], kind: Json | undefined, parts: readonly Part[]): boolean {
  if (PLAIN.has(kind)) return true;
  let found = false;
  for (let i = 0; i < parts.length; i++) {
    if (kind === 'thought') found = addThought(sections, parts[i], i) || found;
    else if (kind === 'tool-call-update' || kind === 'tool-call-confirmation') {
      found = addToolCall(sections, others, parts[i], i) || found;
    }
  }
  return found;
}

/** The A2A server of Gemini CLI: the event names its kind, the content is in data parts. */
export const geminiCli: Lens = {
  id: 'gemini-cli',
  claims: { event: [KEY, ERROR] },
  detect(event) {
    if (typeof object(agentOf(event))?.kind === 'string') return true;
    return event.message?.role === 'ROLE_USER' && isAnswer(event.message.parts?.[0]);
  },
  read(event) {
    const sections: Section[] = [];
    if (event.message) {
      for (const part of partsOf(event)) if (isAnswer(part)) sections.push(readAnswer(part));
      return sections;
    }
    const others: Section[] = [];
    const agent = object(agentOf(event)) ?? {};
    if (addContent(sections, others, agent.kind, partsOf(event))) keep(others, KEY, leftover(agent, KIND_KEYS));
    else others.push({ kind: 'other', key: KEY, value: agent });
    const error = event.statusUpdate?.metadata?.[ERROR];
    if (typeof error === 'string') sections.push({ kind: 'error', message: error, detail: { error } });
    else if (error !== undefined) others.push({ kind: 'other', key: ERROR, value: error });
    for (const other of others) sections.push(other);
    return sections;
  },
};
