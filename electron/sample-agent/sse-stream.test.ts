import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { SseStream } from './sse-stream.ts';
import { openStream } from './test-client.ts';

it('writes comments while idle and stops when the client has gone', async () => {
  const streams: SseStream[] = [];
  const server = createServer((_request, response) => {
    const sse = new SseStream(response, 20);
    streams.push(sse);
    sse.send('{"n":1}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const stream = await openStream(`http://127.0.0.1:${port}/`);
  await stream.reached(1);
  while (stream.comments.length < 3) await new Promise((resolve) => setTimeout(resolve, 10));
  expect(stream.frames).toEqual([{ n: 1 }]);
  expect(stream.headers['content-type']).toBe('text/event-stream');

  const [sse] = streams;
  if (!sse) throw new Error('no stream was opened');
  const gone = new Promise<void>((resolve) => {
    sse.onChange = resolve;
  });
  stream.hangUp();
  await gone;
  expect(sse.isOpen).toBe(false);
  expect(sse.hasRoom).toBe(true);
  sse.send('{"n":2}');
  await new Promise((resolve) => server.close(resolve));
});
