import type { Arguments, Positional } from './arguments.ts';
import type { CommandEngine } from './connection.ts';
import type { GivenAccess } from './credentials.ts';
import type { KeptFolder } from './kept-folder.ts';
import type { Option } from './option.ts';
import type { OutcomeLine } from './outcome-line.ts';
import type { Reporter } from './reporter.ts';
import type { Terminal } from './terminal.ts';

export interface CommandContext {
  args: Arguments;
  engine: CommandEngine;
  terminal: Terminal;
  reporter: Reporter;
  /** Who calls; nothing for commands without such options. */
  given: GivenAccess;
  /** The folder of kept credentials, for commands that keep something. */
  kept?: KeptFolder;
}

export interface Command {
  /** The words that name it: `['task', 'get']`. */
  words: readonly string[];
  summary: string;
  positionals: readonly Positional[];
  options: readonly Option[];
  /** Works on the kept credentials themselves, whoever calls. */
  keeps?: 'uses' | 'changes';
  /** Complete command lines for the help text. */
  examples: readonly string[];
  /** Does the work and says how it came out; the reporter has printed everything but the outcome. */
  run(context: CommandContext): Promise<OutcomeLine>;
}
