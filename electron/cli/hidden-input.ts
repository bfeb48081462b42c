/** What a terminal's keys arrive through. */
export interface KeyInput {
  setRawMode?(raw: boolean): unknown;
  setEncoding(encoding: 'utf8'): unknown;
  on(event: 'data', listener: (keys: string) => void): unknown;
  off(event: 'data', listener: (keys: string) => void): unknown;
  resume(): unknown;
  pause(): unknown;
}

const INTERRUPT = '\u0003';
const END = '\u0004';
const LINE_ENDS = '\r\n';
const RUBOUTS = '\b\u007f';
const FIRST_PRINTABLE = ' ';

/**
 * Reads one line from a terminal that shows none of it; Ctrl+D on an empty line is undefined. Ctrl+C calls `interrupt`,
 * which ends the program, once the terminal is as it was; there is no answer then, so that nothing goes on without one.
 */
export function readHidden(
  input: KeyInput,
  output: { write(text: string): unknown },
  question: string,
  interrupt: () => void,
): Promise<string | undefined> {
  return new Promise((resolve) => {
    let typed: string[] = [];
    const restore = () => {
      input.off('data', take);
      input.setRawMode?.(false);
      input.pause();
      output.write('\n');
    };
    const end = (answer: string | undefined) => {
      restore();
      resolve(answer);
    };
    const take = (keys: string) => {
      for (const key of keys) {
        if (LINE_ENDS.includes(key)) return end(typed.join(''));
        if (key === INTERRUPT) {
          restore();
          return interrupt();
        }
        if (key === END && typed.length === 0) return end(undefined);
        if (RUBOUTS.includes(key)) typed = typed.slice(0, -1);
        else if (key >= FIRST_PRINTABLE) typed.push(key);
      }
    };
    // Before the question: a fast answer would be shown otherwise.
    input.setRawMode?.(true);
    output.write(question);
    input.setEncoding('utf8');
    input.on('data', take);
    input.resume();
  });
}
