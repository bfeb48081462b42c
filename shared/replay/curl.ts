import type { Reply } from '../lib/result.ts';
import { done, refused } from '../lib/result.ts';
import type { HeaderLines, RequestEntry } from '../model/entry.ts';
import { bodyPieces, createSecretNames, type Piece, type SecretNames, urlPieces } from './secrets.ts';
import { bash, cmd, type ShellQuoting } from './shell-quoting.ts';

export const CURL_SHELLS = ['bash', 'cmd'] as const;
export type CurlShell = (typeof CURL_SHELLS)[number];

const QUOTING: Record<CurlShell, ShellQuoting> = { bash, cmd };

export interface CurlSource {
  /** As it went out first. Its body must be whole. */
  request: RequestEntry;
  /** The answer came from another address. */
  redirected: boolean;
  /** The answer is an event stream, or one was asked for. */
  stream: boolean;
}

export interface CurlCommand {
  text: string;
  /** Names of the variables that have to be set first. */
  variables: readonly string[];
}

/** Characters of an argument that every system takes; Linux allows 131,072 bytes. A longer body goes through a pipe. */
const ARGUMENT_LIMIT_CHARS = 30_000;
/** Characters of a line that the command prompt of Windows takes. */
const CMD_LINE_LIMIT_CHARS = 8_191;
/** Above this, older releases of curl ask for leave before they send a body; bytes. */
const EXPECT_ABOVE_BYTES = 1_024;

/** Lines that curl writes by itself from the URL and the body. */
const MADE_BY_CURL = new Set(['content-length', 'connection', 'transfer-encoding']);

/**
 * The command that sends the same request again: same method, URL, header lines and body. Secrets, which were never
 * recorded, are variables. Refused for gRPC, and where a shell cannot take the request.
 */
export function curlCommand(source: CurlSource, shell: CurlShell): Reply<CurlCommand> {
  const { request } = source;
  if (request.binding === 'GRPC')
    return refused('not-supported', 'curl speaks no gRPC. Copy the request body and use a gRPC client.');
  const quoting = QUOTING[shell];
  const names = createSecretNames();
  const url = urlPieces(names, request.url);
  const words = [`curl ${quoting.quote(url)}`, ...switches(source)];
  for (const line of headerArguments(names, request)) words.push(`--header ${quoting.quoteLatin(line)}`);
  const body = bodyArgument(names, request, shell, quoting);
  if (!body.ok) return body;
  if (body.value.argument !== undefined) words.push(body.value.argument);
  const command = words.join(quoting.lineBreak);
  if (shell === 'cmd' && command.length > CMD_LINE_LIMIT_CHARS) {
    const limit = CMD_LINE_LIMIT_CHARS.toLocaleString('en');
    return refused(
      'not-supported',
      `The command is longer than the ${limit} characters that the command prompt takes.`,
    );
  }
  const { variables } = names;
  const text = [...(variables.length > 0 ? [quoting.comment(explain(variables))] : []), body.value.pipe + command];
  return done({ text: `${text.join('\n')}\n`, variables });
}

const explain = (variables: readonly string[]): string =>
  variables.length === 1
    ? `Set ${variables[0]} first: its value was masked before it was recorded.`
    : `Set ${variables.join(', ')} first: their values were masked before they were recorded.`;

function switches({ request, redirected, stream }: CurlSource): string[] {
  const { method, url } = request;
  const words: string[] = [];
  const usual = hasBody(request) || method === 'POST' ? 'POST' : 'GET';
  if (method === 'HEAD') words.push('--head');
  else if (method !== usual) words.push(`--request ${method}`);
  if (stream) words.push('--no-buffer');
  if (redirected) words.push('--location');
  if (hasLine(request.headers, 'accept-encoding')) words.push('--compressed');
  if (/[[\]{}]/.test(url)) words.push('--globoff');
  if (/\/\.{1,2}(?:\/|$|\?)/.test(url)) words.push('--path-as-is');
  return words;
}

const hasBody = ({ body }: RequestEntry): boolean => body.bytes > 0;

const hasLine = (headers: HeaderLines, name: string): boolean => headers.some(([each]) => each.toLowerCase() === name);

/** Every line as sent, and an empty one for each that curl would add by itself. */
function headerArguments(names: SecretNames, request: RequestEntry): Piece[][] {
  const { headers, url, body } = request;
  const host = /^[a-z][a-z0-9+.-]*:\/\/(?:[^/?#@]*@)?([^/?#]*)/i.exec(url)?.[1];
  const lines: Piece[][] = [];
  for (const [name, value] of headers) {
    const key = name.toLowerCase();
    if (MADE_BY_CURL.has(key) || (key === 'host' && value === host)) continue;
    lines.push(value === '' ? [{ text: `${name};` }] : names.pieces(`${name}: ${value}`, () => name));
  }
  const added = ['User-Agent', 'Accept'];
  if (hasBody(request) || request.method === 'POST') added.push('Content-Type');
  if (body.bytes > EXPECT_ABOVE_BYTES) added.push('Expect');
  for (const name of added) if (!hasLine(headers, name.toLowerCase())) lines.push([{ text: `${name}:` }]);
  return lines;
}

interface BodyArgument {
  argument?: string;
  /** What stands before the command. */
  pipe: string;
}

function bodyArgument(
  names: SecretNames,
  request: RequestEntry,
  shell: CurlShell,
  quoting: ShellQuoting,
): Reply<BodyArgument> {
  const { body } = request;
  const empty = quoting.quote([{ text: '' }]);
  if (!hasBody(request))
    return done(request.method === 'POST' ? { argument: `--data ${empty}`, pipe: '' } : { pipe: '' });
  const piped = (command: string) => done({ argument: '--data-binary @-', pipe: `${command} |\n` });
  if (body.base64 !== undefined) {
    if (shell === 'bash') return piped(`printf %s ${quoting.quote([{ text: body.base64 }])} | base64 --decode`);
    return refused('not-supported', 'The body is no text, which the command prompt cannot pass on.');
  }
  const pieces = bodyPieces(names, body);
  const nul = pieces.some((piece) => 'text' in piece && piece.text.includes('\0'));
  if (shell === 'cmd') {
    if (nul) return refused('not-supported', 'The body has a NUL character, which no command line can hold.');
  } else if (nul) {
    const escaped = pieces.map((piece) =>
      'text' in piece ? { text: piece.text.replace(/\\/g, '\\\\').replace(/\0/g, '\\0000') } : piece,
    );
    return piped(`printf %b ${quoting.quote(escaped)}`);
  } else if ((body.text ?? '').length > ARGUMENT_LIMIT_CHARS) {
    return piped(`printf %s ${quoting.quote(pieces)}`);
  }
  return done({ argument: `--data-raw ${quoting.quote(pieces)}`, pipe: '' });
}
