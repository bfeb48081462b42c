import type { Json, JsonObject } from '../../lib/json.ts';
import type { Section } from '../lens.ts';
import { count, keep, leftover, object, word } from '../values.ts';
import { isCut } from './cut.ts';

type Tool = Extract<Section, { kind: 'tool' }>;

const PHASES: ReadonlyMap<unknown, Tool['phase']> = new Map([
  ['started', 'started'],
  ['input_delta', 'input-delta'],
  ['input_complete', 'input'],
  ['progress', 'progress'],
  ['completed', 'completed'],
  ['failed', 'failed'],
]);

const HEAD = ['status', 'toolUseId', 'name'];
const READ: Readonly<Record<Tool['phase'], ReadonlySet<string>>> = {
  started: new Set(HEAD),
  'input-delta': new Set([...HEAD, 'partialJson', 'delta', 'partialJsonLength']),
  input: new Set([...HEAD, 'toolInput', 'input']),
  progress: new Set([...HEAD, 'mcp']),
  completed: new Set([...HEAD, 'input', 'result']),
  failed: new Set([...HEAD, 'input', 'result']),
};
/** Without the arguments their shape stands in for them. */
const READ_SHAPE: ReadonlySet<string> = new Set([...HEAD, 'inputSummary']);
const READ_PROGRESS: ReadonlySet<string> = new Set([...HEAD, 'mcpProgress']);

/**
 * One `tool` object, then what it holds beside. False when its status is none of the known ones, so that it stays
 * visible as it came.
 */
export function addTool(sections: Section[], others: Section[], value: Json): boolean {
  const tool = object(value);
  const phase = PHASES.get(tool?.status);
  const id = word(tool?.toolUseId);
  if (!tool || phase === undefined || id === undefined) return false;
  const section = newTool(phase, id, word(tool.name));
  const read = fill(section, tool);
  sections.push(section);
  keep(others, 'tool', leftover(tool, read));
  return true;
}

/** With every field that `fill` may set, so that all of them are of one hidden class. */
const newTool = (phase: Tool['phase'], id: string, name: string | undefined): Tool => ({
  kind: 'tool',
  phase,
  id,
  name,
  delta: undefined,
  deltaLength: undefined,
  input: undefined,
  result: undefined,
  cut: undefined,
});

/** Fills in what the phase is about; returns the keys that were read. */
function fill(section: Tool, tool: JsonObject): ReadonlySet<string> {
  const { phase } = section;
  switch (phase) {
    case 'input-delta': {
      // Text up to 0.7, its length since 0.8.
      const text = word(tool.partialJson) ?? word(tool.delta);
      const length = count(tool.partialJsonLength);
      if (text !== undefined) section.delta = text;
      if (length !== undefined) section.deltaLength = length;
      return READ[phase];
    }
    case 'input': {
      const input = tool.toolInput ?? tool.input;
      if (input === undefined && tool.inputSummary !== undefined) {
        section.input = tool.inputSummary;
        section.cut = true;
        return READ_SHAPE;
      }
      if (input !== undefined) section.input = input;
      if (isCut(input)) section.cut = true;
      return READ[phase];
    }
    case 'progress':
      section.result = tool.mcp ?? tool.mcpProgress ?? null;
      return tool.mcp === undefined || tool.mcp === null ? READ_PROGRESS : READ[phase];
    case 'completed':
    case 'failed':
      if (tool.input !== undefined) section.input = tool.input;
      if (tool.result !== undefined) section.result = tool.result;
      if (isCut(tool.result)) section.cut = true;
      return READ[phase];
    default:
      return READ[phase];
  }
}
