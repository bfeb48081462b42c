import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readArgs } from './args.ts';

const linux = { env: {}, platform: 'linux', home: '/home/ada' };
const read = (argv: string[], surroundings: Parameters<typeof readArgs>[1] = linux) => {
  const args = readArgs(argv, surroundings);
  if (!args.ok) throw new Error(args.error.message);
  return args.value;
};

describe('readArgs', () => {
  it('has defaults', () => {
    expect(read([])).toEqual({
      port: 0,
      dataDir: join('/home/ada', '.local', 'share', 'loupe-web'),
      sample: false,
      open: true,
      help: false,
    });
  });

  it('reads every argument in both spellings', () => {
    const expected = { port: 4100, dataDir: resolve('/tmp/x'), sample: true, open: false };
    expect(read(['--port', '4100', '--data-dir', '/tmp/x', '--sample', '--no-open'])).toMatchObject(expected);
    expect(read(['--no-open', '--sample', '--data-dir=/tmp/x', '--port=4100'])).toMatchObject(expected);
  });

  it('prefers the argument to the environment to the default folder', () => {
    const env = { LOUPE_DATA_DIR: '/data/env', XDG_DATA_HOME: '/data/xdg' };
    expect(read(['--data-dir', '/data/arg'], { ...linux, env }).dataDir).toBe(resolve('/data/arg'));
    expect(read([], { ...linux, env }).dataDir).toBe(resolve('/data/env'));
    expect(read([], { ...linux, env: { XDG_DATA_HOME: '/data/xdg' } }).dataDir).toBe(join('/data/xdg', 'loupe-web'));
    expect(read([], { ...linux, env: { XDG_DATA_HOME: 'xdg' } }).dataDir).toContain('ada');
  });

  it('knows where other platforms keep data', () => {
    expect(read([], { ...linux, platform: 'darwin' }).dataDir).toContain('Application Support');
    expect(read([], { env: { LOCALAPPDATA: '/local' }, platform: 'win32', home: '/h' }).dataDir).toBe(
      join('/local', 'loupe-web'),
    );
  });

  it.each([
    [['--port']],
    [['--port', 'x']],
    [['--port', '65536']],
    [['--port=-1']],
    [['--data-dir']],
    [['--what']],
    [['x']],
  ])('refuses %j', (argv) => {
    expect(readArgs(argv, linux)).toMatchObject({ ok: false, error: { code: 'bad-input' } });
  });
});
