import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterEach, describe, expect, it } from 'vitest';
import { FRAME_TEXT_CHARS } from '../../../shared/contract/limits.ts';
import type { Engine } from '../engine.ts';
import { rowsOf, send, testEngines, value } from '../testing/engines.ts';
import { cardOf, eventText } from '../testing/event-server.ts';
import { startRaw, type TestServer } from '../testing/servers.ts';

const run = promisify(execFile);
const engines = testEngines();
let server: TestServer | undefined;
afterEach(async () => {
  await engines.close();
  await server?.close();
  server = undefined;
});

const SECRET = 's3cret-token-of-nobody';
const LONG = 'é'.repeat(FRAME_TEXT_CHARS);

/** What an agent answers to a POST, and the requests it got, byte for byte. */
async function recorded(answer: (id: unknown) => string): Promise<{ engine: Engine; requests: string[] }> {
  const requests: string[] = [];
  const started: TestServer = await startRaw((request, socket) => {
    if (request.startsWith('GET')) {
      const card = JSON.stringify(cardOf(`${started.url}/rpc?tenant=a`));
      socket.write(
        `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${card.length}\r\n\r\n${card}`,
      );
      return;
    }
    requests.push(request);
    const { id } = JSON.parse(request.slice(request.indexOf('\r\n\r\n')));
    socket.end(`HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n${answer(id)}`);
  });
  server = started;
  const engine = await engines.start();
  const options = { headers: [['Authorization', `Bearer ${SECRET}`]] as [string, string][] };
  const { id } = value(await engine.call('agents.add', { url: started.url, options }));
  await send(engine, id, 'it\'s "über" $HOME');
  return { engine, requests };
}

const stream = (id: unknown): string =>
  `: hello\n\nid: 7\nretry: 250\n${eventText(id, 0)}data: ${LONG}\n\n${eventText(id, 1, 'TASK_STATE_COMPLETED')}data: {"left`;

/** The lines of a request in one form, whatever order and spelling the client chose for its own ones. */
const linesOf = (request: string): string[] =>
  request.split('\r\n').filter((line) => !/^(?:connection|content-length|host):/i.test(line));

describe('the wire', () => {
  it('gives a curl command that sends the same bytes', async () => {
    const { engine, requests } = await recorded(stream);
    const session = engine.liveSession;
    const exchange = (await rowsOf(engine, session)).find((row) => row.name === 'SendStreamingMessage')?.exchange ?? 0;
    const { text, variables } = value(await engine.call('wire.curl', { session, exchange, shell: 'bash' }));
    expect(variables).toEqual(['AUTHORIZATION']);
    expect(text).not.toContain(SECRET);
    expect(text).toContain('--no-buffer');
    const { stdout } = await run('bash', ['-c', text], { env: { ...process.env, AUTHORIZATION: SECRET } });
    expect(requests).toHaveLength(2);
    expect(linesOf(requests[1] ?? '')).toEqual(linesOf(requests[0] ?? ''));
    const answer = value(await engine.call('wire.text', { session, exchange, part: 'answer' }));
    expect(stdout).toBe(answer.text);
    const whole = value(await engine.call('wire.text', { session, exchange, part: 'exchange' }));
    expect(whole.text).toMatch(/^POST \/rpc\?tenant=a HTTP\/1\.1\r\n/);
    expect(whole.text).toContain('\r\n\r\nHTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n');
    expect(whole.text.endsWith(answer.text)).toBe(true);
    const none = await engine.call('wire.curl', { session, exchange: 99, shell: 'bash' });
    expect(none).toMatchObject({ ok: false, error: { code: 'not-found' } });
  });

  it('gives the beginnings of frames, with what their lines say', async () => {
    const { engine } = await recorded(stream);
    const session = engine.liveSession;
    const rows = await rowsOf(engine, session);
    const frames = value(await engine.call('wire.frames', { session, seqs: rows.map(({ seq }) => seq) }));
    const events = frames.filter(({ framing }) => framing !== 'body');
    expect(events.map(({ framing }) => framing)).toEqual(['sse', 'sse', 'sse', 'sse', 'tail']);
    expect(events[0]?.text).toBe(': hello\n\n');
    expect(events[1]).toMatchObject({
      id: '7',
      retry: 250,
      text: expect.stringMatching(/^id: 7\nretry: 250\ndata: \{/),
    });
    expect(events[2]).toMatchObject({ cut: true, text: `data: ${LONG}`.slice(0, FRAME_TEXT_CHARS) });
    expect(events[4]).toMatchObject({ text: 'data: {"left' });
  });

  it('finds words in heads and bodies, from a seq on', async () => {
    const { engine } = await recorded(stream);
    const session = engine.liveSession;
    const rows = await rowsOf(engine, session);
    const find = async (words: string[], after = 0) => value(await engine.call('wire.find', { session, words, after }));
    const kinds = (hits: { seq: number }[]) => hits.map(({ seq }) => rows.find((row) => row.seq === seq)?.kind);
    expect(kinds((await find(['HELLO'])).hits)).toEqual(['comment']);
    expect(kinds((await find(['event-STREAM', 'content-type'])).hits)).toEqual(['request', 'response']);
    const steps = await find(['step', 'completed']);
    expect(steps).toMatchObject({ done: true, scanned: rows[rows.length - 1]?.seq });
    const [hit] = steps.hits;
    expect(steps.hits).toEqual([{ seq: hit?.seq, exchange: 2 }]);
    expect((await find(['step'], hit?.seq)).hits).toEqual([]);
  });

  it('exports the session as an archive without the secret', async () => {
    const { engine } = await recorded(stream);
    const session = engine.liveSession;
    const { name, content } = value(await engine.call('wire.har', { session }));
    expect(name).toBe(`${session}.har`);
    expect(content).not.toContain(SECRET);
    const { log } = JSON.parse(content) as { log: { entries: { response: { content: { text: string } } }[] } };
    expect(log.entries).toHaveLength(2);
    expect(log.entries[1]?.response.content.text).toMatch(/^: hello\n\nid: 7\n.*\{"left$/s);
    expect(await engine.call('wire.har', { session: 'none' })).toMatchObject({ ok: false });
  });
});
