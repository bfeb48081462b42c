import { type KeyboardEvent, type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import type { FoundRow } from '../../../shared/contract/views.ts';
import { ageText } from '../../state/age.ts';
import { LANE_ICON } from '../../state/glyphs.ts';
import { sessionTitle } from '../../state/session-title.ts';
import { t } from '../../strings/index.ts';
import { Box } from '../../ui/Box.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { formatClock, oneLine } from '../../ui/text.ts';
import { useRowHeight } from '../../ui/use-row-height.ts';
import { useScroller } from '../../ui/use-scroller.ts';
import { pageOf, scrollHeight } from '../../ui/virtual.ts';
import { type FindItem, pieces } from './view-model.ts';

interface HitsProps {
  items: readonly FindItem[];
  words: readonly string[];
  list: RefObject<HTMLDivElement | null>;
  onOpen(hit: FoundRow): void;
}

const NOBODY = () => undefined;
const hitId = (hit: FoundRow) => `hit-${hit.session}-${hit.seq}`;

/** Sessions and their hits; only what is in view is drawn. */
export function Hits({ items, words, list, onOpen }: HitsProps) {
  const [chosen, setChosen] = useState<string>();
  const row = useRowHeight();
  const scroller = useScroller({ count: items.length, row, head: 0, following: false, onLeaveEnd: NOBODY });
  const { ref: measure, show } = scroller;
  const hold = useCallback(
    (element: HTMLDivElement | null) => {
      list.current = element;
      return measure(element);
    },
    [list, measure],
  );
  const position = items.findIndex((item) => item.kind === 'hit' && item.id === chosen);
  const moved = useRef(false);
  useEffect(() => {
    if (moved.current && position >= 0) show(position);
    moved.current = false;
  });

  /** The next hit in the direction of travel, past the heads of sessions. */
  const move = (to: number, step: 1 | -1) => {
    let at = Math.max(0, Math.min(items.length - 1, to));
    if (items[at]?.kind === 'session') at += step;
    const item = items[at] ?? items[at + 1];
    if (item?.kind !== 'hit') return;
    moved.current = true;
    setChosen(item.id);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const page = pageOf(scroller.size);
    const item = items[position];
    if (event.key === 'ArrowDown') move(position + 1, 1);
    else if (event.key === 'ArrowUp') move(position < 0 ? items.length : position - 1, -1);
    else if (event.key === 'PageDown') move(position + page, 1);
    else if (event.key === 'PageUp') move(position - page, -1);
    else if (event.key === 'Home') move(0, 1);
    else if (event.key === 'End') move(items.length - 1, -1);
    else if (event.key === 'Enter' && item?.kind === 'hit') onOpen(item.hit);
    else return;
    event.preventDefault();
  };

  const { first, last, offset } = scroller.window;
  const current = items[position];
  return (
    <Box
      className="find-list"
      role="listbox"
      tabIndex={0}
      ref={hold}
      aria-label={t('find.results')}
      aria-activedescendant={current?.kind === 'hit' ? hitId(current.hit) : undefined}
      data-testid="find-results"
      onKeyDown={onKeyDown}
      onFocus={() => {
        if (position < 0) move(0, 1);
      }}
      onScroll={scroller.onScroll}
      onWheel={scroller.onWheel}
    >
      <div role="presentation" style={{ height: scrollHeight(scroller.size) }}>
        <div role="presentation" style={{ transform: `translateY(${offset}px)` }}>
          {items
            .slice(first, last)
            .map((item) =>
              item.kind === 'session' ? (
                <SessionHead key={item.id} item={item} />
              ) : (
                <Hit
                  key={item.id}
                  item={item}
                  words={words}
                  selected={item.id === chosen}
                  onOpen={() => onOpen(item.hit)}
                />
              ),
            )}
        </div>
      </div>
    </Box>
  );
}

type SessionItem = Extract<FindItem, { kind: 'session' }>;
type HitItem = Extract<FindItem, { kind: 'hit' }>;

const SessionHead = ({ item: { id, view, count } }: { item: SessionItem }) => (
  <div className="find-session" role="presentation" data-testid="find-session" data-id={id} data-count={count}>
    <Icon name="session" />
    <span className="cut">{view ? sessionTitle(view) : id}</span>
    <span className="t3">{view?.live ? t('find.live') : view ? ageText(Date.parse(view.started)) : ''}</span>
    <span className="end t3">{t('find.hits', { count })}</span>
  </div>
);

interface HitProps {
  item: HitItem;
  words: readonly string[];
  selected: boolean;
  onOpen(): void;
}

function Hit({ item: { hit, view }, words, selected, onOpen }: HitProps) {
  const kind = t(`kind.${hit.kind}`);
  const text = oneLine(hit.around ?? ([hit.name, hit.text].filter(Boolean).join(' ') || kind));
  const at = view ? Date.parse(view.started) + hit.at : Number.NaN;
  return (
    <Box
      className="find-hit"
      role="option"
      id={hitId(hit)}
      aria-selected={selected}
      data-testid="find-hit"
      data-session={hit.session}
      data-seq={hit.seq}
      data-state={selected ? 'selected' : 'idle'}
      onClick={onOpen}
    >
      <span className="find-seq">{hit.seq}</span>
      <span className="find-time">{Number.isNaN(at) ? '' : formatClock(at)}</span>
      <Icon name={LANE_ICON[hit.lane]} className={`lane-${hit.lane}`} />
      <span className={`cut lane-${hit.lane}`}>{kind}</span>
      <span className="cut">
        {pieces(text, words).map((piece, index) =>
          piece.hit ? <mark key={index}>{piece.text}</mark> : <span key={index}>{piece.text}</span>,
        )}
      </span>
    </Box>
  );
}
