import type { RequestListener } from 'node:http';
import type { DoctorStep, DoctorStepId, DoctorView } from '../../../shared/contract/doctor.ts';
import type { AgentOptions } from '../../../shared/contract/views.ts';
import type { Engine } from '../engine.ts';
import { value } from './engines.ts';

export interface WellBehaved {
  /** Address on the card; the place of the card itself when left out. */
  rpc?: string;
  card?: Record<string, unknown>;
  /** Answers other paths instead of JSON-RPC. */
  other?: RequestListener;
}

/** Serves a card and knows no task. */
export function agentListener({ rpc, card = {}, other }: WellBehaved = {}): RequestListener {
  return (request, response) => {
    const scheme = 'encrypted' in request.socket ? 'https' : 'http';
    const url = rpc ?? `${scheme}://${request.headers.host}/rpc`;
    if (request.url === '/.well-known/agent-card.json') {
      response.setHeader('Content-Type', 'application/json');
      response.end(JSON.stringify({ ...CARD, supportedInterfaces: [jsonRpc(url)], ...card }));
      return;
    }
    if (other) return other(request, response);
    let body = '';
    request.on('data', (bytes) => {
      body += bytes;
    });
    request.on('end', () => {
      if (request.url !== '/rpc') return response.writeHead(404).end();
      response.setHeader('Content-Type', 'application/json');
      const { id } = JSON.parse(body) as { id: unknown };
      response.end(JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32001, message: 'Task not found' } }));
    });
  };
}

export const jsonRpc = (url: string) => ({ url, protocolBinding: 'JSONRPC', protocolVersion: '1.0' });

const CARD = {
  name: 'Well behaved',
  description: 'Knows no task',
  version: '1',
  capabilities: { streaming: true },
  defaultInputModes: ['text/plain'],
  defaultOutputModes: ['text/plain'],
  skills: [{ id: 's', name: 'S', description: 'd', tags: ['t'] }],
};

export interface Diagnosis extends DoctorView {
  step(id: DoctorStepId): DoctorStep;
  /** Verdicts of all steps, by step. */
  verdicts: Record<string, string>;
}

/** Adds an agent, tests the way to it and waits for the end. */
export async function diagnose(engine: Engine, url: string, options: AgentOptions = {}): Promise<Diagnosis> {
  const { id } = value(await engine.call('agents.add', { url, options }));
  value(await engine.call('doctor.start', { agent: id }));
  return finished(engine, id);
}

/** Waits until the run of an agent has ended. */
export async function finished(engine: Engine, agent: string): Promise<Diagnosis> {
  for (;;) {
    const view = value(await engine.call('doctor.get', { agent }));
    if (view && view.state !== 'running') {
      return {
        ...view,
        verdicts: Object.fromEntries(view.steps.map(({ id, verdict }) => [id, verdict])),
        step: (id) => {
          const found = view.steps.find((one) => one.id === id);
          if (!found) throw new Error(`no step ${id}`);
          return found;
        },
      };
    }
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
