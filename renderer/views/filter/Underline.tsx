import type { Ref } from 'react';
import type { Filter, FilterIssue } from '../../../shared/replay/filter/filter.ts';

interface UnderlineProps {
  filter: Filter;
  /** What to underline, in any order. */
  shown: readonly FilterIssue[];
  ref: Ref<HTMLSpanElement>;
}

/** The field's text once more, without colour, so that parts of it can be underlined. */
export function Underline({ filter: { source }, shown, ref }: UnderlineProps) {
  const pieces: { text: string; wrong: boolean }[] = [];
  let at = 0;
  for (const { from, to } of [...shown].sort((one, other) => one.from - other.from)) {
    if (from < at) continue;
    pieces.push({ text: source.slice(at, from), wrong: false }, { text: source.slice(from, to), wrong: true });
    at = to;
  }
  return (
    <span className="filter-under" aria-hidden="true" ref={ref}>
      {pieces.map((piece, index) => (
        <span key={index} className={piece.wrong ? 'filter-wrong' : undefined}>
          {piece.text}
        </span>
      ))}
    </span>
  );
}
