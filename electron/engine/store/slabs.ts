import { MAX_BYTES_PER_UNIT, SLAB_BYTES } from '../limits.ts';

interface Slab {
  /** Offset in the file of its first byte. */
  start: number;
  used: number;
  /** Absent once dropped. */
  bytes: Buffer | undefined;
}

/** Slabs that are kept to be used again. */
const SPARE_SLABS = 3;

/** Recorded lines as bytes outside the JS heap. The session file is the slabs one after the other. */
export class Slabs {
  readonly #slabBytes: number;
  #slabs: Slab[] = [];
  #firstResident = 0;
  #resident = 0;
  /** Memory of dropped slabs, used again by the next ones: fresh pages cost more than writing them, and as garbage they would wait for the collector. */
  readonly #spares: Buffer[] = [];

  constructor(slabBytes: number = SLAB_BYTES) {
    this.#slabBytes = slabBytes;
  }

  /** Bytes appended so far. */
  get size(): number {
    const last = this.#slabs[this.#slabs.length - 1];
    return last ? last.start + last.used : 0;
  }

  /** Appends text, returns its offset. A text is never split between slabs. */
  append(text: string): number {
    let slab = this.#slabs[this.#slabs.length - 1];
    if (!slab?.bytes || slab.used + text.length * MAX_BYTES_PER_UNIT > slab.bytes.length) {
      const bytes = Buffer.byteLength(text, 'utf8');
      if (!slab?.bytes || slab.used + bytes > slab.bytes.length) slab = this.#add(bytes);
    }
    const buffer = slab.bytes as Buffer;
    const offset = slab.start + slab.used;
    slab.used += buffer.write(text, slab.used, 'utf8');
    return offset;
  }

  /** Makes room for `bound` bytes behind what is there; the writer starts at `used`, then calls `commit`. */
  reserve(bound: number): { bytes: Buffer; used: number } {
    const slab = this.#slabs[this.#slabs.length - 1];
    const held = slab?.bytes && slab.used + bound <= slab.bytes.length ? slab : this.#add(bound);
    return held as { bytes: Buffer; used: number };
  }

  /** Takes over what was written up to `end` in the reserved buffer; returns its offset. */
  commit(end: number): number {
    const slab = this.#slabs[this.#slabs.length - 1] as Slab;
    const offset = slab.start + slab.used;
    slab.used = end;
    return offset;
  }

  #add(atLeast: number): Slab {
    const spare = atLeast <= this.#slabBytes ? this.#spares.pop() : undefined;
    const bytes = spare ?? Buffer.allocUnsafeSlow(Math.max(this.#slabBytes, atLeast));
    const slab: Slab = { start: this.size, used: 0, bytes };
    this.#slabs.push(slab);
    this.#resident += bytes.length;
    return slab;
  }

  /** The bytes from an offset to the end of what its slab holds; undefined when that slab was dropped. */
  from(offset: number): Buffer | undefined {
    const slab = this.#slabs[this.#find(offset)];
    if (!slab?.bytes) return undefined;
    return slab.bytes.subarray(offset - slab.start, slab.used);
  }

  /** What is held from an offset on, slab by slab, at most `count` of them; empty when the first one was dropped. */
  piecesFrom(offset: number, count: number): Buffer[] {
    const pieces: Buffer[] = [];
    for (let index = this.#find(offset); pieces.length < count; index += 1) {
      const slab = this.#slabs[index];
      if (!slab?.bytes) break;
      const from = Math.max(offset - slab.start, 0);
      if (from < slab.used) pieces.push(slab.bytes.subarray(from, slab.used));
    }
    return pieces;
  }

  /** Drops slabs from the oldest on until at most `bound` bytes are held; those that end after `flushed` stay. */
  drop(bound: number, flushed: number): void {
    while (this.#resident > bound && this.#firstResident < this.#slabs.length - 1) {
      const slab = this.#slabs[this.#firstResident] as Slab;
      if (slab.start + slab.used > flushed) return;
      this.#resident -= slab.bytes?.length ?? 0;
      if (slab.bytes?.length === this.#slabBytes && this.#spares.length < SPARE_SLABS) this.#spares.push(slab.bytes);
      slab.bytes = undefined;
      this.#firstResident += 1;
    }
  }

  #find(offset: number): number {
    let low = 0;
    let high = this.#slabs.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#slabs[middle] as Slab).start <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}
