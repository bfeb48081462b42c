import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import ReactMarkdown from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { describe, expect, it } from 'vitest';
import { isPlainLine } from './plain-line.ts';

const html = (text: string) =>
  renderToStaticMarkup(createElement(ReactMarkdown, { remarkPlugins: [remarkGfm], children: text }));
const asParagraph = (text: string) => renderToStaticMarkup(createElement('p', null, text));

const PIECES = [
  ...'*_`[]<>~|\\&!@#+-=>1.)( "\'/:?;,{}$^%a日я\n'.split(''),
  '://',
  'www.',
  'http',
  '1. ',
  '- ',
  '    ',
  'a@b.c',
  '---',
  '===',
  '<b>',
  '&amp;',
  'word ',
];

describe('isPlainLine', () => {
  it('says yes only where Markdown shows the line as it stands', () => {
    let yes = 0;
    let seed = 7;
    const next = (limit: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return seed % limit;
    };
    for (let round = 0; round < 3_000; round++) {
      let text = '';
      for (let i = next(6) + 1; i > 0; i--) text += PIECES[next(PIECES.length)];
      if (!isPlainLine(text) || text.trim() !== text) continue;
      yes++;
      expect(html(text), JSON.stringify(text)).toBe(asParagraph(text));
    }
    expect(yes).toBeGreaterThan(100);
  });

  it('takes ordinary sentences', () => {
    for (const text of ['Let me look.', 'Создаю файл: 3 из 5', '完了しました。', 'a-b, c (d)'])
      expect(isPlainLine(text)).toBe(true);
  });
});
