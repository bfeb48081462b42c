import { done, type Outcome, refuse } from './failures.ts';
import { isJsonObject, type JsonObject } from './model.ts';

export type RpcId = string | number | null;

export interface RpcCall {
  id: RpcId;
  method: string;
  params: JsonObject;
}

/** Answers of calls that could not be read carry the id when at least that was readable. */
interface RpcReading {
  id: RpcId;
  call: Outcome<RpcCall>;
}

/** Reads one JSON-RPC 2.0 request. Missing `params` count as empty, a missing `id` is answered with null. */
export function readCall(text: string): RpcReading {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch (error) {
    return { id: null, call: refuse('ParseError', `The body is not JSON: ${(error as Error).message}`) };
  }
  if (Array.isArray(body)) return { id: null, call: refuse('InvalidRequest', 'Batches are not supported.') };
  if (!isJsonObject(body)) return { id: null, call: refuse('InvalidRequest', 'The body must be a JSON object.') };
  const id = readId(body.id);
  return { id: id ?? null, call: readMembers(body, id) };
}

function readMembers(body: JsonObject, id: RpcId | undefined): Outcome<RpcCall> {
  const { jsonrpc, method, params } = body;
  if (jsonrpc !== '2.0') return refuse('InvalidRequest', 'jsonrpc must be "2.0".');
  if (id === undefined) return refuse('InvalidRequest', 'id must be a string, a number or null.');
  if (typeof method !== 'string' || !method) return refuse('InvalidRequest', 'method must be a string.');
  if (params === undefined || params === null) return done({ id, method, params: {} });
  if (!isJsonObject(params)) {
    return refuse('InvalidParams', 'params must be an object.', [{ field: '', description: 'Must be an object.' }]);
  }
  return done({ id, method, params });
}

function readId(id: unknown): RpcId | undefined {
  if (id === undefined || id === null) return null;
  return typeof id === 'string' || typeof id === 'number' ? id : undefined;
}
