import type { ServerResponse } from 'node:http';
import { startAgent } from './event-server.ts';
import type { TestServer } from './servers.ts';

const TASK = { taskId: 'task-1', contextId: 'context-1' };

/** Metadata of each status of one answer, in a vendor's own words: a call that succeeds, a call that fails. */
const SAYS = [
  { acme: { kind: 'call', callId: 'c-1', tool: 'read_plan', status: 'begin', args: { path: 'plan.yaml' } } },
  { acme: { kind: 'call', callId: 'c-1', tool: 'read_plan', status: 'done', out: { lines: 42 } } },
  { acme: { kind: 'musing', note: 'The plan lacks a region.' } },
  { acme: { kind: 'call', callId: 'c-2', tool: 'apply', status: 'begin', args: { dry: true } } },
  { acme: { kind: 'call', callId: 'c-2', tool: 'apply', status: 'error', out: 'no region' } },
];

/** A lens file for what this agent tells. */
export const TELLING_LENS = `${JSON.stringify(
  {
    loupeLens: 1,
    name: 'Acme',
    match: '$.statusUpdate.metadata.acme',
    read: {
      kind: { path: '$.statusUpdate.metadata.acme.kind', words: { call: 'tool', musing: 'thinking' } },
      id: '$.statusUpdate.metadata.acme.callId',
      name: '$.statusUpdate.metadata.acme.tool',
      state: { path: '$.statusUpdate.metadata.acme.status', words: { begin: 'input' } },
      arguments: '$.statusUpdate.metadata.acme.args',
      result: '$.statusUpdate.metadata.acme.out',
      text: '$.statusUpdate.metadata.acme.note',
    },
  },
  null,
  2,
)}\n`;

/** An agent that tells of its tools in metadata nobody knows. */
export const startTellingAgent = (): Promise<TestServer> =>
  startAgent((response, { id }) => tell(response, id), {
    name: 'Telling agent',
    description: 'Tells of its tools in words of its own',
  });

function tell(response: ServerResponse, id: unknown): void {
  response.writeHead(200, { 'Content-Type': 'text/event-stream' });
  const event = (state: string, metadata?: object) => {
    const result = { statusUpdate: { ...TASK, status: { state }, ...(metadata && { metadata }) } };
    response.write(`data: ${JSON.stringify({ jsonrpc: '2.0', id, result })}\n\n`);
  };
  for (const metadata of SAYS) event('TASK_STATE_WORKING', metadata);
  event('TASK_STATE_COMPLETED');
  response.end();
}
