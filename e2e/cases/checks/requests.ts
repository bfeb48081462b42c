import { isObject, parseJson } from '../../../shared/lib/json.ts';
import type { LoggedRequest } from '../fake-agent.ts';
import { type Check, type Differences, differences, show } from './check.ts';

type Pair = [method: string, path: string];

const pairOf = ({ method, path }: LoggedRequest): Pair => [method, path];
const isPair =
  ([method, path]: Pair) =>
  (request: LoggedRequest): boolean =>
    request.method === method && request.path === path;

const valuesOf = (request: LoggedRequest, name: string): string[] =>
  request.headers.filter(([key]) => key.toLowerCase() === name.toLowerCase()).map(([, value]) => value);

/** The JSON-RPC request in a body. */
function rpcOf({ body }: LoggedRequest): { method: string; params: unknown } | undefined {
  const parsed = parseJson(body);
  const value = parsed.ok ? parsed.value : undefined;
  return isObject(value) && typeof value.method === 'string'
    ? { method: value.method, params: value.params }
    : undefined;
}

export const rpcMethods = (log: readonly LoggedRequest[]): string[] =>
  log.flatMap((request) => rpcOf(request)?.method ?? []);

const rpcCalls = (log: readonly LoggedRequest[]): LoggedRequest[] => log.filter((request) => rpcOf(request));

const count = (log: readonly LoggedRequest[], method: string): number =>
  rpcMethods(log).filter((name) => name === method).length;

function headerDifferences(
  log: readonly LoggedRequest[],
  wanted: Record<string, string | string[]>,
  fits: (value: string, wanted: string) => boolean,
): Differences {
  if (log.length === 0) return ['requests: none was made'];
  return log.flatMap((request) =>
    Object.entries(wanted).flatMap(([name, value]) => {
      const got = valuesOf(request, name);
      return [value].flat().every((word) => got.some((item) => fits(item, word)))
        ? []
        : [`${request.method} ${request.path}: header ${name} should be ${show(value)}, is ${show(got)}`];
    }),
  );
}

const equal = (a: string, b: string): boolean => a === b;

/** Members of `requests`, against what the agent received. */
export const REQUEST_CHECKS: Readonly<Record<string, Check>> = {
  sequence: (wanted: Pair[], { log }) =>
    differences('requests.sequence', wanted, log.slice(0, wanted.length).map(pairOf)),
  first: (wanted: Pair, { log }) => differences('requests.first', wanted, log[0] && pairOf(log[0])),
  must: (wanted: Pair[], { log }) =>
    wanted.filter((pair) => !log.some(isPair(pair))).map((pair) => `requests: no ${pair.join(' ')}`),
  must_not: (wanted: Pair[], { log }) =>
    wanted.filter((pair) => log.some(isPair(pair))).map((pair) => `requests: there is a ${pair.join(' ')}`),
  max: (wanted: Record<string, number>, { log }) =>
    Object.entries(wanted).flatMap(([line, most]) => {
      const [method = '', path = ''] = line.split(' ');
      const got = log.filter(isPair([method, path])).length;
      return got > most ? [`requests: ${got} times ${line}, at most ${most} expected`] : [];
    }),
  rpc_methods: (wanted: string[], { log }) => differences('requests.rpc_methods', wanted, rpcMethods(log)),
  // The steps are all that the person does; what the case allows after an action of theirs is not among them.
  rpc_methods_before_user_action: (wanted: string[], { log }) =>
    differences('requests.rpc_methods_before_user_action', wanted, rpcMethods(log)),
  must_not_rpc: (wanted: string[], { log }) =>
    wanted.filter((method) => count(log, method) > 0).map((method) => `requests: there is a ${method}`),
  max_rpc: (wanted: Record<string, number>, { log }) =>
    Object.entries(wanted).flatMap(([method, most]) => {
      const got = count(log, method);
      return got > most ? [`requests: ${got} times ${method}, at most ${most} expected`] : [];
    }),
  min_rpc: (wanted: Record<string, number>, { log }) =>
    Object.entries(wanted).flatMap(([method, least]) => {
      const got = count(log, method);
      return got < least ? [`requests: ${got} times ${method}, at least ${least} expected`] : [];
    }),
  every_request_header: (wanted: Record<string, string>, { log }) => headerDifferences(log, wanted, equal),
  headers: (wanted: Record<string, string>, { log }) => headerDifferences(rpcCalls(log), wanted, equal),
  headers_contain: (wanted: Record<string, string | string[]>, { log }) =>
    headerDifferences(rpcCalls(log), wanted, (value, part) => value.includes(part)),
  no_header: (wanted: string[], { log }) =>
    wanted
      .filter((name) => log.some((request) => valuesOf(request, name).length > 0))
      .map((name) => `requests: header ${name} was sent`),
  no_method: (wanted: string[], { log }) =>
    wanted.filter((method) => log.some((request) => request.method === method)).map((method) => `requests: ${method}`),
  must_not_send_header: (wanted: { listener: string; header: string }[], { log }) =>
    wanted
      .filter(({ listener, header }) =>
        log.some((one) => one.listener === listener && valuesOf(one, header).length > 0),
      )
      .map(({ listener, header }) => `requests: header ${header} reached listener ${listener}`),
  max_listener: (wanted: Record<string, number>, { log }) =>
    Object.entries(wanted).flatMap(([listener, most]) => {
      const got = log.filter((request) => request.listener === listener).length;
      return got > most ? [`requests: ${got} reached listener ${listener}, at most ${most} expected`] : [];
    }),
  params_must_not_contain: (wanted: string[], { log }) => {
    const texts = log.flatMap((request) => JSON.stringify(rpcOf(request)?.params) ?? []);
    return wanted.filter((word) => texts.some((text) => text.includes(word))).map((word) => `requests: params ${word}`);
  },
  body_must_not_contain: (wanted: string[], { log }) =>
    wanted.filter((word) => log.some(({ body }) => body.includes(word))).map((word) => `requests: body with ${word}`),
  /** Addresses that only a page would fetch, such as images in a text of the agent. */
  must_not_fetch: async (wanted: string[], run) => {
    const { log } = await run.window();
    const seen = [...run.log, ...(await log())].map(({ target }) => target);
    return wanted
      .filter((word) => seen.some((target) => target === word || target.split(/[/?#]/).includes(word)))
      .map((word) => `requests: ${word} was fetched`);
  },
};
