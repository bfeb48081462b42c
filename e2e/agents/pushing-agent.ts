import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface PushConfig {
  id: string;
  taskId: string;
  url: string;
  token?: string;
  authentication?: { scheme: string; credentials?: string };
}

type Params = Record<string, unknown>;

/** An agent that pushes what happens to its task. */
export interface PushingAgent {
  url: string;
  task: string;
  /** JSON-RPC calls in the order they came. */
  calls: { method: string; params: Params }[];
  /** Configurations as they lie at the agent, secrets included. */
  configs: PushConfig[];
  /** Pushes a state to the first configuration; `change` is what the sender does otherwise. Gives the answers. */
  push(state: string, change?: Partial<PushConfig>): Promise<number>;
  close(): Promise<void>;
}

export interface PushingOptions {
  /** Agents of 0.3 nest the configuration and hand lists out bare. */
  version?: '1.0' | '0.3';
  name?: string;
  /** Whether the card says so, and whether it is true. */
  pushes?: boolean;
}

const TASK = 'task-0f3a9c52-77aa-4b1e-9d20-5d1c0b8f4e61';
const CONTEXT = 'context-pushed';

async function bodyOf(request: IncomingMessage): Promise<{ id?: unknown; method?: string; params?: Params }> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString('utf8'));
}

const OLD_METHODS: Record<string, string> = {
  'message/send': 'SendMessage',
  'tasks/pushNotificationConfig/set': 'CreateTaskPushNotificationConfig',
  'tasks/pushNotificationConfig/get': 'GetTaskPushNotificationConfig',
  'tasks/pushNotificationConfig/list': 'ListTaskPushNotificationConfigs',
  'tasks/pushNotificationConfig/delete': 'DeleteTaskPushNotificationConfig',
};

/** Starts the agent on a free loopback port. Its one task works until somebody ends it. */
export async function startPushingAgent(options: PushingOptions = {}): Promise<PushingAgent> {
  const { version = '1.0', name = 'Pushing agent', pushes = true } = options;
  const old = version === '0.3';
  const calls: PushingAgent['calls'] = [];
  const configs: PushConfig[] = [];
  let made = 0;

  const card = (url: string) => ({
    name,
    description: 'Pushes what happens to its task',
    version: '1.0.0',
    ...(old
      ? { url: `${url}/rpc`, protocolVersion: '0.3.0', preferredTransport: 'JSONRPC' }
      : { supportedInterfaces: [{ url: `${url}/rpc`, protocolBinding: 'JSONRPC', protocolVersion: '1.0' }] }),
    capabilities: { streaming: false, pushNotifications: pushes },
    defaultInputModes: ['text/plain'],
    defaultOutputModes: ['text/plain'],
    skills: [{ id: 'push', name: 'Push', description: 'Pushes', tags: ['test'] }],
  });
  const task = old
    ? { kind: 'task', id: TASK, contextId: CONTEXT, status: { state: 'submitted' } }
    : { id: TASK, contextId: CONTEXT, status: { state: 'TASK_STATE_SUBMITTED' } };
  const written = ({ taskId, ...config }: PushConfig): object => {
    if (!old) return { taskId, ...config };
    const { authentication, ...rest } = config;
    const nested = authentication && { schemes: [authentication.scheme], credentials: authentication.credentials };
    return { taskId, pushNotificationConfig: { ...rest, ...(nested && { authentication: nested }) } };
  };
  const read = (params: Params): PushConfig => {
    const flat = old ? { taskId: params.taskId, ...(params.pushNotificationConfig as object) } : params;
    const { authentication, ...config } = flat as unknown as PushConfig & { authentication?: { schemes?: string[] } };
    const [scheme = authentication?.scheme ?? ''] = authentication?.schemes ?? [];
    const { credentials } = authentication ?? {};
    made += 1;
    return {
      ...config,
      id: config.id || `config-${made}`,
      ...(authentication && { authentication: { scheme, ...(credentials && { credentials }) } }),
    };
  };
  const create = (params: Params) => {
    const config = read(params);
    const at = configs.findIndex(({ id }) => id === config.id);
    configs.splice(at < 0 ? configs.length : at, 1, config);
    return { result: written(config) };
  };
  const answer = (method: string, params: Params): object => {
    if (method === 'SendMessage') {
      const { pushNotificationConfig, taskPushNotificationConfig } = (params.configuration ?? {}) as Params;
      const inline = old ? pushNotificationConfig && { pushNotificationConfig } : taskPushNotificationConfig;
      if (inline && pushes) create({ ...(inline as Params), taskId: TASK });
      return { result: old ? task : { task } };
    }
    if (!pushes) return { error: { code: -32003, message: 'Push Notification is not supported' } };
    if (method === 'CreateTaskPushNotificationConfig') return create(params);
    const id = old ? params.pushNotificationConfigId : params.id;
    const found = configs.find((one) => one.id === id);
    switch (method) {
      case 'ListTaskPushNotificationConfigs':
        return { result: old ? configs.map(written) : { configs: configs.map(written) } };
      case 'GetTaskPushNotificationConfig':
        return found ? { result: written(found) } : { error: { code: -32001, message: 'Task not found' } };
      case 'DeleteTaskPushNotificationConfig':
        if (found) configs.splice(configs.indexOf(found), 1);
        return { result: null };
      default:
        return { error: { code: -32601, message: 'Method not found' } };
    }
  };

  const json = (response: ServerResponse, value: object) => {
    response.writeHead(200, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify(value));
  };
  const server = createServer(async (request, response) => {
    if (request.method === 'GET') {
      if (request.url === '/.well-known/agent-card.json') return json(response, card(url));
      return response.writeHead(404).end();
    }
    const { id, method = '', params = {} } = await bodyOf(request);
    calls.push({ method, params });
    json(response, { jsonrpc: '2.0', id, ...answer(OLD_METHODS[method] ?? method, params) });
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    task: TASK,
    calls,
    configs,
    async push(state, change = {}) {
      const [first] = configs;
      if (!first) throw new Error('there is no configuration');
      const { url: target, token, authentication } = { ...first, ...change };
      const status = { state, timestamp: new Date().toISOString() };
      const headers = {
        'Content-Type': 'application/a2a+json',
        ...(authentication && { Authorization: `${authentication.scheme} ${authentication.credentials}` }),
        ...(token && { 'X-A2A-Notification-Token': token }),
      };
      const event = { taskId: TASK, contextId: CONTEXT, status };
      const old03 = { kind: 'status-update', ...event, final: false };
      const body = JSON.stringify(old ? old03 : { statusUpdate: event });
      return (await fetch(target, { method: 'POST', headers, body })).status;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}
