import type { Json, JsonObject } from '../lib/json.ts';
import type { StreamResponse } from '../model/event.ts';

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
    }
  | { kind: 'thinking'; text: string; cut?: true }
  | {
      kind: 'usage';
      input?: number;
      output?: number;
      total?: number;
      cached?: number;
      model?: string;
      provider?: string;
    }
  | { kind: 'permission'; pending: boolean; tool?: string; toolId?: string; title?: string; detail: JsonObject }
  | { kind: 'text-final' }
  | { kind: 'error'; message?: string; retryable?: boolean; detail: JsonObject }
  /** Keys the lens knows but that need no section of their own, and keys it does not know. */
  | { kind: 'other'; key: string; value: Json };

/** Reads a vendor's metadata. The only place that knows a vendor. */
export interface Lens {
  id: string;
  /** Cheap test on one event: true when `read` would find something. Must not allocate. */
  detect(event: StreamResponse): boolean;
  read(event: StreamResponse): Section[];
}
