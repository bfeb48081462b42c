import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { loadWindowState, parseWindowState, placeWindow, saveWindowState } from './window-state.ts';

const folder = mkdtempSync(join(tmpdir(), 'loupe-window-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const wide = { x: 0, y: 24, width: 1920, height: 1056 };
const left = { x: -1280, y: 0, width: 1280, height: 1024 };

describe('placeWindow', () => {
  it('opens at the default size in the middle at first', () => {
    expect(placeWindow(undefined, [wide])).toEqual({ width: 1440, height: 900 });
  });

  it('never opens larger than the display', () => {
    expect(placeWindow(undefined, [{ x: 0, y: 0, width: 1280, height: 720 }])).toEqual({ width: 1280, height: 720 });
    const large = { x: -1200, y: 10, width: 3000, height: 2000 };
    expect(placeWindow(large, [wide, left])).toEqual({ x: -1200, y: 10, width: 1280, height: 1024 });
  });

  it('returns to its place on the display it was on', () => {
    const saved = { x: -1000, y: 100, width: 900, height: 700 };
    expect(placeWindow(saved, [wide, left])).toEqual(saved);
  });

  it('keeps its size and goes to the middle when its display is gone', () => {
    expect(placeWindow({ x: -1000, y: 100, width: 900, height: 700 }, [wide])).toEqual({ width: 900, height: 700 });
  });

  it('does not return to a place where no hand reaches it', () => {
    for (const place of [
      { x: 1900, y: 100 },
      { x: 100, y: -300 },
      { x: 100, y: 1070 },
      { x: -850, y: 100 },
    ]) {
      expect(placeWindow({ ...place, width: 900, height: 700 }, [wide])).toEqual({ width: 900, height: 700 });
    }
  });

  it('is never smaller than the page can be', () => {
    expect(placeWindow({ x: 10, y: 50, width: 1, height: 1 }, [wide])).toMatchObject({ width: 720, height: 480 });
    expect(placeWindow(undefined, [])).toEqual({ width: 1440, height: 900 });
  });
});

describe('window state file', () => {
  const state = { bounds: { x: 1, y: 2, width: 900, height: 700 }, maximized: true, fullScreen: false };

  it('comes back as it was saved', () => {
    const file = join(folder, 'deep', 'window-state.json');
    saveWindowState(file, state);
    expect(loadWindowState(file)).toEqual(state);
  });

  it('is not needed and not trusted', () => {
    expect(loadWindowState(join(folder, 'none.json'))).toBeUndefined();
    for (const text of [
      '',
      '{',
      'null',
      '[]',
      '{"bounds":{"x":1,"y":2,"width":3}}',
      '{"bounds":{"x":1,"y":2,"width":"9","height":1.5}}',
    ]) {
      expect(parseWindowState(text)).toBeUndefined();
    }
  });

  it('is no trouble when it cannot be written', () => {
    writeFileSync(join(folder, 'plain'), '');
    expect(() => saveWindowState(join(folder, 'plain', 'window-state.json'), state)).not.toThrow();
  });
});
