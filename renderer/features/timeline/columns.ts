/** Numbers kept at first. */
const BEGIN = 1_024;

interface NumberArray {
  readonly length: number;
  [index: number]: number;
  set(values: ArrayLike<number>): void;
}

/** A list of numbers that grows at its end, outside the JS heap: a log has a million rows. */
export class Column<A extends NumberArray> {
  length = 0;
  readonly #make: (length: number) => A;
  #values: A;

  constructor(make: (length: number) => A) {
    this.#make = make;
    this.#values = make(BEGIN);
  }

  push(value: number): void {
    if (this.length === this.#values.length) {
      const more = this.#make(this.length * 2);
      more.set(this.#values);
      this.#values = more;
    }
    this.#values[this.length++] = value;
  }

  /** The number at an index below `length`. */
  at(index: number): number {
    return this.#values[index] as number;
  }
}

export const wholeNumbers = () => new Column((length) => new Int32Array(length));
export const fractions = () => new Column((length) => new Float64Array(length));
export const smallNumbers = () => new Column((length) => new Uint8Array(length));
