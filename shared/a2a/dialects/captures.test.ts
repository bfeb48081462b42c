import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { DialectId } from '../../model/entry.ts';
import type { Issue } from '../../model/issue.ts';
import type { OperationName } from '../../model/operation.ts';
import { readErrorBody, readHttpError } from '../bindings/http-error.ts';
import { unframe } from '../bindings/jsonrpc.ts';
import { restCall } from '../bindings/rest.ts';
import { checkCard } from '../card/checks.ts';
import { describeSecurity } from '../card/security-words.ts';
import { operations } from '../operations.ts';
import { detectCardDialect, dialects } from './index.ts';
import { lost, REPEATED } from './testing/lost.ts';
import { type Call, METHODS } from './testing/methods.ts';

// Recorded traffic of other people's servers lies beside the repository on machines that have it.
const FOLDER = fileURLToPath(new URL('../../../../shared/captures', import.meta.url));
const CUT = /\.\.\. \[\d+ bytes cut here\] \.\.\./;

interface HttpMessage {
  first: string;
  headers: Map<string, string>;
  body: string;
}

interface Exchange {
  file: string;
  request: HttpMessage;
  response: HttpMessage;
}

function files(folder: string, ending: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(ending))
    .map((name) => join(folder, name))
    .sort();
}

function message(text: string): HttpMessage {
  const [head = '', ...rest] = text.split(/\r?\n\r?\n/);
  const [first = '', ...lines] = head.split(/\r?\n/);
  const headers = new Map(
    lines.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()] as const;
    }),
  );
  return { first, headers, body: rest.join('\n\n') };
}

function exchangeOf(file: string): Exchange | undefined {
  const text = readFileSync(file, 'utf8');
  const [head, tail] = text.split(/^### RESPONSE .*\n/m);
  if (tail === undefined || !head?.startsWith('### REQUEST\n')) return undefined;
  return { file, request: message(head.slice('### REQUEST\n'.length)), response: message(tail) };
}

/** Data of the events; what stands beside the cut mark is left out. */
function events(body: string): string[] {
  return body
    .split(/(?:\r?\n){2,}/)
    .filter((block) => !CUT.test(block))
    .map((block) =>
      block
        .split(/\r?\n/)
        .filter((line) => line.startsWith('data:'))
        .map((line) => line.slice(5).replace(/^ /, ''))
        .join('\n'),
    )
    .filter((data) => data !== '');
}

interface Route {
  operation: OperationName;
  dialect: DialectId;
  pattern: RegExp;
  names: string[];
}

/** Paths of HTTP+JSON as patterns, out of the table that requests are made from. */
const ROUTES: Route[] = (['0.3', '1.0'] as const).flatMap((dialect) =>
  Object.values(operations).map(({ name, rest }) => {
    const { method, path, other } = rest[dialect];
    const names = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '');
    const verb = other === undefined ? method : `(?:${method}|${other})`;
    return {
      operation: name,
      dialect,
      names,
      pattern: new RegExp(`^${verb} .*${path.replace(/\{\w+\}/g, '([^/:]+)')}$`),
    };
  }),
);

function routeOf(line: string): { route: Route; ids: Record<string, string> } | undefined {
  for (const route of ROUTES) {
    const found = route.pattern.exec(line);
    // One of the servers has a path of its own that looks like a task.
    if (!found || found.includes('metadata')) continue;
    return {
      route,
      ids: Object.fromEntries(route.names.map((name, i) => [name, decodeURIComponent(found[i + 1] ?? '')])),
    };
  }
  return undefined;
}

function callOf({ request, response }: Exchange): Call | undefined {
  const [verb, target = ''] = request.first.split(' ');
  const path = `${verb} ${target.split('?')[0]}`;
  if (/\.well-known\/|agent\.json$/.test(path) && verb === 'GET') {
    return { dialect: '1.0', kind: 'card', binding: 'HTTP+JSON' };
  }
  const rest = routeOf(path);
  if (rest) {
    const { operation, dialect } = rest.route;
    return { dialect, kind: operations[operation].result, binding: 'HTTP+JSON' };
  }
  const body = json(request.body);
  const method = (body as { method?: unknown } | undefined)?.method;
  return response.body === '' || typeof method !== 'string' ? undefined : METHODS.get(method);
}

const json = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** A recorded body of 0.3 in the 1.0 model. */
function older(operation: OperationName, body: unknown): Record<string, unknown> | undefined {
  if (operation === 'CreateTaskPushNotificationConfig') {
    const config = dialects['0.3'].decode(
      'push',
      (body as { config?: unknown } | undefined)?.config,
      'HTTP+JSON',
    ).value;
    if (!config) return undefined;
    const { name: _, ...rest } = config as unknown as Record<string, unknown>;
    return rest;
  }
  if (!operation.startsWith('Send')) return {};
  const { value } = dialects['0.3'].decode('send', body, 'HTTP+JSON');
  return value?.message ? { message: value.message } : undefined;
}

interface Tally {
  exchanges: number;
  results: number;
  events: number;
  cards: number;
  errors: number;
  cut: number;
  other: number;
}

const trouble: string[] = [];
const codes = new Map<string, number>();

const count = (issues: readonly Issue[]): void => {
  for (const issue of issues) codes.set(issue.code, (codes.get(issue.code) ?? 0) + 1);
};

function decodeOne(where: string, call: Call, result: unknown): void {
  const { value, issues } = dialects[call.dialect].decode(call.kind, result, call.binding);
  count(issues);
  if (value === undefined) trouble.push(`${where}: no value (${issues[0]?.message})`);
  else if (call.kind !== 'empty') {
    const gone = lost(result, value, call.kind === 'card' ? REPEATED : []);
    if (gone.length > 0) trouble.push(`${where}: lost ${gone.slice(0, 5).join(', ')}`);
  }
}

function decodeCard(where: string, card: unknown): void {
  const dialect = dialects[detectCardDialect(card) ?? '1.0'];
  const { value, issues } = dialect.decodeCard(card);
  count(issues);
  if (value === undefined) {
    trouble.push(`${where}: no card`);
    return;
  }
  const gone = lost(card, value, REPEATED);
  if (gone.length > 0) trouble.push(`${where}: lost ${gone.slice(0, 5).join(', ')}`);
  checkCard({ card: value, url: 'http://127.0.0.1:1/', supported: [{ binding: 'JSONRPC', dialect: '1.0' }] });
  describeSecurity(value.securityRequirements, value.securitySchemes);
}

function replayJson(where: string, call: Call, body: string, tally: Tally): void {
  const payload = json(body);
  if (payload === undefined) {
    if (CUT.test(body)) tally.cut++;
    else trouble.push(`${where}: body is no JSON`);
    return;
  }
  if (call.binding !== 'JSONRPC') {
    if (call.kind === 'stream' && (payload as { error?: unknown }).error !== undefined) {
      if (!readErrorBody(payload)?.message) trouble.push(`${where}: an error event without a message`);
      tally.errors++;
      return;
    }
    decodeOne(where, call, payload);
    tally.results++;
    return;
  }
  const answer = unframe(payload);
  count(answer.issues);
  if (answer.error) {
    if (answer.error.message === '') trouble.push(`${where}: an error without a message`);
    tally.errors++;
    return;
  }
  if (answer.result === undefined && call.kind !== 'empty') trouble.push(`${where}: neither result nor error`);
  decodeOne(where, call, answer.result);
  tally.results++;
}

function replay(exchange: Exchange, tally: Tally): void {
  const call = callOf(exchange);
  const { response } = exchange;
  const where = relative(FOLDER, exchange.file);
  const status = Number(response.first.split(' ')[1]);
  const type = response.headers.get('content-type') ?? '';
  tally.exchanges++;
  if (status >= 400) {
    const error = readHttpError(status, type, response.body);
    if (error.message === '' || error.httpStatus !== status) trouble.push(`${where}: unread error answer`);
    tally.errors++;
    return;
  }
  if (call === undefined || response.body.trim() === '') {
    tally.other++;
    return;
  }
  if (type.startsWith('text/event-stream')) {
    for (const data of events(response.body)) {
      const before = tally.results;
      replayJson(where, { ...call, kind: 'stream' }, data, tally);
      tally.events += tally.results - before;
    }
    if (CUT.test(response.body)) tally.cut++;
  } else if (call.kind === 'card' && call.binding !== 'JSONRPC') {
    decodeCard(where, json(response.body));
    tally.cards++;
  } else {
    replayJson(where, call, response.body, tally);
  }
}

describe.skipIf(!existsSync(FOLDER))('recorded traffic', () => {
  const tally: Tally = { exchanges: 0, results: 0, events: 0, cards: 0, errors: 0, cut: 0, other: 0 };

  it('decodes every recorded exchange without losing a field', () => {
    trouble.length = 0;
    let deliveries = 0;
    for (const file of files(FOLDER, '.http')) {
      const exchange = exchangeOf(file);
      if (exchange) replay(exchange, tally);
      else {
        for (const part of readFileSync(file, 'utf8')
          .split(/^### WEBHOOK DELIVERY \d+\n/m)
          .slice(1)) {
          const body = json(message(part).body);
          const dialect = typeof (body as { kind?: unknown }).kind === 'string' ? '0.3' : '1.0';
          decodeOne(relative(FOLDER, file), { dialect, kind: 'stream', binding: 'JSONRPC' }, body);
          deliveries++;
        }
      }
    }
    console.info(
      `${tally.exchanges} exchanges (${tally.results} results, ${tally.events} of them stream items, ${tally.cards} cards, ` +
        `${tally.errors} errors, ${tally.cut} cut, ${tally.other} without a decodable body), ${deliveries} deliveries\n` +
        `issues: ${JSON.stringify(Object.fromEntries([...codes].sort()))}`,
    );
    expect(trouble).toEqual([]);
    expect(tally.exchanges).toBeGreaterThan(700);
    expect(deliveries).toBeGreaterThan(5);
  });

  it('has requests over HTTP+JSON that are made the same here', () => {
    let compared = 0;
    for (const file of files(FOLDER, '.http')) {
      const exchange = exchangeOf(file);
      const [verb, target = ''] = exchange?.request.first.split(' ') ?? [];
      const [path, query = ''] = target.split('?');
      const found = routeOf(`${verb} ${path}`);
      const body = json(exchange?.request.body ?? '');
      // Requests that were wrong on purpose have names that say so.
      const odd =
        /query-param|json-shape|json\.http|no-|bad-|tenant|percent|v1-prefix|snake|part-|role-|enum|unknown|list\.http/.test(
          file,
        );
      if (!exchange || !found || odd || verb !== operations[found.route.operation].rest[found.route.dialect].method)
        continue;
      const { operation, dialect } = found.route;
      const asked = Object.fromEntries([...query.split('&')].filter(Boolean).map((pair) => pair.split('=')));
      for (const key in asked) asked[key] = decodeURIComponent(asked[key]);
      const content = dialect === '1.0' ? (body as Record<string, unknown> | undefined) : older(operation, body);
      if (content === undefined && body !== undefined) continue;
      const call = restCall(operation, { ...found.ids, ...asked, ...content }, dialects[dialect]);
      expect(path?.endsWith(call?.target.split('?')[0] ?? '-'), relative(FOLDER, file)).toBe(true);
      expect(call?.target.split('?')[1] ?? '', relative(FOLDER, file)).toBe(query);
      // Recorded requests for 0.3 left the configuration to the server.
      const { configuration: _, ...sent } = (json(call?.body ?? '') ?? {}) as Record<string, unknown>;
      const { configuration: __, ...theirs } = (body ?? {}) as Record<string, unknown>;
      expect(sent, relative(FOLDER, file)).toEqual(theirs);
      compared++;
    }
    expect(compared).toBeGreaterThan(150);
  });

  it('notices a lost field', () => {
    expect(lost({ a: 1, list: ['x', 'x'] }, { a: 1, list: ['x'] })).toEqual(['list="x"']);
    expect(lost({ kind: 'task', state: 'working' }, { state: 'TASK_STATE_WORKING' })).toEqual([]);
  });

  it('decodes recorded answers that are kept as JSON', () => {
    trouble.length = 0;
    let replayed = 0;
    for (const file of files(join(FOLDER, 'adcp'), '.json')) {
      const { request, response } = json(readFileSync(file, 'utf8')) as {
        request?: { body?: { method?: string } };
        response?: { body?: unknown };
      };
      const call = METHODS.get(request?.body?.method ?? '');
      if (call === undefined || response?.body === undefined) continue;
      const bodies = typeof response.body === 'string' ? events(response.body) : [JSON.stringify(response.body)];
      for (const body of bodies) replayJson(relative(FOLDER, file), call, body, tally);
      replayed++;
    }
    for (const file of files(join(FOLDER, 'iac-code'), '.json'))
      decodeCard(relative(FOLDER, file), json(readFileSync(file, 'utf8')));
    expect(trouble).toEqual([]);
    expect(replayed).toBeGreaterThan(100);
  });
});
