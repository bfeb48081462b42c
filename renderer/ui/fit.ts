/**
 * How many of the items stand in a row of this width, from the left; the rest go behind a button of `more` px.
 * All widths and the gap in px.
 */
export function fitCount(widths: readonly number[], gap: number, available: number, more: number): number {
  let used = 0;
  for (const [index, width] of widths.entries()) {
    used += width + (index === 0 ? 0 : gap);
    if (used > available) {
      let count = index;
      let kept = used - width - (index === 0 ? 0 : gap);
      while (count > 0 && kept + gap + more > available) {
        count -= 1;
        kept -= (widths[count] ?? 0) + (count === 0 ? 0 : gap);
      }
      return count;
    }
  }
  return widths.length;
}
