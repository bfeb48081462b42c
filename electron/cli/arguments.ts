import type { JsonObject } from '../../shared/lib/json.ts';
import { done, type Reply, refused } from '../../shared/lib/result.ts';
import { closest } from './closest.ts';
import { type HeaderLine, type Option, readOption } from './option.ts';

export interface Positional {
  /** Name in the help text. */
  name: string;
  required: boolean;
  summary: string;
}

/** What was typed after the command's words, checked against its tables. */
export interface Arguments {
  positionals: string[];
  /** Options in the order they were typed, because the order of content parts matters. */
  given: { name: string; value: unknown }[];
}

/** All values of an option, in order. */
export function all<T>(args: Arguments, name: string): T[] {
  return args.given.filter((option) => option.name === name).map((option) => option.value as T);
}

const first = <T>(args: Arguments, name: string): T | undefined => all<T>(args, name)[0];

export const flag = (args: Arguments, name: string): boolean => first(args, name) !== undefined;
export const text = (args: Arguments, name: string): string | undefined => first<string>(args, name);
export const integer = (args: Arguments, name: string): number | undefined => first<number>(args, name);
export const object = (args: Arguments, name: string): JsonObject | undefined => first<JsonObject>(args, name);
export const headerLines = (args: Arguments, name: string): HeaderLine[] => all<HeaderLine>(args, name);

/** A required positional; the parser has made sure that it is there. */
export const positional = (args: Arguments, index: number): string => args.positionals[index] ?? '';

const isSecret = ({ kind }: Option): boolean => kind === 'secret' || kind === 'header';

function unknownOption(name: string, options: readonly Option[]): Reply<never> {
  const near = closest(
    name,
    options.map((option) => option.name),
  );
  return refused('bad-input', `there is no option --${name}${near ? `; did you mean --${near}?` : ''}`);
}

/**
 * Reads a command's arguments. Every mistake is `bad-input` with a sentence that names the option: unknown ones, missing
 * or malformed values, repeated ones, too few or too many positionals.
 */
export function parseArguments(
  tokens: readonly string[],
  options: readonly Option[],
  positionals: readonly Positional[],
): Reply<Arguments> {
  const args: Arguments = { positionals: [], given: [] };
  let index = 0;
  let onlyPositionals = false;
  while (index < tokens.length) {
    const token = tokens[index++] ?? '';
    if (onlyPositionals || !token.startsWith('-') || token === '-') {
      args.positionals.push(token);
      continue;
    }
    if (token === '--') {
      onlyPositionals = true;
      continue;
    }
    const equals = token.indexOf('=');
    const name = (equals < 0 ? token : token.slice(0, equals)).replace(/^--?/, '');
    const option = options.find((candidate) => candidate.name === name);
    if (!option || !token.startsWith('--')) return unknownOption(name, options);
    if (!option.repeat && args.given.some((earlier) => earlier.name === name)) {
      return refused('bad-input', `--${name} was given twice`);
    }
    let value = equals < 0 ? undefined : token.slice(equals + 1);
    if (option.kind === 'flag') {
      if (value !== undefined) return refused('bad-input', `--${name} takes no value`);
      value = '';
    } else if (value === undefined) {
      const next = tokens[index];
      const isOption = next?.startsWith('--') && options.some((candidate) => `--${candidate.name}` === next);
      if (next === undefined || isOption) {
        return refused('bad-input', `--${name} needs a value: --${name} ${option.placeholder ?? 'VALUE'}`);
      }
      value = next;
      index++;
    }
    const read = readOption(option, value);
    if (!read.ok) return read;
    args.given.push({ name, value: read.value });
  }
  const missing = positionals.filter((item) => item.required)[args.positionals.length];
  if (missing) return refused('bad-input', `${missing.name} is missing: ${missing.summary}`);
  const extra = args.positionals[positionals.length];
  if (extra !== undefined) {
    // A secret with a space and without quotes arrives in pieces.
    const secret = args.given.some(({ name }) => options.some((option) => option.name === name && isSecret(option)));
    return refused('bad-input', `there is no place for ${secret ? 'one more argument' : `the argument '${extra}'`}`);
  }
  return done(args);
}
