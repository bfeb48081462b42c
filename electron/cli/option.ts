import { isObject, parseJson } from '../../shared/lib/json.ts';
import { done, type Reply, refused } from '../../shared/lib/result.ts';

/** What an option's value has to look like; `flag` takes none. A `secret` is text that no message repeats. */
export type OptionKind = 'flag' | 'text' | 'secret' | 'integer' | 'json' | 'object' | 'header' | 'choice';

export interface Option {
  /** Without the dashes. */
  name: string;
  kind: OptionKind;
  /** Name of the value in the help text. */
  placeholder?: string;
  /** Accepted values of a `choice`, spelled as they are passed on; upper and lower case do not matter. */
  choices?: readonly string[];
  repeat?: true;
  summary: string;
}

/** A header line as typed after `--header`. */
export type HeaderLine = [name: string, value: string];

/** Header names are tokens (RFC 9110 §5.6.2). */
const HEADER = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*(.*?)[ \t]*$/;
const INTEGER = /^\d{1,15}$/;

const READERS: Record<Exclude<OptionKind, 'flag'>, (text: string, option: Option) => Reply<unknown>> = {
  text: (text) => done(text),
  secret: (text) => done(text),
  integer: (text, option) =>
    INTEGER.test(text)
      ? done(Number(text))
      : refused('bad-input', `--${option.name} takes a whole number, not ${text}`),
  json: (text, option) => {
    const parsed = parseJson(text);
    return parsed.ok ? done(parsed.value) : refused('bad-input', `--${option.name} is not JSON: ${parsed.message}`);
  },
  object: (text, option) => {
    const parsed = parseJson(text);
    if (!parsed.ok) return refused('bad-input', `--${option.name} is not JSON: ${parsed.message}`);
    return isObject(parsed.value) ? done(parsed.value) : refused('bad-input', `--${option.name} takes a JSON object`);
  },
  header: (text, option) => {
    const match = HEADER.exec(text);
    return match
      ? done<HeaderLine>([match[1] ?? '', match[2] ?? ''])
      : refused('bad-input', `--${option.name} takes 'Name: value', with a colon`);
  },
  choice: (text, option) => {
    const choices = option.choices ?? [];
    const found = choices.find((choice) => choice.toLowerCase() === text.toLowerCase());
    return found === undefined
      ? refused('bad-input', `--${option.name} takes ${choices.join(' or ')}, not ${text}`)
      : done(found);
  },
};

/** Reads the text given for an option; `bad-input` says what was expected. */
export function readOption(option: Option, text: string): Reply<unknown> {
  return option.kind === 'flag' ? done(true) : READERS[option.kind](text, option);
}
