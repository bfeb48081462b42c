import { isObject, parseJson } from '../../lib/json.ts';
import type { FrameEntry, RequestEntry } from '../../model/entry.ts';
import { ROW_TEXT_LIMIT } from '../../model/row.ts';
import type { ExchangeState } from './exchange-state.ts';
import { makeRow, plainMarks } from './make-row.ts';
import type { Folded, Reading } from './reading.ts';

/** Answers by which a token service only says that the person is not done yet (RFC 8628 §3.5). */
const PENDING: ReadonlySet<unknown> = new Set(['authorization_pending', 'slow_down']);

/** `urn:ietf:params:oauth:grant-type:device_code` by its last word. */
const shortGrant = (grant: string): string => grant.slice(grant.lastIndexOf(':') + 1);

const grantOf = (form: string): string | undefined => {
  const found = /(?:^|&)grant_type=([^&]*)/.exec(form)?.[1];
  return found === undefined ? undefined : shortGrant(found.replace(/%3A/gi, ':'));
};

/** `POST login.example/oauth2/token · client_credentials`. */
function requestLine({ method, url, body }: RequestEntry): string {
  const place = url.replace(/^[a-z]+:\/\/(?:[^/?#@]*@)?/i, '').replace(/[?#].*$/s, '');
  const grant = body.text === undefined ? undefined : grantOf(body.text);
  return grant === undefined ? `${method} ${place}` : `${method} ${place} · ${grant}`;
}

/** The row of a request about a token. It names no task or context of the agent. */
export function authRequestRow(exchange: ExchangeState, entry: RequestEntry): Folded {
  const text = requestLine(entry);
  const row = makeRow(entry, 'auth', 'request', exchange, text, entry.body.bytes);
  const marks = plainMarks(text.length > ROW_TEXT_LIMIT, []);
  if (marks !== undefined) row.marks = marks;
  row.name = entry.operation;
  return { row, reading: { type: 'sent' }, issues: [], sections: [] };
}

/** What a granted token or a document says about itself, as one line. */
function answerLine(answer: Record<string, unknown>): string {
  const facts: string[] = [];
  const add = (value: unknown, lead = '') => {
    if (typeof value === 'string' || typeof value === 'number') facts.push(`${lead}${value}`);
  };
  add(answer.token_type);
  add(answer.user_code);
  add(answer.issuer);
  add(answer.expires_in, 'expires_in ');
  add(answer.scope, 'scope ');
  return facts.join(' · ');
}

/** The row of what a token service answered: a grant, a document, "not yet", or a refusal. */
export function authAnswerRow(exchange: ExchangeState, entry: FrameEntry, text: string): Folded {
  const parsed = parseJson(text);
  const answer = parsed.ok && isObject(parsed.value) ? parsed.value : undefined;
  const code = typeof answer?.error === 'string' ? answer.error : undefined;
  const refused = code === undefined ? exchange.status >= 400 : !PENDING.has(code);
  const said = typeof answer?.error_description === 'string' ? answer.error_description : '';
  const name = code ?? (refused ? String(exchange.status) : answer === undefined ? 'unreadable' : 'result');
  if (!refused) {
    const line = code ?? (answer === undefined ? text : answerLine(answer));
    return folded(exchange, entry, 'result', line, name, { type: 'empty' });
  }
  exchange.errors++;
  const message = said !== '' ? said : code === undefined ? text : '';
  const line = message === '' ? name : `${name} · ${message}`;
  const error = {
    name,
    message: line,
    httpStatus: exchange.status,
    ...(code !== undefined && { told: true as const }),
  };
  return folded(exchange, entry, 'error', line, name, { type: 'error', error });
}

function folded(
  exchange: ExchangeState,
  entry: FrameEntry,
  kind: 'result' | 'error',
  text: string,
  name: string,
  reading: Reading,
): Folded {
  const row = makeRow(entry, kind === 'error' ? 'error' : 'auth', kind, exchange, text, entry.body.bytes);
  const marks = plainMarks(text.length > ROW_TEXT_LIMIT, []);
  if (marks !== undefined) row.marks = marks;
  row.name = name;
  return { row, reading, issues: [], sections: [] };
}
