import type { RequestListener } from 'node:http';
import type { Engine, EngineOptions } from '../engine.ts';
import { rowsOf, send, type testEngines, value } from './engines.ts';
import { bodyOf, cardOf } from './event-server.ts';
import { startHttp, type TestServer } from './servers.ts';

/** An agent that writes one artifact of parts, and serves files below `/files`. */
export async function startLinking(parts: (url: string) => object[], files?: RequestListener): Promise<TestServer> {
  const server: TestServer = await startHttp(async (request, response) => {
    if (request.url?.startsWith('/files')) {
      if (files) files(request, response);
      else response.writeHead(404).end('nothing here');
      return;
    }
    if (request.method === 'GET') {
      response.writeHead(200, { 'Content-Type': 'application/json' });
      response.end(JSON.stringify(cardOf(`${server.url}/rpc`)));
      return;
    }
    const { id } = await bodyOf(request);
    const artifact = { artifactId: 'x', parts: parts(server.url) };
    const result = { artifactUpdate: { taskId: 't', contextId: 'c', artifact, lastChunk: true } };
    response.writeHead(200, { 'Content-Type': 'text/event-stream' });
    response.end(`data: ${JSON.stringify({ jsonrpc: '2.0', id, result })}\n\n`);
  });
  return server;
}

/** An engine that has an artifact of a linking agent. */
export async function withArtifact(
  engines: ReturnType<typeof testEngines>,
  server: TestServer,
  options: Partial<EngineOptions> = {},
  prepare?: (engine: Engine, agent: string) => Promise<unknown>,
) {
  const engine = await engines.start(options);
  const { id: agent } = value(await engine.call('agents.add', { url: server.url }));
  await prepare?.(engine, agent);
  await send(engine, agent, 'write');
  const session = engine.liveSession;
  const writes = (await rowsOf(engine, session)).filter((row) => row.artifact !== undefined).map(({ seq }) => seq);
  const file = (content = 0) => ({ session, artifact: 'x', writes, content });
  return { engine, agent, session, writes, file };
}
