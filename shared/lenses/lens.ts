import type { Json, JsonObject } from '../lib/json.ts';
import type { StreamResponse } from '../model/event.ts';
import type { Issue } from '../model/issue.ts';
import type { Part } from '../model/message.ts';

/** One answer a person can give to a question, and the message part that says it to the agent. */
export interface Choice {
  id: string;
  label: string;
  /** Sent as the only part of a message that continues the task. */
  part: Part;
}

/** What a lens found, free of any vendor's words. */
export type Section =
  | {
      kind: 'tool';
      phase: 'started' | 'input-delta' | 'input' | 'progress' | 'completed' | 'failed';
      id: string;
      name?: string;
      /** Text of one input delta, or its length when the agent sends only that. */
      delta?: string;
      deltaLength?: number;
      input?: Json;
      result?: Json;
      /** A value was shortened by the agent. */
      cut?: true;
      /** Position of the part of the message or artifact that says the same, when it came as one. */
      part?: number;
    }
  | { kind: 'thinking'; text: string; cut?: true; part?: number }
  /** Text that is in no message part. */
  | { kind: 'text'; text: string }
  | {
      kind: 'usage';
      input?: number;
      output?: number;
      total?: number;
      cached?: number;
      model?: string;
      provider?: string;
    }
  | {
      kind: 'permission';
      /** The agent waits for an answer. */
      pending: boolean;
      /** Identifies the question, so that an answer finds it. */
      id?: string;
      tool?: string;
      toolId?: string;
      title?: string;
      /** What the agent says it wants to touch, or why. */
      purpose?: string;
      target?: string;
      /** The kind of change in the agent's own word, and the call in one line. */
      effect?: string;
      summary?: string;
      choices?: Choice[];
      /** The answer: given by the person (in a sent message) or taken by the agent itself. */
      decision?: string;
      /** The agent states that an answer arrived. */
      received?: true;
      part?: number;
      detail: JsonObject;
    }
  /** The event repeats the whole text that was streamed before. */
  | { kind: 'text-final' }
  | { kind: 'error'; message?: string; retryable?: boolean; detail: JsonObject }
  /** What the agent says of its own run: a step of a plan, the state of an execution. `what` is the agent's word. */
  | { kind: 'report'; what: string; text?: string; failed?: true; detail: JsonObject }
  /** Keys the lens knows but that need no section of their own, and keys it does not know. */
  | { kind: 'other'; key: string; value: Json };

/**
 * Where metadata stands: on the event (or the task of a snapshot), on the message of a status, on a message that is the
 * whole event, on an artifact, on a part.
 */
export type Place = 'event' | 'statusMessage' | 'message' | 'artifact' | 'part';

/** Top-level metadata keys by the place in which a lens accounts for them. */
export type Claims = Partial<Record<Place, readonly string[]>>;

/** Reads a vendor's metadata. The only place that knows a vendor. */
export interface Lens {
  id: string;
  /** Keys that `read` accounts for, unread values included; all others stay with the generic lens. */
  claims: Claims;
  /** The lens also finds things in events without any metadata that are no message. */
  bare?: true;
  /** Agents end every turn in INPUT_REQUIRED, whether or not they ask something. */
  turnsEndWaiting?: true;
  /** Cheap test on one event: true when `read` would find something. Must not allocate. */
  detect(event: StreamResponse): boolean;
  read(event: StreamResponse): Section[];
  /** Departures from the vendor's own rules. */
  check?(event: StreamResponse): Issue[];
}
