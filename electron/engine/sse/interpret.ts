import { createParser, type EventSourceParser } from 'eventsource-parser';

/** What the lines of one block say besides their data. */
export interface SseFields {
  event?: string;
  id?: string;
  /** Milliseconds. */
  retry?: number;
}

const NONE: SseFields = Object.freeze({});
const ID_LINE = /(?:^|\n)id(?::[ ]?([^\n\0]*)|)(?=\n)/g;

/** True for a block of exactly one `data:` line: nothing in it needs a parser. */
function isPlain(block: string): boolean {
  if (!block.startsWith('data:')) return false;
  const end = block.indexOf('\n');
  return end === block.length - 2 && block.charCodeAt(end + 1) === 10;
}

/**
 * Reads the fields of complete blocks as the HTML standard says (§9.2.6 "Interpreting an event stream").
 * One interpreter serves one stream; blocks are given in order, with any line ends.
 */
export function createInterpreter(): (block: string) => SseFields {
  let fields: SseFields = {};
  let dispatched = false;
  const parser: EventSourceParser = createParser({
    onEvent(message) {
      dispatched = true;
      if (message.event !== undefined) fields.event = message.event;
      if (message.id !== undefined) fields.id = message.id;
    },
    onRetry(ms) {
      fields.retry = ms;
    },
  });
  let first = true;

  return (block) => {
    const isFirst = first;
    first = false;
    if (isPlain(block)) return NONE;
    fields = {};
    dispatched = false;
    // The parser's way for CR looks ahead over the rest of the text at every line; with LF only it is linear.
    let text = block.includes('\r') ? block.replace(/\r\n?/g, '\n') : block;
    if (isFirst && text.charCodeAt(0) === 0xfeff) text = text.slice(1);
    parser.feed(text);
    if (!dispatched) {
      // The standard takes over the id of a block without data; the parser forgets it.
      for (const match of text.matchAll(ID_LINE)) fields.id = match[1] ?? '';
    }
    return fields;
  };
}
