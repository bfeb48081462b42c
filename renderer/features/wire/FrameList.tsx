import { type CSSProperties, type KeyboardEvent, type MouseEvent, useEffect, useMemo, useRef, useState } from 'react';
import type { Row } from '../../../shared/model/row.ts';
import { announce } from '../../state/announce.ts';
import { bindingOf } from '../../state/key-table.ts';
import { showInspector } from '../../state/layout.ts';
import { selectRow } from '../../state/selection.ts';
import { t } from '../../strings/index.ts';
import { Box } from '../../ui/Box.tsx';
import { copyText } from '../../ui/Copy.tsx';
import { Empty } from '../../ui/Notice.tsx';
import { COLUMN } from '../../ui/roles.ts';
import { useRowHeight } from '../../ui/use-row-height.ts';
import { useScroller } from '../../ui/use-scroller.ts';
import { pageOf, scrollHeight } from '../../ui/virtual.ts';
import { wholeBody } from './copies.ts';
import { FrameHead, GoTo } from './FrameHead.tsx';
import { FrameRow, frameRowId } from './FrameRow.tsx';
import { FrameTail } from './FrameTail.tsx';
import { type FrameKey, frameKeys } from './keys.ts';
import { useWire } from './store.ts';
import { useFrameTexts } from './use-frame-texts.ts';
import type { Hits } from './use-hits.ts';
import { createFrameList, type Exchange, frameKind, placeOfFrame, stateOf, type WireModel } from './view-model.ts';

export interface FrameListProps {
  model: WireModel;
  session: string;
  recording: boolean;
  exchange: Exchange | undefined;
  seq: number | undefined;
  /** `at` that the time column counts from, ms. */
  origin: number;
  /** What the bytes hold of the filter's words; undefined without words. */
  hits: Hits | undefined;
  onBack(): void;
  onTimeline(seq: number): void;
}

const COLUMNS = ['seq', 'time', 'gap', 'text', 'marks', 'size'] as const;
/** Column heads stay in view above the rows, px; as in the style sheet. */
const HEAD_HEIGHT = 24;

/** The frames of the chosen exchange, byte for byte. */
export function FrameList(props: FrameListProps) {
  return props.exchange ? <Frames {...props} exchange={props.exchange} /> : <div className="wire-frames" />;
}

function Frames(props: FrameListProps & { exchange: Exchange }) {
  const { model, session, recording, exchange, seq, origin, hits, onBack, onTimeline } = props;
  const hidden = useWire((state) => state.hiddenFrames);
  const state = stateOf(exchange, recording);
  const [follow, setFollow] = useState(true);
  const [asking, setAsking] = useState(false);
  const grid = useRef<HTMLDivElement | null>(null);

  const found = useMemo(() => framesFound(exchange, model.rows, hits), [exchange, model, hits]);
  const list = useMemo(() => {
    const all = hidden.size === 0 && !found;
    const passes = (row: Row) => !hidden.has(frameKind(row));
    return createFrameList(model.rows, exchange, all ? undefined : passes, found);
  }, [model, exchange, hidden, found]);
  list.advance();

  const rowHeight = useRowHeight();
  const position = seq === undefined ? -1 : list.positionOf(seq);
  const following = follow && state === 'open' && position < 0;
  const scroller = useScroller({
    count: list.count + 1,
    row: rowHeight,
    head: HEAD_HEIGHT,
    following,
    onLeaveEnd: () => setFollow(false),
  });
  const { first, last, offset } = scroller.window;
  const positions = range(first, Math.min(last, list.count));
  const texts = useFrameTexts(
    session,
    positions.flatMap((at) => list.row(at)?.seq ?? []),
  );

  const { viewport } = scroller.size;
  const show = useRef(scroller.show);
  show.current = scroller.show;
  useEffect(() => {
    if (position >= 0 && viewport > 0) show.current(position);
  }, [position, viewport]);

  const move = (to: number) => {
    const row = list.row(Math.max(0, Math.min(list.count - 1, to)));
    if (row) selectRow(row.seq);
  };
  const goTo = (target: number | undefined): boolean => {
    if (target === undefined || list.positionOf(target) < 0) return false;
    selectRow(target);
    return true;
  };
  const selected = position < 0 ? undefined : list.row(position);
  const actions: Record<FrameKey, () => void> = {
    next: () => move(position < 0 ? first : position + 1),
    previous: () => move(position < 0 ? list.count - 1 : position - 1),
    pageDown: () => move(position + pageOf(scroller.size)),
    pageUp: () => move(position - pageOf(scroller.size)),
    first: () => move(0),
    last: () => {
      if (state === 'open') selectRow(undefined);
      else move(list.count - 1);
      setFollow(true);
    },
    back: onBack,
    inspect: () => selected && showInspector(true),
    timeline: () => onTimeline(selected?.seq ?? exchange.facts[0] ?? 0),
    copyId: () => selected && say(copyText(selected.task ?? String(selected.seq))),
    copyRow: () =>
      selected &&
      say(wholeBody(session, selected.seq).then((reply) => (reply.ok ? copyText(reply.value) : Promise.reject()))),
    nextFinding: () => goTo(list.finding(seq ?? 0, 1)),
    previousFinding: () => goTo(list.finding(seq ?? Number.MAX_SAFE_INTEGER, -1)),
    goto: () => setAsking(true),
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== grid.current) return;
    const key = bindingOf(frameKeys, event.nativeEvent);
    if (!key) return;
    event.preventDefault();
    event.stopPropagation();
    actions[key]();
  };
  const onClick = (event: MouseEvent) => {
    const at = Number((event.target as HTMLElement).closest<HTMLElement>('[data-position]')?.dataset.position ?? -1);
    if (list.row(at)) move(at);
  };

  const rowAt = (at: number) => {
    const row = list.row(at);
    return row ? (
      <FrameRow
        key={row.seq}
        row={row}
        text={texts(row.seq)}
        position={at}
        gap={list.gap(at)}
        origin={origin}
        selected={at === position}
      />
    ) : null;
  };
  return (
    <div className="wire-frames" style={{ '--seq': `${seqWidth(list.row(list.count - 1))}px` } as CSSProperties}>
      <FrameHead
        exchange={exchange}
        shown={list.count}
        following={following}
        open={state === 'open'}
        onFollow={() => {
          if (following) setFollow(false);
          else actions.last();
        }}
      />
      {asking ? (
        <GoTo
          exchange={exchange.number}
          onGo={goTo}
          onClose={() => {
            setAsking(false);
            grid.current?.focus();
          }}
        />
      ) : null}
      <Box
        className="wire-grid"
        ref={(element) => {
          grid.current = element;
          return scroller.ref(element);
        }}
        role="grid"
        aria-label={t('wire.frame.list', { number: exchange.number })}
        aria-rowcount={list.count + 1}
        aria-activedescendant={selected ? frameRowId(selected) : undefined}
        tabIndex={0}
        data-list="frames"
        data-testid="frame-list"
        data-count={list.count}
        data-following={following}
        onKeyDown={onKeyDown}
        onClick={onClick}
        onScroll={scroller.onScroll}
        onWheel={scroller.onWheel}
      >
        <Box className="wf wire-head" role="row" aria-rowindex={1}>
          {COLUMNS.map((column) => (
            <span key={column} className={`wf-${column}`} {...COLUMN}>
              <span className={column === 'marks' ? 'visually-hidden' : ''}>{t(`wire.frame.column.${column}`)}</span>
            </span>
          ))}
        </Box>
        <Box role="rowgroup">
          <div role="presentation" style={{ height: scrollHeight(scroller.size) }}>
            <div role="presentation" style={{ transform: `translateY(${offset}px)` }}>
              {positions.map(rowAt)}
              {last > list.count ? <FrameTail exchange={exchange} state={state} /> : null}
            </div>
          </div>
          {position >= 0 && (position < first || position >= last) ? (
            <div className="wire-kept" role="presentation">
              {rowAt(position)}
            </div>
          ) : null}
        </Box>
      </Box>
      {list.count === 0 && exchange.frames.length > 0 ? (
        <div className="wire-blank">
          <Empty panel="wire-frames">{t('wire.frame.hidden')}</Empty>
        </div>
      ) : null}
    </div>
  );
}

/** Room for four digits, and for more once they are there, px. */
const SEQ_WIDTH = 40;
const DIGIT_WIDTH = 7;

const seqWidth = (row: Row | undefined): number =>
  SEQ_WIDTH + Math.max(0, String(row?.seq ?? 0).length - 4) * DIGIT_WIDTH;

const range = (from: number, to: number): number[] =>
  Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index);

/** Keys give no other sign that they copied. */
const say = (copied: Promise<void>): void =>
  void copied.then(
    () => announce(t('copy.done')),
    () => undefined,
  );

/** Seqs with the words; undefined when none is of a frame, because then it was the head or the name that matched. */
function framesFound(exchange: Exchange, rows: readonly Row[], hits: Hits | undefined): readonly number[] | undefined {
  const seqs = hits?.seqs.get(exchange.number);
  return seqs?.some((seq) => placeOfFrame(rows, exchange.frames, seq) >= 0) ? seqs : undefined;
}
