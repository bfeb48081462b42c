import { createHash } from 'node:crypto';
import type { JsonObject } from '../model.ts';
import type { Step, Turn } from './scenario.ts';
import { cut, gapBefore, trace } from './steps.ts';

const PROVIDER = 'sample';
const MODEL = 'sample-1';

export interface ToolCall {
  toolUseId: string;
  name: string;
  input: JsonObject;
}

/** A file a tool result points to. */
export interface ToolArtifact {
  artifactId: string;
  filename: string;
  mediaType: string;
  byteSize: number;
  sha256: string;
}

/** A tool call with an id of its own. */
export function toolCall(turn: Turn, name: string, input: JsonObject): ToolCall {
  return { toolUseId: `call_${turn.newId().replace(/-/g, '').slice(0, 10)}`, name, input };
}

/** The call is being written: started, the argument JSON in `pieces` deltas, then the whole input. */
export function* toolInput({ toolUseId, name, input }: ToolCall, pieces: number): Generator<Step> {
  yield tool({ status: 'started', toolUseId, name });
  for (const [index, partialJson] of cut(JSON.stringify(input), pieces).entries()) {
    yield tool({ status: 'input_delta', toolUseId, partialJson }, gapBefore(index));
  }
  const fields = Object.fromEntries(Object.keys(input).map((key) => [key, { type: typeName(input[key]) }]));
  yield tool({
    status: 'input_complete',
    toolUseId,
    name,
    toolInput: input,
    inputSummary: { tool_name: name, fields },
  });
}

/** The tool answered, after the time it takes to run. */
export function toolCompleted({ toolUseId, name }: ToolCall, result: string, written?: ToolArtifact): Step {
  const file = written ? { artifact: written } : {};
  return tool({ status: 'completed', toolUseId, name, result, ...file }, 180);
}

/** The tool refused or broke. */
export function toolFailed({ toolUseId, name }: ToolCall, result: string): Step {
  return tool({ status: 'failed', toolUseId, name, result }, 180);
}

/** Thoughts, one status each. */
export function* think(pieces: readonly string[]): Generator<Step> {
  for (const [index, text] of pieces.entries()) {
    yield trace({ iac_code: { thinking: { type: 'raw_thinking', text } } }, gapBefore(index));
  }
}

/** Token counts of one model call. */
export function usage(inputTokens: number, outputTokens: number): Step {
  const totalTokens = inputTokens + outputTokens;
  return trace({
    iac_code: {
      usage: { inputTokens, outputTokens, totalTokens, cachedInputTokens: 0, provider: PROVIDER, model: MODEL },
    },
  });
}

/** The description of a text file as a tool result carries it; size and digest are those of its UTF-8 bytes. */
export function describeFile(artifactId: string, filename: string, mediaType: string, text: string): ToolArtifact {
  const sha256 = createHash('sha256').update(text, 'utf8').digest('hex');
  return { artifactId, filename, mediaType, byteSize: Buffer.byteLength(text), sha256 };
}

function tool(fields: JsonObject, waitMs?: number): Step {
  return trace({ iac_code: { tool: fields } }, waitMs);
}

/** Type names as the input summary spells them. */
function typeName(value: unknown): string {
  if (typeof value === 'string') return 'str';
  if (typeof value === 'number') return 'int';
  if (typeof value === 'boolean') return 'bool';
  return Array.isArray(value) ? 'list' : 'dict';
}
