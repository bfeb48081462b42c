import type { Json } from '../../lib/json.ts';
import type { Section } from '../lens.ts';
import { count, isCut, object, word } from './values.ts';

type Tool = Extract<Section, { kind: 'tool' }>;

const PHASES: Record<string, Tool['phase']> = {
  started: 'started',
  input_delta: 'input-delta',
  input_complete: 'input',
  progress: 'progress',
  completed: 'completed',
  failed: 'failed',
};

/** One `tool` object. Undefined when its status is none of the known ones, so that it stays visible as it came. */
export function readTool(value: Json): Tool | undefined {
  const tool = object(value);
  const phase = typeof tool?.status === 'string' ? PHASES[tool.status] : undefined;
  const id = word(tool?.toolUseId);
  if (!tool || phase === undefined || id === undefined) return undefined;
  const section: Tool = { kind: 'tool', phase, id };
  const name = word(tool.name);
  if (name !== undefined) section.name = name;
  switch (phase) {
    case 'input-delta': {
      // Text up to 0.7, its length since 0.8.
      const text = word(tool.partialJson) ?? word(tool.delta);
      const length = count(tool.partialJsonLength);
      if (text !== undefined) section.delta = text;
      if (length !== undefined) section.deltaLength = length;
      break;
    }
    case 'input':
      if (tool.toolInput !== undefined) section.input = tool.toolInput;
      else if (tool.input !== undefined) section.input = tool.input;
      else if (tool.inputSummary !== undefined) {
        section.input = tool.inputSummary;
        section.cut = true;
      }
      break;
    case 'progress':
      section.result = tool.mcp ?? tool.mcpProgress ?? null;
      break;
    case 'completed':
    case 'failed':
      if (tool.input !== undefined) section.input = tool.input;
      if (tool.result !== undefined) section.result = tool.result;
      if (isCut(tool.result)) section.cut = true;
      break;
  }
  return section;
}
