import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { menuTemplate } from './menu-template.ts';
import { BACKGROUNDS, backgroundFor } from './theme.ts';

/** Keys of the page that a menu would take away, Ctrl or Cmd held. */
const PAGE_KEYS = 'K P N L E B J F S D , 1 2 3 4 5 6 7 8 Enter Shift+Enter Alt+I Shift+F Shift+P Shift+J Shift+T'.split(
  ' ',
);

describe('menuTemplate', () => {
  it.each(['linux', 'win32', 'darwin'])('leaves the page its keys on %s', (platform) => {
    const items = menuTemplate(platform).flatMap((menu) => (Array.isArray(menu.submenu) ? menu.submenu : []));
    const taken = items.flatMap((item) => (item.accelerator ? [item.accelerator.replace('CmdOrCtrl+', '')] : []));
    expect(taken.filter((key) => PAGE_KEYS.includes(key))).toEqual([]);
    expect(taken).toContain('Shift+I');
  });

  it('has an application menu on macOS only', () => {
    expect(menuTemplate('darwin')[0]?.role).toBe('appMenu');
    expect(menuTemplate('linux').some((menu) => menu.role === 'appMenu')).toBe(false);
  });
});

describe('backgroundFor', () => {
  it('follows the setting, else the system', () => {
    expect(backgroundFor('light', true)).toBe(BACKGROUNDS.light);
    expect(backgroundFor('dark', false)).toBe(BACKGROUNDS.dark);
    expect(backgroundFor('system', true)).toBe(BACKGROUNDS.dark);
    expect(backgroundFor({}, false)).toBe(BACKGROUNDS.light);
  });

  it('has the colours of the page', () => {
    const tokens = readFileSync(new URL('../../renderer/tokens.css', import.meta.url), 'utf8');
    const colours = [...tokens.matchAll(/--bg-app:\s*(#[0-9a-f]+)/gi)].map((match) => match[1]);
    expect(colours.slice(0, 2)).toEqual([BACKGROUNDS.dark, BACKGROUNDS.light]);
  });
});
