import * as zlib from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
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
  br: () => zlib.createBrotliCompress(),
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
