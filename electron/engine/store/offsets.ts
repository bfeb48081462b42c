const FIRST_CAPACITY = 1_024;
const LF = 10;

/** Neighbouring lines of a log. */
export interface EntryLines {
  bytes: Buffer;
  /** Where each line begins in `bytes`, in their order. */
  starts: number[];
  /** Where each one's line feed is. */
  ends: number[];
}

/** A growing list of file offsets outside the JS heap. Doubles hold offsets up to 2^53. */
export class Offsets {
  #values = new Float64Array(FIRST_CAPACITY);
  length = 0;

  push(value: number): void {
    if (this.length === this.#values.length) {
      const larger = new Float64Array(this.#values.length * 2);
      larger.set(this.#values);
      this.#values = larger;
    }
    this.#values[this.length] = value;
    this.length += 1;
  }

  at(index: number): number {
    return this.#values[index] as number;
  }

  /**
   * The lines from an index on that fit `room` bytes, at least one. `end` is the offset after the last line there is;
   * `fill` reads bytes from an offset on.
   */
  async read(
    index: number,
    end: number,
    room: number,
    fill: (into: Buffer, offset: number) => Promise<void>,
  ): Promise<EntryLines | undefined> {
    const count = this.length;
    if (index < 0 || index >= count) return undefined;
    const edge = (at: number): number => (at < count ? this.at(at) : end);
    const first = this.at(index);
    let next = index + 1;
    while (next < count && edge(next + 1) - first <= room) next += 1;
    const bytes = Buffer.allocUnsafe(edge(next) - first);
    await fill(bytes, first);
    const starts: number[] = [];
    const ends: number[] = [];
    for (let at = index; at < next; at += 1) {
      const start = this.at(at) - first;
      // Lines that are no entry may lie between two that are.
      const feed = bytes.indexOf(LF, start);
      starts.push(start);
      ends.push(feed < 0 ? bytes.length : feed);
    }
    return { bytes, starts, ends };
  }
}
