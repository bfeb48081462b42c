import { once } from 'node:events';
import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import type { ReceiverCounts } from '../../../shared/contract/receiver.ts';
import type { Row } from '../../../shared/model/row.ts';
import type { Agents } from '../agents.ts';
import { Recorder } from '../recorder.ts';
import { SecretValues } from '../secret-values.ts';
import type { Sessions } from '../sessions.ts';
import { exchangeBytes, type Notification, notify, requestBytes } from '../testing/deliveries.ts';
import { value } from '../testing/engines.ts';
import { UNVERIFIED_RATE } from './limits.ts';
import { Receiver, type ReceiverOptions } from './receiver.ts';

const TOKEN = 'the-right-token';
const headers = { 'X-A2A-Notification-Token': TOKEN };
const body = { statusUpdate: { taskId: 't', contextId: 'c', status: { state: 'TASK_STATE_WORKING' } } };

const open: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0)) await close();
});

/** A receiver that writes into a log of its own, with an address given out. */
async function begin(limits: ReceiverOptions['limits'] = {}) {
  const started = new Date().toISOString();
  const live = new Recorder({ format: 'loupe-session', version: 2, app: 'test', session: 's', started });
  const receiver = new Receiver({
    parts: {
      agents: { get: (id: string) => ({ id }) } as unknown as Agents,
      sessions: { live } as unknown as Sessions,
      secrets: new SecretValues(),
      signal: () => undefined,
    },
    limits,
  });
  open.push(async () => {
    await receiver.close();
    await live.close();
  });
  const { port = 0 } = value(await receiver.start({}));
  const { url = '' } = value(receiver.register({ agent: 'a', token: TOKEN }));
  const rows = (): Row[] => {
    const { rows: list } = live.session;
    return Array.from({ length: list.length }, (_, index) => list.at(index) as Row);
  };
  const counts = (): ReceiverCounts => receiver.view().counts;
  return { receiver, port, url, rows, counts, live };
}

/** A request that does not say how long it is. */
function inOnePiece({ bytes = Buffer.alloc(0), ...rest }: Notification): Buffer {
  const whole = requestBytes({ ...rest, headers: { ...rest.headers, 'Transfer-Encoding': 'chunked' } }).toString();
  const head = Buffer.from(`${whole.replace(/Content-Length: \d+\r\n/, '')}${bytes.length.toString(16)}\r\n`);
  return Buffer.concat([head, bytes, Buffer.from('\r\n0\r\n\r\n')]);
}

const statusOf = (answer: string): number => Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1] ?? 0);

describe('senders that mean harm', () => {
  it('get no more than the limit of bytes taken, announced or not, and read the answer', async () => {
    const { url, port, rows } = await begin({ bodyBytes: 10_000 });
    const big = Buffer.alloc(400_000, 'x');
    expect(await notify({ url, bytes: big, headers })).toBe(413);
    expect(statusOf(await exchangeBytes(port, inOnePiece({ url, bytes: big, headers })))).toBe(413);
    expect(rows().map(({ delivery, size }) => [delivery?.fault, size])).toEqual([
      ['too-large', 0],
      ['too-large', 0],
    ]);
  });

  it('cannot blow up a small gzip, nor pass one that is broken', async () => {
    const { url, port, rows } = await begin({ bodyBytes: 100_000 });
    const bomb = Buffer.from(JSON.stringify({ pad: 'x'.repeat(20_000_000) }));
    expect(gzipSync(bomb).length).toBeLessThan(100_000);
    expect(await notify({ url, bytes: bomb, gzip: true, headers })).toBe(413);
    const cut = gzipSync(Buffer.from(JSON.stringify(body))).subarray(0, 30);
    expect(await notify({ url, bytes: cut, headers: { ...headers, 'Content-Encoding': 'gzip' } })).toBe(415);
    const nothing = Buffer.concat(Array.from({ length: 6_000 }, () => gzipSync('')));
    expect(nothing.length).toBeGreaterThan(100_000);
    const gzipped = { ...headers, 'Content-Encoding': 'gzip' };
    expect(statusOf(await exchangeBytes(port, inOnePiece({ url, bytes: nothing, headers: gzipped })))).toBe(413);
    expect(rows().map(({ delivery }) => delivery?.fault)).toEqual(['too-large', 'content-encoding', 'too-large']);
  });

  it('without the token may send little, and only now and then', async () => {
    const { url, rows, counts } = await begin({ unverifiedBodyBytes: 100 });
    expect(await notify({ url, bytes: Buffer.alloc(5_000, 'x') })).toBe(401);
    expect(rows()[0]).toMatchObject({ size: 0, delivery: { verified: false, fault: 'token' } });
    const statuses = new Set<number>();
    const wrong = { 'X-A2A-Notification-Token': 'the-right-tokem' };
    for (let sent = 0; sent < UNVERIFIED_RATE.burst + 40; sent += 1)
      statuses.add(await notify({ url, body, headers: wrong }));
    expect([...statuses].sort()).toEqual([403, 429]);
    const notes = rows().filter(({ kind }) => kind === 'note');
    expect(notes).toHaveLength(1);
    expect(rows().length - notes.length + counts().limited).toBe(UNVERIFIED_RATE.burst + 41);
    // Who knows the token is not kept out by it.
    expect(await notify({ url, body, headers })).toBe(200);
  });

  it('that are slow with the body are not waited for', async () => {
    const { url, port, rows } = await begin({ bodyTimeoutMs: 60 });
    const slow = requestBytes({ url, body, headers }).subarray(0, -10);
    expect(statusOf(await exchangeBytes(port, slow))).toBe(408);
    expect(rows()[0]?.delivery?.fault).toBe('timeout');
  });

  it('that are slow with the head are dropped, byte by byte or silent', async () => {
    const { port, counts } = await begin({ headTimeoutMs: 80 });
    const drip = connect(port, '127.0.0.1', () => drip.write('POST / HTTP/1.1\r\nX-Slow: '));
    drip.on('error', () => undefined);
    const timer = setInterval(() => drip.destroyed || drip.write('a'), 10);
    const silent = exchangeBytes(port, '');
    await new Promise((resolve) => drip.once('close', resolve));
    clearInterval(timer);
    expect(await silent).toBe('');
    expect(counts().dropped).toBeGreaterThanOrEqual(2);
  });

  it('that hang up in the middle are on record, and got no answer', async () => {
    const { url, port, rows, counts } = await begin();
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(requestBytes({ url, body, headers }).subarray(0, -10), () => socket.destroy());
    });
    await once(socket, 'close');
    await expect.poll(() => rows().length).toBe(1);
    expect(rows()[0]).toMatchObject({ delivery: { fault: 'cut' } });
    expect(rows()[0]?.status).toBeUndefined();
    expect(counts()).toMatchObject({ received: 1, refused: 1, dropped: 0 });
  });

  it('may be many: the others still get through', async () => {
    const { url, port, counts } = await begin({ sockets: 8 });
    const idle = Array.from({ length: 30 }, () => connect(port, '127.0.0.1'));
    for (const socket of idle) socket.on('error', () => undefined);
    await expect.poll(() => counts().dropped).toBe(22);
    for (const socket of idle) socket.destroy();
    await expect.poll(() => notify({ url, body, headers })).toBe(200);
  });

  it('cannot split a request or hide one in another', async () => {
    const { url, port, rows, counts } = await begin();
    const { pathname } = new URL(url);
    const line = `POST ${pathname} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n`;
    const ends = [
      'X-A2A-Notification-Token: the-right\x00-token\r\nContent-Length: 2\r\n\r\n{}',
      'X A2A: 1\r\nContent-Length: 2\r\n\r\n{}',
      'Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      'Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}',
      `X-Long: ${'x'.repeat(20_000)}\r\n\r\n`,
    ];
    for (const end of ends) expect([400, 431]).toContain(statusOf(await exchangeBytes(port, line + end)));
    expect(rows()).toHaveLength(0);
    expect(counts().dropped).toBe(ends.length);
    // One request a connection: what follows is not looked at.
    const two = Buffer.concat([requestBytes({ url, body, headers }), requestBytes({ url, body, headers })]);
    expect((await exchangeBytes(port, two)).match(/HTTP\/1\.1/g)).toHaveLength(1);
  });

  it('get nothing from a second line beside the right one', async () => {
    const { url } = await begin();
    expect(await notify({ url, body, headers: { ...headers, 'x-a2a-notification-token': 'other' } })).toBe(403);
  });

  it('have nothing of a line end put into the log as a line', async () => {
    const { url, live } = await begin();
    const bytes = Buffer.from(`"\\n{\\"kind\\":\\"note\\"}\\n\u2028"`);
    expect(await notify({ url, bytes, headers })).toBe(200);
    const lines = (await live.text()).trimEnd().split('\n');
    expect(lines).toHaveLength(2);
    for (const line of lines) expect(() => JSON.parse(line)).not.toThrow();
  });

  it('cannot make a word of the agent a secret', async () => {
    const { url, live } = await begin();
    expect(
      await notify({
        url,
        body,
        headers: { 'X-A2A-Notification-Token': 'half-way-there', 'X-Api-Key': 'statusUpdate' },
      }),
    ).toBe(403);
    const said = JSON.stringify({ statusUpdate: { ...body.statusUpdate, said: 'half-way-there' } });
    expect(await notify({ url, bytes: Buffer.from(said), headers })).toBe(200);
    expect(await live.text()).toContain(JSON.stringify(said));
  });

  it('that do not wait for a late answer are named in a note', async () => {
    const { receiver, url, port, rows } = await begin();
    const [registration] = receiver.view().registrations;
    receiver.answers(registration?.id ?? '', [{ delayMs: 60_000 }]);
    const socket = connect(port, '127.0.0.1', () => socket.write(requestBytes({ url, body, headers })));
    await expect.poll(() => rows().length).toBe(1);
    socket.destroy();
    await expect.poll(() => rows().length).toBe(2);
    expect(rows()[1]).toMatchObject({ kind: 'note', text: expect.stringContaining('hung up') });
  });
});
