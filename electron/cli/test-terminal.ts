import type { Terminal } from './terminal.ts';

/** A terminal that keeps what is printed and is interrupted by calling `interrupt`; for tests. */
export interface RecordingTerminal extends Terminal {
  stdout: string;
  stderr: string;
  interrupt(): void;
  /** Called with everything printed so far whenever something is printed. */
  watch?: (stdout: string, stderr: string) => void;
  /** What a person types when asked for a secret, in order. */
  typed: string[];
  /** Questions asked so far. */
  asked: string[];
}

export function recordingTerminal(input = '', env: Terminal['env'] = {}): RecordingTerminal {
  const listeners = new Set<() => void>();
  const terminal: RecordingTerminal = {
    stdout: '',
    stderr: '',
    colour: false,
    out(text) {
      terminal.stdout += text;
      terminal.watch?.(terminal.stdout, terminal.stderr);
    },
    err(text) {
      terminal.stderr += text;
      terminal.watch?.(terminal.stdout, terminal.stderr);
    },
    onInterrupt(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    readInput: async () => input,
    typed: [],
    asked: [],
    async askSecret(question) {
      terminal.asked.push(question);
      return terminal.typed.shift();
    },
    env,
    interrupt() {
      for (const listener of listeners) listener();
    },
  };
  return terminal;
}
