import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { authorizationServer, browse, CLIENT_SECRET } from '../testing/authorization-server.ts';
import { bundleForNode } from '../testing/bundle.ts';

/** What Node 16 does not have. */
const MISSING = ['fetch', 'Headers', 'Request', 'Response', 'FormData', 'crypto', 'CryptoKey', 'structuredClone'];

it('signs in on a runtime that lacks the globals of the web', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'loupe-oauth-'));
  const server = await authorizationServer();
  try {
    const bundle = join(folder, 'child.cjs');
    await bundleForNode(fileURLToPath(new URL('../testing/oauth-child.ts', import.meta.url)), bundle);
    const start = `for (const name of ${JSON.stringify(MISSING)}) delete globalThis[name]; require(${JSON.stringify(bundle)});`;
    const child = spawn(process.execPath, ['-e', start, server.issuer, CLIENT_SECRET]);
    let printed = '';
    child.stderr.on('data', (bytes) => {
      printed += String(bytes);
    });
    child.stdout.on('data', (bytes) => {
      printed += String(bytes);
      const address = /^open (.*)$/m.exec(String(bytes))?.[1];
      if (address) void browse(address);
    });
    await new Promise((resolve) => child.on('close', resolve));
    expect(printed.trim().split('\n').pop()).toBe(JSON.stringify({ results: [true, true], globals: [] }));
  } finally {
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  }
});
