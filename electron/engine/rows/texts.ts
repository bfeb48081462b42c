import { MAX_BYTES_PER_UNIT } from '../limits.ts';

/** Bytes of one piece; a text is never split. */
const PIECE_BYTES = 256 * 1024;

/** Short texts as UTF-8 outside the JS heap, addressed by place and length in bytes. */
export class Texts {
  readonly #pieces: Buffer[] = [];
  #used = 0;
  /** Bytes that the last `push` took. */
  lastBytes = 0;

  /** Whether a text surely goes into one piece, so that each place in it is a place of its own. */
  fits(text: string): boolean {
    return text.length * MAX_BYTES_PER_UNIT <= PIECE_BYTES;
  }

  /** Keeps a text, returns its place. */
  push(text: string): number {
    const full = this.#pieces.length === 0 || this.#used + text.length * MAX_BYTES_PER_UNIT > PIECE_BYTES;
    if (full) {
      const bytes = Buffer.byteLength(text);
      if (this.#pieces.length === 0 || this.#used + bytes > PIECE_BYTES) {
        this.#pieces.push(Buffer.allocUnsafeSlow(Math.max(PIECE_BYTES, bytes)));
        this.#used = 0;
      }
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
