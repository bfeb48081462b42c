/**
 * Numbers for values that repeat: 0 stands for undefined. Rows that follow each other mostly have the same value, so the
 * last one is tried first. Strings are compared by content, objects by identity.
 */
export class Interner<V extends string | object> {
  readonly #values: (V | undefined)[] = [undefined];
  readonly #ids = new Map<V, number>();
  readonly #byContent: boolean;
  #last: V | undefined;
  #lastId = 0;

  /** Without `byContent` only the last value is recognised again: objects are shared by neighbours, if at all. */
  constructor(byContent: boolean) {
    this.#byContent = byContent;
  }

  id(value: V | undefined): number {
    if (value === undefined) return 0;
    if (value === this.#last) return this.#lastId;
    let id = this.#byContent ? this.#ids.get(value) : undefined;
    if (id === undefined) {
      id = this.#values.length;
      this.#values.push(value);
      if (this.#byContent) this.#ids.set(value, id);
    }
    this.#last = value;
    this.#lastId = id;
    return id;
  }

  value(id: number): V | undefined {
    return this.#values[id];
  }
}
