import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SESSION_FLUSH_MS } from './limits.ts';
import { bundleForNode } from './testing/bundle.ts';
import { rowsOf, testEngines, value } from './testing/engines.ts';
import { eventText, startAgent } from './testing/event-server.ts';

const folder = mkdtempSync(join(tmpdir(), 'loupe-crash-'));
const child = join(folder, 'child.cjs');
const engines = testEngines();

beforeAll(() => bundleForNode(fileURLToPath(new URL('testing/recording-child.ts', import.meta.url)), child));
afterAll(async () => {
  await engines.close();
  rmSync(folder, { recursive: true, force: true });
});

describe('a process that is killed while it records', () => {
  it('loses at most what the last flush had not reached, and the next start repairs the file', async () => {
    const agent = await startAgent((response, { id }) => {
      response.writeHead(200, { 'Content-Type': 'text/event-stream' });
      let index = 0;
      const timer = setInterval(() => {
        let piece = '';
        for (let n = 0; n < 20; n += 1) piece += eventText(id, index++);
        response.write(piece);
      }, 10);
      response.on('close', () => clearInterval(timer));
    });
    const dataDir = join(folder, 'data');
    const recording = spawn(process.execPath, [child, dataDir, `${agent.url}/rpc`], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let output = '';
    await new Promise<void>((resolve) => {
      recording.stdout.on('data', (text) => {
        output += text;
        if (Number(output.trim().split('\n').pop()?.split(' ')[1] ?? 0) > 1_500) resolve();
      });
    });
    const killed = Date.now();
    recording.kill('SIGKILL');
    await new Promise((resolve) => recording.on('close', resolve));
    await agent.close();

    const [session = '', ...lines] = output.trim().split('\n');
    const seen = lines.map((line) => line.split(' ').map(Number) as [number, number]);
    // What was recorded before the last flush can have begun must be there.
    const safe = seen.filter(([at]) => at < killed - 2 * SESSION_FLUSH_MS).pop()?.[1] ?? 0;
    expect(safe).toBeGreaterThan(200);

    const engine = await engines.start({ dataDir });
    const { recovered } = value(await engine.call('app.info', {}));
    expect(recovered?.session).toBe(session);
    const kept = value(await engine.call('sessions.list', {})).find(({ id }) => id === session);
    expect(kept?.live).toBe(false);
    const rows = await rowsOf(engine, session);
    expect(rows.map(({ seq }) => seq)).toEqual(rows.map((_, index) => index + 1));
    expect(rows.length).toBeGreaterThan(safe);
    const last = value(await engine.call('entries.get', { session, seq: rows.length }));
    expect(last.entry).toMatchObject({ kind: 'note', what: 'recovered' });
    const { content } = value(await engine.call('sessions.export', { session }));
    for (const line of content.trimEnd().split('\n')) expect(() => JSON.parse(line)).not.toThrow();
  });
});
