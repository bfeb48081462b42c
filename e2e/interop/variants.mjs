// @ts-check

/** @typedef {import('./suite.mjs').Checker} Checker */

/** @param {number} code @returns {import('./compare.mjs').Expected} */
const refused = (code) => ({ outcome: 'error', exit: 1, error: { layer: 'rpc', rpc_code: code } });
const ECHO = { outcome: 'ok', exit: 0, events: ['message: echo: x'] };
const MESSAGE = ['--text', 'msg x'];

/** Servers that ask for credentials and have a tenant. @param {Checker} check */
async function guarded({ url, expect }) {
  const token = ['--header', 'Authorization: Bearer token-1'];
  const unauthorized = { outcome: 'error', exit: 1, error: { layer: 'auth', http_status: 401 } };
  await expect('send without credentials', ['send', url, ...MESSAGE, '--no-stream'], unauthorized);
  await expect('stream without credentials', ['send', url, ...MESSAGE, '--stream'], unauthorized);
  await expect(
    'send with a wrong token',
    ['send', url, ...MESSAGE, '--no-stream', '--header', 'X-API-Key: no'],
    unauthorized,
  );
  await expect('send with a bearer token', ['send', url, ...MESSAGE, '--no-stream', ...token], ECHO);
  await expect(
    'send with an API key',
    ['send', url, ...MESSAGE, '--no-stream', '--header', 'X-API-Key: token-1'],
    ECHO,
  );
  await expect('extended card with a bearer token', ['card', url, '--extended', ...token], { outcome: 'ok', exit: 0 });
}

/** Servers without streaming, push notifications and extended card. @param {Checker} check */
async function plain({ url, expect }) {
  await expect('the card decides: no stream', ['send', url, ...MESSAGE], {
    ...ECHO,
    members: { operation: 'SendMessage' },
  });
  await expect('stream anyway', ['send', url, ...MESSAGE, '--stream'], refused(-32004));
  await expect('extended card', ['card', url, '--extended'], refused(-32004));
  await expect('version 0.3 at a server of 1.0 only', ['send', url, ...MESSAGE, '--no-stream', '--version', '0.3'], {
    outcome: 'error',
    exit: 1,
  });
  const sent = await expect('a task to be reported', ['send', url, '--text', 'task x'], {
    outcome: 'ok',
    state: 'COMPLETED',
  });
  await expect(
    'push configuration',
    ['push', 'create', url, sent.task?.id ?? '', '--webhook', 'http://127.0.0.1:9/hook'],
    refused(-32003),
  );
}

/**
 * Servers started with other options.
 * @type {{ name: string, peer: string, version: string, args: string[], checks: (check: Checker) => Promise<void> }[]}
 */
export const VARIANTS = ['python-a2a-sdk', 'js-a2a-sdk'].flatMap((peer) => [
  { name: 'guarded', peer, version: '1.0', args: ['--token', 'token-1', '--tenant', 'acme'], checks: guarded },
  {
    name: 'plain',
    peer,
    version: '1.0',
    args: ['--no-streaming', '--no-push', '--extended', 'off'],
    checks: plain,
  },
]);
