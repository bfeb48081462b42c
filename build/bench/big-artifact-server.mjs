// @ts-check
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';

/** Bytes of content that one event brings. */
export const CHUNK_BYTES = 64 * 1024;
export const CHUNKS = 3_200;
/** The task that makes the artifact; a message that asks for none gets another. */
export const TASK = 'task-big-0001';
const OTHER_TASK = 'task-other-0001';
const CONTEXT = 'ctx-big-0001';
/** How the server is told what to send. */
const WANTED = /artifact kind=(text|raw)/;

/** @typedef {'text' | 'raw'} Kind what the parts hold */

/** What to say to the server. @param {Kind} kind */
export const artifactText = (kind) => `artifact kind=${kind}`;

const FILES = {
  text: { name: 'build.log', mediaType: 'text/plain' },
  raw: { name: 'disk.img', mediaType: 'application/octet-stream' },
};

const LINE = 'compiled module with 12 warnings, wrote "out/chunk.js" and its map, took 31 ms\n';
/** Bytes that look like no text and do not repeat within a chunk. */
const NOISE = Buffer.alloc(CHUNK_BYTES);
for (let at = 0, state = 1; at < CHUNK_BYTES; at += 1) {
  state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
  NOISE[at] = state >>> 16;
}
const LINES = Buffer.from(LINE.repeat(Math.ceil(CHUNK_BYTES / LINE.length))).subarray(0, CHUNK_BYTES);

/** Content of one chunk: its number, then what all of them have. @param {Kind} kind @param {number} number */
function chunkOf(kind, number) {
  const bytes = Buffer.from(kind === 'text' ? LINES : NOISE);
  bytes.write(`chunk ${String(number).padStart(7, '0')} of the artifact: `);
  return bytes;
}

/** Of the whole file. @param {Kind} kind */
export function digestOf(kind) {
  const hash = createHash('sha256');
  for (let number = 1; number <= CHUNKS; number += 1) hash.update(chunkOf(kind, number));
  return hash.digest('hex');
}

/** @param {string} id of the request, as JSON @param {string} result */
const event = (id, result) => `data: {"jsonrpc":"2.0","id":${id},"result":${result}}\n\n`;

/** @param {string} id @param {Kind} kind @param {number} number @param {string} sha256 */
function chunkEvent(id, kind, number, sha256) {
  const bytes = chunkOf(kind, number);
  const last = number === CHUNKS;
  const content = kind === 'text' ? { text: bytes.toString('latin1') } : { raw: bytes.toString('base64') };
  const part = { ...content, filename: FILES[kind].name, mediaType: FILES[kind].mediaType };
  const metadata = { sha256, byteSize: CHUNKS * CHUNK_BYTES };
  const artifact = { artifactId: 'big', name: FILES[kind].name, parts: [part], ...(last && { metadata }) };
  const update = { taskId: TASK, contextId: CONTEXT, artifact, append: number > 1, lastChunk: last };
  return event(id, JSON.stringify({ artifactUpdate: update }));
}

/** Task, chunks and last state. Any other message is answered with the task alone. @param {string} id @param {Kind | undefined} kind @param {string} sha256 */
function* stream(id, kind, sha256) {
  const taskId = kind ? TASK : OTHER_TASK;
  const task = { id: taskId, contextId: CONTEXT, status: { state: 'TASK_STATE_SUBMITTED' } };
  yield event(id, JSON.stringify({ task }));
  for (let number = 1; kind && number <= CHUNKS; number += 1) yield chunkEvent(id, kind, number, sha256);
  const update = { taskId, contextId: CONTEXT, status: { state: 'TASK_STATE_COMPLETED' } };
  yield event(id, JSON.stringify({ statusUpdate: update }));
}

/** @param {import('node:http').IncomingMessage} request */
async function read(request) {
  let body = '';
  for await (const piece of request.setEncoding('utf8')) body += piece;
  return body;
}

/**
 * Sends an artifact of 200 MB as fast as it is taken.
 * @returns {Promise<{ url: string, sha256: Record<Kind, string>, stop: () => Promise<void> }>}
 */
export async function startArtifactServer() {
  let url = '';
  const sha256 = { text: digestOf('text'), raw: digestOf('raw') };
  const server = createServer(async (request, response) => {
    if (request.method === 'GET') {
      const card = {
        name: 'artifacts',
        description: 'load agent',
        version: '1',
        supportedInterfaces: [{ url: `${url}/rpc`, protocolBinding: 'JSONRPC', protocolVersion: '1.0' }],
        capabilities: { streaming: true },
        defaultInputModes: ['text/plain'],
        defaultOutputModes: ['text/plain', 'application/octet-stream'],
        skills: [{ id: 's', name: 's', description: 'load', tags: ['bench'] }],
      };
      response.setHeader('content-type', 'application/json').end(JSON.stringify(card));
      return;
    }
    const body = await read(request);
    const kind = /** @type {Kind | undefined} */ (body.match(WANTED)?.[1]);
    response.setHeader('content-type', 'text/event-stream');
    for (const piece of stream(JSON.stringify(JSON.parse(body).id), kind, kind ? sha256[kind] : '')) {
      if (!response.write(piece)) await once(response, 'drain');
    }
    response.end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${/** @type {import('node:net').AddressInfo} */ (server.address()).port}`;
  return {
    url,
    sha256,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
