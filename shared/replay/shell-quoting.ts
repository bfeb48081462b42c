import type { Piece } from './secrets.ts';

/** How one command line is written for one shell. */
export interface ShellQuoting {
  /** One argument; variables are expanded, everything else is taken as it is. */
  quote(pieces: readonly Piece[]): string;
  /** The same for text that travels as ISO 8859-1, as header lines do. */
  quoteLatin(pieces: readonly Piece[]): string;
  comment(text: string): string;
  /** Ends a line that goes on in the next one. */
  lineBreak: string;
}

const single = (text: string): string => `'${text.replace(/'/g, `'\\''`)}'`;

const hasLatin = (text: string): boolean => /[\u0080-\u00ff]/.test(text);

/** Bytes above 7 bits written out, because a shell would send them as UTF-8. */
const ansi = (text: string): string =>
  `$'${text
    .replace(/[\\']/g, '\\$&')
    .replace(/[\u0080-\u00ff]/g, (char) => `\\x${char.charCodeAt(0).toString(16).padStart(2, '0')}`)}'`;

const joined = (pieces: readonly Piece[], text: (text: string) => string, variable: (name: string) => string): string =>
  pieces.map((piece) => ('text' in piece ? text(piece.text) : variable(piece.variable))).join('');

/** POSIX quoting with bash's `$'…'` for bytes that are no UTF-8. */
export const bash: ShellQuoting = {
  quote: (pieces) => joined(pieces, single, (name) => `"$${name}"`),
  quoteLatin: (pieces) =>
    joined(
      pieces,
      (text) => (hasLatin(text) ? ansi(text) : single(text)),
      (name) => `"$${name}"`,
    ),
  comment: (text) => `# ${text}`,
  lineBreak: ' \\\n  ',
};

/**
 * Two layers: the argument as a C program splits it (backslashes double before a quote), then a caret before everything
 * that cmd would act on. Quotes are escaped for cmd too, so that it never begins a quoted stretch of its own.
 */
const forCmd = (text: string): string =>
  text
    .replace(/(\\*)"/g, '$1$1\\"')
    .replace(/["^&|<>()%!]/g, '^$&')
    .replace(/\r?\n/g, '^\n\n');

const cmdQuote = (pieces: readonly Piece[]): string => {
  const inner = joined(pieces, forCmd, (name) => `%${name}%`);
  return `^"${inner.replace(/\\+$/, '$&$&')}^"`;
};

/** The command prompt of Windows. A variable's own `&` or `|` would be acted on; tokens rarely have one. */
export const cmd: ShellQuoting = {
  quote: cmdQuote,
  quoteLatin: cmdQuote,
  comment: (text) => `REM ${text}`,
  lineBreak: ' ^\n  ',
};
