import { isObject } from '../../../lib/json.ts';
import type { StreamResponse } from '../../../model/event.ts';
import { dialects } from '../index.ts';

/** One event out of recorded traffic: a stream item, a task of a list, or a message as it was sent. */
export interface CapturedEvent {
  /** Line of the file, from 1. */
  line: number;
  event: StreamResponse;
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** The JSON value a line ends with; recordings put direction, stream or `data:` before it. */
function jsonOf(line: string): unknown {
  const trimmed = line.trim();
  const start = trimmed.search(/[{[]/);
  if (start < 0) return undefined;
  return parse(trimmed.slice(start));
}

/** Envelopes of transports and of JSON-RPC taken off. */
function contentOf(value: unknown): unknown {
  if (!isObject(value)) return value;
  if (typeof value.payload === 'string') return contentOf(parse(value.payload));
  if (isObject(value.payload)) return contentOf(value.payload);
  if ('jsonrpc' in value && 'result' in value) return value.result;
  if ('jsonrpc' in value && 'params' in value) return value.params;
  // What a webhook receiver wrote down.
  if (isObject(value.body) && 'headers' in value) return value.body;
  return value;
}

/** Content as the results a stream could have brought. */
function itemsOf(content: unknown): unknown[] {
  if (Array.isArray(content)) return content.flatMap(itemsOf);
  if (!isObject(content)) return [];
  if (Array.isArray(content.tasks)) return content.tasks.map(asItem);
  // A message that is sent stands beside its configuration.
  if (isObject(content.message) && !('status' in content)) return [asItem(content.message)];
  return [asItem(content)];
}

function asItem(value: unknown): unknown {
  if (!isObject(value) || 'kind' in value) return value;
  if ('status' in value && 'id' in value) return { task: value };
  if ('parts' in value && 'messageId' in value) return { message: value };
  return value;
}

/** Every event in the text of a recording, in order; what is no event (cards, errors, configurations) is left out. */
export function capturedEvents(text: string): CapturedEvent[] {
  const events: CapturedEvent[] = [];
  const lines = text.split('\n');
  for (let i = 0; i < lines.length; i++) {
    for (const item of itemsOf(contentOf(jsonOf(lines[i] ?? '')))) {
      const event = eventOf(item);
      if (event !== undefined) events.push({ line: i + 1, event });
    }
  }
  return events;
}

function eventOf(item: unknown): StreamResponse | undefined {
  if (!isObject(item)) return undefined;
  const old = typeof item.kind === 'string' && ('status' in item || 'parts' in item || 'artifact' in item);
  const known = ['task', 'message', 'statusUpdate', 'artifactUpdate'].some((key) => isObject(item[key]));
  if (!old && !known) return undefined;
  return dialects[old ? '0.3' : '1.0'].decode('stream', item, 'HTTP+JSON').value as StreamResponse | undefined;
}
