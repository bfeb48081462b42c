import type { Pointer } from '../../../shared/lib/pointer.ts';
import { walkJson } from '../json-ranges.ts';
import { type KnownValues, MASK } from '../mask.ts';
import { WHOLE_VALUE_MIN_CHARS } from '../secret-values.ts';
import { isProtocolWord } from './protocol-words.ts';

const DATA_LINE = /(?:^|[\r\n])data:/;
const LINE = /(^|\r\n|\r|\n)(data: ?)?[^\r\n]*/g;

export interface MaskedText {
  text: string;
  /** One for each mask, in the order of the text; the root where the place is not a value of JSON. */
  masked: Pointer[];
  /** Values that were taken out because of where they stood. */
  secrets: string[];
}

/**
 * Masks texts inside JSON: those that `isSecret` names by key and place, and the known values. Everything else stays byte
 * for byte. Text around or instead of the JSON loses the known values only.
 */
export function maskJson(
  text: string,
  isSecret: ((key: string | undefined, pointer: Pointer) => boolean) | undefined,
  known: KnownValues,
): MaskedText {
  const places: Pointer[] = [];
  const secrets: string[] = [];
  let out = '';
  let copied = 0;
  const put = (start: number, end: number, literal: string, pointer: Pointer) => {
    out += text.slice(copied, start) + literal;
    copied = end;
    for (let count = masksIn(literal); count > 0; count -= 1) places.push(pointer);
  };
  const view = dataOnly(text);
  const from = view.search(/[{["]/);
  if (from >= 0) {
    walkJson(view, from, ({ pointer, key, start, end }) => {
      if (text[start] !== '"') return;
      const literal = text.slice(start, end);
      const value = unquoted(literal);
      if (value === '' || value === MASK) return;
      if (isSecret?.(key, pointer)) {
        secrets.push(value);
        put(start, end, `"${MASK}"`, pointer);
      } else if (isWholeSecret(value, known)) put(start, end, `"${MASK}"`, pointer);
      else {
        const masked = maskLiteral(literal, value, known);
        if (masked !== literal) put(start, end, masked, pointer);
      }
    });
  }
  const rest = out + text.slice(copied);
  const masked = known.mask(rest);
  // What is left stands in keys, or in what is no JSON.
  for (let more = masksIn(masked) - masksIn(rest); more > 0; more -= 1) places.push('');
  return { text: masked, masked: places, secrets };
}

const isWholeSecret = (value: string, known: KnownValues): boolean =>
  value.length >= WHOLE_VALUE_MIN_CHARS && known.isSecret(value) && !isProtocolWord(value);

function maskLiteral(literal: string, value: string, known: KnownValues): string {
  const masked = known.mask(literal);
  if (masked !== literal || !literal.includes('\\u')) return masked;
  // Any character may be escaped (RFC 8259 §7), so the spelling need not be one that encoders use.
  const meant = known.mask(value);
  return meant === value ? literal : JSON.stringify(meant);
}

const masksIn = (text: string): number => text.split(MASK).length - 1;

/** The JSON of an SSE block at its own positions: field names, other fields and line ends become spaces. */
function dataOnly(text: string): string {
  if (text.startsWith('{') || text.startsWith('[') || !DATA_LINE.test(text)) return text;
  return text.replace(LINE, (line, end: string, field: string | undefined) =>
    field === undefined
      ? ' '.repeat(line.length)
      : ' '.repeat(end.length + field.length) + line.slice(end.length + field.length),
  );
}

function unquoted(literal: string): string {
  if (!literal.includes('\\')) return literal.slice(1, -1);
  try {
    return String(JSON.parse(literal));
  } catch {
    return literal.slice(1, -1);
  }
}
