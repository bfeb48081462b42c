import type { GroupSpan, Span, SpanKind, Spans, ToolSpan } from '../../../shared/a2a/reduce/spans.ts';
import { type Phase, phasesOf } from '../../../shared/a2a/reduce/spans-tool.ts';

/** Which steps are listed; the tasks and turns around them always are. */
export type StepFilter = 'all' | 'tools' | 'thinking' | 'artifacts';

const KINDS: Record<Exclude<StepFilter, 'all'>, SpanKind> = {
  tools: 'tool',
  thinking: 'thinking',
  artifacts: 'artifact',
};

/** One line of the list: a span, or a part of a tool call. */
export interface OutlineRow {
  key: string;
  span: Span;
  phase?: Phase;
  /** From 0. */
  depth: number;
  /** Undefined where there is nothing to unfold. */
  open?: boolean;
}

/** What the person folded and unfolded; outlives an outline. */
export interface Folding {
  /** Groups and turns that are folded. */
  closed: Set<Span>;
  /** Tool calls that show their parts, and those that were folded by hand. */
  opened: Set<Span>;
  shut: Set<Span>;
}

export const newFolding = (): Folding => ({ closed: new Set(), opened: new Set(), shut: new Set() });

/** Calls that show their parts without being asked, because somebody was asked in them. */
const OPENED_BY_ITSELF = 100;

/** A group or a turn with what is listed in it. */
interface Node {
  span: Span;
  parent: Node | undefined;
  kids: Span[];
  /** Lines below it when it is unfolded. */
  inner: number;
}

/**
 * The lines of one list over spans that are still growing. Taking in a span costs the same whatever the list holds, and
 * a line is made when it comes on screen.
 */
export class Outline {
  taken = 0;
  private epoch: number;
  private waited = 0;
  private nodes = new Map<Span, Node>();
  private root: Node | undefined;
  /** Lines below tool calls that show their parts. */
  private parts = new Map<Span, number>();

  constructor(
    private readonly spans: Spans,
    /** The span whose inside is listed; with `own` it has a line itself. */
    private readonly scope: () => GroupSpan | undefined,
    private readonly own: boolean,
    private readonly filter: StepFilter,
    readonly folding: Folding,
  ) {
    this.epoch = spans.epoch;
  }

  get count(): number {
    if (this.root === undefined) return 0;
    return this.own ? this.sizeOf(this.root) : this.root.inner;
  }

  /** Takes in up to `limit` spans; true when none are left. */
  advance(limit: number): boolean {
    if (this.epoch !== this.spans.epoch) this.startOver();
    if (this.root === undefined) {
      const span = this.scope();
      if (span === undefined) return true;
      this.root = { span, parent: undefined, kids: [], inner: 0 };
      this.nodes.set(span, this.root);
      this.taken = 0;
    }
    const { all } = this.spans;
    const end = Math.min(all.length, this.taken + limit);
    for (; this.taken < end; this.taken++) this.take(all[this.taken] as Span);
    const done = this.taken === all.length;
    if (done) this.refresh();
    return done;
  }

  private startOver(): void {
    this.epoch = this.spans.epoch;
    this.taken = 0;
    this.waited = 0;
    this.nodes = new Map();
    this.parts = new Map();
    this.root = undefined;
  }

  private take(span: Span): void {
    // Groups get their line with the first thing inside, so that those that were left empty have none.
    if (span.group !== undefined) return;
    const home = span.parent && this.nodeOf(span.parent);
    if (home === undefined) return;
    if (span.kind === 'turn' || span.kind === 'call') {
      this.nodeOf(span);
      return;
    }
    if (this.filter !== 'all' && span.kind !== KINDS[this.filter]) return;
    home.kids.push(span);
    this.grow(home, 1);
  }

  /** The node of a group or a turn, listed in its own parent; undefined outside the scope. */
  private nodeOf(span: Span): Node | undefined {
    const known = this.nodes.get(span);
    if (known !== undefined) return known;
    const parent = span.parent && this.nodeOf(span.parent);
    if (parent === undefined) return undefined;
    const node: Node = { span, parent, kids: [], inner: 0 };
    this.nodes.set(span, node);
    parent.kids.push(span);
    this.grow(parent, 1);
    return node;
  }

  /** More (or fewer) lines inside a node, as far up as they show. */
  private grow(from: Node, by: number): void {
    for (let node: Node | undefined = from; node !== undefined; node = node.parent) {
      node.inner += by;
      if (this.folding.closed.has(node.span)) return;
    }
  }

  /** Parts of calls come while they run. */
  private refresh(): void {
    const { waited } = this.spans;
    for (; this.waited < waited.length; this.waited++) {
      const span = waited[this.waited] as ToolSpan;
      if (this.waited < OPENED_BY_ITSELF && !this.folding.shut.has(span)) this.folding.opened.add(span);
    }
    for (const span of this.folding.opened) this.fit(span);
  }

  private fit(span: Span): void {
    const home = span.parent && this.nodes.get(span.parent);
    if (home === undefined || span.tool === undefined) return;
    if (this.filter !== 'all' && this.filter !== 'tools') return;
    const want = this.folding.opened.has(span) ? phasesOf(span as ToolSpan).length : 0;
    const have = this.parts.get(span) ?? 0;
    if (want === have) return;
    if (want === 0) this.parts.delete(span);
    else this.parts.set(span, want);
    this.grow(home, want - have);
  }

  private sizeOf(node: Node): number {
    return 1 + (this.folding.closed.has(node.span) ? 0 : node.inner);
  }

  /** The lines from one position to another, the last one excluded. */
  rows(first: number, last: number): OutlineRow[] {
    const rows: OutlineRow[] = [];
    const { root } = this;
    if (root === undefined) return rows;
    if (!this.own) {
      this.collect(root, 0, 0, first, last, rows);
      return rows;
    }
    if (first <= 0 && last > 0) rows.push(this.rowOf(root.span, 0));
    if (!this.folding.closed.has(root.span)) this.collect(root, 1, 1, first, last, rows);
    return rows;
  }

  private collect(node: Node, depth: number, base: number, first: number, last: number, rows: OutlineRow[]): void {
    let at = base;
    let index = 0;
    if (this.parts.size === 0 && (node.span.kind === 'turn' || node.span.kind === 'call') && first > base) {
      // Every line inside is one step.
      index = Math.min(node.kids.length, first - base);
      at += index;
    }
    for (; index < node.kids.length && at < last; index++) {
      const span = node.kids[index] as Span;
      const inside = this.nodes.get(span);
      const size = inside === undefined ? 1 + (this.parts.get(span) ?? 0) : this.sizeOf(inside);
      if (at + size > first) {
        if (at >= first) rows.push(this.rowOf(span, depth));
        if (inside === undefined) this.collectParts(span, depth + 1, at + 1, first, last, rows);
        else if (size > 1) this.collect(inside, depth + 1, at + 1, first, last, rows);
      }
      at += size;
    }
  }

  private collectParts(span: Span, depth: number, base: number, first: number, last: number, rows: OutlineRow[]): void {
    const count = this.parts.get(span) ?? 0;
    if (count === 0) return;
    const phases = phasesOf(span as ToolSpan);
    for (let index = 0; index < count; index++) {
      const phase = phases[index];
      if (phase !== undefined && base + index >= first && base + index < last) {
        rows.push({ key: `${span.id}.${index}`, span, phase, depth });
      }
    }
  }

  private rowOf(span: Span, depth: number): OutlineRow {
    const row: OutlineRow = { key: String(span.id), span, depth };
    const node = this.nodes.get(span);
    if (node !== undefined && node.kids.length > 0) row.open = !this.folding.closed.has(span);
    else if (span.tool !== undefined && phasesOf(span as ToolSpan).length > 0) row.open = this.parts.has(span);
    return row;
  }

  /** The line of a span, or of the nearest one around it that is listed; -1 outside the list. */
  positionOf(span: Span, part?: number): number {
    let shown: Span | undefined = span;
    while (shown !== undefined && !this.isListed(shown)) shown = shown.parent;
    if (shown === undefined || this.root === undefined) return -1;
    let position = shown === span && part !== undefined && part < (this.parts.get(span) ?? 0) ? part + 1 : 0;
    for (let at: Span = shown; at !== this.root.span; at = at.parent as Span) {
      position += this.offsetOf(at);
    }
    return this.own ? position : position - 1;
  }

  private isListed(span: Span): boolean {
    if (span === this.root?.span) return this.own;
    for (let at = span.parent; at !== undefined; at = at.parent) {
      if (this.folding.closed.has(at)) return false;
      if (at === this.root?.span) break;
    }
    const home = span.parent && this.nodes.get(span.parent);
    return home !== undefined && this.indexIn(home, span) >= 0;
  }

  /** Lines from the line of its parent to its own. */
  private offsetOf(span: Span): number {
    const home = this.nodes.get(span.parent as Span) as Node;
    const end = this.indexIn(home, span);
    if (this.parts.size === 0 && (home.span.kind === 'turn' || home.span.kind === 'call')) return end + 1;
    let lines = 1;
    for (let index = 0; index < end; index++) {
      const kid = home.kids[index] as Span;
      const node = this.nodes.get(kid);
      lines += node === undefined ? 1 + (this.parts.get(kid) ?? 0) : this.sizeOf(node);
    }
    return lines;
  }

  private indexIn(home: Node, span: Span): number {
    // Steps come in order of their ids; groups that were moved may not.
    if (home.span.run === undefined) return home.kids.lastIndexOf(span);
    let low = 0;
    let high = home.kids.length - 1;
    while (low <= high) {
      const middle = (low + high) >> 1;
      const id = home.kids[middle]?.id ?? 0;
      if (id === span.id) return middle;
      if (id < span.id) low = middle + 1;
      else high = middle - 1;
    }
    return -1;
  }

  /** Folds or unfolds a line. */
  toggle(span: Span): void {
    const { closed, opened, shut } = this.folding;
    if (span.tool !== undefined) {
      if (opened.delete(span)) shut.add(span);
      else {
        opened.add(span);
        shut.delete(span);
      }
      this.fit(span);
      return;
    }
    const node = this.nodes.get(span);
    if (node === undefined) return;
    if (closed.delete(span)) {
      if (node.parent !== undefined) this.grow(node.parent, node.inner);
    } else {
      closed.add(span);
      if (node.parent !== undefined) this.grow(node.parent, -node.inner);
    }
  }

  /** Calls back for bars of the list, at most about `limit` of them, evenly picked. */
  sample(limit: number, each: (span: Span) => void): void {
    const stride = Math.max(1, Math.ceil(this.taken / limit));
    for (const node of this.nodes.values()) {
      if (node.span.kind === 'turn') each(node.span);
      for (let index = 0; index < node.kids.length; index += stride) {
        const span = node.kids[index] as Span;
        if (span.group === undefined && span.kind !== 'turn') each(span);
      }
    }
  }
}
