import { at, type Pointer } from '../../../../shared/lib/pointer.ts';

/** A line of the tree. */
export interface JsonNode {
  parent: JsonNode | undefined;
  /** Key in an object, place in an array; empty for the root. */
  key: string | number;
  value: unknown;
  depth: number;
  open: boolean;
}

export const isBranch = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** How many values lie directly inside. */
export const sizeOf = (value: object): number => (Array.isArray(value) ? value.length : Object.keys(value).length);

/** Lines that are opened at once when a small value is shown. */
const OPEN_LINES = 200;

/** A JSON value as lines, of which only those whose branch is open exist. */
export class JsonOutline {
  lines: JsonNode[];

  constructor(value: unknown) {
    this.lines = [{ parent: undefined, key: '', value, depth: 0, open: false }];
    for (let index = 0; index < this.lines.length; index++) {
      const { value: inner } = this.lines[index] as JsonNode;
      if (isBranch(inner) && this.lines.length + sizeOf(inner) <= OPEN_LINES) this.open(index);
    }
    if (this.lines.length === 1) this.open(0);
  }

  toggle(index: number): void {
    if (this.lines[index]?.open) this.close(index);
    else this.open(index);
  }

  open(index: number): void {
    const node = this.lines[index];
    if (!node || node.open || !isBranch(node.value)) return;
    node.open = true;
    const inside = childrenOf(node);
    // Not `splice`: an argument list has an end, and an array may be longer.
    this.lines = this.lines.slice(0, index + 1).concat(inside, this.lines.slice(index + 1));
  }

  close(index: number): void {
    const node = this.lines[index];
    if (!node?.open) return;
    node.open = false;
    this.lines = this.lines.slice(0, index + 1).concat(this.lines.slice(this.after(index)));
  }

  /** Opens everything inside a line, the outer levels first, until there are `limit` lines. False when not all of it fits. */
  openAll(index: number, limit: number): boolean {
    const root = this.lines[index];
    if (!root) return true;
    const before = this.lines.slice(0, index);
    const behind = this.lines.slice(this.after(index));
    const inside = new Map<JsonNode, JsonNode[]>();
    let room = limit - before.length - behind.length - 1;
    let whole = true;
    // Level by level, so that what does not fit is deep inside and not the end of the whole.
    for (let level = [root]; level.length > 0; ) {
      const next: JsonNode[] = [];
      for (const node of level) {
        node.open = false;
        if (!isBranch(node.value)) continue;
        const size = sizeOf(node.value);
        if (size > room) {
          whole = false;
          continue;
        }
        room -= size;
        node.open = true;
        const children = childrenOf(node);
        inside.set(node, children);
        for (const child of children) next.push(child);
      }
      level = next;
    }
    const lines: JsonNode[] = [];
    const stack = [root];
    for (let node = stack.pop(); node; node = stack.pop()) {
      lines.push(node);
      const children = inside.get(node) ?? [];
      for (let at = children.length - 1; at >= 0; at--) stack.push(children[at] as JsonNode);
    }
    this.lines = before.concat(lines, behind);
    return whole;
  }

  /** Closes everything inside a line, but leaves the line itself open. */
  closeAll(index: number): void {
    if (!this.lines[index]?.open) return;
    this.close(index);
    this.open(index);
  }

  /** Line of the branch around a line; -1 for the root. */
  parentOf(index: number): number {
    const node = this.lines[index];
    return node?.parent ? this.lines.lastIndexOf(node.parent, index) : -1;
  }

  /** Opens what is around a value and gives its line. */
  reveal(path: readonly (string | number)[]): number {
    let index = 0;
    for (const key of path) {
      this.open(index);
      const parent = this.lines[index] as JsonNode;
      let next = index + 1;
      while (next < this.lines.length && !(this.lines[next]?.parent === parent && this.lines[next]?.key === key))
        next++;
      if (next >= this.lines.length) return index;
      index = next;
    }
    return index;
  }

  /** First line that is not inside a line. */
  private after(index: number): number {
    const depth = this.lines[index]?.depth ?? 0;
    let next = index + 1;
    while (next < this.lines.length && (this.lines[next]?.depth ?? 0) > depth) next++;
    return next;
  }
}

function childrenOf(parent: JsonNode): JsonNode[] {
  const depth = parent.depth + 1;
  const line = (key: string | number, value: unknown): JsonNode => ({ parent, key, value, depth, open: false });
  const { value } = parent;
  if (Array.isArray(value)) return value.map((one, index) => line(index, one));
  return Object.entries(value as object).map(([key, one]) => line(key, one));
}

/** Where a line is, as a JSON Pointer. */
export function pointerOf(node: JsonNode): Pointer {
  const steps: (string | number)[] = [];
  for (let one: JsonNode | undefined = node; one?.parent; one = one.parent) steps.unshift(one.key);
  return steps.reduce<Pointer>(at, '');
}

/** Paths of values whose key or own text holds the words, in order of the lines; `undefined` is a breath between them. */
export function* findJson(root: unknown, words: string): Generator<(string | number)[] | undefined> {
  const wanted = words.toLowerCase();
  /** Values looked at before somebody else may have a turn. */
  const BREATH = 500;
  let looked = 0;
  const path: (string | number)[] = [];
  function* walk(value: unknown): Generator<(string | number)[] | undefined> {
    if (++looked % BREATH === 0) yield undefined;
    const key = path[path.length - 1];
    const holds =
      (typeof key === 'string' && key.toLowerCase().includes(wanted)) ||
      (!isBranch(value) && String(value).toLowerCase().includes(wanted));
    if (holds) yield path.slice();
    if (!isBranch(value)) return;
    if (Array.isArray(value)) {
      for (let index = 0; index < value.length; index++) {
        path.push(index);
        yield* walk(value[index]);
        path.pop();
      }
      return;
    }
    for (const name in value) {
      path.push(name);
      yield* walk((value as Record<string, unknown>)[name]);
      path.pop();
    }
  }
  yield* walk(root);
}
