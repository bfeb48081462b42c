import type { CSSProperties } from 'react';
import type { ToolSpan } from '../../../shared/a2a/reduce/spans.ts';
import { phasesOf } from '../../../shared/a2a/reduce/spans-tool.ts';
import { t } from '../../strings/index.ts';
import { Box } from '../../ui/Box.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { CELL } from '../../ui/roles.ts';
import { formatDuration, formatSeconds } from '../../ui/text.ts';
import { barOf, isMoment, NARROWEST_PX, placeWords, type Track, timesOf } from './geometry.ts';
import type { OutlineRow } from './outline.ts';
import { faceOf, nameOf, parentName, type SpanFace, seqOf, stateOf } from './present.ts';

/** Indent per level, px. */
const INDENT_PX = 16;
const GUTTER_PADDING_PX = 10;

export interface SpanRowProps {
  row: OutlineRow;
  position: number;
  track: Track;
  form: 'bars' | 'table';
  selected: boolean;
  /** More is expected. */
  live: boolean;
  /** The turn is to be compared. */
  marked: boolean;
}

/** Id of the element of a line, for `aria-activedescendant`. */
export const rowId = (row: OutlineRow): string => `span-${row.key}`;

export function SpanRow({ row, position, track, form, selected, live, marked }: SpanRowProps) {
  const { span, phase } = row;
  const face = faceOf(row);
  const times = timesOf(row, track.end);
  const origin = track.scale.from;
  const state = stateOf(row, live);
  const moment = !phase && isMoment(span, times.from, times.to);
  const facts = {
    'data-kind': phase?.kind ?? (span.kind === 'point' ? span.what : span.kind),
    'data-start': Math.round(times.from - origin),
    'data-ms': Math.round(times.to - times.from),
    'data-state': state,
  };
  const duration = moment ? '' : formatDuration(times.to - times.from);
  return (
    <Box
      className="sp-row"
      role="row"
      id={rowId(row)}
      aria-rowindex={position + 2}
      aria-level={row.depth + 1}
      aria-expanded={row.open}
      aria-selected={selected}
      aria-label={nameOf(row, face, times, origin, live) + (marked ? `, ${t('spans.compare.on')}` : '')}
      data-testid="span-row"
      data-position={position}
      data-seq={seqOf(row)}
      data-failed={(span.failed && !phase) || undefined}
      {...facts}
    >
      <span
        className="sp-gutter"
        style={{ paddingLeft: GUTTER_PADDING_PX + row.depth * INDENT_PX } as CSSProperties}
        {...CELL}
      >
        {row.open === undefined ? (
          <span className="sp-blank" />
        ) : (
          <button
            type="button"
            className="sp-twisty"
            tabIndex={-1}
            aria-label={t(row.open ? 'spans.fold' : 'spans.unfold')}
            data-testid="span-toggle"
            data-state={row.open ? 'open' : 'closed'}
          >
            <Icon name={row.open ? 'chevron-down' : 'chevron-right'} size={12} />
          </button>
        )}
        <Icon name={face.icon} className={face.tone} />
        <span className="cut">{face.name}</span>
        {marked ? (
          <span className="sp-marked" title={t('spans.compare.on')} data-testid="span-marked">
            <Icon name="columns" size={12} />
          </span>
        ) : null}
        {span.failed && !phase ? <Icon name="circle-x" size={12} className="tone-danger" /> : null}
        <span className="sp-duration">{duration}</span>
      </span>
      {form === 'table' ? (
        <TableCells row={row} times={times} origin={origin} duration={duration} state={state} moment={moment} />
      ) : (
        <span className="sp-track" data-track="" {...CELL}>
          {moment ? (
            <Moment face={face} times={times} track={track} facts={facts} />
          ) : (
            <Bar row={row} face={face} times={times} track={track} duration={duration} state={state} facts={facts} />
          )}
        </span>
      )}
    </Box>
  );
}

interface MomentProps {
  face: SpanFace;
  times: { from: number; to: number };
  track: Track;
  facts: Record<string, string | number | undefined>;
}

/** A mark at one moment, its words beside it; of several that follow each other at the last, tied to the first. */
function Moment({ face, times, track, facts }: MomentProps) {
  const bar = barOf(times.to, times.to, track);
  const lead = barOf(times.from, times.to, track);
  if (bar.off) return <OffScreen side={bar.off} />;
  const words = placeWords(bar, '', face.note, track.width);
  return (
    <>
      {lead.width > 0 ? <i className={`sp-lead ${face.tone}`} style={{ left: lead.x, width: lead.width }} /> : null}
      <span className={`sp-tick ${face.tone}`} style={{ left: bar.x }} data-testid="span-bar" {...facts} />
      <Words x={bar.x + NARROWEST_PX} before={bar.x - NARROWEST_PX} words={words} width={track.width} />
    </>
  );
}

interface BarProps {
  row: OutlineRow;
  face: SpanFace;
  times: { from: number; to: number };
  track: Track;
  duration: string;
  state: 'open' | 'closed' | 'no-result';
  facts: Record<string, string | number | undefined>;
}

function Bar({ row, face, times, track, duration, state, facts }: BarProps) {
  const { span, phase } = row;
  const bar = barOf(times.from, times.to, track);
  if (bar.off) return <OffScreen side={bar.off} />;
  const waits = phase?.kind === 'question' || span.kind === 'wait';
  const hollow =
    !waits && (span.group !== undefined || state === 'open' || (!phase && row.open === true && span.kind === 'tool'));
  const look = waits ? 'sp-wait' : state === 'no-result' ? 'sp-lost' : hollow ? 'sp-hollow' : 'sp-full';
  const width = Math.max(NARROWEST_PX, bar.width);
  const turn = span.kind === 'turn' && !phase;
  const words = placeWords({ x: bar.x, width }, turn ? face.note : duration, turn ? duration : face.note, track.width);
  return (
    <>
      <span className={`sp-bar ${look} ${face.tone}`} style={{ left: bar.x, width }} data-testid="span-bar" {...facts}>
        {row.open === false && span.tool ? <Questions row={row} track={track} x={bar.x} /> : null}
        {words.inside ? <span style={{ marginLeft: Math.max(0, -bar.x) }}>{words.inside}</span> : null}
      </span>
      <Words x={bar.x + width} before={bar.x} words={words} width={track.width} />
    </>
  );
}

/** In the one bar of a folded call: where it waited for the person. */
const Questions = ({ row, track, x }: { row: OutlineRow; track: Track; x: number }) => (
  <>
    {phasesOf(row.span as ToolSpan)
      .filter((phase) => phase.kind === 'question')
      .map((phase) => {
        const part = barOf(phase.from, phase.to ?? track.end, track);
        return part.off ? null : (
          <i key={phase.from} className="sp-wait" style={{ left: part.x - x, width: Math.max(1, part.width) }} />
        );
      })}
  </>
);

interface WordsProps {
  /** Where words after the bar begin, and where words before it end, px. */
  x: number;
  before: number;
  words: { beside: string; side: 'after' | 'before' };
  width: number;
}

function Words({ x, before, words, width }: WordsProps) {
  if (words.beside === '') return null;
  const style =
    words.side === 'after'
      ? { left: x, maxWidth: Math.max(0, width - x) }
      : { right: Math.max(0, width - before), maxWidth: Math.max(0, before) };
  return (
    <span className={`sp-words sp-${words.side}`} style={style}>
      {words.beside}
    </span>
  );
}

/** The bar lies in a part of the time that is not shown. */
const OffScreen = ({ side }: { side: 'before' | 'after' }) => (
  <span className={`sp-off sp-off-${side}`} data-testid="span-bar" data-off={side}>
    <Icon name={side === 'before' ? 'arrow-left' : 'arrow-right'} size={12} />
  </span>
);

interface TableCellsProps {
  row: OutlineRow;
  times: { from: number; to: number };
  origin: number;
  duration: string;
  state: 'open' | 'closed' | 'no-result';
  moment: boolean;
}

function TableCells({ row, times, origin, duration, state, moment }: TableCellsProps) {
  const failed = row.span.failed && !row.phase;
  const word = failed ? 'failed' : moment ? 'point' : state;
  return (
    <>
      <span className="sp-cell sp-number" {...CELL}>
        {formatSeconds(times.from - origin)}
      </span>
      <span className="sp-cell sp-number" {...CELL}>
        {duration}
      </span>
      <span className="sp-cell cut" {...CELL}>
        {parentName(row)}
      </span>
      <span className="sp-cell cut" {...CELL}>
        {t(`spans.state.${word}`)}
      </span>
    </>
  );
}
