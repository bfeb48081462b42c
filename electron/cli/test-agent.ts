import type { IncomingMessage } from 'node:http';
import { startHttp, type TestServer } from '../engine/testing/servers.ts';

/** An agent on loopback that wants to know who asks; for tests. */
export interface GuardedAgent extends TestServer {
  /** Every request. */
  seen: IncomingMessage[];
  /** Different Authorization headers so far. */
  authorizations(): (string | undefined)[];
}

interface GuardOptions {
  /** The card is for everybody. */
  openCard?: boolean;
  /** More members of the card. */
  card?: object;
  /** Where the card sends calls to, instead of this server. */
  endpoint?: string;
  /** Where calls are redirected to. */
  movedTo?: string;
}

/** Answers those who are allowed; a message is answered with all that was sent along, which puts the mask to the test. */
export async function guardedAgent(
  allows: (request: IncomingMessage) => boolean,
  { openCard = false, card = {}, endpoint, movedTo }: GuardOptions = {},
): Promise<GuardedAgent> {
  const seen: IncomingMessage[] = [];
  const server = await startHttp((request, response) => {
    seen.push(request);
    const isCard = request.method === 'GET';
    const { host } = request.headers;
    response.setHeader('Content-Type', 'application/json');
    if (!(isCard && openCard) && !allows(request)) {
      response.writeHead(401, { 'WWW-Authenticate': 'Bearer realm="agent"' }).end('{"error":"who are you"}');
    } else if (isCard) {
      const url = endpoint ?? `http://${host}/rpc`;
      const supportedInterfaces = [{ url, protocolBinding: 'JSONRPC', protocolVersion: '1.0' }];
      const base = { name: 'guarded', description: 'd', version: '1', capabilities: {}, skills: [] };
      response.end(
        JSON.stringify({ ...base, defaultInputModes: [], defaultOutputModes: [], supportedInterfaces, ...card }),
      );
    } else if (movedTo !== undefined) {
      response.writeHead(307, { Location: movedTo }).end();
    } else {
      let body = '';
      request.on('data', (piece: Buffer) => {
        body += piece.toString();
      });
      request.on('end', () => {
        const { id } = JSON.parse(body) as { id: unknown };
        const text = `you sent ${JSON.stringify(request.headers)} ${request.url}`;
        const message = { messageId: 'm', role: 'ROLE_AGENT', parts: [{ text }] };
        response.end(JSON.stringify({ jsonrpc: '2.0', id, result: { message } }));
      });
    }
  });
  const authorizations = () => [...new Set(seen.map(({ headers }) => headers.authorization))];
  return { ...server, seen, authorizations };
}
