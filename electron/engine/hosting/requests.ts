import type { FeedRequest } from '../../../shared/contract/views.ts';
import { isObject } from '../../../shared/lib/json.ts';

/** Largest session file that a host takes over, in bytes. */
export const SESSION_FILE_MAX_BYTES = 128 * 1024 * 1024;

/** A call as it arrives from a page; the input is checked by the engine. */
export interface CallRequest {
  name: string;
  input: unknown;
}

/** A seq as pages may send it: a whole number from 0. */
export const isSeq = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;

/** Undefined when the value is no call. */
export function readCall(value: unknown): CallRequest | undefined {
  if (!isObject(value) || typeof value.name !== 'string') return undefined;
  return { name: value.name, input: value.input };
}

/** Undefined when the value is no feed request. */
export function readFeedRequest(value: unknown): FeedRequest | undefined {
  if (!isObject(value) || typeof value.session !== 'string' || !isSeq(value.after)) return undefined;
  return { session: value.session, after: value.after };
}

/**
 * Waits for the last writes of a closing engine, at most this long in ms. False when it took longer or failed: what is
 * on disk by then is repaired at the next start.
 */
export async function closeWithin(close: () => Promise<void>, limit: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), limit);
  });
  const closed = close().then(
    () => true,
    () => false,
  );
  const result = await Promise.race([closed, late]);
  clearTimeout(timer);
  return result;
}
