import { describe, expect, it } from 'vitest';
import { htmlAsText } from './html-as-text.ts';

describe('htmlAsText', () => {
  it('keeps HTML as text, within a line and as a block', () => {
    const tree = {
      type: 'root',
      children: [
        { type: 'html', value: '<script>x</script>' },
        { type: 'paragraph', children: [{ type: 'strong', children: [{ type: 'html', value: '<b>' }] }] },
        { type: 'listItem', children: [{ type: 'html', value: '<hr>' }] },
      ],
    };
    htmlAsText()(tree);
    expect(tree).toEqual({
      type: 'root',
      children: [
        { type: 'paragraph', children: [{ type: 'text', value: '<script>x</script>' }] },
        { type: 'paragraph', children: [{ type: 'strong', children: [{ type: 'text', value: '<b>' }] }] },
        { type: 'listItem', children: [{ type: 'paragraph', children: [{ type: 'text', value: '<hr>' }] }] },
      ],
    });
  });
});
