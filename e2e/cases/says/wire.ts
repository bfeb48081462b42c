import { isObject, parseJson } from '../../../shared/lib/json.ts';
import type { Message } from '../../../shared/model/message.ts';
import { rpcMethods } from '../checks/requests.ts';
import type { LoggedRequest } from '../fake-agent.ts';

export const headerOf = ({ headers }: LoggedRequest, name: string): string[] =>
  headers.filter(([key]) => key.toLowerCase() === name).map(([, value]) => value);

/** Requests of one JSON-RPC method. */
export const callsOf = (log: readonly LoggedRequest[], method: string): LoggedRequest[] =>
  log.filter((request) => rpcMethods([request]).includes(method));

/** The message in each send, in order, whatever the method. */
export function sentMessages(log: readonly LoggedRequest[]): Partial<Message>[] {
  return log.flatMap(({ body }) => {
    const parsed = parseJson(body);
    const params = parsed.ok && isObject(parsed.value) ? parsed.value.params : undefined;
    return isObject(params) && isObject(params.message) ? [params.message as Partial<Message>] : [];
  });
}
