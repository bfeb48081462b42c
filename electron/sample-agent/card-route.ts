import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type AgentDescription, card03, card10, cardForAnyone } from './card.ts';
import { headerOf } from './http-io.ts';

/** How long a client may use a card without asking again, in seconds. */
const CARD_MAX_AGE_S = 60;

/** Answers GET and HEAD of the public card: shape by `A2A-Version`, revalidation by `If-None-Match` (section 8.6). */
export function answerCard(request: IncomingMessage, response: ServerResponse, agent: AgentDescription): void {
  const body = JSON.stringify(cardFor(headerOf(request, 'a2a-version'), agent));
  const etag = `"${createHash('sha256').update(body).digest('hex').slice(0, 32)}"`;
  response.setHeader('ETag', etag);
  response.setHeader('Cache-Control', `public, max-age=${CARD_MAX_AGE_S}`);
  response.setHeader('Vary', 'A2A-Version');
  if (matches(headerOf(request, 'if-none-match'), etag)) {
    response.writeHead(304).end();
    return;
  }
  response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) });
  response.end(request.method === 'HEAD' ? undefined : body);
}

function cardFor(version: string | undefined, agent: AgentDescription): unknown {
  if (!version) return cardForAnyone(agent);
  return version === '0.3' ? card03(agent) : card10(agent);
}

/** Weak comparison of RFC 9110 section 13.1.2: a list, `*`, or weak tags are all allowed. */
function matches(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  return header.split(',').some((one) => one.trim() === '*' || one.trim().replace(/^W\//, '') === etag);
}
