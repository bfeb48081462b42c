import type { Json, JsonObject } from '../lib/json.ts';
import type { StreamResponse } from '../model/event.ts';
import type { Lens, Section } from './lens.ts';
import { leftover, object, word } from './values.ts';

type Tool = Extract<Section, { kind: 'tool' }>;

const NAMES: ReadonlySet<unknown> = new Set(['tool-call', 'tool_call']);
const PHASES: ReadonlyMap<unknown, Tool['phase']> = new Map([
  ['running', 'input'],
  ['started', 'input'],
  ['done', 'completed'],
  ['completed', 'completed'],
  ['error', 'failed'],
  ['failed', 'failed'],
]);
const HEAD_KEYS: ReadonlySet<string> = new Set(['phase', 'toolName', 'name']);

/** The first data part of an artifact that is named as a tool call. */
function callOf(event: StreamResponse): JsonObject | undefined {
  const artifact = event.artifactUpdate?.artifact;
  if (artifact?.name === undefined || !NAMES.has(artifact.name)) return undefined;
  if (word(artifact.artifactId) === undefined) return undefined;
  const data = object(artifact.parts?.[0]?.data);
  return data !== undefined && PHASES.has(data.phase) ? data : undefined;
}

const firstOf = (data: JsonObject, keys: readonly string[]): Json | undefined => {
  for (const key of keys) if (data[key] !== undefined) return data[key];
  return undefined;
};

/** Agents that write every tool call as an artifact of its own: its id is the call, its data the phase. */
export const toolArtifact: Lens = {
  id: 'tool-artifact',
  claims: {},
  bare: true,
  detect: (event) => callOf(event) !== undefined,
  read(event) {
    const data = callOf(event) ?? {};
    const phase = PHASES.get(data.phase) ?? 'progress';
    const section: Tool = { kind: 'tool', phase, id: event.artifactUpdate?.artifact.artifactId ?? '', part: 0 };
    const name = word(data.toolName) ?? word(data.name);
    if (name !== undefined) section.name = name;
    // Agents that do not tell arguments and results apart have both beside the phase.
    const input = firstOf(data, ['arguments', 'args', 'input']);
    const result = firstOf(data, ['result', 'output', 'error']);
    const rest = input === undefined && result === undefined ? leftover(data, HEAD_KEYS) : undefined;
    if (input !== undefined) section.input = input;
    if (phase === 'input') section.input ??= rest ?? {};
    else if ((result ?? rest) !== undefined) section.result = result ?? rest ?? null;
    return [section];
  },
};
