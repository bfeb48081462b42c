import { afterEach, expect, it } from 'vitest';
import { startTextServer } from './text-server.mjs';

let server: Awaited<ReturnType<typeof startTextServer>> | undefined;

afterEach(async () => {
  await server?.stop();
  server = undefined;
});

async function ask(url: string, text: string) {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 'a"b', method: 'SendStreamingMessage', params: { text } });
  const answer = await fetch(`${url}/rpc`, { method: 'POST', body });
  return (await answer.text())
    .split('\n\n')
    .filter(Boolean)
    .map((block) => JSON.parse(block.slice('data: '.length)));
}

it('sends task, numbered events and end as the load server does, and offers a card for it', async () => {
  server = await startTextServer('japanese');
  const card = await (await fetch(`${server.url}/.well-known/agent-card.json`)).json();
  expect(card.supportedInterfaces[0].url).toBe(`${server.url}/rpc`);
  const events = await ask(server.url, 'blast n=3 p=status rate=0');
  expect(events).toHaveLength(5);
  expect(events.every((event) => event.id === 'a"b')).toBe(true);
  expect(events[0].result.task.status.state).toBe('TASK_STATE_SUBMITTED');
  const texts = events.slice(1).map((event) => event.result.statusUpdate.status.message.parts[0].text as string);
  expect(texts.map((text) => text.match(/#\d{7} t=\d{16}/)?.[0].slice(0, 8))).toEqual([
    '#0000001',
    '#0000002',
    '#0000003',
    '#0000004',
  ]);
  expect(texts[3]).toMatch(/^END #/);
  // Three bytes each in UTF-8.
  const script = [...(texts[0] ?? '')].filter((character) => Buffer.byteLength(character) === 3);
  expect(script).toHaveLength(170);
});

it('sends as many events as it is asked for, in several pieces', async () => {
  server = await startTextServer('short');
  const events = await ask(server.url, 'blast n=2000 p=status rate=0');
  expect(events).toHaveLength(2_002);
});
