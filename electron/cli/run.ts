import { writeFile } from 'node:fs/promises';
import { done, type Reply, refused, type Trouble } from '../../shared/lib/result.ts';
import type { Engine } from '../engine/engine.ts';
import { headerSecrets } from '../engine/mask.ts';
import { SecretValues } from '../engine/secret-values.ts';
import { type Arguments, flag, headerLines, parseArguments, text } from './arguments.ts';
import { closest } from './closest.ts';
import type { Command } from './command.ts';
import { commands } from './commands/index.ts';
import type { CommandEngine } from './connection.ts';
import { CREDENTIAL_OPTIONS } from './credential-options.ts';
import { isAnonymous, NOBODY, readCredentials, secretsOf } from './credentials.ts';
import { commandHelp, overview } from './help.ts';
import { humanReporter } from './human.ts';
import { type KeptFolder, takeToChange, takeToUse } from './kept-folder.ts';
import { COMMON_OPTIONS } from './options.ts';
import { EXIT_OK, EXIT_USAGE, exitCode, failedOutcome } from './outcome-line.ts';
import { jsonReporter } from './reporter.ts';
import { applySettings } from './settings.ts';
import { rewriting, type Terminal } from './terminal.ts';

/** An engine for one command, with the folder of kept credentials; `close` ends its sockets and timers. */
export type OpenEngine = (accessFolder?: string) => Promise<CommandEngine & Pick<Engine, 'close'>>;

/** The command whose words the tokens begin with, longest first. */
function findCommand(tokens: readonly string[]): Command | undefined {
  return [...commands]
    .sort((a, b) => b.words.length - a.words.length)
    .find((command) => command.words.every((word, index) => tokens[index] === word));
}

function unknownCommand(tokens: readonly string[]): string {
  const typed = tokens.filter((token) => !token.startsWith('-'));
  const group = commands.filter((command) => command.words[0] === typed[0]);
  if (group.length > 0) {
    const choices = group.map((command) => command.words[1]).join(', ');
    return typed[1] === undefined
      ? `loupe ${typed[0]} needs one of: ${choices}`
      : `there is no command '${typed[0]} ${typed[1]}'; there are: ${choices}`;
  }
  const near = closest(typed[0] ?? '', [...new Set(commands.map((command) => command.words[0] ?? ''))]);
  return `there is no command '${typed[0] ?? tokens[0]}'${near ? `; did you mean ${near}?` : ''}`;
}

async function saveSession(engine: CommandEngine, path: string): Promise<Reply<null>> {
  const info = await engine.call('app.info', {});
  if (!info.ok) return info;
  const exported = await engine.call('sessions.export', { session: info.value.liveSession });
  if (!exported.ok) return exported;
  try {
    await writeFile(path, exported.value.content);
    return { ok: true, value: null };
  } catch (error) {
    return { ok: false, error: { code: 'storage', message: error instanceof Error ? error.message : String(error) } };
  }
}

const takesCredentials = ({ options }: Command): boolean =>
  CREDENTIAL_OPTIONS.every((option) => options.includes(option));

/** Secrets as they stand on the command line; what they refer to is known when it was read. */
function typedSecrets(command: Command, args: Arguments): string[] {
  const secret = command.options.filter(({ kind }) => kind === 'secret').map(({ name }) => name);
  const typed = args.given.filter(({ name }) => secret.includes(name)).map(({ value }) => String(value));
  return [
    ...typed.filter((value) => value !== '-' && !value.startsWith('@')),
    ...headerSecrets(headerLines(args, 'header')),
  ];
}

async function runCommand(
  command: Command,
  args: Arguments,
  processTerminal: Terminal,
  openEngine: OpenEngine,
  folder: string | undefined,
): Promise<number> {
  const secrets = new SecretValues();
  secrets.add(...typedSecrets(command, args));
  const terminal = rewriting(processTerminal, (text) => secrets.mask(text));
  const reporter = flag(args, 'json') ? jsonReporter(terminal) : humanReporter(terminal);
  const failed = (error: Trouble): number => {
    const outcome = failedOutcome(command.words.join(' '), error);
    reporter.finish(outcome);
    return exitCode(outcome);
  };
  const given = takesCredentials(command) ? await readCredentials(args, terminal) : done(NOBODY);
  if (!given.ok) return failed(given.error);
  secrets.add(...secretsOf(given.value));
  const taken = takeKept(command, isAnonymous(args, given.value) && takesCredentials(command), folder);
  if (!taken.ok) return failed(taken.error);
  const kept = taken.value;
  const engine = await openEngine(kept?.path);
  try {
    const refusal = await applySettings(engine, args);
    if (refusal) return failed(refusal.error);
    const outcome = await command.run({
      args,
      engine,
      terminal,
      reporter,
      given: kept && !command.keeps ? { ...given.value, kept: true } : given.value,
      kept,
    });
    reporter.finish(outcome);
    const path = text(args, 'save');
    const saved = path === undefined ? undefined : await saveSession(engine, path);
    if (saved && !saved.ok) {
      terminal.err(`loupe: the session was not saved: ${saved.error.message}\n`);
      return EXIT_USAGE;
    }
    return exitCode(outcome);
  } finally {
    await engine.close();
    kept?.release();
  }
}

/** Undefined when the command has no business with kept credentials, or there are none. */
function takeKept({ keeps }: Command, anonymous: boolean, folder: string | undefined): Reply<KeptFolder | undefined> {
  if (folder === undefined)
    return keeps ? refused('not-supported', 'There is no folder for credentials.') : done(undefined);
  if (keeps === 'changes') return takeToChange(folder);
  return keeps === 'uses' || anonymous ? takeToUse(folder) : done(undefined);
}

/**
 * Runs one command line and returns its exit code. Nothing is thrown for what a person or an agent did wrong. `folder`:
 * where credentials are kept; without it none are.
 */
export async function runCli(
  tokens: readonly string[],
  terminal: Terminal,
  openEngine: OpenEngine,
  version: string,
  folder?: string,
): Promise<number> {
  const words = tokens[0] === 'help' ? [...tokens.slice(1), '--help'] : tokens;
  const command = findCommand(words);
  if (!command) {
    const wantsHelp = words.includes('--help') || words.includes('-h');
    if (words[0] === '--version') {
      terminal.out(`${version}\n`);
      return EXIT_OK;
    }
    const group = commands.filter((item) => item.words[0] === words[0]);
    if (wantsHelp || words.length === 0) {
      terminal.out(overview(group.length > 0 ? group : commands));
      return wantsHelp ? EXIT_OK : EXIT_USAGE;
    }
    terminal.err(`loupe: ${unknownCommand(words)}\n`);
    return EXIT_USAGE;
  }
  const rest = words.slice(command.words.length);
  if (rest.includes('--help') || rest.includes('-h')) {
    terminal.out(commandHelp(command));
    return EXIT_OK;
  }
  const args = parseArguments(rest, [...command.options, ...COMMON_OPTIONS], command.positionals);
  if (!args.ok) {
    terminal.err(`loupe: ${args.error.message}\nSee loupe ${command.words.join(' ')} --help\n`);
    return EXIT_USAGE;
  }
  return runCommand(command, args.value, terminal, openEngine, folder);
}
