// @ts-check
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** Nothing but a page with a word in it. */
const PROGRAM = `const server = require('node:http').createServer((_, response) => {
  response.setHeader('content-type', 'text/html').end('<!doctype html><title>Bare</title><p>Content</p>');
});
server.listen(0, '127.0.0.1', () => console.log('http://127.0.0.1:' + server.address().port + '/'));`;

/** Serves the page from a process of its own, as the web host does. @returns {Promise<{ url: string, stop: () => Promise<void> }>} */
export async function serveBarePage() {
  const child = spawn(process.execPath, ['-e', PROGRAM], { stdio: ['ignore', 'pipe', 'inherit'] });
  const closed = once(child, 'close');
  const [url] = await once(createInterface({ input: child.stdout }), 'line');
  return {
    url,
    stop: async () => {
      child.kill('SIGTERM');
      await closed;
    },
  };
}
