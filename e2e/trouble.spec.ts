import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Launched, launchLoupe } from './harness/launch.ts';

let loupe: Launched;
let server: Server;
let url: string;
let answer: { status: number; type: string; body: string };

beforeEach(async () => {
  server = createServer((_request, response) => {
    response.writeHead(answer.status, { 'content-type': answer.type });
    response.end(answer.body);
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  loupe = await launchLoupe();
});

afterEach(async () => {
  await loupe?.close();
  server.closeAllConnections();
  await new Promise((closed) => server.close(closed));
});

async function tryAddress(address: string): Promise<string> {
  const { page } = loupe;
  const field = page.getByRole('textbox', { name: /address/i });
  await field.fill(address);
  await field.press('Enter');
  const error = page.getByTestId('error').first();
  await error.waitFor();
  return (await error.textContent()) ?? '';
}

describe('an address that leads to no agent', () => {
  it('says so when nothing listens, and keeps what was typed', async () => {
    await new Promise((closed) => server.close(closed));
    expect(await tryAddress(url)).toMatch(/refused/i);
    expect(loupe.problems).toEqual([]);
  });

  it('says so when a web page answers', async () => {
    answer = { status: 200, type: 'text/html', body: '<html><title>Shop</title><h1>Welcome</h1></html>' };
    expect(await tryAddress(url)).toMatch(/JSON|HTML|web page/i);
  });

  it('says so when the address cannot be one', async () => {
    answer = { status: 404, type: 'text/plain', body: 'nothing' };
    expect(await tryAddress('ftp://agent.example')).toMatch(/http/i);
    expect(await loupe.page.getByRole('textbox', { name: /address/i }).inputValue()).toBe('ftp://agent.example');
  });
});
