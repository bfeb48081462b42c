import type { QuestionBlock } from '../../../shared/a2a/reduce/conversation.ts';
import { isObject } from '../../../shared/lib/json.ts';

/** Values looked at in one question; agents may attach anything. */
const VALUES_LIMIT = 2_000;

/** The scheme of the card that a question names: in its data first, where it is a name by itself, then in its words. */
export function wantedScheme(
  block: Pick<QuestionBlock, 'text' | 'parts' | 'detail'>,
  schemes: readonly string[],
): string | undefined {
  const values: unknown[] = [...block.parts.flatMap((part) => [part.data, part.metadata]), block.detail];
  for (let index = 0; index < values.length && index < VALUES_LIMIT; index++) {
    const value = values[index];
    if (typeof value === 'string' && schemes.includes(value)) return value;
    if (Array.isArray(value)) values.push(...value);
    else if (isObject(value)) {
      const named = Object.keys(value).find((key) => schemes.includes(key));
      if (named !== undefined) return named;
      values.push(...Object.values(value));
    }
  }
  const words = new Set(block.text.split(/[^\p{L}\p{N}_.-]+/u).map((word) => word.replace(/[.-]+$/, '')));
  return schemes.find((scheme) => words.has(scheme));
}
