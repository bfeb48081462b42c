const LF = 10;
const CR = 13;
const SPACE = 32;
const COLON = 58;
const BYTE_ORDER_MARK = 0xfeff;

/** Where the block's content ends: before its trailing line ends. */
function contentEnd(block: string): number {
  let end = block.length;
  while (end > 0) {
    const code = block.charCodeAt(end - 1);
    if (code !== LF && code !== CR) break;
    end--;
  }
  return end;
}

/**
 * The data of one event block (WHATWG HTML §9.2.6): `data` values joined with line feeds, one leading space of each
 * value dropped. Line ends may be CR, LF or CRLF. Undefined when the block has no `data` line at all; the empty string
 * when it has one without a value.
 */
export function sseData(block: string): string | undefined {
  // One `data:` line is what agents send nearly always, and it needs no copy.
  if (block.startsWith('data:')) {
    const end = contentEnd(block);
    const lineFeed = block.indexOf('\n', 5);
    const carriage = block.indexOf('\r', 5);
    if ((lineFeed < 0 || lineFeed >= end) && (carriage < 0 || carriage >= end)) {
      if (end <= 5) return '';
      return block.slice(block.charCodeAt(5) === SPACE ? 6 : 5, end);
    }
  }
  return manyLines(block);
}

function manyLines(block: string): string | undefined {
  let data: string | undefined;
  let start = block.charCodeAt(0) === BYTE_ORDER_MARK ? 1 : 0;
  while (start < block.length) {
    let end = start;
    while (end < block.length) {
      const code = block.charCodeAt(end);
      if (code === LF || code === CR) break;
      end++;
    }
    if (block.startsWith('data', start)) {
      const after = start + 4;
      if (after === end) data = data === undefined ? '' : `${data}\n`;
      else if (block.charCodeAt(after) === COLON) {
        const from = after + 1 < end && block.charCodeAt(after + 1) === SPACE ? after + 2 : after + 1;
        const value = block.slice(from, end);
        data = data === undefined ? value : `${data}\n${value}`;
      }
    }
    start = block.charCodeAt(end) === CR && block.charCodeAt(end + 1) === LF ? end + 2 : end + 1;
  }
  return data;
}

/** The comment text of a block without data: its lines without the leading colon, joined with spaces. */
export function sseComment(block: string): string {
  let text = '';
  for (const line of block.split(/\r\n|\r|\n/)) {
    if (line === '') continue;
    const part = line.startsWith(':') ? line.slice(1).trim() : line;
    if (part !== '') text = text === '' ? part : `${text} ${part}`;
  }
  return text;
}

/** Separator in front of each value of a JSON text sequence (RFC 7464 §2.2). */
const RECORD_SEPARATOR = 30;

/** The JSON text of one line of a stream of JSON values; undefined for an empty line, which keeps the connection open. */
export function lineData(line: string): string | undefined {
  let start = line.charCodeAt(0) === BYTE_ORDER_MARK ? 1 : 0;
  while (line.charCodeAt(start) === RECORD_SEPARATOR) start++;
  const data = line.slice(start).trim();
  return data === '' ? undefined : data;
}
