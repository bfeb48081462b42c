import type { Command } from './command.ts';
import type { Option } from './option.ts';
import { COMMON_OPTIONS } from './options.ts';
import { table } from './result-text.ts';

const indent = (text: string): string =>
  text
    .split('\n')
    .map((line) => `  ${line}`)
    .join('\n');

const optionName = (option: Option): string =>
  option.kind === 'flag' ? `--${option.name}` : `--${option.name} ${option.placeholder ?? 'VALUE'}`;

/** The first line of a command's help: its words and positionals. */
export const usage = (command: Command): string =>
  [
    'loupe',
    ...command.words,
    ...command.positionals.map((item) => (item.required ? item.name : `[${item.name}]`)),
  ].join(' ');

/** Help of one command. */
export function commandHelp(command: Command): string {
  const options = [...command.options, ...COMMON_OPTIONS];
  const rows = options.map((option) => [
    optionName(option),
    `${option.summary}${option.repeat ? '; may be repeated' : ''}`,
  ]);
  return [
    `${usage(command)} [options]`,
    indent(command.summary),
    '',
    indent(table([...command.positionals.map((item) => [item.name, item.summary]), ...rows])),
    '',
    'Examples',
    indent(command.examples.join('\n')),
    '',
  ].join('\n');
}

/** Help of all commands, or of those that begin with the given words. */
export function overview(commands: readonly Command[]): string {
  return [
    'loupe COMMAND [arguments]',
    '',
    indent(table(commands.map((command) => [usage(command).slice('loupe '.length), command.summary]))),
    '',
    "'loupe COMMAND --help' shows the options of a command, 'loupe --version' the version.",
    'Exit code: 0 done, 1 the agent refused or the task failed, 2 wrong arguments, 130 stopped with Ctrl+C.',
    '',
  ].join('\n');
}
