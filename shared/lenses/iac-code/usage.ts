import type { Json, JsonObject } from '../../lib/json.ts';
import type { Section } from '../lens.ts';
import { count, object, word } from '../values.ts';

type Usage = Extract<Section, { kind: 'usage' }>;

export const USAGE_KEYS: ReadonlySet<string> = new Set([
  'inputTokens',
  'outputTokens',
  'totalTokens',
  'cachedInputTokens',
  'model',
  'provider',
]);

/** Tokens of one call of the model; a turn has several. */
export function readUsage(value: Json | undefined): Usage | undefined {
  const usage: JsonObject | undefined = object(value);
  if (!usage) return undefined;
  const section: Usage = { kind: 'usage' };
  const input = count(usage.inputTokens);
  const output = count(usage.outputTokens);
  const total = count(usage.totalTokens);
  const cached = count(usage.cachedInputTokens);
  const model = word(usage.model);
  const provider = word(usage.provider);
  if (input !== undefined) section.input = input;
  if (output !== undefined) section.output = output;
  if (total !== undefined) section.total = total;
  if (cached !== undefined) section.cached = cached;
  if (model !== undefined) section.model = model;
  if (provider !== undefined) section.provider = provider;
  return section;
}
