/**
 * React keys for the drawn rows of a long list. A row keeps its key while it is drawn; one that comes takes over the key
 * of one that left, so that its elements are filled anew instead of made. In a live list, where every row of the screen
 * may be another one with each frame, that is most of the work.
 */
export class RowKeys {
  #keys = new Map<string, number>();
  #next = 0;

  /** Keys for the rows to draw now, in their order. `ids` are unique in it. */
  of(ids: readonly string[]): number[] {
    const drawn = new Set(ids);
    const left: number[] = [];
    for (const [id, key] of this.#keys) if (!drawn.has(id)) left.push(key);
    const keys = new Map<string, number>();
    let taken = 0;
    for (const id of ids) keys.set(id, this.#keys.get(id) ?? left[taken++] ?? this.#next++);
    this.#keys = keys;
    return [...keys.values()];
  }
}
