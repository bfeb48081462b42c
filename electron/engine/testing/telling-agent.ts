import type { ServerResponse } from 'node:http';
import { startAgent } from './event-server.ts';
import type { TestServer } from './servers.ts';

/** Metadata of each status of one answer, in a vendor's own words: a call that succeeds, a call that fails. */
const says = (one: string, other: string) => [
  { acme: { kind: 'call', callId: one, tool: 'read_plan', status: 'begin', args: { path: 'plan.yaml' } } },
  { acme: { kind: 'call', callId: one, tool: 'read_plan', status: 'done', out: { lines: 42 } } },
  { acme: { kind: 'musing', note: 'The plan lacks a region.' } },
  { acme: { kind: 'call', callId: other, tool: 'apply', status: 'begin', args: { dry: true } } },
  { acme: { kind: 'call', callId: other, tool: 'apply', status: 'error', out: 'no region' } },
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
export function startTellingAgent(): Promise<TestServer> {
  let runs = 0;
  const answer = (response: ServerResponse, id: unknown) => {
    runs += 1;
    tell(response, id, runs);
  };
  const card = { name: 'Telling agent', description: 'Tells of its tools in words of its own' };
  return startAgent((response, { id }) => answer(response, id), card);
}

function tell(response: ServerResponse, id: unknown, run: number): void {
  response.writeHead(200, { 'Content-Type': 'text/event-stream' });
  const event = (state: string, metadata?: object) => {
    const result = {
      statusUpdate: { taskId: `task-${run}`, contextId: 'context-1', status: { state }, ...(metadata && { metadata }) },
    };
    response.write(`data: ${JSON.stringify({ jsonrpc: '2.0', id, result })}\n\n`);
  };
  for (const metadata of says(`c-${run * 2 - 1}`, `c-${run * 2}`)) event('TASK_STATE_WORKING', metadata);
  event('TASK_STATE_COMPLETED');
  response.end();
}
