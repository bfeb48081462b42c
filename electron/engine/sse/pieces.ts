/** Small pieces that are joined into one, so that a block arriving byte by byte stays cheap. */
const JOIN_EVERY = 4_096;

/** Collects the pieces of one text in linear time and with few objects. */
export class Pieces {
  length = 0;
  #large: string[] = [];
  #small: string[] = [];

  add(piece: string): void {
    if (piece === '') return;
    this.length += piece.length;
    this.#small.push(piece);
    if (this.#small.length < JOIN_EVERY) return;
    this.#large.push(this.#small.join(''));
    this.#small = [];
  }

  /** Everything collected, then empty. */
  take(): string {
    const text = this.peek();
    this.length = 0;
    this.#large = [];
    this.#small = [];
    return text;
  }

  peek(): string {
    if (this.#large.length === 0) return this.#small.length === 1 ? (this.#small[0] as string) : this.#small.join('');
    return this.#large.join('') + this.#small.join('');
  }
}
