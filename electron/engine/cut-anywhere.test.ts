import { afterAll, describe, expect, it } from 'vitest';
import type { Engine } from './engine.ts';
import { testEngines, value } from './testing/engines.ts';
import { startAgent } from './testing/event-server.ts';
import { ASKING_STREAM, COMPLETED_STREAM } from './testing/recorded-streams.ts';
import type { TestServer } from './testing/servers.ts';

/** Connections that are cut at the same time. */
const AT_ONCE = 64;
/** Thousands of connections on a busy machine, milliseconds. */
const TIMEOUT_MS = 60_000;

const engines = testEngines();
const servers: TestServer[] = [];
afterAll(async () => {
  await engines.close();
  for (const server of servers) await server.close();
});

/** How the answer ends after its bytes: with the connection, or properly although nothing more comes. */
type Ending = 'destroyed' | 'closed';

async function agentThatCuts(stream: Buffer, ending: Ending): Promise<{ engine: Engine; agent: string }> {
  const server = await startAgent((response, { params }) => {
    const { parts } = params.message as { parts: { text: string }[] };
    response.writeHead(200, { 'Content-Type': 'text/event-stream' });
    response.flushHeaders();
    const bytes = stream.subarray(0, Number(parts[0]?.text));
    if (ending === 'closed') response.end(bytes);
    else if (bytes.length === 0) setImmediate(() => response.destroy());
    else response.write(bytes, () => response.destroy());
  });
  servers.push(server);
  const engine = await engines.start({ persist: false });
  const { id } = value(await engine.call('agents.add', { url: server.url }));
  return { engine, agent: id };
}

async function outcomeAfter(engine: Engine, agent: string, bytes: number): Promise<string> {
  const request = { message: { role: 'ROLE_USER', parts: [{ text: String(bytes) }] } };
  const call = { agent, operation: 'SendStreamingMessage' as const, request };
  const { exchange } = value(await engine.call('calls.start', call));
  return value(await engine.call('calls.outcome', { exchange })).outcome;
}

/** Ends of the blocks with a state, found without Loupe's own reader: an empty line ends a block, and CR ends a line. */
function statesBy(stream: string): { end: number; state: string }[] {
  const found: { end: number; state: string }[] = [];
  const crlf = stream.includes('\r');
  let from = 0;
  for (const block of stream.split(crlf ? '\r\n\r\n' : '\n\n')) {
    const end = from + block.length + (crlf ? 3 : 2);
    const state = /TASK_STATE_[A-Z_]+/.exec(block)?.[0];
    if (state) found.push({ end, state });
    from += block.length + (crlf ? 4 : 2);
  }
  return found;
}

const OUTCOMES: Record<string, string> = {
  TASK_STATE_SUBMITTED: 'cut',
  TASK_STATE_WORKING: 'cut',
  TASK_STATE_INPUT_REQUIRED: 'paused',
  TASK_STATE_COMPLETED: 'complete',
};

/** Nothing that was delivered says anything of a task, so nothing was answered. */
const expectedAfter = (states: ReturnType<typeof statesBy>, bytes: number): string => {
  const delivered = states.filter(({ end }) => end <= bytes).pop();
  return delivered === undefined ? 'error' : (OUTCOMES[delivered.state] ?? '');
};

describe('the outcome of a stream is that of what was delivered', () => {
  it.each<[what: string, stream: string, ending: Ending]>([
    ['a task that completes, the connection destroyed', COMPLETED_STREAM, 'destroyed'],
    ['a task that asks, the connection closed properly', ASKING_STREAM, 'closed'],
  ])(
    'after every byte of %s',
    async (_, stream, ending) => {
      const bytes = Buffer.from(stream);
      expect(bytes.length).toBe(stream.length);
      const states = statesBy(stream);
      const { engine, agent } = await agentThatCuts(bytes, ending);
      const wrong: string[] = [];
      for (let from = 0; from <= bytes.length; from += AT_ONCE) {
        const cuts = Array.from({ length: Math.min(AT_ONCE, bytes.length + 1 - from) }, (_, index) => from + index);
        const outcomes = await Promise.all(cuts.map((cut) => outcomeAfter(engine, agent, cut)));
        for (const [index, cut] of cuts.entries()) {
          const expected = expectedAfter(states, cut);
          if (outcomes[index] !== expected) wrong.push(`${cut} bytes: ${outcomes[index]} instead of ${expected}`);
        }
      }
      expect(wrong).toEqual([]);
    },
    TIMEOUT_MS,
  );
});
