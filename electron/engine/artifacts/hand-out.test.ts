import { existsSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { done } from '../../../shared/lib/result.ts';
import { testEngines, value } from '../testing/engines.ts';
import { startLinking, withArtifact } from '../testing/linking-agent.ts';
import type { TestServer } from '../testing/servers.ts';

const engines = testEngines();
let server: TestServer | undefined;
afterEach(async () => {
  await engines.close();
  await server?.close();
  server = undefined;
});

async function handing(...texts: string[]) {
  const opened: string[] = [];
  const dragged: string[] = [];
  server = await startLinking(() => texts.map((text, at) => ({ text, filename: `part ${at}` })));
  const handOut = {
    open: async (path: string) => {
      opened.push(path);
      return done(null);
    },
    drag: async (path: string) => {
      dragged.push(path);
      return done(null);
    },
  };
  return { ...(await withArtifact(engines, server, { handOut })), opened, dragged };
}

describe('a file for another program', () => {
  it('is a copy under a safe name, and is gone at the end', async () => {
    const { engine, file, opened, dragged } = await handing('the text');
    value(await engine.call('artifacts.openOutside', { ...file(), name: '../../a\u202e.txt' }));
    value(await engine.call('artifacts.drag', { ...file(), name: 'run.sh' }));
    const [copy = '', out = ''] = [...opened, ...dragged];
    expect([basename(copy), basename(out)]).toEqual(['a.txt', 'run.sh']);
    expect(readFileSync(copy, 'utf8')).toBe('the text');
    expect(readFileSync(out, 'utf8')).toBe('the text');
    expect(statSync(copy).mode & 0o077).toBe(0);
    await engine.close();
    expect(existsSync(dirname(dirname(copy)))).toBe(false);
  });

  it('is not opened when it may be a program, by its name or by how it begins', async () => {
    const { engine, file, opened } = await handing(
      'text',
      '#!/bin/sh\n',
      '[Desktop Entry]\nExec=x',
      'MZ\x90\0',
      '\n\n#!/bin/sh',
    );
    for (const name of ['a.exe', 'a.SH', 'a.txt.lnk', 'a.desktop', 'b.command', 'c.docm', 'd.py', 'e.url', 'f.app']) {
      const reply = await engine.call('artifacts.openOutside', { ...file(0), name });
      expect(reply, name).toMatchObject({ ok: false, error: { code: 'bad-input' } });
    }
    for (const content of [1, 2, 3, 4]) {
      const reply = await engine.call('artifacts.openOutside', { ...file(content), name: 'a.txt' });
      expect(reply, String(content)).toMatchObject({ ok: false, error: { code: 'bad-input' } });
    }
    expect(opened).toEqual([]);
  });

  it('is refused by hosts that hand nothing out', async () => {
    server = await startLinking(() => [{ text: 'x' }]);
    const { engine, file } = await withArtifact(engines, server);
    for (const name of ['artifacts.openOutside', 'artifacts.drag'] as const) {
      expect(await engine.call(name, { ...file(), name: 'a' })).toMatchObject({ error: { code: 'not-supported' } });
    }
  });
});
