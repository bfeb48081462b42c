import { isObject, parseJson } from '../../lib/json.ts';
import { type A2AError, codeOfReason, errorName, messageOf, readRpcError, reasonOf } from '../errors.ts';

/** Characters kept of a plain text or HTML body as a message. */
export const ERROR_TEXT_LIMIT = 300;
/** Characters of an HTML body that are searched for its title. */
const HTML_SCAN_LIMIT = 20_000;

/** What an HTTP error answer says, whatever its body is: JSON of any of the usual forms, HTML or text (1.0 §11.6). */
export function readHttpError(status: number, contentType: string | undefined, body: string): A2AError {
  const parsed = parseJson(body);
  const error = parsed.ok ? readErrorBody(parsed.value) : undefined;
  const found: A2AError = error ? { ...error, told: true } : readText(contentType, body);
  return {
    ...found,
    message: found.message === '' ? `The server answered ${status} without a text.` : found.message,
    httpStatus: status,
  };
}

/**
 * The error in a parsed body or in the data of an `event: error` of HTTP+JSON; undefined when the value is no object and
 * no string. The message is empty when the body has none.
 */
export function readErrorBody(value: unknown): A2AError | undefined {
  if (typeof value === 'string') return { message: cut(value) };
  if (!isObject(value)) return undefined;
  const { error } = value;
  if (isObject(error)) return withoutHttpCode(named(readRpcError(error)));
  if (typeof error === 'string') {
    const description = value.error_description ?? value.message;
    const message = typeof description === 'string' ? `${error}: ${description}` : error;
    return withData({ message: cut(message) }, value, ['error', 'error_description', 'message']);
  }
  if (isProblem(value)) return readProblem(value);
  if (typeof value.code === 'number' && value.code < 0) return named(readRpcError(value));
  if (Array.isArray(value.detail)) return { message: violations(value.detail), data: value.detail };
  const message = messageOf(value);
  return message === undefined
    ? { message: '', data: value }
    : withData({ message: cut(message) }, value, ['message', 'detail']);
}

/** Fills code and name from the reason, for bodies that carry no JSON-RPC code. */
function named(error: A2AError): A2AError {
  const code = error.code !== undefined && error.code < 0 ? error.code : codeOfReason(error.reason);
  const name = errorName(code);
  return code === undefined || name === undefined ? error : { ...error, code, name };
}

/** google.rpc bodies repeat the HTTP status as `code`. */
function withoutHttpCode(error: A2AError): A2AError {
  if (error.code === undefined || error.code < 0) return error;
  const { code, ...rest } = error;
  return code >= 400 && code < 600 ? { ...rest, httpStatus: code } : rest;
}

/** RFC 9457, which the 1.0 text still shows in places (1.0 §6.4). */
const isProblem = (value: Record<string, unknown>): boolean =>
  typeof value.title === 'string' && (typeof value.type === 'string' || typeof value.status === 'number');

function readProblem(problem: Record<string, unknown>): A2AError {
  const type = typeof problem.type === 'string' ? (problem.type.split(/[/:#]/).pop() ?? '') : '';
  const word = problem.type === 'about:blank' ? '' : type;
  const reason = word
    .replace(/-?error$/i, '')
    .replace(/-/g, '_')
    .toUpperCase();
  const texts = [problem.title, problem.detail].filter((text) => typeof text === 'string' && text !== '');
  return named({
    message: cut(word === '' ? texts.join(': ') : `${texts.join(': ')} (${word})`),
    data: problem,
    ...(codeOfReason(reason) === undefined ? {} : { reason }),
  });
}

/** The list that Python validators put under `detail`. */
const violations = (detail: readonly unknown[]): string => {
  const texts = detail
    .filter(isObject)
    .map((item) => [Array.isArray(item.loc) ? item.loc.join('.') : '', item.msg].filter(Boolean).join(': '));
  return cut(texts.filter(Boolean).join('; '));
};

/** Keeps the whole body as data when it says more than the message. */
function withData(error: A2AError, value: Record<string, unknown>, told: readonly string[]): A2AError {
  const reason = reasonOf(value.details);
  const more = Object.keys(value).some((key) => !told.includes(key));
  return named({ ...error, ...(more ? { data: value } : {}), ...(reason === undefined ? {} : { reason }) });
}

function readText(contentType: string | undefined, body: string): A2AError {
  const html = /html/i.test(contentType ?? '') || /^\s*<(?:!doctype|html)/i.test(body);
  if (!html) return { message: cut(body) };
  const head = body.slice(0, HTML_SCAN_LIMIT);
  const title = tagText(head, 'title');
  const detail = tagText(head, 'pre') || tagText(head, 'h1');
  return { message: cut([title, detail].filter((text, i, all) => text !== '' && all.indexOf(text) === i).join(': ')) };
}

const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['&amp;', '&'],
  ['&lt;', '<'],
  ['&gt;', '>'],
  ['&quot;', '"'],
  ['&#39;', "'"],
  ['&nbsp;', ' '],
]);

function tagText(html: string, tag: string): string {
  const found = new RegExp(`<${tag}[^>]*>([^]*?)</${tag}>`, 'i').exec(html);
  const inner = (found?.[1] ?? '').replace(/<[^>]*>/g, ' ');
  return inner
    .replace(/&(?:amp|lt|gt|quot|#39|nbsp);/g, (entity) => ENTITIES.get(entity) ?? entity)
    .replace(/\s+/g, ' ')
    .trim();
}

function cut(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > ERROR_TEXT_LIMIT ? `${line.slice(0, ERROR_TEXT_LIMIT)}...` : line;
}
