import type { Row } from '../../../model/row.ts';
import { createFold } from '../fold.ts';
import type { Span, Spans, ToolSpan } from '../spans.ts';
import { createSpans } from '../spans.ts';
import { phasesOf } from '../spans-tool.ts';
import type { Tree } from '../tree.ts';
import { createTree } from '../tree.ts';
import type { SessionScript } from './session-script.ts';

export interface Played {
  rows: Row[];
  spans: Spans;
  tree: Tree;
}

/** Spans of a script as they grow live; with `reopened` the tree knows the whole session before the first row is taken. */
export function playSpans(script: SessionScript, reopened = false): Played {
  const fold = createFold();
  const tree = createTree();
  const rows = script.entries.map((entry) => fold.push(entry).row);
  const spans = createSpans(tree);
  if (reopened) for (const row of rows) tree.push(row);
  for (const row of rows) {
    if (!reopened) tree.push(row);
    spans.push(row);
  }
  return { rows, spans, tree };
}

const isIn = (span: Span, around: Span): boolean =>
  span.parent !== undefined && (span.parent === around || isIn(span.parent, around));

/** Spans as indented lines: kind, what or name, state. */
export function outlineOf(spans: Spans, around: Span = spans.session): string[] {
  const depth = (span: Span): number => (span.parent === undefined ? -1 : 1 + depth(span.parent));
  const lines: string[] = [];
  const tell = (parent: Span) => {
    for (const span of spans.all) {
      if (span.parent !== parent) continue;
      const words = [span.kind, span.what, span.kind === 'context' || span.kind === 'task' ? '' : span.name];
      const state = span.state === 'closed' ? '' : span.state;
      lines.push('  '.repeat(depth(span)) + [...words, state, span.failed ? 'failed' : ''].filter(Boolean).join(' '));
      tell(span);
    }
  };
  tell(around);
  return lines;
}

export const spansOf = (spans: Spans, kind: Span['kind'], around: Span = spans.session): Span[] =>
  spans.all.filter((span) => span.kind === kind && isIn(span, around));

export const partsOf = (span: Span | undefined): string[] =>
  phasesOf(span as ToolSpan).map(({ kind, from, to }) => `${kind} ${from}-${to ?? ''}`);
