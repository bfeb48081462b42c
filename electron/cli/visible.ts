/**
 * C0 and C1 controls without tab and line feed, and the characters that change the direction of text: what an agent
 * writes may neither steer the terminal nor look like something else.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: finding control characters is the purpose
const UNSAFE = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]/g;

const spelled = (character: string): string => `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`;

/** Text of several lines, safe to print: control and direction characters are written as `\uXXXX`. */
export const visibleBlock = (text: string): string => text.replace(/\r\n/g, '\n').replace(UNSAFE, spelled);

/** One line, safe to print: line breaks and tabs become spaces. */
export const visibleLine = (text: string): string =>
  visibleBlock(text)
    .replace(/[\n\t]+/g, ' ')
    .trim();

/** Cuts a line to a number of characters, the last one an ellipsis. */
export const cut = (line: string, length: number): string =>
  line.length > length ? `${line.slice(0, Math.max(0, length - 1))}…` : line;
