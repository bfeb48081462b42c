import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const css = readFileSync(new URL('tokens.css', import.meta.url), 'utf8');

/** Declarations of the first block after a selector. */
function declarations(selector: string): string[] {
  const start = css.indexOf('{', css.indexOf(selector)) + 1;
  return css
    .slice(start, css.indexOf('}', start))
    .split(';')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

describe('design tokens', () => {
  it('has one light theme, chosen or by the system', () => {
    expect(declarations(':root:not([data-theme])')).toEqual(declarations('\n[data-theme="light"]'));
  });

  it('defines the same colours in both themes', () => {
    const names = (selector: string) => declarations(selector).map((line) => line.split(':')[0]);
    expect(names('\n[data-theme="light"]').sort()).toEqual(names('[data-theme="dark"]').sort());
  });
});
