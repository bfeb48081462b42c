import type { Span } from '../../../shared/a2a/reduce/spans.ts';
import type { Phase } from '../../../shared/a2a/reduce/spans-tool.ts';
import { LANE_ICON, stateGlyph } from '../../state/glyphs.ts';
import { hasString, t } from '../../strings/index.ts';
import type { IconName } from '../../ui/icons.ts';
import { formatBytes, formatDuration, formatSeconds, oneLine, shortId } from '../../ui/text.ts';
import type { OutlineRow } from './outline.ts';

export interface SpanFace {
  icon: IconName;
  /** Class of the glyph's and the bar's colour. */
  tone: string;
  name: string;
  /** Words of the bar beside its duration. */
  note: string;
}

const PHASE_ICON: Record<Phase['kind'], IconName> = { input: 'braces', question: 'lock', run: 'play' };
const WAIT_ICON: Record<string, IconName> = {
  permission: 'lock',
  auth: 'lock',
  question: 'question',
  turn: 'question',
};
const POINT_ICON: Partial<Record<string, IconName>> = {
  permission: 'lock',
  answer: 'lock',
  delivery: 'bell',
  note: 'info',
  report: 'info',
  error: 'triangle',
  unreadable: 'triangle',
};

/** Glyph, name and words of a line. */
export function faceOf({ span, phase }: OutlineRow): SpanFace {
  if (phase) return phaseFace(span, phase);
  const tone = `lane-${span.lane}`;
  switch (span.kind) {
    case 'context':
    case 'session':
      return { icon: 'layers', tone: 't2', name: contextName(span), note: '' };
    case 'task':
      return { icon: 'circle-dot', tone, name: taskName(span), note: '' };
    case 'turn':
      return { icon: 'arrow-right', tone, name: turnName(span), note: runNote(span) };
    case 'call':
      return { icon: LANE_ICON[span.lane], tone, name: span.name || t('spans.name.call'), note: callNote(span) };
    case 'tool':
      return { icon: 'terminal', tone, name: oneLine(span.name) || t('spans.name.tool'), note: toolNote(span) };
    case 'thinking':
      return { icon: 'cloud', tone, name: t('spans.name.thinking'), note: frames(span.rows) };
    case 'text':
      return { icon: 'circle-dot', tone, name: t('spans.name.text'), note: frames(span.rows) };
    case 'artifact':
      return {
        icon: 'file',
        tone,
        name: oneLine(shortId(span.name)) || t('spans.name.artifact'),
        note: formatBytes(span.amount),
      };
    case 'wait': {
      const what = span.what ?? 'question';
      const key = `spans.name.wait.${what}`;
      const name = hasString(key) ? t(key) : what;
      return { icon: WAIT_ICON[what] ?? 'question', tone, name, note: oneLine(span.note) };
    }
    default:
      return pointFace(span, tone);
  }
}

function phaseFace(span: Span, phase: Phase): SpanFace {
  const tone = phase.kind === 'question' ? 'lane-auth' : `lane-${span.lane}`;
  const note = phase.kind === 'input' && phase.rows > 0 ? frames(phase.rows) : '';
  return { icon: PHASE_ICON[phase.kind], tone, name: t(`spans.phase.${phase.kind}`), note };
}

function pointFace(span: Span, lane: string): SpanFace {
  const what = span.what ?? 'note';
  if (what === 'state') {
    const glyph = stateGlyph(span.note);
    return { icon: glyph.icon, tone: glyph.tone, name: t('spans.name.state'), note: glyph.word };
  }
  const icon = POINT_ICON[what] ?? LANE_ICON[span.lane];
  if (what === 'usage') {
    return { icon, tone: lane, name: t('kind.usage'), note: t('spans.note.tokens', { count: span.amount }) };
  }
  if (what === 'report') return { icon, tone: lane, name: oneLine(span.name), note: '' };
  const key = what === 'note' ? `note.${span.name}` : `kind.${what}`;
  return { icon, tone: lane, name: hasString(key) ? t(key) : span.name || what, note: oneLine(span.note) };
}

const frames = (count: number): string => t('spans.note.frames', { count });

function contextName(span: Span): string {
  const node = (span.group?.turns[0]?.parent ?? span.tail)?.group?.task?.node;
  return node?.title ? oneLine(node.title) : t('spans.name.context.new');
}

function taskName(span: Span): string {
  const node = span.group?.task?.node;
  if (!node) return '';
  return node.id === undefined ? t('spans.name.reply') : t('spans.name.task', { id: shortId(node.id) });
}

function turnName(span: Span): string {
  if (!span.run?.sends) return t('spans.name.subscription');
  return t('spans.name.turn', { number: turnNumber(span) });
}

const turnNumber = (span: Span): number => span.run?.number || 1;

const runNote = (span: Span): string => {
  const cause = span.run?.cause;
  const key = `timeline.end.${cause}`;
  return cause !== undefined && cause !== 'complete' && hasString(key) ? `${span.name} · ${t(key)}` : span.name;
};

const callNote = (span: Span): string =>
  span.amount > 0 ? t('spans.note.calls', { count: span.amount + 1 }) : oneLine(span.note);

function toolNote(span: Span): string {
  if (span.state === 'no-result') return t('spans.state.no-result');
  if (span.failed) return `${t('spans.state.failed')} · ${oneLine(span.note)}`;
  return oneLine(span.note);
}

/** State of a line as the test contract has it; a call in a recording that just ends never gets its result. */
export function stateOf({ span, phase }: OutlineRow, live: boolean): 'open' | 'closed' | 'no-result' {
  if (phase) return phase.to === undefined && live ? 'open' : 'closed';
  if (span.kind === 'tool' && span.state === 'open' && !live) return 'no-result';
  return span.state;
}

/** What a screen reader says of a line: name, begin, duration, where it lies, how it stands. */
export function nameOf(
  row: OutlineRow,
  face: SpanFace,
  times: { from: number; to: number },
  origin: number,
  live: boolean,
): string {
  const { span } = row;
  const state = stateOf(row, live);
  const words = {
    name: face.note === '' || span.kind === 'turn' ? face.name : `${face.name}, ${face.note}`,
    start: formatSeconds(times.from - origin),
    duration: formatDuration(times.to - times.from),
    state: span.failed && !row.phase ? t('spans.state.failed') : t(`spans.state.${state}`),
  };
  const parent = parentName(row);
  return parent === '' ? t('spans.row.top', words) : t('spans.row', { ...words, parent });
}

/** Name of the span around a line. */
export function parentName({ span, phase }: OutlineRow): string {
  const around = phase ? span : span.parent;
  return around === undefined || around.kind === 'session' ? '' : faceOf({ key: '', span: around, depth: 0 }).name;
}

/** Row of the log that a line selects. */
export function seqOf({ span, phase }: OutlineRow): number {
  if (phase) return phase.seq;
  if (span.kind === 'tool') return span.state === 'closed' ? span.endSeq : span.seq;
  return span.kind === 'point' ? span.endSeq : span.seq;
}
