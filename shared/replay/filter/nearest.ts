/** Steps between two words: letters put in, left out, changed, or swapped with their neighbour. */
function distance(one: string, other: string): number {
  let before: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let row = 1; row <= one.length; row++) {
    const next = [row];
    for (let column = 1; column <= other.length; column++) {
      const same = one[row - 1] === other[column - 1];
      let steps = Math.min(
        (last[column] as number) + 1,
        (next[column - 1] as number) + 1,
        (last[column - 1] as number) + (same ? 0 : 1),
      );
      if (row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1])
        steps = Math.min(steps, (before[column - 2] as number) + 1);
      next.push(steps);
    }
    before = last;
    last = next;
  }
  return last[other.length] as number;
}

/** The word of the list that was most likely meant; undefined when none is near. */
export function nearest(word: string, words: readonly string[]): string | undefined {
  const lower = word.toLowerCase();
  const whole = words.find((known) => lower !== '' && (known.startsWith(lower) || lower.startsWith(known)));
  if (whole !== undefined) return whole;
  let found: string | undefined;
  // A third of the letters may be wrong.
  let least = Math.max(1, Math.floor(lower.length / 3)) + 1;
  for (const known of words) {
    const steps = distance(lower, known);
    if (steps < least) [found, least] = [known, steps];
  }
  return found;
}
