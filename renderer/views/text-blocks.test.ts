import { describe, expect, it } from 'vitest';
import { newTextBlocks, takeText } from './text-blocks.ts';

const paragraph = (word: string): string => `${`${word} `.repeat(120)}\n`;

function cut(text: string, step: number) {
  const state = newTextBlocks();
  for (let end = step; end < text.length + step; end += step) takeText(state, text.slice(0, end));
  return state;
}

describe('takeText', () => {
  const text = `${paragraph('one')}\n${paragraph('two')}\n\`\`\`ts\n${paragraph('code')}\n\n${paragraph('code')}\n\`\`\`\n\n${paragraph('three')}\nend`;

  it.each([1, 7, 100, 100_000])('loses nothing and cuts alike in steps of %i', (step) => {
    const state = cut(text, step);
    expect(state.blocks.join('') + state.tail).toBe(text);
    expect(state.blocks).toEqual(cut(text, 3).blocks);
  });

  it('cuts at blank lines and keeps code together', () => {
    const { blocks, tail } = cut(text, 50);
    expect(blocks).toHaveLength(3);
    expect(blocks[2]?.startsWith('```ts')).toBe(true);
    expect(blocks[2]?.trimEnd().endsWith('```')).toBe(true);
    expect(tail.startsWith('three ')).toBe(true);
  });

  it('keeps the items of a list together', () => {
    const list = `${paragraph('text')}\n- ${paragraph('a')}\n- ${paragraph('b')}\n  more\n\n1. ${paragraph('c')}\n`;
    expect(cut(list, 9).blocks).toHaveLength(0);
  });

  it('starts over with another text', () => {
    const state = cut(text, 50);
    takeText(state, paragraph('other'));
    expect(state.blocks).toEqual([]);
    expect(state.tail).toBe(paragraph('other'));
  });

  it('bears 10,000 deltas', () => {
    let text = '';
    const state = newTextBlocks();
    for (let i = 0; i < 10_000; i++) {
      text += `${'x'.repeat(20)}\n\n`;
      if (i % 50 === 0) takeText(state, text);
    }
    takeText(state, text);
    expect(state.blocks.join('') + state.tail).toBe(text);
    expect(state.blocks.length).toBeGreaterThan(100);
    expect(state.tail.length).toBeLessThan(1_000);
  });
});
