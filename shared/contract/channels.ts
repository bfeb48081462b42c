import type { FeedBatch, FeedRequest } from './views.ts';

/** The three channels between window and main process. */
export const CHANNELS = { call: 'loupe:call', abort: 'loupe:abort', feed: 'loupe:feed' } as const;

export interface CallMessage {
  id: number;
  name: string;
  input: unknown;
}

/** Window to main process on the feed channel. */
export type FeedControl =
  | { kind: 'open'; feed: number; request: FeedRequest }
  | { kind: 'ack'; feed: number; seq: number }
  | { kind: 'close'; feed: number };

/** Main process to window on the feed channel. */
export interface FeedDelivery {
  feed: number;
  batch: FeedBatch;
}

/** What the preload exposes as `window.loupe`: three functions and nothing else. */
export interface LoupeApi {
  call(message: CallMessage): Promise<unknown>;
  abort(id: number): void;
  feed(control: FeedControl, onDelivery?: (delivery: FeedDelivery) => void): void;
}
