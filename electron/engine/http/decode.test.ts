import * as zlib from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { INFLATED_FREE_BYTES, INFLATED_STREAM_FREE_BYTES } from '../limits.ts';
import { testClient } from '../testing/exchange.ts';
import { startHttp } from '../testing/servers.ts';

const open: { close(): unknown }[] = [];
afterEach(async () => {
  for (const thing of open.splice(0)) await thing.close();
});
const setUp = async (...args: Parameters<typeof startHttp>) => {
  const server = await startHttp(...args);
  const client = testClient();
  open.push(server, client);
  return { server, client };
};

const EVENTS = ['data: one\n\n', 'data: two\n\n', 'data: three\n\n'];
const encoders = {
  gzip: () => zlib.createGzip(),
  deflate: () => zlib.createDeflate(),
  // The best quality takes seconds for megabytes.
  br: () => zlib.createBrotliCompress({ params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 4 } }),
};

describe.each(Object.entries(encoders))('an answer encoded with %s', (coding, create) => {
  it('is handed out piece by piece as it arrives', async () => {
    const { server, client } = await setUp((_, response) => {
      response.writeHead(200, { 'Content-Encoding': coding, 'Content-Type': 'text/event-stream' });
      const encoder = create();
      encoder.pipe(response);
      const send = (index: number) => {
        if (index === EVENTS.length) return encoder.end();
        encoder.write(EVENTS[index]);
        encoder.flush(() => setTimeout(send, 150, index + 1));
      };
      send(0);
    });
    const seen = await client.run({ url: server.url });
    expect(seen.body).toBe(EVENTS.join(''));
    expect(seen.end.cause).toBe('complete');
    const [first, , last] = seen.pieces;
    expect((last?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThan(150);
    expect(seen.end.bytes).not.toBe(seen.body.length);
  });

  it.each(['at once', 'slowly'])('that grows beyond all measure is not read to its end, sent %s', async (how) => {
    const encoder = create();
    const parts: Buffer[] = [];
    encoder.on('data', (part) => parts.push(part));
    for (let megabytes = 0; megabytes < 100; megabytes++) encoder.write(Buffer.alloc(1024 * 1024));
    await new Promise((done) => encoder.end(done));
    const bomb = Buffer.concat(parts);
    const { server, client } = await setUp((_, response) => {
      response.writeHead(200, { 'Content-Encoding': coding });
      if (how === 'at once') response.end(bomb);
      else {
        response.write(bomb.subarray(0, -1));
        // Never comes when nobody listens any more.
        setTimeout(() => response.end(bomb.subarray(-1)), 2_000).unref();
      }
    });
    const seen = await client.run({ url: server.url });
    expect(seen.body.length).toBeLessThan(INFLATED_FREE_BYTES + 1024 * 1024);
    expect(seen.end.cause).toBe('cut');
    expect(seen.end.error?.message).toMatch(/grows to more than 200 times its size \([\d.]+ MiB to 32 MiB\)/);
  });

  it('that is a stream may grow by less', async () => {
    const { server, client } = await setUp((_, response) => {
      response.writeHead(200, { 'Content-Encoding': coding, 'Content-Type': 'text/event-stream' });
      const encoder = create();
      encoder.pipe(response);
      encoder.end(Buffer.alloc(16 * 1024 * 1024, ': beat\n\n'));
    });
    const seen = await client.run({ url: server.url });
    expect(seen.body.length).toBeLessThan(INFLATED_STREAM_FREE_BYTES + 1024 * 1024);
    expect(seen.end.error?.message).toContain('to 4 MiB');
  });

  it('that is long and repeats itself is read to its end', async () => {
    const text = Array.from({ length: 900_000 }, (_, line) => `{"line":${line},"text":"the same over and over"}`).join(
      '\n',
    );
    const { server, client } = await setUp((_, response) => {
      response.writeHead(200, { 'Content-Encoding': coding });
      const encoder = create();
      encoder.pipe(response);
      encoder.end(text);
    });
    const seen = await client.run({ url: server.url });
    expect(text.length).toBeGreaterThan(INFLATED_FREE_BYTES);
    expect(seen.end.cause).toBe('complete');
    expect(seen.body.length).toBe(text.length);
  });

  it('that stops early is a cut with everything that could be decoded', async () => {
    const { server, client } = await setUp((_, response) => {
      const encoder = create();
      const parts: Buffer[] = [];
      encoder.on('data', (part) => parts.push(part));
      encoder.write(EVENTS[0]);
      encoder.flush(() => {
        response.writeHead(200, { 'Content-Encoding': coding });
        response.end(Buffer.concat(parts));
      });
    });
    const seen = await client.run({ url: server.url });
    expect(seen.body).toBe(EVENTS[0]);
    expect(seen.end).toMatchObject({ cause: 'cut', error: { code: 'http' } });
  });
});

describe('content codings', () => {
  it('in the bare form of deflate are read as well', async () => {
    const { server, client } = await setUp((_, response) => {
      response.writeHead(200, { 'Content-Encoding': 'deflate' }).end(zlib.deflateRawSync('plain'));
    });
    expect((await client.run({ url: server.url })).body).toBe('plain');
  });

  it('that are wrong or unknown say so or stay as they are', async () => {
    const { server, client } = await setUp((request, response) => {
      response.writeHead(200, { 'Content-Encoding': request.url === '/gzip' ? 'gzip' : 'zstd' }).end('not coded');
    });
    const wrong = await client.run({ url: `${server.url}/gzip` });
    expect(wrong.end).toMatchObject({ cause: 'cut', error: { code: 'http' } });
    const unknown = await client.run({ url: `${server.url}/zstd` });
    expect(unknown.body).toBe('not coded');
  });

  it('of a large body keep every byte while the reader waits for the decoder', async () => {
    const text = Array.from({ length: 60_000 }, (_, index) => `line ${index}`).join('\n');
    const { server, client } = await setUp((_, response) => {
      response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(zlib.gzipSync(text));
    });
    expect((await client.run({ url: server.url })).body).toBe(text);
  });
});
