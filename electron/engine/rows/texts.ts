/** Bytes of one piece; texts are short and never split. */
const PIECE_BYTES = 256 * 1024;
/** A UTF-8 character never takes more bytes than this per UTF-16 unit. */
const MAX_BYTES_PER_UNIT = 3;

/** Short texts as UTF-8 outside the JS heap, addressed by place and length in bytes. */
export class Texts {
  readonly #pieces: Buffer[] = [];
  #used = 0;
  /** Bytes that the last `push` took. */
  lastBytes = 0;

  /** Keeps a text, returns its place. */
  push(text: string): number {
    const bound = text.length * MAX_BYTES_PER_UNIT;
    if (this.#pieces.length === 0 || this.#used + bound > PIECE_BYTES) {
      this.#pieces.push(Buffer.allocUnsafeSlow(Math.max(PIECE_BYTES, bound)));
      this.#used = 0;
    }
    const piece = this.#pieces.length - 1;
    const place = piece * PIECE_BYTES + this.#used;
    this.lastBytes = (this.#pieces[piece] as Buffer).write(text, this.#used, 'utf8');
    this.#used += this.lastBytes;
    return place;
  }

  get(place: number, bytes: number): string {
    if (bytes === 0) return '';
    const piece = this.#pieces[Math.floor(place / PIECE_BYTES)] as Buffer;
    const from = place % PIECE_BYTES;
    return piece.toString('utf8', from, from + bytes);
  }
}
