/** Depth past which nesting is no longer indented further; keeps hostile input from making lines endless. */
const INDENT_DEPTH_LIMIT = 64;

/**
 * Re-indents JSON text without parsing it: key order, number lexemes and string escapes stay as received.
 * Text that is not JSON comes back with its own characters all there, only spaced differently.
 */
export function indentJson(text: string, step = '  '): string {
  const out: string[] = [];
  let depth = 0;
  let from = 0;
  const breakLine = () => `\n${step.repeat(Math.min(depth, INDENT_DEPTH_LIMIT))}`;
  const flush = (to: number) => {
    if (to > from) out.push(text.slice(from, to));
  };
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (c === 0x22) {
      i = endOfString(text, i);
      continue;
    }
    if (c === 0x20 || c === 0x0a || c === 0x0d || c === 0x09) {
      flush(i);
      from = i + 1;
    } else if (c === 0x7b || c === 0x5b) {
      flush(i + 1);
      from = i + 1;
      const close = nextSolid(text, i + 1);
      if (text.charCodeAt(close) === (c === 0x7b ? 0x7d : 0x5d)) {
        out.push(text.charAt(close));
        i = close;
        from = i + 1;
      } else {
        depth++;
        out.push(breakLine());
      }
    } else if (c === 0x7d || c === 0x5d) {
      flush(i);
      depth = Math.max(0, depth - 1);
      out.push(breakLine());
      from = i;
    } else if (c === 0x2c) {
      flush(i + 1);
      out.push(breakLine());
      from = i + 1;
    } else if (c === 0x3a) {
      flush(i + 1);
      out.push(' ');
      from = i + 1;
    }
  }
  flush(text.length);
  return out.join('');
}

/** Index of the closing quote, or of the last character when the string never ends. */
function endOfString(text: string, open: number): number {
  for (let i = open + 1; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (c === 0x5c) i++;
    else if (c === 0x22) return i;
  }
  return text.length - 1;
}

function nextSolid(text: string, from: number): number {
  let i = from;
  while (i < text.length && ' \n\r\t'.includes(text.charAt(i))) i++;
  return i;
}
