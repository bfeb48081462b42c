/** Edits two words may differ by and still be taken for a slip of the finger. */
const MAX_DISTANCE = 3;

/** Number of single-character insertions, removals and replacements between two words (Levenshtein). */
export function distance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const replace = (previous[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      row.push(Math.min(replace, (previous[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1));
    }
    previous = row;
  }
  return previous[b.length] ?? 0;
}

/** The known word nearest to a mistyped one, or undefined when none is near enough to be worth naming. */
export function closest(word: string, known: readonly string[]): string | undefined {
  let best: string | undefined;
  let bestDistance = Math.min(MAX_DISTANCE, Math.ceil(word.length / 2)) + 1;
  for (const candidate of known) {
    const score = candidate.startsWith(word) ? 1 : distance(word, candidate);
    if (score < bestDistance) {
      best = candidate;
      bestDistance = score;
    }
  }
  return best;
}
