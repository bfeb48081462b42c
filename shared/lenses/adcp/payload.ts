import { isObject, type JsonObject } from '../../lib/json.ts';
import type { StreamResponse } from '../../model/event.ts';
import type { Part } from '../../model/message.ts';

/** The key of a structured error, in any data part (AdCP, transport errors). */
const ERROR = 'adcp_error';
/** A payload must be the data itself; some servers put it below this key. */
const WRAPPER = 'response';
/** Result members by which a wrapped object is told from any other agent's `response`. */
const RESULT_KEYS: ReadonlySet<string> = new Set([
  'adcp_version',
  'adcp_error',
  'products',
  'media_buy_id',
  'media_buys',
  'creatives',
  'creative_manifest',
  'signals',
  'packages',
  'media_buy_deliveries',
  'errors',
]);
/** Characters of an error code; longer ones are none. */
const CODE_CHARS = 64;

export interface AdcpError {
  code: string;
  message?: string;
  /** `transient`, `correctable`, `terminal`, or the seller's own word. */
  recovery?: string;
  /** As received. */
  detail: JsonObject;
}

export interface AdcpPayload {
  /** Position of the data part that counts among the parts. */
  partIndex: number;
  /** The payload sits below a lone `response`, which is a fault of the server. */
  wrapper: boolean;
  error?: AdcpError;
}

/** The last data part with an object wins; numbers, lists and null are passed over. -1 without one. */
function lastData(parts: readonly Part[] | undefined): number {
  if (!Array.isArray(parts)) return -1;
  for (let i = parts.length - 1; i >= 0; i--) if (isObject(parts[i]?.data)) return i;
  return -1;
}

function isWrapper(data: JsonObject): boolean {
  if (!isObject(data[WRAPPER])) return false;
  for (const key in data) if (key !== WRAPPER) return false;
  for (const key in data[WRAPPER]) if (RESULT_KEYS.has(key)) return true;
  return false;
}

/** Parts that may carry the payload: the first artifact's, else those of the status message. */
function payloadParts(event: StreamResponse): readonly Part[] | undefined {
  const written = event.artifactUpdate?.artifact?.parts ?? event.task?.artifacts?.[0]?.parts;
  if (lastData(written) >= 0) return written;
  return (event.statusUpdate ?? event.task)?.status?.message?.parts;
}

function dataOf(event: StreamResponse): JsonObject | undefined {
  const parts = payloadParts(event);
  const at = lastData(parts);
  // Asking a list for a place it cannot have is slow, and most events have no data.
  return at < 0 ? undefined : (parts?.[at]?.data as JsonObject);
}

/** Whether an event holds an AdCP payload that says so itself. Allocates nothing. */
export function isAdcp(event: StreamResponse): boolean {
  const data = dataOf(event);
  return data !== undefined && (ERROR in data || 'adcp_version' in data || isWrapper(data));
}

function readError(value: unknown): AdcpError | undefined {
  if (!isObject(value) || typeof value.code !== 'string') return undefined;
  if (value.code === '' || value.code.length > CODE_CHARS) return undefined;
  return {
    code: value.code,
    ...(typeof value.message === 'string' && { message: value.message }),
    ...(typeof value.recovery === 'string' && { recovery: value.recovery }),
    detail: value as JsonObject,
  };
}

/** The AdCP payload of an event; undefined when there is none. */
export function adcpPayload(event: StreamResponse): AdcpPayload | undefined {
  if (!isAdcp(event)) return undefined;
  const data = dataOf(event) ?? {};
  const wrapper = isWrapper(data);
  const inner = wrapper && isObject(data[WRAPPER]) ? data[WRAPPER] : data;
  const error = readError(inner[ERROR]);
  return { partIndex: lastData(payloadParts(event)), wrapper, ...(error && { error }) };
}
