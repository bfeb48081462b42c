import { Pieces } from './pieces.ts';

const LF = 10;
const CR = 13;
const BOM = 0xfeff;

/** Called with the verbatim text of each block, its blank line included. */
export type OnBlock = (text: string) => void;

/**
 * Cuts a text stream into SSE blocks. Lines end with LF, CRLF or CR, mixed at will, and the text may be cut anywhere.
 * A block ends with an empty line; several empty lines in a row that arrive together form one block of their own.
 * Joining everything handed out gives the stream back.
 */
export class BlockSplitter {
  readonly #onBlock: OnBlock;
  readonly #open = new Pieces();
  /** The current line has no character yet. */
  #emptyLine = true;
  /** The last character was the CR of a line end; a LF that follows belongs to it. */
  #afterCr = false;
  /** The line end before the current line was a CRLF. */
  #crlf = false;
  /** An empty line ended with CR: the block is complete but for a LF that may follow. */
  #awaitsLf = false;
  #start = true;

  constructor(onBlock: OnBlock) {
    this.#onBlock = onBlock;
  }

  /** Characters of the block that is not complete. */
  get openLength(): number {
    return this.#open.length;
  }

  /** The text of the block that is not complete. */
  openText(): string {
    return this.#open.peek();
  }

  /** Replaces the text of the open block by another spelling of it. */
  replaceOpen(text: string): void {
    this.#open.take();
    this.#open.add(text);
  }

  /** Ends the stream; returns what was left without its blank line. */
  end(): string {
    if (this.#awaitsLf) this.#emit('');
    return this.#open.take();
  }

  push(chunk: string): void {
    if (chunk === '') return;
    let text = chunk;
    if (this.#awaitsLf) {
      const follows = text.charCodeAt(0) === LF;
      this.#emit(follows ? '\n' : '');
      this.#afterCr = false;
      if (follows) text = text.slice(1);
    }
    if (text.includes('\r') || this.#afterCr) this.#pushMixed(text);
    else this.#pushLf(text);
  }

  #emit(rest: string): void {
    this.#awaitsLf = false;
    this.#emptyLine = true;
    this.#crlf = false;
    if (this.#open.length === 0) {
      if (rest !== '') this.#onBlock(rest);
      return;
    }
    this.#open.add(rest);
    this.#onBlock(this.#open.take());
  }

  /** Streams without CR: two LF in a row, or one at the beginning, end a block. */
  #pushLf(text: string): void {
    let from = 0;
    if (this.#open.length > 0) {
      let end: number;
      if (this.#emptyLine && text.charCodeAt(0) === LF) end = 1;
      else {
        const found = text.indexOf('\n\n');
        end = found < 0 ? -1 : found + 2;
      }
      if (end < 0) {
        this.#keep(text, 0);
        return;
      }
      this.#emit(text.slice(0, end));
      from = end;
    }
    while (from < text.length) {
      const first = text.charCodeAt(from);
      if (first === LF) {
        let end = from + 1;
        while (end < text.length && text.charCodeAt(end) === LF) end += 1;
        this.#onBlock(text.slice(from, end));
        from = end;
        continue;
      }
      const found = text.indexOf('\n\n', from);
      if (found < 0) {
        this.#keep(text, from);
        return;
      }
      this.#start = false;
      this.#onBlock(from === 0 && found + 2 === text.length ? text : text.slice(from, found + 2));
      from = found + 2;
    }
  }

  /** Keeps the rest of a text without CR as the beginning of the open block. */
  #keep(text: string, from: number): void {
    const rest = from === 0 ? text : text.slice(from);
    this.#open.add(rest);
    const onlyBom = this.#start && this.#open.length === 1 && rest.charCodeAt(0) === BOM;
    this.#emptyLine = onlyBom || rest.charCodeAt(rest.length - 1) === LF;
    if (!onlyBom) this.#start = false;
    this.#crlf = false;
  }

  /** Any mix of line ends, one line at a time. */
  #pushMixed(text: string): void {
    let from = 0;
    let at = 0;
    let nextCr = text.indexOf('\r');
    let nextLf = text.indexOf('\n');
    const length = text.length;
    if (this.#afterCr && text.charCodeAt(0) === LF) {
      at = 1;
      this.#crlf = true;
    }
    this.#afterCr = false;
    while (at < length) {
      if (nextCr >= 0 && nextCr < at) nextCr = text.indexOf('\r', at);
      if (nextLf >= 0 && nextLf < at) nextLf = text.indexOf('\n', at);
      const end = nextCr < 0 ? nextLf : nextLf < 0 ? nextCr : Math.min(nextCr, nextLf);
      if (end < 0) {
        this.#lineGoesOn(text.charCodeAt(at), length - at);
        break;
      }
      if (end > at) this.#lineGoesOn(text.charCodeAt(at), end - at);
      const cr = end === nextCr;
      const empty = this.#emptyLine;
      if (cr && end + 1 === length) {
        this.#afterCr = true;
        // In a stream of CRLF lines the LF is on its way; in one of CR lines it would never come.
        if (empty && this.#crlf) this.#awaitsLf = true;
        else if (empty) {
          this.#emit(text.slice(from));
          this.#afterCr = true;
          return;
        }
        this.#emptyLine = true;
        break;
      }
      const crlf = cr && text.charCodeAt(end + 1) === LF;
      at = crlf ? end + 2 : end + 1;
      this.#emptyLine = true;
      if (!empty) {
        this.#crlf = crlf;
        continue;
      }
      if (end === from && this.#open.length === 0) at = runEnd(text, at);
      this.#emit(text.slice(from, at));
      from = at;
    }
    if (from < length) this.#open.add(from === 0 ? text : text.slice(from));
  }

  #lineGoesOn(first: number, count: number): void {
    if (this.#start && first === BOM && this.#open.length === 0 && count === 1) return;
    this.#start = false;
    this.#emptyLine = false;
  }
}

/** Index after a run of empty lines; a CR at the very end is left, because its LF may follow. */
function runEnd(text: string, from: number): number {
  let at = from;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (code === LF) at += 1;
    else if (code === CR && at + 1 < text.length) at += text.charCodeAt(at + 1) === LF ? 2 : 1;
    else break;
  }
  return at;
}
