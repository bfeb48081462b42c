import type { Json, JsonObject } from '../../lib/json.ts';
import type { Section } from '../lens.ts';
import { count, object, word } from '../values.ts';
import { isCut, isCutText } from './cut.ts';
import { readUsage } from './usage.ts';

type Tool = Extract<Section, { kind: 'tool' }>;

/** Events of one batch; the agent itself sends no more. */
const BATCH_LIMIT = 1_024;

function toolOf(phase: Tool['phase'], data: JsonObject): Tool | undefined {
  const id = word(data.toolUseId);
  if (id === undefined) return undefined;
  const section: Tool = { kind: 'tool', phase, id };
  const name = word(data.toolName);
  if (name !== undefined) section.name = name;
  if (data.input !== undefined) section.input = data.input;
  if (phase === 'completed' || phase === 'failed') {
    if (data.result !== undefined) section.result = data.result;
    if (isCut(data.result)) section.cut = true;
  }
  if (phase === 'progress') section.result = data;
  return section;
}

/** Events that say the same as an event of normal mode. */
function likeNormal(type: string, data: JsonObject): Section | undefined {
  const text = word(data.text);
  switch (type) {
    case 'text_delta':
      return text === undefined ? undefined : { kind: 'text', text };
    case 'thinking_delta':
      if (text === undefined) return undefined;
      return isCutText(text) ? { kind: 'thinking', text, cut: true } : { kind: 'thinking', text };
    case 'tool_started':
      return toolOf(data.input === undefined ? 'started' : 'input', data);
    case 'tool_progress':
      return toolOf('progress', data);
    case 'tool_result':
      return toolOf(data.isError === true ? 'failed' : 'completed', data);
    case 'usage':
      return readUsage(data);
    default:
      return undefined;
  }
}

/** `intent_parsing 1/5` of a step, else the name of the pipeline. */
function placeOf(event: JsonObject): string | undefined {
  const step = object(event.step);
  const name = word(step?.id);
  if (step === undefined || name === undefined) return word(event.pipelineName);
  const index = count(step.index);
  const total = count(step.total);
  return index === undefined || total === undefined ? name : `${name} ${index}/${total}`;
}

/** One envelope of pipeline mode. False when it says no type, so that it stays visible as it came. */
export function addPipelineEvent(sections: Section[], others: Section[], value: Json): boolean {
  const event = object(value);
  const type = word(event?.eventType);
  if (event === undefined || type === undefined) return false;
  const data = object(event.data) ?? {};
  const same = likeNormal(type, data);
  if (same !== undefined) {
    sections.push(same);
    others.push({ kind: 'other', key: 'pipeline', value: event });
    return true;
  }
  const place = placeOf(event);
  const why = word(data.errorSummary) ?? word(data.error);
  const section: Section = { kind: 'report', what: type, detail: event };
  const text = why === undefined ? place : place === undefined ? why : `${place}: ${why}`;
  if (text !== undefined) section.text = text;
  if (type.endsWith('_failed')) section.failed = true;
  sections.push(section);
  if (type === 'step_failed' && why !== undefined) {
    sections.push({ kind: 'error', message: why, detail: object(data.errorDetails) ?? {} });
  }
  return true;
}

/** `pipelineBatch`: the envelopes of 20 ms. */
export function addPipelineBatch(sections: Section[], others: Section[], value: Json): boolean {
  const events = object(value)?.events;
  if (!Array.isArray(events)) return false;
  for (let i = 0; i < events.length && i < BATCH_LIMIT; i++) {
    const event = events[i] as Json;
    if (!addPipelineEvent(sections, others, event)) others.push({ kind: 'other', key: 'pipeline', value: event });
  }
  if (events.length > BATCH_LIMIT) {
    others.push({ kind: 'other', key: 'pipelineBatch', value: `${events.length - BATCH_LIMIT} more` });
  }
  return true;
}

/** `executionControl` of a snapshot: phase, state and what holds the execution up. */
export function readExecution(value: Json): Section | undefined {
  const control = object(value);
  const phase = word(control?.phase);
  if (control === undefined || phase === undefined) return undefined;
  const status = word(control.executionStatus);
  const text = status === undefined ? phase : `${phase} · ${status}`;
  const section: Section = { kind: 'report', what: 'execution', text, detail: control };
  const blockers = Array.isArray(control.blockers) ? control.blockers : [];
  const names = blockers.map((blocker) => word(object(blocker)?.kind)).filter((name) => name !== undefined);
  if (names.length > 0) section.text = `${text} · ${names.join(', ')}`;
  if (status === 'failed') section.failed = true;
  return section;
}
