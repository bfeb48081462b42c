import type { Terminal } from './terminal.ts';

/** A terminal that keeps what is printed and is interrupted by calling `interrupt`; for tests. */
export interface RecordingTerminal extends Terminal {
  stdout: string;
  stderr: string;
  interrupt(): void;
  /** Called with everything printed so far whenever something is printed. */
  watch?: (stdout: string) => void;
}

export function recordingTerminal(input = ''): RecordingTerminal {
  const listeners = new Set<() => void>();
  const terminal: RecordingTerminal = {
    stdout: '',
    stderr: '',
    colour: false,
    out(text) {
      terminal.stdout += text;
      terminal.watch?.(terminal.stdout);
    },
    err(text) {
      terminal.stderr += text;
    },
    onInterrupt(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    readInput: async () => input,
    interrupt() {
      for (const listener of listeners) listener();
    },
  };
  return terminal;
}
