import type { Section } from '../../lenses/lens.ts';
import type { Json } from '../../lib/json.ts';
import { isObject } from '../../lib/json.ts';
import type { RowKind, RowSpan } from '../../model/row.ts';
import type { TaskMemory } from './exchange-state.ts';
import { jsonLine } from './text-line.ts';

type Tool = Extract<Section, { kind: 'tool' }>;

export const TOOL_KINDS: Record<Tool['phase'], RowKind> = {
  started: 'tool-started',
  'input-delta': 'tool-input-delta',
  input: 'tool-input',
  progress: 'tool-progress',
  completed: 'tool-result',
  failed: 'tool-result',
};

function progressLine(value: Json | undefined): string {
  if (!isObject(value)) return jsonLine(value);
  const done = value.progress === undefined ? '' : String(value.progress);
  const share = value.total === undefined || value.total === null ? done : `${done}/${String(value.total)}`;
  const message = typeof value.message === 'string' ? value.message : '';
  return share === '' ? message : message === '' ? share : `${share} ${message}`;
}

/** What a tool row says beside the tool's name. */
export function toolLine(tool: Tool): string {
  switch (tool.phase) {
    case 'started':
      return '';
    case 'input-delta':
      return tool.delta ?? (tool.deltaLength === undefined ? '' : `+${tool.deltaLength}`);
    case 'input':
      return jsonLine(tool.input);
    case 'progress':
      return progressLine(tool.result);
    default:
      return jsonLine(tool.result);
  }
}

/** A row's place in its span, and the milliseconds of the span when the row closes it. */
export interface Placed {
  span: RowSpan;
  duration: number | undefined;
}

/**
 * Opens, continues or closes the span of a tool call. Spans belong to the task and not to the exchange: the answer to
 * a permission question closes in a later exchange what was opened before. All of them are of one hidden class.
 */
export function placeTool(memory: TaskMemory, scope: string | number, tool: Tool, at: number): Placed {
  const open = memory.spans?.get(tool.id);
  if (tool.phase === 'completed' || tool.phase === 'failed') {
    const name = tool.name ?? open?.mid.name;
    const failed = tool.phase === 'failed' || undefined;
    const span: RowSpan = { id: open?.mid.id ?? `${scope}|${tool.id}`, edge: 'close', name, failed };
    memory.spans?.delete(tool.id);
    return { span, duration: open === undefined ? undefined : at - open.at };
  }
  if (open !== undefined) {
    if (open.mid.name === undefined && tool.name !== undefined) open.mid = { ...open.mid, name: tool.name };
    return { span: open.mid, duration: undefined };
  }
  const id = `${scope}|${tool.id}`;
  const { name } = tool;
  const mid: RowSpan = { id, edge: 'mid', name, failed: undefined };
  const span: RowSpan = { id, edge: 'open', name, failed: undefined };
  memory.spans ??= new Map();
  memory.spans.set(tool.id, { at, mid });
  return { span, duration: undefined };
}
