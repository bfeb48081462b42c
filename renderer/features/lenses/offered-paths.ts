import type { EventPath } from '../../../shared/lenses/user/event-paths.ts';

let offered: readonly EventPath[] = [];

/** Sets what the editor completes paths from: those of the event beside it. */
export function offerPaths(paths: readonly EventPath[]): void {
  offered = paths;
}

/** The paths to offer in a lens whose items come from `items`: those below an item begin with `@`. */
export function pathsFor(items: string | undefined): EventPath[] {
  const own =
    items === undefined
      ? []
      : offered
          .filter(({ path }) => path.startsWith(items) && path.length > items.length)
          .map(({ path, value }) => ({ path: `@${path.slice(items.length)}`, value }));
  return [...own, ...offered];
}

/** The text of a JSON string value around a column (from 1) of a line, without its quotes; undefined on a key or outside. */
export function stringAround(line: string, column: number): { start: number; end: number } | undefined {
  const strings = /"((?:[^"\\]|\\.)*)("?)/g;
  for (let found = strings.exec(line); found !== null; found = strings.exec(line)) {
    const start = found.index + 2;
    const end = start + (found[1] as string).length;
    if (column < start) return undefined;
    if (column > end) continue;
    const isKey = /^\s*:/.test(line.slice(end + (found[2] as string).length - 1));
    return isKey ? undefined : { start, end };
  }
  return undefined;
}
