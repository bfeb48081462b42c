import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { Metadata } from '@grpc/grpc-js';
import type { GrpcAnswer } from './grpc-server.ts';

/** Tokens that the echo agent gives out for client credentials. */
export const GRANTED = {
  accessToken: 'granted-access/token+Zq7=',
  refreshToken: 'granted-refresh/token+Zq8=',
};

/**
 * An agent without manners: it sends back everything it was sent, in whatever way an answer can say it. Header lines,
 * address, cookies and body come back in cards, results, events, errors, redirects and header lines, in several encodings.
 */
export const echoListener: RequestListener = (request, response) => {
  const parts: Buffer[] = [];
  request.on('data', (bytes: Buffer) => parts.push(bytes));
  request.on('end', () => answer(request, Buffer.concat(parts).toString('utf8'), response));
};

function answer(request: IncomingMessage, body: string, response: ServerResponse): void {
  const { method = '', url = '', rawHeaders } = request;
  const all = JSON.stringify({ method, url, rawHeaders, body });
  const says = [
    all,
    body,
    ...rawHeaders,
    Buffer.from(rawHeaders.join('\n'), 'latin1').toString('utf8'),
    decodeURIComponent(url.replace(/\+/g, ' ')),
    Buffer.from(all).toString('base64'),
    Buffer.from(all).toString('base64url'),
    Buffer.from(rawHeaders.join('\n'), 'latin1').toString('hex'),
    encodeURIComponent(all),
    new URLSearchParams({ all }).toString(),
    ...rawHeaders.flatMap((line) =>
      line.startsWith('Basic ') ? [Buffer.from(line.slice(6), 'base64').toString()] : [],
    ),
  ];
  response.setHeader('Content-Type', 'application/json');
  response.setHeader('X-Echo', encodeURIComponent(all));
  response.setHeader(
    'X-Echo-Lines',
    rawHeaders.map((line) => line.replace(/[^\x20-\xff]/g, '')),
  );
  response.setHeader('Set-Cookie', [`echo=${encodeURIComponent(body)}; Path=/`]);
  const rpc = body.startsWith('{') ? (JSON.parse(body) as { id?: unknown; method?: string; params?: unknown }) : {};
  const send = (value: unknown) => response.end(JSON.stringify(value));
  const result = (value: unknown) => send({ jsonrpc: '2.0', id: rpc.id, result: value });
  const metadata = { echo: says, params: rpc.params };
  const message = { messageId: 'm-1', role: 'ROLE_AGENT', parts: says.map((text) => ({ text })), metadata };
  const status = { state: 'TASK_STATE_COMPLETED', message };
  const task = { id: 't-1', contextId: 'c-1', status, history: [message], metadata };
  if (url.includes('agent-card.json')) return void send(cardOf(request, says));
  if (url.includes('/token')) {
    return void send({
      ...{ access_token: GRANTED.accessToken, refresh_token: GRANTED.refreshToken, token_type: 'Bearer' },
      ...{ expires_in: 3600, echo: says },
    });
  }
  switch (rpc.method) {
    case 'SendMessage':
      return void result({ task });
    case 'SendStreamingMessage':
      stream(response, rpc.id, says, { task });
      return;
    case 'GetTask':
      if (url.includes('moved')) return void result(task);
      response.statusCode = 307;
      response.setHeader('Location', `/moved?${url.split('?')[1] ?? ''}&all=${encodeURIComponent(all)}#access_token=x`);
      return void response.end(all);
    case 'ListTasks':
      response.statusCode = 500;
      response.statusMessage = 'No tasks';
      return void response.end(`<pre title="${all.replace(/"/g, '&quot;')}">${says.join('\n')}</pre>`);
    case 'CancelTask':
      response.statusCode = 401;
      response.setHeader('WWW-Authenticate', `Bearer realm="${encodeURIComponent(all)}"`);
      return void send({ error: says });
    case 'SubscribeToTask':
      response.write(`{"cut":${JSON.stringify(all)}`);
      return void setTimeout(() => response.destroy(), 20);
    case 'GetExtendedAgentCard':
      return void result(cardOf(request, says));
    case 'CreateTaskPushNotificationConfig':
    case 'GetTaskPushNotificationConfig':
      return void result({ ...pushConfig(rpc.params), echo: says });
    case 'ListTaskPushNotificationConfigs':
      return void result({ configs: [pushConfig(rpc.params)], nextPageToken: '' });
    default:
      return void send({ jsonrpc: '2.0', id: rpc.id ?? null, error: { code: -32601, message: all, data: says } });
  }
}

/** The same over gRPC: what it was called with comes back in metadata, messages and a status. */
export const echoGrpc: GrpcAnswer = ({ method, request, metadata, head, message, end }) => {
  const lines = Object.entries(metadata.getMap()).map(([name, value]) => `${name}: ${String(value)}`);
  const says = [JSON.stringify(request), ...lines, ...lines.map((line) => Buffer.from(line).toString('base64'))];
  const sent = new Metadata();
  for (const line of lines) sent.add('x-echo', line.replace(/[^\x20-\x7e]/g, ''));
  head(sent);
  const status = {
    state: 'TASK_STATE_COMPLETED',
    message: { messageId: 'm-1', role: 'ROLE_AGENT', parts: says.map((text) => ({ text })), metadata: request },
  };
  const task = { id: 't-1', contextId: 'c-1', status };
  if (method === 'GetTask') message(task);
  else if (method.startsWith('Send')) message({ task });
  else return end({ code: 16, details: says.join(' '), metadata: sent });
  end();
};

/** What every other client of the agent has set is told to everybody. */
const pushConfig = (params: unknown): object => ({
  ...{ id: 'p-1', taskId: 't-1', url: 'http://127.0.0.1:1/hook' },
  ...(typeof params === 'object' && params),
});

function stream(response: ServerResponse, id: unknown, says: readonly string[], first: object): void {
  response.setHeader('Content-Type', 'text/event-stream');
  const event = (value: object) => `data: ${JSON.stringify({ jsonrpc: '2.0', id, result: value })}\n\n`;
  response.write(event(first));
  for (const text of says) {
    const artifact = { artifactId: 'a', parts: [{ text }] };
    const line = text.replace(/[\r\n]/g, ' ');
    response.write(`: ${line}\nid: ${line}\nevent: ${line}\n`);
    response.write(event({ artifactUpdate: { taskId: 't-1', contextId: 'c-1', artifact, append: true } }));
    response.write(event({ statusUpdate: { taskId: text, contextId: text, status: { state: 'TASK_STATE_WORKING' } } }));
  }
  response.end();
}

function cardOf(request: IncomingMessage, says: readonly string[]): object {
  const scheme = 'encrypted' in request.socket ? 'https' : 'http';
  return {
    name: says[0],
    description: says.join(' '),
    version: '1.0.0',
    supportedInterfaces: [
      { url: `${scheme}://${request.headers.host}/rpc?own=1`, protocolBinding: 'JSONRPC', protocolVersion: '1.0' },
    ],
    capabilities: { streaming: true, pushNotifications: true, extendedAgentCard: true },
    defaultInputModes: ['text/plain'],
    defaultOutputModes: ['text/plain'],
    skills: says.map((text, index) => ({ id: `s-${index}`, name: text, description: text, tags: [text] })),
    echo: says,
  };
}
