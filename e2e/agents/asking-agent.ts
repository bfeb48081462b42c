import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A message as it came, and what it was sent with. */
export interface Call {
  method: string;
  params: Record<string, unknown>;
}

/** An agent that asks before it acts, for tests of answers. The first word of a message says what it does. */
export interface AskingAgent {
  url: string;
  /** Calls in the order they came. */
  calls: Call[];
  /** From now on answers to open questions are refused: somebody else was quicker. */
  refuseAnswers(): void;
  /** CancelTask is answered when the returned function is called. */
  holdCancel(): () => void;
  close(): Promise<void>;
}

interface Part {
  text?: string;
  data?: unknown;
  mediaType?: string;
}

const CONTEXT = 'context-c1f0';
/** Time between two events of a stream, milliseconds. */
const PACE_MS = 15;

export const REGION_SCHEMA = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  type: 'object',
  required: ['name', 'region'],
  properties: {
    name: { type: 'string', title: 'Name', description: 'Small letters', pattern: '^[a-z]+$', maxLength: 12 },
    region: { type: 'string', title: 'Region', enum: ['north', 'south'] },
    subnets: { type: 'integer', title: 'Subnets', minimum: 1, maximum: 8, default: 2 },
    zones: { type: 'array', title: 'Zones', items: { enum: ['a', 'b', 'c'] } },
    owner: {
      type: 'object',
      title: 'Owner',
      properties: { mail: { type: 'string', title: 'Mail', format: 'email' } },
    },
  },
};

/** More than a form can hold. */
const DEEP_SCHEMA = {
  type: 'object',
  required: ['rules'],
  properties: {
    rules: { type: 'array', items: { type: 'object', required: ['port'], properties: { port: { type: 'integer' } } } },
  },
};

const CONTENT = 'ROSTemplateFormatVersion: 2015-09-01\nResources:\n  Vpc:\n    Type: ALIYUN::ECS::VPC\n';

const pause = (ms = PACE_MS) => new Promise((resolve) => setTimeout(resolve, ms));

/** Starts the agent on a free loopback port. */
export async function startAskingAgent(): Promise<AskingAgent> {
  const calls: Call[] = [];
  const states = new Map<string, string>();
  let tasks = 0;
  let refuses = false;
  let gate: Promise<void> | undefined;

  const status = (task: string, state: string, more: object = {}, metadata?: object) => {
    states.set(task, state);
    return {
      statusUpdate: { taskId: task, contextId: CONTEXT, status: { state, ...more }, ...(metadata && { metadata }) },
    };
  };
  const vendor = (task: string, value: object, state = 'TASK_STATE_WORKING') =>
    status(task, state, {}, { iac_code: value });
  const asks = (task: string, parts: Part[], metadata?: object) =>
    status(task, 'TASK_STATE_INPUT_REQUIRED', {
      message: { messageId: `${task}-q`, role: 'ROLE_AGENT', parts, ...(metadata && { metadata }) },
    });
  const says = (task: string, text: string, state: string) =>
    status(task, state, { message: { messageId: `${task}-end`, role: 'ROLE_AGENT', parts: [{ text }] } });

  const permission = (task: string) => {
    const call = { toolUseId: 'call_1', toolName: 'write_file' };
    const input = {
      kind: 'permission',
      ...call,
      inputId: `permission-${task}`,
      requestTaskId: task,
      contextId: CONTEXT,
      schemaVersion: 1,
      title: 'Change a workspace file',
      purpose: 'Write a file needed for the requested infrastructure task.',
      effect: 'file_change',
      target: 'vpc.yaml',
      safeSummary: 'write_file: vpc.yaml',
      options: [
        { id: 'allow_once', label: 'Allow once' },
        { id: 'deny', label: 'Deny' },
      ],
    };
    const tool = { toolUseId: 'call_1', name: 'write_file' };
    const usage = { inputTokens: 110, outputTokens: 15, totalTokens: 125 };
    return [
      vendor(task, { thinking: { type: 'raw_thinking', text: 'The user wants a template; write it.' } }),
      vendor(task, { tool: { ...tool, status: 'started' } }),
      vendor(task, { tool: { ...tool, status: 'input_complete', toolInput: { path: 'vpc.yaml', content: CONTENT } } }),
      vendor(task, { usage }),
      vendor(task, { usage }),
      vendor(task, { input, permission: { ...call, pending: true } }, 'TASK_STATE_INPUT_REQUIRED'),
    ];
  };

  /** What a new task does, by the first word of the message. */
  const begin = (task: string, word: string): object[] => {
    const first = { task: { id: task, contextId: CONTEXT, status: { state: 'TASK_STATE_SUBMITTED' } } };
    states.set(task, 'TASK_STATE_SUBMITTED');
    switch (word) {
      case 'write':
        return [first, ...permission(task)];
      case 'form':
        return [first, asks(task, [{ text: 'What shall the network be?' }, { data: REGION_SCHEMA }])];
      case 'deep':
        return [first, asks(task, [{ text: 'Which rules?' }, { data: { schema: DEEP_SCHEMA } }])];
      case 'pick':
        return [
          first,
          asks(task, [
            { text: 'Which region?' },
            { data: { options: ['north', { id: 'south', label: 'The south' }] } },
          ]),
        ];
      case 'rest':
        return [first, status(task, 'TASK_STATE_INPUT_REQUIRED')];
      case 'work':
        return [first, status(task, 'TASK_STATE_WORKING')];
      default:
        return [first, says(task, 'Done.', 'TASK_STATE_COMPLETED')];
    }
  };

  /** How a task goes on after an answer. */
  const goOn = (task: string, [part]: Part[]): object[] => {
    const data = part?.data as { kind?: string; inputId?: string; decision?: string } | undefined;
    if (data?.kind !== 'permission')
      return [says(task, `Got ${JSON.stringify(part?.text ?? part?.data)}.`, 'TASK_STATE_COMPLETED')];
    const denied = data.decision === 'deny';
    const result = denied ? 'Permission denied.' : 'Wrote vpc.yaml';
    const tool = { toolUseId: 'call_1', name: 'write_file', status: denied ? 'failed' : 'completed', result };
    return [
      vendor(task, { inputReceived: { kind: 'permission', inputId: data.inputId, toolUseId: 'call_1' } }),
      vendor(task, { tool }),
      says(task, denied ? 'Nothing was written.' : 'The file is written.', 'TASK_STATE_INPUT_REQUIRED'),
    ];
  };

  const json = (response: ServerResponse, value: object) => {
    response.writeHead(200, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify({ jsonrpc: '2.0', ...value }));
  };
  const refuse = (response: ServerResponse, id: unknown, code: number, message: string) =>
    json(response, { id, error: { code, message } });

  const server = createServer(async (request, response) => {
    if (request.method === 'GET') {
      if (request.url !== '/.well-known/agent-card.json') return response.writeHead(404).end();
      response.writeHead(200, { 'Content-Type': 'application/json' });
      return response.end(JSON.stringify(card(url)));
    }
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { id, method, params } = JSON.parse(Buffer.concat(chunks).toString('utf8'));
    calls.push({ method, params });
    const over = (task: string) => /COMPLETED|FAILED|CANCELED/.test(states.get(task) ?? '');
    if (method === 'CancelTask') {
      await gate;
      if (states.get(params.id) === 'TASK_STATE_INPUT_REQUIRED' || over(params.id))
        return refuse(response, id, -32_002, 'Task cannot be canceled');
      states.set(params.id, 'TASK_STATE_CANCELED');
      return json(response, {
        id,
        result: { id: params.id, contextId: CONTEXT, status: { state: 'TASK_STATE_CANCELED' } },
      });
    }
    if (method !== 'SendStreamingMessage') return refuse(response, id, -32_601, 'Method not found');
    const { taskId, parts } = params.message as { taskId?: string; parts: Part[] };
    if (taskId !== undefined && over(taskId)) return refuse(response, id, -32_004, 'Task has ended');
    if (taskId !== undefined && refuses) return refuse(response, id, -32_602, 'This question was answered already.');
    const task = taskId ?? `task-764${++tasks}`;
    const events = taskId === undefined ? begin(task, parts[0]?.text?.split(' ')[0] ?? '') : goOn(task, parts);
    response.writeHead(200, { 'Content-Type': 'text/event-stream' });
    for (const result of events) {
      response.write(`data: ${JSON.stringify({ jsonrpc: '2.0', id, result })}\n\n`);
      await pause();
    }
    while (states.get(task) === 'TASK_STATE_WORKING' && !response.destroyed) await pause();
    const canceled = states.get(task) === 'TASK_STATE_CANCELED';
    if (canceled)
      response.write(
        `data: ${JSON.stringify({ jsonrpc: '2.0', id, result: status(task, 'TASK_STATE_CANCELED') })}\n\n`,
      );
    response.end();
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    calls,
    holdCancel() {
      let release = () => {};
      gate = new Promise((resolve) => {
        release = resolve;
      });
      return release;
    },
    refuseAnswers() {
      refuses = true;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

const card = (url: string) => ({
  name: 'Asking agent',
  description: 'Asks before it acts',
  version: '1.0.0',
  supportedInterfaces: [{ url: `${url}/rpc`, protocolBinding: 'JSONRPC', protocolVersion: '1.0' }],
  capabilities: { streaming: true },
  defaultInputModes: ['text/plain', 'application/json'],
  defaultOutputModes: ['text/plain'],
  skills: [{ id: 'ask', name: 'Ask', description: 'Asks', tags: ['test'] }],
});
