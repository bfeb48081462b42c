import { afterEach, describe, expect, it } from 'vitest';
import { Artifacts } from '../../../shared/a2a/reduce/artifacts.ts';
import { createTree } from '../../../shared/a2a/reduce/tree.ts';
import { rowsOf, testEngines, value } from '../testing/engines.ts';
import { cardOf } from '../testing/event-server.ts';
import { startHttp, type TestServer } from '../testing/servers.ts';

const engines = testEngines();
let server: TestServer | undefined;
afterEach(async () => {
  await engines.close();
  await server?.close();
  server = undefined;
});

const base64 = (text: string): string => Buffer.from(text).toString('base64');

/** Two tasks with an artifact of the same id, as each version writes them. */
const LISTS = {
  '1.0': [
    {
      id: 't1',
      contextId: 'c1',
      status: { state: 'TASK_STATE_COMPLETED' },
      artifacts: [
        { artifactId: 'plan', name: 'plan.md', parts: [{ text: 'first' }] },
        { artifactId: 'table', parts: [{ raw: base64('a,b'), filename: 'table.csv', mediaType: 'text/csv' }] },
      ],
    },
    {
      id: 't2',
      contextId: 'c2',
      status: { state: 'TASK_STATE_WORKING' },
      artifacts: [{ artifactId: 'plan', parts: [{ text: 'the second' }] }],
    },
    { id: 't3', contextId: 'c2', status: { state: 'TASK_STATE_WORKING' } },
  ],
  '0.3': [
    {
      id: 't1',
      contextId: 'c1',
      status: { state: 'TASK_STATE_COMPLETED' },
      artifacts: [
        { artifactId: 'plan', name: 'plan.md', parts: [{ text: 'first' }] },
        {
          artifactId: 'table',
          parts: [{ file: { fileWithBytes: base64('a,b'), mimeType: 'text/csv', name: 'table.csv' } }],
        },
      ],
    },
    {
      id: 't2',
      contextId: 'c2',
      status: { state: 'TASK_STATE_WORKING' },
      artifacts: [{ artifactId: 'plan', parts: [{ text: 'the second' }] }],
    },
    { id: 't3', contextId: 'c2', status: { state: 'TASK_STATE_WORKING' } },
  ],
};

type Version = keyof typeof LISTS;

/** An agent that lists tasks: over JSON-RPC, or the way the older version has. */
async function startLister(version: Version): Promise<TestServer> {
  const { supportedInterfaces: _, ...rest } = cardOf('');
  const started: TestServer = await startHttp((request, response) => {
    response.setHeader('Content-Type', 'application/json');
    if (request.url === '/.well-known/agent-card.json') {
      const card =
        version === '1.0'
          ? cardOf(`${started.url}/rpc`)
          : { ...rest, protocolVersion: '0.3.0', url: `${started.url}/api`, preferredTransport: 'HTTP+JSON' };
      return response.end(JSON.stringify(card));
    }
    const result = { tasks: LISTS[version], nextPageToken: '', totalSize: 3 };
    let text = '';
    request.on('data', (chunk) => {
      text += chunk;
    });
    request.on('end', () => {
      if (version === '0.3') return response.end(JSON.stringify(result));
      return response.end(JSON.stringify({ jsonrpc: '2.0', id: JSON.parse(text).id, result }));
    });
  });
  return started;
}

async function listed(version: Version) {
  server = await startLister(version);
  const engine = await engines.start();
  const { id } = value(await engine.call('agents.add', { url: server.url }));
  const started = value(await engine.call('calls.start', { agent: id, operation: 'ListTasks', request: {} }));
  const outcome = value(await engine.call('calls.outcome', { exchange: started.exchange }));
  expect(outcome.outcome).toBe('ok');
  const session = engine.liveSession;
  const tree = createTree();
  const artifacts = new Artifacts(tree);
  for (const row of await rowsOf(engine, session)) {
    tree.push(row);
    artifacts.push(row);
  }
  return { engine, session, agent: id, tree, artifacts };
}

describe.each(['1.0', '0.3'] as const)('artifacts of a list of tasks, %s', (version) => {
  it('are those of each task, whole or not as its state says', async () => {
    const { agent, tree, artifacts } = await listed(version);
    expect(
      artifacts.records.map(({ id, task, current }) => [
        task,
        id,
        current.bytes,
        current.confirmed,
        current.writes.map(({ kind }) => kind),
      ]),
    ).toEqual([
      ['t1', 'plan', 5, true, ['whole']],
      ['t1', 'table', 3, true, ['whole']],
      ['t2', 'plan', 10, false, ['whole']],
    ]);
    expect(tree.task(agent, 't1')).toMatchObject({ origin: 'server', state: 'TASK_STATE_COMPLETED' });
    expect(tree.task(agent, 't2')?.artifacts.map(({ id }) => id)).toEqual(['plan']);
    expect(tree.context(agent, 'c2')?.tasks.map(({ id }) => id)).toEqual(['t2']);
  });

  it('are put together from the part of the answer that is about their task', async () => {
    const { engine, session, artifacts } = await listed(version);
    const texts = [];
    for (const { id, task, current } of artifacts.records) {
      const edition = { session, artifact: id, ...(task && { task }), writes: current.writes.map(({ seq }) => seq) };
      const [content] = value(await engine.call('artifacts.facts', edition)).contents;
      const slice = await engine.call('artifacts.bytes', { ...edition, content: 0, from: 0, length: 100 });
      texts.push([task, content?.kind, content?.name, Buffer.from(value(slice).base64, 'base64').toString()]);
    }
    expect(texts).toEqual([
      ['t1', 'text', undefined, 'first'],
      ['t1', 'raw', 'table.csv', 'a,b'],
      ['t2', 'text', undefined, 'the second'],
    ]);
    const writes = artifacts.records[0]?.current.writes.map(({ seq }) => seq) ?? [];
    for (const task of [undefined, 't3', 'nobody']) {
      const reply = await engine.call('artifacts.facts', {
        ...{ session, artifact: 'plan', writes },
        ...(task && { task }),
      });
      expect(reply).toMatchObject({ ok: false, error: { code: 'not-found' } });
    }
  });
});
