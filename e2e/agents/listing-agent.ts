import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

interface StoredTask {
  id: string;
  contextId: string;
  status: { state: string; timestamp?: string };
  history: object[];
  artifacts?: object[];
}

type Params = Record<string, unknown>;

/** An agent with a list of tasks and no streams, for tests of the tree. */
export interface ListingAgent {
  url: string;
  /** JSON-RPC calls in the order they came. */
  calls: { method: string; params: Params }[];
  tasks: StoredTask[];
  /** Most GetTask calls for one task that were open at the same time. */
  mostAtOnce(): number;
  close(): Promise<void>;
}

export interface ListingOptions {
  /** Tasks on one page, whatever is asked for. */
  pageSize?: number;
  /** Error of every ListTasks. */
  listError?: { code: number; message: string };
  version?: '1.0' | '0.3';
  /** Titles of tasks the server knows from before. */
  titles?: string[];
  /** The first of these is one that goes on; the others have ended. */
  working?: boolean;
  /** GetTask calls after which a sent task has ended. */
  pollsToEnd?: number;
  /** How long a GetTask takes, milliseconds. */
  delayMs?: number;
}

const said = (id: string, role: string, text: string) => ({ messageId: id, role, parts: [{ text }] });

async function bodyOf(request: IncomingMessage): Promise<{ id?: unknown; method?: string; params?: Params }> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString('utf8'));
}

/** Like servers do: by the time of the status, latest first, and those without one at the end. */
const byTime = (one: StoredTask, other: StoredTask): number =>
  (other.status.timestamp ?? '').localeCompare(one.status.timestamp ?? '');

function listOf(tasks: readonly StoredTask[], params: Params, pageSize: number) {
  const since = typeof params.statusTimestampAfter === 'string' ? Date.parse(params.statusTimestampAfter) : 0;
  const found = tasks
    .filter(({ contextId }) => params.contextId === undefined || contextId === params.contextId)
    .filter(({ status }) => params.status === undefined || status.state === params.status)
    .filter(({ status }) => since === 0 || Date.parse(status.timestamp ?? '') >= since)
    .sort(byTime);
  const from = Number(params.pageToken ?? 0);
  const page = found.slice(from, from + pageSize);
  const shown = page.map(({ artifacts, ...task }) =>
    params.includeArtifacts === true && artifacts ? { ...task, artifacts } : task,
  );
  const nextPageToken = from + pageSize < found.length ? String(from + pageSize) : '';
  return { tasks: shown, nextPageToken, pageSize, totalSize: found.length };
}

/** Starts the agent on a free loopback port. */
export async function startListingAgent(options: ListingOptions = {}): Promise<ListingAgent> {
  const { pageSize = 50, titles = [], version = '1.0', pollsToEnd = 3, delayMs = 0 } = options;
  const calls: ListingAgent['calls'] = [];
  const asked = new Map<string, number>();
  let open = 0;
  let most = 0;
  const tasks: StoredTask[] = titles.map((title, index) => ({
    id: `task-${index}`,
    contextId: `context-${Math.floor(index / 2)}`,
    status:
      options.working && index === 0
        ? { state: 'TASK_STATE_WORKING' }
        : {
            state: 'TASK_STATE_COMPLETED',
            timestamp: new Date(Date.UTC(2026, 0, 2) - index * 3_600_000).toISOString(),
          },
    history: [said(`m-${index}`, 'ROLE_USER', title)],
    artifacts: [{ artifactId: `a-${index}`, name: `report-${index}.md`, parts: [{ text: title }] }],
  }));

  const card = (url: string) => ({
    name: 'Listing agent',
    description: 'Has a list of tasks and no streams',
    version: '1.0.0',
    ...(version === '1.0'
      ? { supportedInterfaces: [{ url: `${url}/rpc`, protocolBinding: 'JSONRPC', protocolVersion: '1.0' }] }
      : { url: `${url}/rpc`, protocolVersion: '0.3.0', preferredTransport: 'JSONRPC' }),
    capabilities: { streaming: false },
    defaultInputModes: ['text/plain'],
    defaultOutputModes: ['text/plain'],
    skills: [{ id: 'list', name: 'List', description: 'Lists tasks', tags: ['test'] }],
  });

  const send = (params: Params) => {
    const message = params.message as { messageId: string; parts: object[]; contextId?: string };
    const id = `sent-${tasks.length}`;
    const task: StoredTask = {
      id,
      contextId: message.contextId ?? `context-of-${id}`,
      status: { state: 'TASK_STATE_WORKING', timestamp: new Date().toISOString() },
      history: [{ messageId: message.messageId, role: 'ROLE_USER', parts: message.parts }],
    };
    tasks.push(task);
    return { result: { task } };
  };
  const get = ({ id }: Params) => {
    const task = tasks.find((one) => one.id === id);
    if (!task) return { error: { code: -32001, message: 'Task not found' } };
    const times = (asked.get(task.id) ?? 0) + 1;
    asked.set(task.id, times);
    if (times >= pollsToEnd && task.status.state === 'TASK_STATE_WORKING') {
      task.status = { state: 'TASK_STATE_COMPLETED', timestamp: new Date().toISOString() };
      task.artifacts = [{ artifactId: 'result', name: 'result.md', parts: [{ text: 'Done' }] }];
    }
    return { result: task };
  };
  const answer = (method: string, params: Params): object => {
    if (method === 'ListTasks' && options.listError) return { error: options.listError };
    if (method === 'ListTasks') return { result: listOf(tasks, params, pageSize) };
    if (method === 'SendMessage') return send(params);
    if (method === 'GetTask') return get(params);
    return { error: { code: -32601, message: 'Method not found' } };
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
    if (method === 'GetTask' && delayMs > 0) {
      open += 1;
      most = Math.max(most, open);
      await new Promise((resolve) => setTimeout(resolve, delayMs));
      open -= 1;
    }
    json(response, { jsonrpc: '2.0', id, ...answer(method, params) });
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    calls,
    tasks,
    mostAtOnce: () => most,
    async close() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}
