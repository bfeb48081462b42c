import type { FeedBatch, FeedRequest } from './views.ts';

/** The four channels between window and main process. */
export const CHANNELS = { call: 'loupe:call', abort: 'loupe:abort', feed: 'loupe:feed', drawn: 'loupe:drawn' } as const;

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

/** What the preload exposes as `window.loupe`: four functions and nothing else. */
export interface LoupeApi {
  /** The reply comes as JSON: between the preload and the page objects are copied value by value, a text at once. */
  call(message: CallMessage): Promise<string>;
  abort(id: number): void;
  feed(control: FeedControl, onDelivery?: (delivery: FeedDelivery) => void): void;
  /** The first frame is on screen: what would have held it back may begin. */
  drawn(): void;
}
