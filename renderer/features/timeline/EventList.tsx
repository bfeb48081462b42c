import { type CSSProperties, type KeyboardEvent, type MouseEvent, useCallback, useRef, useState } from 'react';
import type { Lane } from '../../../shared/model/row.ts';
import { announce } from '../../state/announce.ts';
import { fetchTask, stopTrying, subscribeNow } from '../../state/calls.ts';
import { showInWire } from '../../state/jump.ts';
import { bindingOf } from '../../state/key-table.ts';
import { showInspector } from '../../state/layout.ts';
import { nextPin, PINS_LIMIT, togglePin, usePins } from '../../state/pins.ts';
import { clearRowFilter } from '../../state/row-filter.ts';
import { goTo, type Place, selectRow, setFollowing, useSelection } from '../../state/selection.ts';
import { useSettings } from '../../state/settings.ts';
import { t } from '../../strings/index.ts';
import { Box } from '../../ui/Box.tsx';
import { copyText } from '../../ui/Copy.tsx';
import { ContextMenu } from '../../ui/Menu.tsx';
import { RowKeys } from '../../ui/row-keys.ts';
import { usePaced } from '../../ui/use-paced.ts';
import { useRowHeight } from '../../ui/use-row-height.ts';
import { useScroller } from '../../ui/use-scroller.ts';
import { pageOf, scrollHeight } from '../../ui/virtual.ts';
import type { RowFilterReading } from '../../views/filter/use-filter.ts';
import { Blank } from './Blank.tsx';
import { Columns } from './Columns.tsx';
import { CUT_ROWS, CutRow } from './CutRow.tsx';
import { EventRow, rowId } from './EventRow.tsx';
import { FilterBar, GoTo } from './FilterBar.tsx';
import { type TimelineKey, timelineKeys } from './keys.ts';
import { PinsMenu } from './PinsMenu.tsx';
import { idOf } from './present.ts';
import { rowMenu } from './row-menu.ts';
import { QuietRow, TailRow, useQuiet } from './TailRow.tsx';
import { useCursor } from './use-cursor.ts';
import { useTimeline } from './use-timeline.ts';
import type { TimelineItem, Timeline as TimelineModel } from './view-model.ts';
import './timeline.css';

/** Column heads stay in view above the rows, px; as in the style sheet. */
const HEAD_HEIGHT = 24;
/** The counts above the rows follow at this pace, ms. */
const COUNTS_MS = 100;

interface EventListProps extends RowFilterReading {
  place: Place;
  hidden: ReadonlySet<Lane>;
  session: string;
  /** The session is the one that is being recorded. */
  recording: boolean;
}

/** The rows and what is done with them. Renders with every frame in which something came in, and nothing else should. */
export function EventList({ place, filter, match, hidden, session, recording }: EventListProps) {
  const [asking, setAsking] = useState(false);
  const fold = useSettings((settings) => settings.foldDeltas);
  const list = useTimeline(place, match, hidden, fold);
  const { timeline } = list;
  const { live } = timeline;
  const pins = usePins(session);
  const seq = useSelection((selection) => selection.seq);
  const following = useSelection((selection) => selection.following);

  // An attempt to subscribe again is told by the row about the cut.
  const waiting = recording && live.open.size > 0 && live.broken?.reconnect?.phase !== 'retrying';
  const { quietHintMs, requestTimeoutMs, streamIdleTimeoutMs } = useSettings((settings) => settings);
  const quiet = useQuiet(waiting, live.lastAt, quietHintMs);
  const begun = [...live.open.values()].some(({ answered }) => answered);
  const extra = (waiting ? 1 : 0) + (quiet ? 1 : 0) + (live.broken ? CUT_ROWS : 0);
  const rowHeight = useRowHeight();
  const scroller = useScroller({
    count: timeline.count + extra,
    row: rowHeight,
    head: HEAD_HEIGHT,
    following,
    onLeaveEnd: () => setFollowing(false),
  });
  // A recording grows only while it is read; nothing of it is news.
  const fresh = useFresh(timeline.shown, following || !recording, match);
  const input = useRef<HTMLInputElement>(null);
  const grid = useRef<HTMLDivElement>(null);
  const rowKeys = useRef(new RowKeys());
  const { ref: measure } = scroller;
  const holdGrid = useCallback(
    (element: HTMLDivElement | null) => {
      grid.current = element;
      return measure(element);
    },
    [measure],
  );
  const { position, item, select, move, goToSeq } = useCursor(list, scroller, seq);

  const follow = () => {
    selectRow(undefined);
    setFollowing(true);
  };
  const goOn = (how: (agent: string, task: string) => unknown) => {
    if (recording && live.broken?.task) void how(live.broken.agent, live.broken.task);
  };

  const goToPin = (pin: number | undefined) => {
    if (pin === undefined || goToSeq(pin)) return;
    // It lies in another place, or a filter hides it.
    clearRowFilter();
    goTo({ kind: 'session' }, 'timeline');
    selectRow(pin);
  };
  const pin = () => {
    if (item && !togglePin(session, item.row.seq)) announce(t('timeline.pins.full', { limit: PINS_LIMIT }));
  };

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
    wire: () => item && item.row.exchange !== 0 && showInWire(item.row.seq),
    copyId: () => item && copy(idOf(item.row)),
    copyRow: () => item && copy(JSON.stringify(item.row, null, 2)),
    nextFinding: () => {
      const next = timeline.finding(seq ?? 0, 1);
      if (next !== undefined) goToSeq(next);
    },
    previousFinding: () => {
      const next = timeline.finding(seq ?? Number.MAX_SAFE_INTEGER, -1);
      if (next !== undefined) goToSeq(next);
    },
    goto: () => setAsking(true),
    pin,
    nextPin: () => goToPin(nextPin(pins, seq)),
    previousPin: () => goToPin(nextPin(pins, seq, -1)),
    subscribe: () => goOn(subscribeNow),
    fetch: () => goOn(fetchTask),
    stop: () => goOn(stopTrying),
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== grid.current) return;
    const key = bindingOf(timelineKeys, event.nativeEvent);
    if (!key) return;
    event.preventDefault();
    event.stopPropagation();
    actions[key]();
  };
  const rowAt = (event: MouseEvent): { at: number; clicked: TimelineItem | undefined } => {
    const row = (event.target as HTMLElement).closest<HTMLElement>('[data-position]');
    const at = Number(row?.dataset.position ?? -1);
    const clicked = timeline.item(at);
    return { at, clicked: clicked?.kind === 'gap' ? undefined : clicked };
  };
  const onContextMenu = (event: MouseEvent) => {
    const { at, clicked } = rowAt(event);
    if (clicked) select(clicked, at);
    // The menu key asks for the selected row; anything else in the list has no menu.
    else if (event.target !== grid.current || !item) event.preventDefault();
  };
  const onClick = (event: MouseEvent) => {
    const target = event.target as HTMLElement;
    const { at, clicked } = rowAt(event);
    if (!clicked) return;
    if (target.closest('[data-testid="fold-toggle"]')) {
      list.toggle(clicked.row.seq);
      grid.current?.focus({ preventScroll: true });
    } else select(clicked, at);
  };

  const state = !recording ? 'playback' : waiting ? 'live' : isCut(live.broken?.cause) ? 'cut' : 'ended';
  const { first, last, offset } = scroller.window;
  const drawn: { at: number; each: TimelineItem }[] = [];
  for (let at = first; at < Math.min(last, timeline.count); at++) {
    const each = timeline.item(at);
    if (each) drawn.push({ at, each });
  }
  const keys = rowKeys.current.of(drawn.map(({ each }) => `${each.kind}-${each.row.seq}`));
  const row = (at: number, each: TimelineItem, key: number) => (
    <EventRow
      key={key}
      item={each}
      position={at}
      origin={timeline.origin}
      selected={at === position}
      pinned={pins.has(each.row.seq)}
      current={waiting && each.row.seq === live.lastSeq}
    />
  );
  const kept = position >= 0 && (position < first || position >= last) ? timeline.item(position) : undefined;

  const bar = usePaced(
    <FilterBar
      input={input}
      filter={filter}
      onLeave={() => grid.current?.focus()}
      lanes={timeline.lanes}
      hidden={hidden}
      count={{ shown: timeline.shown, total: timeline.scoped }}
      following={following}
      fresh={fresh}
      onFollow={() => (following ? setFollowing(false) : follow())}
    >
      <PinsMenu session={session} pins={pins} origin={timeline.origin} onGo={goToPin} />
    </FilterBar>,
    COUNTS_MS,
    [filter, hidden, following, pins, session],
  );

  return (
    <div className="tl">
      {bar}
      {asking ? (
        <GoTo
          onGo={goToSeq}
          onClose={() => {
            setAsking(false);
            grid.current?.focus();
          }}
        />
      ) : null}
      <ContextMenu items={item ? rowMenu(item.row, pins.has(item.row.seq), actions) : []}>
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
          onContextMenu={onContextMenu}
          onScroll={scroller.onScroll}
          onWheel={scroller.onWheel}
        >
          <Columns />
          <Box role="rowgroup">
            <div role="presentation" style={{ height: scrollHeight(scroller.size) }}>
              <div role="presentation" style={{ transform: `translateY(${offset}px)` }}>
                {drawn.map(({ at, each }, index) => row(at, each, keys[index] as number))}
                {last > timeline.count ? (
                  <>
                    {live.broken ? (
                      <CutRow
                        broken={live.broken}
                        origin={timeline.origin}
                        recording={recording}
                        onSubscribe={() => goOn(subscribeNow)}
                        onFetch={() => goOn(fetchTask)}
                        onStop={() => goOn(stopTrying)}
                      />
                    ) : null}
                    {waiting ? <TailRow live={live} /> : null}
                    {quiet ? <QuietRow live={live} limitMs={begun ? streamIdleTimeoutMs : requestTimeoutMs} /> : null}
                  </>
                ) : null}
              </div>
            </div>
            {kept ? (
              <div className="tl-kept" role="presentation">
                {row(position, kept, 0)}
              </div>
            ) : null}
          </Box>
        </Box>
      </ContextMenu>
      <Blank
        count={timeline.count}
        complete={list.complete}
        filter={match ? filter.source.trim() : ''}
        scoped={timeline.scoped}
        taken={timeline.taken}
        onClear={clearRowFilter}
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

/** Keys give no other sign that they copied. */
const copy = (text: string) => void copyText(text).then(() => announce(t('copy.done')));

const isCut = (cause: string | undefined): boolean => cause !== undefined && cause !== 'aborted';

/** Rows that came since following ended. */
function useFresh(shown: number, following: boolean, match: unknown): number {
  const from = useRef({ shown, match });
  if (following || from.current.match !== match) from.current = { shown, match };
  return Math.max(0, shown - from.current.shown);
}
