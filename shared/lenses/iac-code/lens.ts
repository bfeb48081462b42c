import type { Json, JsonObject } from '../../lib/json.ts';
import type { StreamResponse } from '../../model/event.ts';
import type { Lens, Section } from '../lens.ts';
import { keep, leftover, object, word } from '../values.ts';
import { isCutText } from './cut.ts';
import { isAnswer, readAnswer, readPermission, readReceived } from './permission.ts';
import { addPipelineBatch, addPipelineEvent, readExecution } from './pipeline.ts';
import { addTool } from './tool.ts';
import { readUsage, USAGE_KEYS } from './usage.ts';

const KEY = 'iac_code';
const THINKING_KEYS: ReadonlySet<string> = new Set(['type', 'text']);
const FINAL_KEYS: ReadonlySet<string> = new Set(['complete']);
const RAW_THINKING = 'raw_thinking';

/** The vendor object sits on the event, or on the task of a snapshot; user messages carry settings in their own. */
function vendorOf(event: StreamResponse): Json | undefined {
  return (event.statusUpdate ?? event.task ?? event.artifactUpdate ?? event.message)?.metadata?.[KEY];
}

function addThinking(sections: Section[], others: Section[], value: Json): boolean {
  const thinking = object(value);
  if (typeof thinking?.text !== 'string') return false;
  const { text, type } = thinking;
  sections.push({ kind: 'thinking', text, cut: isCutText(text) || undefined });
  keep(others, 'thinking', leftover(thinking, THINKING_KEYS));
  if (type !== RAW_THINKING && type !== undefined) keep(others, 'thinking', { type });
  return true;
}

function addUsage(sections: Section[], others: Section[], value: Json): boolean {
  const usage = readUsage(value);
  if (usage === undefined) return false;
  sections.push(usage);
  keep(others, 'usage', leftover(value as JsonObject, USAGE_KEYS));
  return true;
}

function readError(value: Json): Section {
  if (typeof value === 'string') return { kind: 'error', message: value, detail: {} };
  const detail = object(value) ?? { error: value };
  const section: Section = { kind: 'error', detail };
  const message = word(detail.message) ?? word(detail.code);
  if (message !== undefined) section.message = message;
  if (typeof detail.retryable === 'boolean') section.retryable = detail.retryable;
  return section;
}

function addFinal(sections: Section[], others: Section[], value: Json): boolean {
  const final = object(value);
  if (final?.complete !== true) return false;
  sections.push({ kind: 'text-final' });
  keep(others, 'assistantFinal', leftover(final, FINAL_KEYS));
  return true;
}

function add(sections: Section[], section: Section | undefined): boolean {
  if (section !== undefined) sections.push(section);
  return section !== undefined;
}

/** One known key. False when its value has none of the shapes seen. */
function addKey(sections: Section[], others: Section[], key: string, vendor: JsonObject): boolean {
  const value = vendor[key] as Json;
  switch (key) {
    case 'tool':
      return addTool(sections, others, value);
    case 'thinking':
      return addThinking(sections, others, value);
    case 'usage':
      return addUsage(sections, others, value);
    case 'permission':
      return add(sections, readPermission(value, vendor.input));
    case 'input':
      // A question beside a decision is part of the same section; see readPermission.
      return object(vendor.permission) !== undefined && object(value)?.kind === 'permission'
        ? true
        : add(sections, readPermission(undefined, value));
    case 'inputReceived':
      return add(sections, readReceived(value));
    case 'error':
    case 'permissionIdentityError':
      return add(sections, readError(value));
    case 'assistantFinal':
      return addFinal(sections, others, value);
    case 'pipeline':
      return addPipelineEvent(sections, others, value);
    case 'pipelineBatch':
      return addPipelineBatch(sections, others, value);
    case 'executionControl':
      return add(sections, readExecution(value));
    default:
      return false;
  }
}

/** Both dialects of iac-code's event metadata: the one up to 0.7 and the one since 0.8. */
export const iacCode: Lens = {
  id: 'iac-code',
  claims: { event: [KEY], message: [KEY] },
  turnsEndWaiting: true,
  detect(event) {
    const vendor = vendorOf(event);
    if (typeof vendor === 'object' && vendor !== null) return true;
    return isAnswer(event.message?.parts?.[0]);
  },
  read(event) {
    const sections: Section[] = [];
    const answer = event.message?.parts?.[0];
    if (isAnswer(answer)) sections.push(readAnswer(answer?.data as JsonObject));
    const value = vendorOf(event);
    const vendor = object(value);
    if (!vendor) {
      if (value !== undefined) sections.push({ kind: 'other', key: KEY, value });
      return sections;
    }
    const others: Section[] = [];
    for (const key in vendor) {
      if (!addKey(sections, others, key, vendor)) others.push({ kind: 'other', key, value: vendor[key] as Json });
    }
    for (const other of others) sections.push(other);
    return sections;
  },
};
