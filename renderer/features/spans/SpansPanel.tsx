import { type CSSProperties, type KeyboardEvent, type MouseEvent, useCallback, useMemo, useRef, useState } from 'react';
import type { RunSpan } from '../../../shared/a2a/reduce/spans.ts';
import { announce } from '../../state/announce.ts';
import { showInWire } from '../../state/jump.ts';
import { bindingOf } from '../../state/key-table.ts';
import { showInspector } from '../../state/layout.ts';
import { useLogSession } from '../../state/log.ts';
import { useAppInfo } from '../../state/queries.ts';
import { chooseTab, type Place, selectRow, setFollowing, useSelection } from '../../state/selection.ts';
import { useLogRows } from '../../state/use-log-rows.ts';
import { useSessionNow } from '../../state/use-session-now.ts';
import { t } from '../../strings/index.ts';
import { Box } from '../../ui/Box.tsx';
import { Empty, Loading } from '../../ui/Notice.tsx';
import { useRowHeight } from '../../ui/use-row-height.ts';
import { useScroller } from '../../ui/use-scroller.ts';
import { useSize } from '../../ui/use-size.ts';
import { pageOf, scrollHeight } from '../../ui/virtual.ts';
import { timesOf } from './geometry.ts';
import { type SpanKey, spanKeys } from './keys.ts';
import { FigureStrip, Latency } from './Latency.tsx';
import { Overview } from './Overview.tsx';
import type { OutlineRow } from './outline.ts';
import { seqOf } from './present.ts';
import { Backdrop, Ruler, rulerTicks } from './Ruler.tsx';
import { rowId, SpanRow } from './SpanRow.tsx';
import { choose, toggleMarked, useSpansChoice } from './store.ts';
import { SpanTip } from './Tip.tsx';
import { Toolbar } from './Toolbar.tsx';
import { useCursor } from './use-cursor.ts';
import { type SpanList, useSpans } from './use-spans.ts';
import { useTrack } from './use-track.ts';
import './spans.css';
import './latency.css';

/** The head stays in view above the rows, px; as in the style sheet. */
const HEAD_HEIGHT = 24;
/** A narrower list has its bars below the names, px; as in the style sheet. */
const STACKED_BELOW = 480;
/** Bars that go on are drawn longer at this pace, ms. */
const TICK_MS = 100;

/** Tasks, turns and their steps as bars in time. */
export function SpansPanel({ place }: { place: Place }) {
  const choice = useSpansChoice();
  const list = useSpans(place, choice.filter);
  const { outline, scope, spans } = list;
  const recording = useAppInfo().data?.liveSession === useLogSession();
  const live = recording && (scope?.group.open ?? 0) > 0;
  const now = useSessionNow(live, TICK_MS);
  const seq = useSelection((selection) => selection.seq);
  const following = useSelection((selection) => selection.following);
  const control = useTrack(scope, place, live ? now : undefined, choice, following);
  const { track } = control;
  const run = choice.place === place ? choice.run : undefined;

  const [measureBox, box] = useSize<HTMLDivElement>();
  const stacked = box.width > 0 && box.width < STACKED_BELOW && choice.form === 'bars';
  const rowHeight = useRowHeight() * (stacked ? 2 : 1);
  const scroller = useScroller({
    count: outline.count,
    row: rowHeight,
    head: HEAD_HEIGHT,
    // What has ended is read from its beginning.
    following: following && live,
    onLeaveEnd: () => setFollowing(false),
  });
  const grid = useRef<HTMLDivElement>(null);
  const { ref: measure } = scroller;
  const { surface } = control;
  const holdGrid = useCallback(
    (element: HTMLDivElement | null) => {
      grid.current = element;
      const ends = [measure(element), measureBox(element), surface(element)];
      return () => {
        for (const end of ends) end?.();
      };
    },
    [measure, measureBox, surface],
  );
  const cursor = useCursor(list, scroller, seq);
  const { position, row } = cursor;
  const [tip, setTip] = useState<{ position: number; x: number; y: number }>();

  const follow = () => {
    selectRow(undefined);
    setFollowing(true);
  };
  const move = (to: number) => {
    const next = cursor.move(to);
    if (!next) return;
    const times = timesOf(next, track.end);
    control.reveal(times.from, times.to);
    const area = grid.current?.getBoundingClientRect();
    const shown = Math.max(0, Math.min(outline.count - 1, to));
    if (area) setTip({ position: shown, x: area.left + GUTTER_PX, y: area.top + HEAD_HEIGHT });
  };
  const around = () => {
    const parent = row?.phase ? row.span : row?.span.parent;
    const at = parent ? outline.positionOf(parent) : -1;
    if (at >= 0 && at !== position) move(at);
  };
  const compare = () => {
    let turn = row?.span;
    while (turn && turn.kind !== 'turn') turn = turn.parent;
    if (!turn?.run) return;
    const marked = toggleMarked(turn as RunSpan);
    if (marked.length === 2 && marked.includes(turn as RunSpan)) choose({ comparing: true });
    else if (marked.length > 0) announce(t('spans.compare.marked'));
  };
  const actions: Record<SpanKey, () => void> = {
    next: () => move(position < 0 ? scroller.window.first : position + 1),
    previous: () => move(position < 0 ? outline.count - 1 : position - 1),
    pageDown: () => move(position + pageOf(scroller.size)),
    pageUp: () => move(position - pageOf(scroller.size)),
    first: () => move(0),
    last: () => (live ? follow() : move(outline.count - 1)),
    expand: () => (row?.open === false ? list.toggle(row) : row?.open && move(position + 1)),
    collapse: () => (row?.open && !row.phase ? list.toggle(row) : around()),
    inspect: () => row && showInspector(true),
    zoomIn: control.zoomIn,
    zoomOut: control.zoomOut,
    fit: control.fit,
    panLeft: () => control.pan(-1),
    panRight: () => control.pan(1),
    compress: () => choose({ compress: !choice.compress }),
    wire: () => row && showInWire(seqOf(row)),
    timeline: () => row && chooseTab('timeline'),
    compare,
    table: () => choose({ form: choice.form === 'bars' ? 'table' : 'bars' }),
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== grid.current) return;
    if (event.key === 'Escape' && tip) {
      setTip(undefined);
      event.stopPropagation();
      return;
    }
    const key = bindingOf(spanKeys, event.nativeEvent);
    if (!key) return;
    event.preventDefault();
    event.stopPropagation();
    actions[key]();
  };
  const lineAt = (event: MouseEvent): { at: number; row: OutlineRow | undefined } => {
    const element = (event.target as HTMLElement).closest<HTMLElement>('[data-position]');
    const at = Number(element?.dataset.position ?? -1);
    return { at, row: at < 0 ? undefined : outline.rows(at, at + 1)[0] };
  };
  const onClick = (event: MouseEvent) => {
    if (control.dragged()) return;
    const clicked = lineAt(event);
    if (!clicked.row) return;
    if ((event.target as HTMLElement).closest('[data-testid="span-toggle"]')) {
      list.toggle(clicked.row);
      grid.current?.focus({ preventScroll: true });
    } else cursor.select(clicked.row, clicked.at);
  };
  const onDoubleClick = (event: MouseEvent) => {
    const { row: clicked } = lineAt(event);
    if (!clicked) return;
    const { from, to } = timesOf(clicked, track.end);
    control.fitTo(from, to);
  };
  const onHover = (event: MouseEvent) => {
    const over = (event.target as HTMLElement).closest('[data-testid="span-bar"], .sp-gutter, .sp-words');
    const { at } = over && event.buttons === 0 ? lineAt(event) : { at: -1 };
    if (at < 0) setTip(undefined);
    else setTip({ position: at, x: event.clientX, y: event.clientY });
  };

  const { first, last, offset } = scroller.window;
  const rows = outline.rows(first, last);
  const ticks = useMemo(() => rulerTicks(track), [track.scale, track.view.start, track.view.length, track.width]);
  const line = (each: OutlineRow, at: number) => (
    <SpanRow
      key={each.key}
      row={each}
      position={at}
      track={track}
      form={choice.form}
      selected={at === position}
      live={live}
      marked={each.phase === undefined && choice.marked.includes(each.span as RunSpan)}
    />
  );
  const state = !recording ? 'playback' : live ? 'live' : 'ended';
  const tipRow = tip && outline.rows(tip.position, tip.position + 1)[0];

  return (
    <div className="sp">
      {scope && outline.count > 0 ? <FigureStrip scope={scope} run={run} /> : null}
      <Toolbar control={control} following={following} onFollow={() => (following ? setFollowing(false) : follow())} />
      {choice.form === 'bars' && outline.count > 0 ? <Overview outline={outline} control={control} /> : null}
      <div className="sp-body">
        {choice.form === 'bars' && !stacked ? <Backdrop track={track} ticks={ticks} /> : null}
        <Box
          className={`sp-grid sp-${choice.form} ${stacked ? 'sp-stacked' : ''}`}
          style={{ '--gutter': `${scroller.gutter}px` } as CSSProperties}
          ref={holdGrid}
          role="treegrid"
          aria-label={t('spans.title')}
          aria-rowcount={outline.count + 1}
          aria-activedescendant={row ? rowId(row) : undefined}
          aria-busy={!list.complete}
          tabIndex={0}
          data-testid="spans"
          data-state={state}
          data-count={outline.count}
          data-following={following}
          onKeyDown={onKeyDown}
          onClick={onClick}
          onDoubleClick={onDoubleClick}
          onPointerDown={control.onPointerDown}
          onMouseMove={onHover}
          onMouseLeave={() => setTip(undefined)}
          onBlur={() => setTip(undefined)}
          onScroll={scroller.onScroll}
          onWheel={(event) => event.ctrlKey || event.metaKey || event.shiftKey || scroller.onWheel(event)}
        >
          <Ruler track={track} ticks={ticks} form={choice.form} measure={control.measure} />
          <Box role="rowgroup">
            <div role="presentation" style={{ height: scrollHeight(scroller.size) }}>
              <div role="presentation" style={{ transform: `translateY(${offset}px)` }}>
                {rows.map((each, index) => line(each, first + index))}
              </div>
            </div>
            {row && (position < first || position >= last) ? (
              <div className="sp-kept" role="presentation">
                {line(row, position)}
              </div>
            ) : null}
          </Box>
        </Box>
        <Blank list={list} place={place} />
      </div>
      {scope && outline.count > 0 ? (
        <Latency spans={spans} scope={scope} place={place} live={live} end={track.end} />
      ) : null}
      {tip && tipRow ? (
        <SpanTip row={tipRow} end={track.end} origin={track.scale.from} live={live} x={tip.x} y={tip.y} />
      ) : null}
    </div>
  );
}

/** Width of the names, px; as in the style sheet. */
const GUTTER_PX = 232;

/** What stands where there are no bars. */
function Blank({ list, place }: { list: SpanList; place: Place }) {
  const total = useLogRows().length;
  const { outline, spans, complete } = list;
  if (outline.count > 0) return null;
  if (!complete) {
    return (
      <div className="sp-blank-page">
        <Loading panel="spans">{t('spans.reading', { taken: spans.taken, total })}</Loading>
      </div>
    );
  }
  return (
    <div className="sp-blank-page">
      <Empty panel="spans">
        <p>{t(place.kind === 'task' ? 'spans.empty.task' : 'spans.empty')}</p>
      </Empty>
    </div>
  );
}
