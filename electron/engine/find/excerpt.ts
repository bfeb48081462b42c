/** Characters before and after the place that was found. */
const BEFORE_CHARS = 40;
const AFTER_CHARS = 120;

/** The surroundings of the first place that a pattern matches, on one line; undefined when there is none. */
export function excerpt(text: string, pattern: RegExp): string | undefined {
  const at = text.search(pattern);
  if (at < 0) return undefined;
  const from = Math.max(0, at - BEFORE_CHARS);
  const to = Math.min(text.length, at + AFTER_CHARS);
  const line = text.slice(from, to).replace(/\s+/g, ' ').trim();
  return `${from > 0 ? '…' : ''}${line}${to < text.length ? '…' : ''}`;
}
