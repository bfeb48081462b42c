import { existsSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { describe, expect, it } from 'vitest';
import { createEngine } from './engine.ts';
import { createWarming, type StartIdle, warmUp } from './warm-up.ts';

const sent: string[] = [];
const idle: StartIdle = (http) =>
  createEngine({
    dataDir: '',
    host: 'cli',
    version: '0',
    platform: process.platform,
    capabilities: { dialogs: false, externalLinks: false, vault: 'none' },
    env: {},
    persist: false,
    http: {
      ...http,
      open(request, sink) {
        sent.push(request.method);
        return http.open(request, sink);
      },
    },
  });

const folders = () => readdirSync(tmpdir()).filter((name) => name.startsWith(`loupe-sessions-${process.pid}-`));

describe('the warm-up', () => {
  it('sends messages between other work, ends, and leaves nothing behind', async () => {
    let turns = 0;
    const timer = setInterval(() => {
      turns += 1;
    }, 1);
    const before = folders();
    sent.length = 0;
    await warmUp(idle, () => false).done;
    clearInterval(timer);
    expect(turns).toBeGreaterThan(20);
    expect(sent.filter((method) => method === 'POST').length).toBeGreaterThan(1);
    expect(folders()).toEqual(before);
    expect(existsSync('sessions')).toBe(false);
  });

  it('waits while there is real work, and goes on after it', async () => {
    let busy = true;
    sent.length = 0;
    const warm = warmUp(idle, () => busy);
    await new Promise((resolve) => setTimeout(resolve, 250));
    expect(sent).toEqual([]);
    busy = false;
    await expect.poll(() => sent.includes('POST')).toBe(true);
    warm.stop();
    await warm.done;
  });

  it('ends soon after it is stopped, also while it waits', async () => {
    sent.length = 0;
    const warm = warmUp(idle, () => true);
    warm.stop();
    await warm.done;
    expect(sent).toEqual([]);
  });

  it('holds as long as somebody keeps asking', async () => {
    sent.length = 0;
    const warming = createWarming(idle, () => false);
    warming.begin();
    const asking = setInterval(() => warming.hold(), 20);
    await new Promise((resolve) => setTimeout(resolve, 900));
    expect(sent).toEqual([]);
    clearInterval(asking);
    await expect.poll(() => sent.includes('POST')).toBe(true);
    await warming.end();
  });
});
