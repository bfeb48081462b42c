/**
 * A growing Markdown text cut into blocks that no longer change, so that a long stream costs what is new and not what
 * is there. Changed in place by `takeText`.
 */
export interface TextBlocks {
  /** Finished blocks, in order. Joined with `tail` they are the text. */
  blocks: string[];
  tail: string;
  /** Start of the tail, and of the first line that is not complete. */
  upTo: number;
  scanned: number;
  /** Fence of the code block that is open; empty outside of one. */
  fence: string;
  /** The line before was blank. */
  blank: boolean;
  /** Last characters of what was taken, to notice that another text took its place. */
  mark: string;
}

/** Blocks are at least this long, in characters, so that prose of many short paragraphs does not become many elements. */
const BLOCK_MIN = 400;
const MARK_CHARS = 24;

export const newTextBlocks = (): TextBlocks => ({
  blocks: [],
  tail: '',
  upTo: 0,
  scanned: 0,
  fence: '',
  blank: false,
  mark: '',
});

/** A line that goes on with what stands before the blank line: an indented one, or the next item of a list. */
const GOES_ON = /^(\s|[-*+]\s|\d{1,9}[.)]\s)/;
const FENCE = /^ {0,3}(`{3,}|~{3,})/;

/**
 * Takes the text as it is now. A text that has grown is looked at from where it had ended; any other text starts over.
 * Blocks end at blank lines outside of code and lists.
 */
export function takeText(state: TextBlocks, text: string): void {
  if (!text.startsWith(state.mark, Math.max(0, state.scanned - state.mark.length))) {
    Object.assign(state, newTextBlocks());
  }
  for (;;) {
    const end = text.indexOf('\n', state.scanned);
    if (end < 0) break;
    takeLine(state, text, text.slice(state.scanned, end));
    state.scanned = end + 1;
  }
  state.tail = text.slice(state.upTo);
  state.mark = text.slice(Math.max(0, state.scanned - MARK_CHARS), state.scanned);
}

function takeLine(state: TextBlocks, text: string, line: string): void {
  if (state.fence !== '') {
    const bare = line.trim();
    if (bare.startsWith(state.fence) && bare.replaceAll(state.fence.charAt(0), '') === '') state.fence = '';
    return;
  }
  if (line.trim() === '') {
    state.blank = true;
    return;
  }
  const fence = FENCE.exec(line)?.[1];
  if (state.blank && state.scanned - state.upTo >= BLOCK_MIN && (fence !== undefined || !GOES_ON.test(line))) {
    state.blocks.push(text.slice(state.upTo, state.scanned));
    state.upTo = state.scanned;
  }
  state.blank = false;
  if (fence !== undefined) state.fence = fence;
}
