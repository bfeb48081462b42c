import type { Json, JsonObject } from '../../lib/json.ts';
import type { StreamResponse } from '../../model/event.ts';
import type { Lens, Section } from '../lens.ts';
import { isAnswer, readAnswer, readPermission, readReceived } from './permission.ts';
import { readTool } from './tool.ts';
import { count, isCut, object, word } from './values.ts';

const KEY = 'iac_code';

/** The vendor object sits on the event, or on the task of a snapshot; user messages carry settings in their own. */
function vendorOf(event: StreamResponse): Json | undefined {
  return (event.statusUpdate ?? event.task ?? event.artifactUpdate ?? event.message)?.metadata?.[KEY];
}

function readThinking(value: Json): Section | undefined {
  const thinking = object(value);
  if (typeof thinking?.text !== 'string') return undefined;
  return isCut(thinking.text)
    ? { kind: 'thinking', text: thinking.text, cut: true }
    : { kind: 'thinking', text: thinking.text };
}

function readUsage(value: Json): Section | undefined {
  const usage = object(value);
  if (!usage) return undefined;
  const section: Section = { kind: 'usage' };
  const input = count(usage.inputTokens);
  const output = count(usage.outputTokens);
  const total = count(usage.totalTokens);
  const cached = count(usage.cachedInputTokens);
  const model = word(usage.model);
  const provider = word(usage.provider);
  if (input !== undefined) section.input = input;
  if (output !== undefined) section.output = output;
  if (total !== undefined) section.total = total;
  if (cached !== undefined) section.cached = cached;
  if (model !== undefined) section.model = model;
  if (provider !== undefined) section.provider = provider;
  return section;
}

function readError(value: Json): Section {
  if (typeof value === 'string') return { kind: 'error', message: value, detail: {} };
  const detail = object(value) ?? {};
  const section: Section = { kind: 'error', detail };
  const message = word(detail.message);
  if (message !== undefined) section.message = message;
  if (typeof detail.retryable === 'boolean') section.retryable = detail.retryable;
  return section;
}

/** One known key, or undefined when its value has none of the shapes seen. */
function readKey(key: string, value: Json, vendor: JsonObject): Section | undefined {
  switch (key) {
    case 'tool':
      return readTool(value);
    case 'thinking':
      return readThinking(value);
    case 'usage':
      return readUsage(value);
    case 'permission':
      return readPermission(value, vendor.input);
    case 'input':
      return readPermission(undefined, value);
    case 'inputReceived':
      return readReceived(value);
    case 'error':
      return readError(value);
    case 'assistantFinal':
      return object(value)?.complete === true ? { kind: 'text-final' } : undefined;
    default:
      return undefined;
  }
}

/** Both dialects of iac-code's event metadata: the one up to 0.7 and the one since 0.8. */
export const iacCode: Lens = {
  id: 'iac-code',
  claims: [KEY],
  detect(event) {
    const vendor = vendorOf(event);
    if (typeof vendor === 'object' && vendor !== null) return true;
    return event.message !== undefined && isAnswer(event.message.parts?.[0]);
  },
  read(event) {
    const sections: Section[] = [];
    if (event.message !== undefined && isAnswer(event.message.parts?.[0])) {
      sections.push(readAnswer(event.message.parts[0]?.data as JsonObject));
    }
    const vendor = object(vendorOf(event));
    if (!vendor) return sections;
    let others: Section[] | undefined;
    for (const key in vendor) {
      const value = vendor[key] as Json;
      // The question is part of the permission section; see readPermission.
      if (key === 'input' && object(vendor.permission) !== undefined) continue;
      const section = readKey(key, value, vendor);
      if (section !== undefined) {
        sections.push(section);
        if (key === 'tool') {
          const artifact = object(value)?.artifact;
          if (artifact !== undefined) {
            others ??= [];
            others.push({ kind: 'other', key: 'artifact', value: artifact });
          }
        }
      } else {
        others ??= [];
        others.push({ kind: 'other', key, value });
      }
    }
    if (others !== undefined) for (const other of others) sections.push(other);
    return sections;
  },
};
