// @ts-check
import { once } from 'node:events';
import { createServer } from 'node:http';

/** Characters that are written at once. */
const PIECE_CHARS = 64 * 1024;
/** How the load server is told what to send. */
const COUNT = /blast n=(\d+)/;
const TASK = 'task-text-0001';
const CONTEXT = 'ctx-text-0001';

/** About as much as the status events of the load server carry, in another script. */
const JAPANESE = '設定を読み込み、構成図からリソースを一つずつ作成しています。待ち時間は数分です。';
const JAPANESE_CHARS = 170;

/** Texts of the events, behind number and time. */
const TEXTS = {
  japanese: JAPANESE.repeat(Math.ceil(JAPANESE_CHARS / JAPANESE.length)).slice(0, JAPANESE_CHARS),
  short: 'working',
};

/** @param {string} id of the request, as JSON @param {string} state @param {string} number @param {string} text */
function statusEvent(id, state, number, text) {
  const message = `{"messageId":"m-${number}","role":"ROLE_AGENT","parts":[{"text":"${text}"}]}`;
  const update = `{"taskId":"${TASK}","contextId":"${CONTEXT}","status":{"state":"TASK_STATE_${state}","message":${message}}}`;
  return `data: {"jsonrpc":"2.0","id":${id},"result":{"statusUpdate":${update}}}\n\n`;
}

/** Task, events and last state, as the load server sends them. @param {string} id @param {number} count @param {string} text */
function* stream(id, count, text) {
  yield `data: {"jsonrpc":"2.0","id":${id},"result":{"task":{"id":"${TASK}","contextId":"${CONTEXT}","status":{"state":"TASK_STATE_SUBMITTED"}}}}\n\n`;
  for (let index = 1; index <= count; index += 1) {
    const number = String(index).padStart(7, '0');
    yield statusEvent(id, 'WORKING', number, `#${number} t=${Date.now()}000 ${text}`);
  }
  const number = String(count + 1).padStart(7, '0');
  yield statusEvent(id, 'COMPLETED', number, `END #${number} t=${Date.now()}000`);
}

/** @param {import('node:http').IncomingMessage} request */
async function read(request) {
  let body = '';
  for await (const piece of request.setEncoding('utf8')) body += piece;
  return body;
}

/**
 * Answers like the load server, with texts that it does not have.
 * @param {keyof typeof TEXTS} kind
 * @returns {Promise<{ url: string, stop: () => Promise<void> }>}
 */
export async function startTextServer(kind) {
  let url = '';
  const server = createServer(async (request, response) => {
    if (request.method === 'GET') {
      const card = {
        name: 'text',
        description: 'load agent',
        version: '1',
        supportedInterfaces: [{ url: `${url}/rpc`, protocolBinding: 'JSONRPC', protocolVersion: '1.0' }],
        capabilities: { streaming: true },
        defaultInputModes: ['text/plain'],
        defaultOutputModes: ['text/plain'],
        skills: [{ id: 's', name: 's', description: 'load', tags: ['bench'] }],
      };
      response.setHeader('content-type', 'application/json').end(JSON.stringify(card));
      return;
    }
    const body = await read(request);
    const count = Number(body.match(COUNT)?.[1] ?? 0);
    response.setHeader('content-type', 'text/event-stream');
    let piece = '';
    for (const event of stream(JSON.stringify(JSON.parse(body).id), count, TEXTS[kind])) {
      piece += event;
      if (piece.length < PIECE_CHARS) continue;
      if (!response.write(piece)) await once(response, 'drain');
      piece = '';
    }
    response.end(piece);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${/** @type {import('node:net').AddressInfo} */ (server.address()).port}`;
  return {
    url,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
