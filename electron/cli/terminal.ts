import { readHidden } from './hidden-input.ts';

/** What the command line needs from the process around it; tests give it a recording one. */
export interface Terminal {
  out(text: string): void;
  err(text: string): void;
  /** Characters of a line, when the output is a terminal. */
  columns?: number;
  colour: boolean;
  /** Calls back on Ctrl+C; the returned function ends that. */
  onInterrupt(listener: () => void): () => void;
  /** All of standard input. */
  readInput(): Promise<string>;
  /** Asks a person for a secret without showing what is typed. Undefined when nobody is there to ask. */
  askSecret(question: string): Promise<string | undefined>;
  /** Variables of the environment. */
  env: Readonly<Record<string, string | undefined>>;
}

/** The same terminal with every printed text changed on its way out. */
export const rewriting = (terminal: Terminal, change: (text: string) => string): Terminal => ({
  ...terminal,
  out: (text) => terminal.out(change(text)),
  err: (text) => terminal.err(change(text)),
});

/** Reads the real process. Output to a pipe whose reader went away ends the process quietly, as other tools do. */
export function processTerminal(): Terminal {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      process.exit(error.code === 'EPIPE' ? 0 : 2);
    });
  }
  return {
    out: (text) => void process.stdout.write(text),
    err: (text) => void process.stderr.write(text),
    columns: process.stdout.isTTY ? process.stdout.columns : undefined,
    colour: process.stdout.isTTY === true && !process.env.NO_COLOR && process.env.TERM !== 'dumb',
    onInterrupt: (listener) => {
      process.on('SIGINT', listener);
      return () => void process.off('SIGINT', listener);
    },
    readInput: async () => {
      let text = '';
      process.stdin.setEncoding('utf8');
      for await (const piece of process.stdin) text += piece;
      return text;
    },
    askSecret: async (question) =>
      process.stdin.isTTY && process.stderr.isTTY
        ? readHidden(process.stdin, process.stderr, question, () => process.emit('SIGINT', 'SIGINT'))
        : undefined,
    env: process.env,
  };
}
