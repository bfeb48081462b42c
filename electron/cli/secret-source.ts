import { readFile } from 'node:fs/promises';
import { done, type Reply, refused } from '../../shared/lib/result.ts';
import { type Arguments, text } from './arguments.ts';
import { SECRET_OPTIONS, type SecretOption, VARIABLES } from './credential-options.ts';
import type { Terminal } from './terminal.ts';

/** Longest secret, characters: header lines beyond it are refused by servers anyway. */
const SECRET_LIMIT = 64 * 1024;

/** A secret and where it comes from, for messages. */
export interface FoundSecret {
  value: string;
  from: string;
}

/** A variable of the environment; an empty one counts as unset. */
export const variable = (terminal: Terminal, name: keyof typeof VARIABLES): string | undefined =>
  terminal.env[VARIABLES[name]] || undefined;

/** Refused when more than one option wants to read standard input, which can be read once. */
export function oneReaderOfInput(args: Arguments): Reply<null> {
  const readers = args.given.filter(({ name, value }) => value === '-' && (name === 'text' || isSecret(name)));
  const [first, second] = readers;
  return first && second
    ? refused('bad-input', `--${first.name} and --${second.name} cannot both read standard input`)
    : done(null);
}

const isSecret = (name: string): boolean => SECRET_OPTIONS.includes(name as SecretOption);

/** The secret of an option, else of its variable; undefined when neither is there. */
export async function findSecret(
  args: Arguments,
  terminal: Terminal,
  option: SecretOption,
): Promise<Reply<FoundSecret | undefined>> {
  const given = text(args, option);
  if (given !== undefined) return fromOption(given, `--${option}`, terminal);
  const value = variable(terminal, option);
  return value === undefined ? done(undefined) : checked(value, VARIABLES[option]);
}

async function fromOption(given: string, from: string, terminal: Terminal): Promise<Reply<FoundSecret>> {
  // A terminal is no pipe: what a person types is not shown, and one line is enough.
  if (given === '-') {
    const typed = await terminal.askSecret(`${from}: `);
    return checked(typed ?? withoutLineEnd(await terminal.readInput()), from);
  }
  if (!given.startsWith('@')) return checked(given, from);
  try {
    return checked(withoutLineEnd(await readFile(given.slice(1), 'utf8')), from);
  } catch (error) {
    return refused('bad-input', `${from}: the file cannot be read: ${(error as Error).message}`);
  }
}

/** Files and pipes end with a line break that belongs to the tool that wrote them. */
const withoutLineEnd = (content: string): string => content.replace(/\r?\n$/, '');

function checked(value: string, from: string): Reply<FoundSecret> {
  if (value === '') return refused('bad-input', `${from} is empty`);
  if (value.length > SECRET_LIMIT)
    return refused('bad-input', `${from} has ${value.length} characters; the limit is ${SECRET_LIMIT}`);
  return /[\r\n\0]/.test(value) ? refused('bad-input', `${from} has more than one line`) : done({ value, from });
}
