import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, renameSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { testEngines, value } from '../testing/engines.ts';
import { startLinking, withArtifact } from '../testing/linking-agent.ts';
import type { TestServer } from '../testing/servers.ts';
import { LOCAL_LIMIT_BYTES } from './limits.ts';
import { localPathOf } from './local-path.ts';

const engines = testEngines();
let server: TestServer | undefined;
afterEach(async () => {
  await engines.close();
  await server?.close();
  server = undefined;
});

/** Node itself makes no named pipes. */
const MAKE_PIPE = 'mkfifo';
const CAPABILITIES = { dialogs: false, externalLinks: false, vault: 'none', localFiles: true } as const;
const sha256 = (bytes: Buffer | string): string => createHash('sha256').update(bytes).digest('hex');

/** An engine with an artifact of these parts. */
async function named(parts: object[], options = {}) {
  server = await startLinking(() => parts);
  return withArtifact(engines, server, { capabilities: CAPABILITIES, ...options });
}

const messageOf = (reply: { ok: boolean; error?: { message: string } }): string | undefined => reply.error?.message;

describe('the path that a part names', () => {
  const path = (url: string, source?: string, platform = 'linux') => {
    const found = localPathOf(url, source, platform);
    return found && (found.ok ? found.value : false);
  };

  it('is that of a file address, decoded', () => {
    expect(path('file:///srv/a%20b/%C3%A9.txt')).toBe('/srv/a b/é.txt');
    expect(path('FILE:/srv/a')).toBe('/srv/a');
    expect(path('file://localhost/srv/a')).toBe('/srv/a');
    expect(path('file:///srv/x/../a')).toBe('/srv/a');
    expect(path('file:///C:/My%20files/a.txt', undefined, 'win32')).toBe('C:\\My files\\a.txt');
  });

  it('is else the source path, but never of an address that can be fetched', () => {
    expect(path('iac-code-artifact://id/a.yml', '/srv/a.yml')).toBe('/srv/a.yml');
    expect(path('iac-code-artifact://id/a.yml', 'C:/srv/a.yml', 'win32')).toBe('C:\\srv\\a.yml');
    expect(path('iac-code-artifact://id/a.yml')).toBeUndefined();
    expect(path('https://far.example/a', '/srv/a')).toBeUndefined();
  });

  it.each([
    ['file://host/srv/a', undefined, 'linux'],
    ['file:///srv/a%00.txt', undefined, 'linux'],
    ['file:///srv%2f..%2fetc/passwd', undefined, 'linux'],
    ['file:///srv/%zz', undefined, 'linux'],
    ['file:///dev/sda', undefined, 'linux'],
    ['file:///proc/self/environ', undefined, 'linux'],
    ['file:///net/host/share', undefined, 'linux'],
    ['x:y', 'relative/a', 'linux'],
    ['x:y', '/srv/a\0b', 'linux'],
    ['x:y', '/srv/../dev/sda', 'linux'],
    ['file:///srv/a', undefined, 'win32'],
    ['file://host/share/a', undefined, 'win32'],
    ['file:///C:/a%5c..%5cb', undefined, 'win32'],
    ['x:y', '\\\\host\\share\\a', 'win32'],
    ['x:y', '\\\\.\\PhysicalDrive0', 'win32'],
    ['x:y', '\\\\?\\C:\\a', 'win32'],
    ['x:y', '\\a', 'win32'],
    ['x:y', 'C:a', 'win32'],
    ['x:y', 'C:\\a\\CON.txt', 'win32'],
    ['x:y', 'C:\\a.txt:stream', 'win32'],
  ])('is refused: %s %s (%s)', (url, source, platform) => {
    expect(path(url, source, platform)).toBe(false);
  });
});

describe('a local copy', () => {
  it('is looked at, then read once the person has agreed to its path, and judged', async () => {
    const folder = engines.folder();
    const file = join(folder, 'a b.yml');
    writeFileSync(file, 'Type: here\n');
    const metadata = { byteSize: 11, sha256: sha256('Type: here\n') };
    const parts = [
      { url: pathToFileURL(file).href, metadata },
      { url: 'iac-code-artifact://id/a.yml', metadata: { sourcePath: file, byteSize: 3 } },
    ];
    const { engine, session, writes, file: ref } = await named(parts);
    const facts = async () => value(await engine.call('artifacts.facts', { session, artifact: 'x', writes })).contents;
    for (const content of [0, 1]) {
      const look = value(await engine.call('artifacts.local', ref(content)));
      expect(look).toEqual({ path: file, resolved: file, bytes: 11 });
      expect((await facts())[content]).not.toHaveProperty('copy');
      value(await engine.call('artifacts.readLocal', { ...ref(content), path: file }));
      expect((await facts())[content]?.copy).toMatchObject({
        from: 'file',
        place: file,
        bytes: 11,
        sha256: metadata.sha256,
      });
    }
    const { base64 } = value(await engine.call('artifacts.bytes', { ...ref(1), from: 0, length: 100 }));
    expect(Buffer.from(base64, 'base64').toString()).toBe('Type: here\n');
  });

  it('that a link leads to is shown with where it lies, and not read when it leads elsewhere by then', async () => {
    const folder = engines.folder();
    const [link, here, there] = ['link.txt', 'here.txt', 'there.txt'].map((name) => join(folder, name)) as [
      string,
      string,
      string,
    ];
    writeFileSync(here, 'here');
    writeFileSync(there, 'there');
    symlinkSync(here, link);
    const { engine, file } = await named([{ url: 'x:y', metadata: { sourcePath: `${folder}/sub/../link.txt` } }]);
    mkdirSync(join(folder, 'sub'));
    expect(value(await engine.call('artifacts.local', file()))).toMatchObject({ resolved: here, bytes: 4 });
    symlinkSync(there, `${link}.new`);
    renameSync(`${link}.new`, link);
    const reply = await engine.call('artifacts.readLocal', { ...file(), path: here });
    expect(messageOf(reply)).toContain('leads to another file by now');
  });

  it('is never one of Loupe, by whatever name', async () => {
    const dataDir = engines.folder();
    const folder = engines.folder();
    writeFileSync(join(dataDir, 'vault.json'), 'secret');
    mkdirSync(join(dataDir, 'below'));
    writeFileSync(join(dataDir, 'below', 'session.jsonl'), 'said');
    symlinkSync(join(dataDir, 'vault.json'), join(folder, 'link'));
    symlinkSync(dataDir, join(folder, 'folder'));
    linkSync(join(dataDir, 'vault.json'), join(folder, 'second-name'));
    const paths = [
      join(dataDir, 'vault.json'),
      join(dataDir, 'below', 'session.jsonl'),
      join(folder, 'link'),
      join(folder, 'folder', 'vault.json'),
      join(folder, 'second-name'),
      `${folder}/../${dataDir.split('/').pop()}/vault.json`,
    ];
    const parts = paths.map((sourcePath) => ({ url: 'x:y', metadata: { sourcePath } }));
    const { engine, file } = await named(parts, { dataDir });
    for (const [content, path] of paths.entries()) {
      expect(messageOf(await engine.call('artifacts.local', file(content))), path).toContain('belongs to Loupe');
      const read = await engine.call('artifacts.readLocal', { ...file(content), path: join(dataDir, 'vault.json') });
      expect(messageOf(read), path).toContain('belongs to Loupe');
    }
  });

  it('is a regular file that is there and not too large', async () => {
    const folder = engines.folder();
    execFileSync(MAKE_PIPE, [join(folder, 'pipe')]);
    symlinkSync('/dev/zero', join(folder, 'zero'));
    writeFileSync(join(folder, 'large'), '');
    truncateSync(join(folder, 'large'), LOCAL_LIMIT_BYTES + 1);
    const names = ['', 'pipe', 'zero', 'large', 'missing', 'large/below'];
    const parts = names.map((name) => ({ url: 'x:y', metadata: { sourcePath: join(folder, name) } }));
    const { engine, file } = await named(parts);
    const said = await Promise.all(
      names.map(async (_, at) => messageOf(await engine.call('artifacts.local', file(at)))),
    );
    expect(said).toEqual([
      expect.stringContaining('is a folder'),
      expect.stringContaining('no regular file'),
      expect.stringContaining('a device'),
      expect.stringContaining('larger than the 64 MiB'),
      expect.stringContaining('There is no file'),
      expect.stringContaining('There is no file'),
    ]);
  });

  it('is offered by hosts that read files only, and for agents of this computer', async () => {
    const file = join(engines.folder(), 'a');
    writeFileSync(file, 'x');
    const part = { url: pathToFileURL(file).href };
    const one = await named([part], { capabilities: { dialogs: false, externalLinks: false, vault: 'none' } });
    expect(value(await one.engine.call('artifacts.local', one.file()))).toBeNull();
    expect(await one.engine.call('artifacts.readLocal', { ...one.file(), path: file })).toMatchObject({
      error: { code: 'not-supported' },
    });
    await server?.close();
    const two = await named([part, { text: 'inline' }, { url: 'https://far.example/a' }]);
    expect(value(await two.engine.call('artifacts.local', two.file(1)))).toBeNull();
    expect(value(await two.engine.call('artifacts.local', two.file(2)))).toBeNull();
    value(await two.engine.call('agents.remove', { agent: two.agent }));
    expect(value(await two.engine.call('artifacts.local', two.file(0)))).toBeNull();
    expect(readFileSync(file, 'utf8')).toBe('x');
  });
});
