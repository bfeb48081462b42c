const FIRST_CAPACITY = 1_024;
const LF = 10;

/** Neighbouring lines of a log. */
export interface EntryLines {
  bytes: Buffer;
  count: number;
  /** Where a line begins in `bytes`, by its number from 0. */
  start(line: number): number;
  /** Where its line feed is. Lines that are no entry may lie between it and the next one. */
  end(line: number): number;
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
   * `fill` reads bytes from an offset on, into `memory` when they have room there.
   */
  async read(
    index: number,
    end: number,
    room: number,
    fill: (into: Buffer, offset: number) => Promise<void>,
    memory?: Buffer,
  ): Promise<EntryLines | undefined> {
    const count = this.length;
    if (index < 0 || index >= count) return undefined;
    const edge = (at: number): number => (at < count ? this.at(at) : end);
    const first = this.at(index);
    let next = index + 1;
    for (let high = count; next < high; ) {
      const middle = (next + high + 1) >> 1;
      if (edge(middle) - first <= room) next = middle;
      else high = middle - 1;
    }
    const length = edge(next) - first;
    const bytes = memory && memory.length >= length ? memory.subarray(0, length) : Buffer.allocUnsafe(length);
    await fill(bytes, first);
    const start = (line: number) => this.at(index + line) - first;
    const feedOf = (line: number) => {
      const feed = bytes.indexOf(LF, start(line));
      return feed < 0 ? length : feed;
    };
    return { bytes, count: next - index, start, end: feedOf };
  }
}
