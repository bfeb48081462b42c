import { stateClass } from '../../shared/model/task.ts';

const CODES = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33, blue: 34, cyan: 36 } as const;

export type Colour = keyof typeof CODES;

/** Wraps a text in terminal colour codes, or leaves it alone when colours are off. */
export type Style = (colour: Colour | undefined, text: string) => string;

export const styleFor =
  (enabled: boolean): Style =>
  (colour, text) =>
    enabled && colour && text ? `\u001b[${CODES[colour]}m${text}\u001b[0m` : text;

/** Task states without the prefix that all of them share. */
export const stateWord = (state: string): string => state.replace(/^TASK_STATE_/, '');

/** Colour that repeats what a state's word says. */
export function stateColour(state: string | undefined): Colour | undefined {
  if (state === 'TASK_STATE_COMPLETED') return 'green';
  if (state === 'TASK_STATE_FAILED' || state === 'TASK_STATE_REJECTED') return 'red';
  const kind = stateClass(state);
  return kind === 'interrupted' ? 'yellow' : kind === 'active' ? 'blue' : undefined;
}

/** Pads before colouring, so that codes do not count as width. */
export const cell = (style: Style, colour: Colour | undefined, text: string, width: number): string =>
  style(colour, text) + ' '.repeat(Math.max(0, width - text.length));

/** Seconds with three decimals, right-aligned in nine characters. */
export const clock = (ms: number): string => (ms / 1000).toFixed(3).padStart(9);
