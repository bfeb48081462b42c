import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FeedBatch, FeedRequest } from '../../shared/contract/views.ts';
import { isObject } from '../../shared/lib/json.ts';
import { done, refused } from '../../shared/lib/result.ts';
import type { Engine } from '../engine/engine.ts';
import { isSeq, readCall, readFeedRequest, SESSION_FILE_MAX_BYTES } from '../engine/hosting/requests.ts';
import { createFeedLines } from './feed-lines.ts';
import type { Files } from './files.ts';
import { readJson, sendReply } from './http-io.ts';

/** Largest body of a call, in bytes: a session file whose every second character is escaped in JSON. */
export const CALL_BODY_MAX_BYTES = 2 * SESSION_FILE_MAX_BYTES;
/** Largest body of the feed requests, in bytes. */
const FEED_BODY_MAX_BYTES = 64 * 1024;
/** Largest body of a request for files, in bytes: it names every event that they are made of. */
const FILE_BODY_MAX_BYTES = 16 * 1024 * 1024;
/** A quiet feed sends a blank line this often, in ms, so that both ends notice a dead connection. */
const KEEP_ALIVE_MS = 15_000;

type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;
export type ApiEngine = Pick<Engine, 'dispatch' | 'openFeed'>;

/**
 * The HTTP form of the three channels: `/api/call` answers with a Reply, `/api/feed/open` with JSON lines until either
 * side ends it, `/api/feed/ack` acknowledges. `/api/file` answers with the path of a download. Token and origin have been checked before.
 */
export function createApi(engine: ApiEngine, files: Files): Handler {
  let lastFeed = 0;
  const feeds = new Map<number, { ack(seq: number): void }>();

  const handlers: Record<string, Handler> = {
    '/api/call': async (request, response) => {
      const abort = new AbortController();
      response.on('close', () => {
        if (!response.writableEnded) abort.abort();
      });
      const body = await readBody(request, response, CALL_BODY_MAX_BYTES);
      if (!body) return;
      const call = readCall(body.value);
      if (!call) return sendReply(response, 400, refused('bad-input', 'A call has a name and an input.'));
      const reply = await engine.dispatch(call.name, call.input, abort.signal);
      if (!abort.signal.aborted) sendReply(response, 200, reply);
    },
    '/api/feed/open': async (request, response) => {
      const body = await readBody(request, response, FEED_BODY_MAX_BYTES);
      if (!body || response.destroyed) return;
      const wanted = readFeedRequest(body.value);
      if (!wanted) return sendReply(response, 400, refused('bad-input', 'A feed request has a session and a seq.'));
      const id = ++lastFeed;
      feeds.set(id, streamFeed(engine, id, wanted, response));
      response.on('close', () => feeds.delete(id));
    },
    '/api/feed/ack': async (request, response) => {
      const body = await readBody(request, response, FEED_BODY_MAX_BYTES);
      if (!body) return;
      const { feed, seq } = isObject(body.value) ? body.value : {};
      if (typeof feed !== 'number' || !isSeq(seq)) {
        return sendReply(response, 400, refused('bad-input', 'An acknowledgement has a feed and a seq.'));
      }
      const open = feeds.get(feed);
      if (!open) return sendReply(response, 404, refused('not-found', `Feed ${feed} is not open.`));
      open.ack(seq);
      sendReply(response, 200, done(null));
    },
    '/api/file': async (request, response) => {
      const body = await readBody(request, response, FILE_BODY_MAX_BYTES);
      if (body) sendReply(response, 200, await files.offer(body.value));
    },
  };

  return async (request, response) => {
    const path = (request.url ?? '').split('?')[0] ?? '';
    const handler = Object.hasOwn(handlers, path) ? handlers[path] : undefined;
    if (!handler) return sendReply(response, 404, refused('not-found', 'There is nothing at this address.'));
    if (request.method !== 'POST') {
      response.setHeader('allow', 'POST');
      return sendReply(response, 405, refused('not-supported', 'The API takes POST requests.'));
    }
    await handler(request, response);
  };
}

/** The body's value, boxed; undefined when it was refused or nobody is there to answer. */
async function readBody(request: IncomingMessage, response: ServerResponse, limit: number) {
  const body = await readJson(request, limit);
  if (body.kind === 'json') return body;
  if (body.kind === 'gone') return undefined;
  // The rest of a body that is too large is not read, so the connection cannot be used again.
  if (!request.complete) response.setHeader('connection', 'close');
  sendReply(response, body.status, body.reply);
  return undefined;
}

function streamFeed(engine: ApiEngine, id: number, wanted: FeedRequest, response: ServerResponse) {
  response.writeHead(200, { 'content-type': 'application/x-ndjson; charset=utf-8', 'cache-control': 'no-store' });
  response.write(`${JSON.stringify({ feed: id })}\n`);
  const lines = createFeedLines(id, (line) => response.write(line));
  response.on('drain', () => lines.drain());
  const take = (batch: FeedBatch) => {
    if (!response.destroyed) lines.push(batch);
  };
  const handle = engine.openFeed(wanted, take, 'packed');
  const keepAlive = setInterval(() => {
    if (!lines.blocked) response.write('\n');
  }, KEEP_ALIVE_MS);
  response.on('close', () => {
    clearInterval(keepAlive);
    handle.close();
  });
  return handle;
}
