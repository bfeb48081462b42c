import type { HeaderLines } from './entry.ts';

/** What stands in a push configuration for the token of the receiver's registration whose address it names. */
export const TOKEN_PLACEHOLDER = '{{receiver.token}}';

/** Header by which agents hand back the token of a push configuration: a custom of the SDKs, in no text of 1.0. */
export const TOKEN_HEADER = 'X-A2A-Notification-Token';

/** Whether a line that proves who sends is as it was registered; `none`: nothing was registered. */
export type LineCheck = 'ok' | 'wrong' | 'missing' | 'none';

/** Why the receiver turned a delivery away. */
export type DeliveryFault =
  | 'unknown-path'
  | 'method'
  | 'token'
  | 'authorization'
  | 'content-type'
  | 'content-encoding'
  | 'too-large'
  | 'not-json'
  /** The sender was too slow. */
  | 'timeout'
  /** The sender hung up before the body was complete. */
  | 'cut';

/** What the receiver found out about a delivery before anybody read what it says. */
export interface DeliveryCheck {
  /** Registration whose address was called. */
  registration?: string;
  /** It came with everything that was registered. Others are shown, and change nothing. */
  verified: boolean;
  token: LineCheck;
  authorization: LineCheck;
  /** Scheme of the registered authentication. */
  scheme?: string;
  fault?: DeliveryFault;
  /** Seq of the delivery this repeats, which was not verified: a person said that it is to count. */
  accepted?: number;
  /** Milliseconds from the head of the request to its last byte. */
  took: number;
  /** The answer is one that was set to see what the agent does. */
  simulated?: true;
  /** Milliseconds the answer is held back. */
  delayMs?: number;
  /** Bytes before decoding, when the body came compressed. */
  encodedBytes?: number;
}

/** One answer of a list that a registration gives in turn. */
export interface AnswerStep {
  /** 200 when left out. */
  status?: number;
  /** Deliveries that get it; 1 when left out. */
  times?: number;
  /** Milliseconds it is held back. */
  delayMs?: number;
}

/** `a2a`: what a stream carries; `0.3`: the same as 0.3 writes it, or a bare task; `adcp`: the body of an AdCP webhook. */
export type DeliveryFormat = 'a2a' | '0.3' | 'adcp';

/** On rows of deliveries. */
export interface RowDelivery {
  verified: boolean;
  registration?: string;
  fault?: DeliveryFault;
  format?: DeliveryFormat;
  /** Seq of the event of a stream or answer that says the same. */
  fits?: number;
  /** Milliseconds since that event, or else since the last thing the agent said of the task by itself. */
  after?: number;
  /** Sends of this body so far, when it was not acknowledged before. */
  attempt?: number;
  /** It tells of something older than what was known. */
  stale?: true;
  /** Seq of the delivery that a person accepted by it. */
  accepted?: number;
  simulated?: true;
}

/** All lines of a name, in order. */
export const linesOf = (headers: HeaderLines, name: string): string[] =>
  headers.filter(([key]) => key.toLowerCase() === name.toLowerCase()).map(([, value]) => value);
