import { isBranch } from './json-outline.ts';

/** Values that are written in one go. */
const AT_ONCE_VALUES = 2_000;

/**
 * A JSON value in lines, as `JSON.stringify(value, null, 2)` writes it, piece by piece: between two pieces somebody else
 * may have a turn.
 */
export function* layOutInSlices(value: unknown, atOnce: number = AT_ONCE_VALUES): Generator<undefined, string> {
  const pieces: string[] = [];
  function* write(one: unknown, indent: string): Generator<undefined> {
    if (!isBranch(one) || valuesIn(one, atOnce) < atOnce) {
      // A line break stands only between lines: in a text it is escaped.
      pieces.push(JSON.stringify(one, null, 2).replace(/\n/g, `\n${indent}`));
      yield undefined;
      return;
    }
    const list = Array.isArray(one);
    const inner = `${indent}  `;
    let first = true;
    pieces.push(list ? '[' : '{');
    for (const [key, item] of list ? one.entries() : Object.entries(one)) {
      pieces.push(first ? `\n${inner}` : `,\n${inner}`);
      if (!list) pieces.push(`${JSON.stringify(key)}: `);
      yield* write(item, inner);
      first = false;
    }
    pieces.push(`\n${indent}${list ? ']' : '}'}`);
  }
  yield* write(value, '');
  return pieces.join('');
}

/** How many values lie inside, as far as `limit`. */
function valuesIn(value: object, limit: number): number {
  let count = 0;
  const stack: object[] = [value];
  for (let one = stack.pop(); one && count < limit; one = stack.pop()) {
    const items = Array.isArray(one) ? one : Object.values(one);
    count += items.length;
    if (count >= limit) return count;
    for (const item of items) if (isBranch(item)) stack.push(item);
  }
  return count;
}
