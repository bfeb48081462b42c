/** The part of a Markdown tree that this needs; the whole types belong to the parser. */
interface MarkdownNode {
  type: string;
  value?: string;
  children?: MarkdownNode[];
}

/**
 * A remark plugin that turns HTML in Markdown into the text it was written as. Dropping it would hide what the agent
 * sent, and rendering it is out of the question.
 */
export const htmlAsText = () => (tree: MarkdownNode) => change(tree);

function change(node: MarkdownNode): void {
  for (const child of node.children ?? []) {
    if (child.type !== 'html') {
      change(child);
      continue;
    }
    const text = { type: 'text', value: child.value ?? '' };
    // Inside a paragraph HTML is a word among others; elsewhere it is a block of its own.
    if (node.type === 'paragraph' || node.type === 'heading' || node.type === 'tableCell' || INLINE.has(node.type)) {
      Object.assign(child, text);
    } else {
      delete child.value;
      Object.assign(child, { type: 'paragraph', children: [text] });
    }
  }
}

const INLINE: ReadonlySet<string> = new Set(['emphasis', 'strong', 'delete', 'link']);
