import type { JsonObject, Part, TaskState } from '../model.ts';
import type { ArtifactStep, StatusStep, Step, Turn } from './scenario.ts';

/** Uneven gaps between deltas, in milliseconds, so that a stream looks like a model's and not like a clock. */
const DELTA_GAPS_MS = [60, 45, 90, 70, 110, 40];

/** The gap before delta number `index`, in milliseconds. */
export function gapBefore(index: number): number {
  return DELTA_GAPS_MS[index % DELTA_GAPS_MS.length] ?? 60;
}

/** The agent has begun. */
export function working(): StatusStep {
  return { kind: 'status', state: 'TASK_STATE_WORKING', waitMs: 40 };
}

/** A status that says something about the run in metadata only. */
export function trace(metadata: JsonObject, waitMs = 60): StatusStep {
  return { kind: 'status', state: 'TASK_STATE_WORKING', metadata, waitMs };
}

/** One text in pieces: working statuses whose messages share an id and are to be joined. */
export function* speak(turn: Turn, pieces: readonly string[]): Generator<Step> {
  const id = turn.newId();
  for (const [index, text] of pieces.entries()) {
    yield {
      kind: 'status',
      state: 'TASK_STATE_WORKING',
      message: { id, parts: [{ text }], keep: true },
      waitMs: gapBefore(index),
    };
  }
}

/** A progress note: shown as it comes, not kept in the history. */
export function note(id: string, text: string, waitMs: number, metadata?: JsonObject): StatusStep {
  return {
    kind: 'status',
    state: 'TASK_STATE_WORKING',
    message: { id, parts: [{ text }], keep: false },
    metadata,
    waitMs,
  };
}

/** Ends the turn, with a message when there is something left to say. */
export function close(turn: Turn, state: TaskState, parts: Part[] = []): StatusStep {
  const message = parts.length > 0 ? { id: turn.newId(), parts, keep: true } : undefined;
  return { kind: 'status', state, message, waitMs: 50 };
}

interface ArtifactHead {
  artifactId: string;
  name: string;
  description?: string;
  metadata?: JsonObject;
}

/** A whole artifact in one event. */
export function artifact(head: ArtifactHead, parts: Part[]): ArtifactStep {
  return { kind: 'artifact', artifact: { ...head, parts }, lastChunk: true, waitMs: 80 };
}

/** A text artifact in chunks: the first one places it, the others append, the last one says so. */
export function* artifactChunks(head: ArtifactHead, mediaType: string, chunks: readonly string[]): Generator<Step> {
  for (const [index, text] of chunks.entries()) {
    const first = index === 0;
    const step: ArtifactStep = {
      kind: 'artifact',
      artifact: { ...(first ? head : { artifactId: head.artifactId }), parts: [{ text, mediaType }] },
      waitMs: gapBefore(index),
    };
    if (!first) step.append = true;
    if (index === chunks.length - 1) step.lastChunk = true;
    yield step;
  }
}

/** Cuts `text` into `count` pieces of about the same length, never inside a surrogate pair. */
export function cut(text: string, count: number): string[] {
  const letters = Array.from(text);
  const size = Math.max(1, Math.ceil(letters.length / count));
  const pieces: string[] = [];
  for (let start = 0; start < letters.length; start += size) pieces.push(letters.slice(start, start + size).join(''));
  return pieces;
}

/** Reads the first number in `text`; `fallback` when there is none, and never outside 1..`max`. */
export function numberIn(text: string, fallback: number, max: number): number {
  const found = /\d+/.exec(text)?.[0];
  return Math.min(max, Math.max(1, found === undefined ? fallback : Number(found)));
}
