import {
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { Lane } from '../../../shared/model/row.ts';
import { runCall } from '../../state/calls.ts';
import { bindingOf } from '../../state/key-table.ts';
import { showInspector } from '../../state/layout.ts';
import { useLogSession } from '../../state/log.ts';
import { useAppInfo } from '../../state/queries.ts';
import { type Place, selectRow, setFollowing, useSelection } from '../../state/selection.ts';
import { useSettings } from '../../state/settings.ts';
import { useLogRows } from '../../state/use-log-rows.ts';
import { t } from '../../strings/index.ts';
import { Box } from '../../ui/Box.tsx';
import { Button } from '../../ui/Button.tsx';
import { copyText } from '../../ui/Copy.tsx';
import { Empty, Loading } from '../../ui/Notice.tsx';
import { COLUMN } from '../../ui/roles.ts';
import { useRowHeight } from '../../ui/use-row-height.ts';
import { pageOf, scrollHeight } from '../../ui/virtual.ts';
import { EventRow, rowId } from './EventRow.tsx';
import { FilterBar, GoTo } from './FilterBar.tsx';
import { isFiltering, parseFilter } from './filter.ts';
import { type TimelineKey, timelineKeys } from './keys.ts';
import { idOf } from './present.ts';
import { CutRow, TailRow } from './TailRow.tsx';
import { useScroller } from './use-scroller.ts';
import { useTimeline } from './use-timeline.ts';
import type { TimelineItem, Timeline as TimelineModel } from './view-model.ts';
import './timeline.css';

/** Column heads stay in view above the rows, px; as in the style sheet. */
const HEAD_HEIGHT = 24;

const NO_LANES: ReadonlySet<Lane> = new Set();

/** Which of the two rows of an open fold's first frame is meant. */
interface Cursor {
  seq: number;
  head: boolean;
}

/** Everything that happened in a context, a task or the session, one line each, in order of arrival. */
export function Timeline({ place }: { place: Place }) {
  const [text, setText] = useState('');
  const [hidden, setHidden] = useState(NO_LANES);
  const [asking, setAsking] = useState(false);
  const [head, setHead] = useState(false);
  const fold = useSettings((settings) => settings.foldDeltas);
  const filter = useMemo(() => parseFilter(text), [text]);
  const list = useTimeline(place, filter, hidden, fold);
  const { timeline } = list;
  const { live } = timeline;
  const recording = useAppInfo().data?.liveSession === useLogSession();
  const seq = useSelection((selection) => selection.seq);
  const following = useSelection((selection) => selection.following);
  const cursor: Cursor | undefined = seq === undefined ? undefined : { seq, head };

  const waiting = recording && live.open.size > 0;
  const extra = (waiting ? 1 : 0) + (live.broken ? 1 : 0);
  const rowHeight = useRowHeight();
  const scroller = useScroller({
    count: timeline.count + extra,
    row: rowHeight,
    head: HEAD_HEIGHT,
    following,
    onLeaveEnd: () => setFollowing(false),
  });
  const fresh = useFresh(timeline.shown, following, filter);
  const input = useRef<HTMLInputElement>(null);
  const grid = useRef<HTMLDivElement>(null);
  const { ref: measure } = scroller;
  const holdGrid = useCallback(
    (element: HTMLDivElement | null) => {
      grid.current = element;
      return measure(element);
    },
    [measure],
  );
  const position = cursor ? timeline.positionOf(cursor.seq, cursor.head) : -1;

  // A row that was selected elsewhere comes into view, and a row in view stays there when the pane changes its height;
  // the person's own scrolling is left alone.
  const shown = useRef<number>(undefined);
  const seen = useRef({ viewport: 0, row: false });
  useEffect(() => {
    const { viewport } = scroller.size;
    const selected = seq !== shown.current;
    const resized = seen.current.row && viewport !== seen.current.viewport;
    shown.current = seq;
    if (position >= 0 && (selected || resized)) scroller.show(position);
    seen.current = { viewport, row: position >= 0 && (selected || resized || scroller.isInView(position)) };
  });

  const onLane = useCallback((lane: Lane) => setHidden((old) => toggled(old, lane)), []);

  const select = (next: TimelineItem | undefined, at: number) => {
    if (!next) return;
    setHead(next.kind === 'fold');
    shown.current = next.row.seq;
    selectRow(next.row.seq);
    scroller.show(at);
  };
  /** Selects the event nearest to a position, past gap rows, in the direction of travel. */
  const move = (to: number, step: 1 | -1) => {
    let at = Math.max(0, Math.min(timeline.count - 1, to));
    while (timeline.item(at)?.kind === 'gap') at += step;
    select(timeline.item(at), at);
  };
  const goToSeq = (target: number): boolean => {
    list.uncover(target);
    const at = timeline.positionOf(target);
    if (at < 0) return false;
    select(timeline.item(at), at);
    return true;
  };
  const follow = () => {
    selectRow(undefined);
    setFollowing(true);
  };
  const goOn = (operation: 'SubscribeToTask' | 'GetTask') => {
    if (live.broken?.task) void runCall(live.broken.agent, operation, { id: live.broken.task });
  };

  const item = position < 0 ? undefined : timeline.item(position);
  const actions: Record<TimelineKey, () => void> = {
    next: () => move(position < 0 ? scroller.window.first : position + 1, 1),
    previous: () => move(position < 0 ? timeline.count - 1 : position - 1, -1),
    pageDown: () => move(position + pageOf(scroller.size), 1),
    pageUp: () => move(position - pageOf(scroller.size), -1),
    first: () => move(0, 1),
    last: follow,
    expand: () => item?.fold && !item.fold.open && list.toggle(item.row.seq),
    collapse: () => {
      if (!item || (item.kind !== 'child' && !item.fold?.open)) return;
      const top = timeline.item(timeline.positionOf(item.row.seq, true));
      list.toggle(item.row.seq);
      if (top) select(top, timeline.positionOf(top.row.seq, true));
    },
    inspect: () => item && showInspector(true),
    copyId: () => item && void copyText(idOf(item.row)),
    copyRow: () => item && void copyText(JSON.stringify(item.row, null, 2)),
    nextFinding: () => {
      const next = timeline.finding(seq ?? 0, 1);
      if (next !== undefined) goToSeq(next);
    },
    previousFinding: () => {
      const next = timeline.finding(seq ?? Number.MAX_SAFE_INTEGER, -1);
      if (next !== undefined) goToSeq(next);
    },
    goto: () => setAsking(true),
    subscribe: () => goOn('SubscribeToTask'),
    fetch: () => goOn('GetTask'),
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== grid.current) return;
    const key = bindingOf(timelineKeys, event.nativeEvent);
    if (!key) return;
    event.preventDefault();
    event.stopPropagation();
    actions[key]();
  };
  const onClick = (event: MouseEvent) => {
    const target = event.target as HTMLElement;
    const row = target.closest<HTMLElement>('[data-position]');
    const at = Number(row?.dataset.position ?? -1);
    const clicked = timeline.item(at);
    if (!clicked || clicked.kind === 'gap') return;
    if (target.closest('[data-testid="fold-toggle"]')) {
      list.toggle(clicked.row.seq);
      grid.current?.focus({ preventScroll: true });
    } else select(clicked, at);
  };

  const state = !recording ? 'playback' : waiting ? 'live' : isCut(live.broken?.cause) ? 'cut' : 'ended';
  const { first, last, offset } = scroller.window;
  const positions: number[] = [];
  for (let at = first; at < Math.min(last, timeline.count); at++) positions.push(at);
  const row = (at: number) => {
    const each = timeline.item(at);
    return each ? (
      <EventRow
        key={`${each.kind}-${each.row.seq}`}
        item={each}
        position={at}
        origin={timeline.origin}
        selected={at === position}
        current={waiting && each.row.seq === live.lastSeq}
      />
    ) : null;
  };

  return (
    <div className="tl">
      <FilterBar
        input={input}
        text={text}
        onText={setText}
        onLeave={() => grid.current?.focus()}
        lanes={timeline.lanes}
        hidden={hidden}
        onLane={onLane}
        following={following}
        fresh={fresh}
        onFollow={() => (following ? setFollowing(false) : follow())}
      />
      {asking ? (
        <GoTo
          onGo={goToSeq}
          onClose={() => {
            setAsking(false);
            grid.current?.focus();
          }}
        />
      ) : null}
      <Box
        className="tl-grid"
        style={{ '--gutter': `${scroller.gutter}px`, '--seq': `${seqWidth(timeline)}px` } as CSSProperties}
        ref={holdGrid}
        role="grid"
        id="timeline"
        aria-label={t('timeline.title')}
        aria-rowcount={timeline.count + extra + 1}
        aria-activedescendant={item ? rowId(item) : undefined}
        aria-busy={!list.complete}
        tabIndex={0}
        data-testid="timeline"
        data-state={state}
        data-count={timeline.shown}
        data-following={following}
        onKeyDown={onKeyDown}
        onClick={onClick}
        onScroll={scroller.onScroll}
        onWheel={scroller.onWheel}
      >
        <Columns />
        <Box role="rowgroup">
          <div role="presentation" style={{ height: scrollHeight(scroller.size) }}>
            <div role="presentation" style={{ transform: `translateY(${offset}px)` }}>
              {positions.map(row)}
              {last > timeline.count ? (
                <>
                  {live.broken ? (
                    <CutRow
                      broken={live.broken}
                      onSubscribe={() => goOn('SubscribeToTask')}
                      onFetch={() => goOn('GetTask')}
                    />
                  ) : null}
                  {waiting ? <TailRow live={live} /> : null}
                </>
              ) : null}
            </div>
          </div>
          {position >= 0 && (position < first || position >= last) ? (
            <div className="tl-kept" role="presentation">
              {row(position)}
            </div>
          ) : null}
        </Box>
      </Box>
      <Blank
        count={timeline.count}
        complete={list.complete}
        filter={isFiltering(filter) ? filter.source : ''}
        scoped={timeline.scoped}
        taken={timeline.taken}
        onClear={() => {
          setText('');
          setHidden(NO_LANES);
        }}
      />
    </div>
  );
}

/** Room for four digits, and for more once they are there, px. */
const SEQ_WIDTH = 40;
const DIGIT_WIDTH = 7;

function seqWidth(timeline: TimelineModel): number {
  const digits = String(timeline.item(timeline.count - 1)?.row.seq ?? 0).length;
  return SEQ_WIDTH + Math.max(0, digits - 4) * DIGIT_WIDTH;
}

const isCut = (cause: string | undefined): boolean => cause !== undefined && cause !== 'aborted';

function toggled(lanes: ReadonlySet<Lane>, lane: Lane): ReadonlySet<Lane> {
  const next = new Set(lanes);
  if (!next.delete(lane)) next.add(lane);
  return next;
}

/** Rows that came since following ended. */
function useFresh(shown: number, following: boolean, filter: unknown): number {
  const from = useRef({ shown, filter });
  if (following || from.current.filter !== filter) from.current = { shown, filter };
  return Math.max(0, shown - from.current.shown);
}

const COLUMNS = ['seq', 'time', 'gap', 'span', 'lane', 'kind', 'summary', 'marks', 'duration', 'size'] as const;
const CLASS_OF: Partial<Record<(typeof COLUMNS)[number], string>> = { summary: 'text' };
/** Columns whose meaning is seen without a word. */
const UNNAMED = new Set(['span', 'lane', 'marks']);

const Columns = () => (
  <Box className="ev ev-head" role="row" aria-rowindex={1}>
    {COLUMNS.map((column) => (
      <span key={column} className={`ev-${CLASS_OF[column] ?? column}`} {...COLUMN}>
        {UNNAMED.has(column) ? (
          <span className="visually-hidden">{t(`timeline.column.${column}`)}</span>
        ) : (
          t(`timeline.column.${column}`)
        )}
      </span>
    ))}
  </Box>
);

interface BlankProps {
  count: number;
  complete: boolean;
  filter: string;
  scoped: number;
  taken: number;
  onClear(): void;
}

/** What stands where the list has no rows. */
function Blank({ count, complete, filter, scoped, taken, onClear }: BlankProps) {
  const total = useLogRows().length;
  if (!complete && count === 0)
    return (
      <div className="tl-blank">
        <Loading panel="timeline">{t('timeline.searching', { taken, total })}</Loading>
      </div>
    );
  if (count > 0) return null;
  return (
    <div className="tl-blank">
      <Empty panel="timeline">
        {scoped === 0 ? (
          <p>{t('timeline.empty')}</p>
        ) : (
          <>
            <p>{filter ? t('timeline.empty.filter', { filter }) : t('timeline.empty.lanes')}</p>
            <Button size="s" onClick={onClear}>
              {t(filter ? 'timeline.filter.clear' : 'timeline.lanes.all')}
            </Button>
          </>
        )}
      </Empty>
    </div>
  );
}
