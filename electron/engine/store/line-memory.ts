import type { EntryLines } from './offsets.ts';

/** Most bytes that are kept from one line to the next. */
const KEPT_BYTES = 1024 * 1024;

/**
 * Reads lines as text, one after the other into the same memory: as a buffer of its own each line would be garbage that
 * the runtime counts late. Whoever reads while another line is on its way gets other memory.
 */
export class LineMemory {
  #held: Buffer | undefined;

  /** The text of the first of some lines. */
  async text(lines: (memory: Buffer | undefined) => Promise<EntryLines | undefined>): Promise<string | undefined> {
    const memory = this.#take();
    const found = await lines(memory);
    const text = found?.bytes.toString('utf8', 0, found.end(0));
    this.#keep(memory);
    this.#keep(found?.bytes);
    return text;
  }

  #take(): Buffer | undefined {
    const memory = this.#held;
    this.#held = undefined;
    return memory;
  }

  #keep(memory: Buffer | undefined): void {
    if (memory && memory.length <= KEPT_BYTES && memory.length > (this.#held?.length ?? 0)) this.#held = memory;
  }
}
