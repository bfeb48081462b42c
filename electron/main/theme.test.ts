import { describe, expect, it } from 'vitest';
import { inTheme } from './theme.ts';

const PAGE = Buffer.from('<!doctype html>\n<html lang="en"><p>日本</p></html>');

describe('a page in the theme of the setting', () => {
  it.each(['dark', 'light'])('begins in %s', (theme) => {
    expect(inTheme(PAGE, theme).toString()).toBe(
      `<!doctype html>\n<html data-theme="${theme}" lang="en"><p>日本</p></html>`,
    );
  });

  it.each(['system', undefined, 7, '"><script>'])('follows the system for %j', (setting) => {
    expect(inTheme(PAGE, setting)).toBe(PAGE);
  });
});
