import { type KeyboardEvent, type MouseEvent, useEffect, useRef } from 'react';
import { announce } from '../../state/announce.ts';
import { noteInWire } from '../../state/jump.ts';
import { bindingOf } from '../../state/key-table.ts';
import { sessionLog } from '../../state/log.ts';
import { t } from '../../strings/index.ts';
import { Box } from '../../ui/Box.tsx';
import { Button } from '../../ui/Button.tsx';
import { copyText } from '../../ui/Copy.tsx';
import { ContextMenu } from '../../ui/Menu.tsx';
import { Empty } from '../../ui/Notice.tsx';
import { COLUMN } from '../../ui/roles.ts';
import { useRowHeight } from '../../ui/use-row-height.ts';
import { useScroller } from '../../ui/use-scroller.ts';
import { pageOf, scrollHeight } from '../../ui/virtual.ts';
import { type CopyKind, copyOf } from './copies.ts';
import { ExchangeFilter } from './ExchangeFilter.tsx';
import { ExchangeRow, exchangeRowId } from './ExchangeRow.tsx';
import { type ExchangeKey, exchangeKeys } from './keys.ts';
import { changeWire, chooseExchange, isCleared, togglePin, useWire } from './store.ts';
import { type Exchange, stateOf } from './view-model.ts';
import type { WireConsoleProps } from './WireConsole.tsx';

const COLUMNS = ['number', 'operation', 'status', 'size', 'time', 'axis'] as const;
/** Column heads stay in view above the rows, px; as in the style sheet. */
const HEAD_HEIGHT = 24;
const NOBODY = () => undefined;

/** One row per request, with its place on the time axis of the session. */
export function ExchangeList(props: WireConsoleProps & { onEnter(): void }) {
  const { model, session, recording, chosen, seq, list, filter, hits, onEnter, onTimeline } = props;
  const state = useWire((all) => all);
  const row = useRowHeight();
  const scroller = useScroller({
    count: list.length,
    row,
    head: HEAD_HEIGHT,
    following: false,
    onLeaveEnd: NOBODY,
  });
  const position = chosen ? list.indexOf(chosen) : -1;
  const { viewport } = scroller.size;
  const show = useRef(scroller.show);
  show.current = scroller.show;
  useEffect(() => {
    if (position >= 0 && viewport > 0) show.current(position);
  }, [position, viewport]);

  const choose = (exchange: Exchange | undefined) => exchange && chooseExchange(exchange.number, seq);
  const move = (to: number) => choose(list[Math.max(0, Math.min(list.length - 1, to))]);
  const copy = async (kind: CopyKind) => {
    const reply = chosen ? await copyOf(session, chosen, kind, undefined) : undefined;
    if (!reply?.ok) {
      if (reply) noteInWire({ tone: 'trouble', text: reply.error.message });
      return;
    }
    await copyText(reply.value.text);
    announce(t('copy.done'));
    noteInWire(reply.value.remark === undefined ? undefined : { tone: 'note', text: reply.value.remark });
  };
  const toTimeline = () => chosen?.facts[0] !== undefined && onTimeline(chosen.facts[0]);
  const actions: Record<ExchangeKey, () => void> = {
    next: () => move(position + 1),
    previous: () => move(position < 0 ? list.length - 1 : position - 1),
    pageDown: () => move(position + pageOf(scroller.size)),
    pageUp: () => move(position - pageOf(scroller.size)),
    first: () => move(0),
    last: () => move(list.length - 1),
    enter: () => chosen && onEnter(),
    timeline: toTimeline,
    pin: () => chosen && togglePin(chosen.number),
    copyCurl: () => void copy('bash'),
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.target !== event.currentTarget) return;
    const key = bindingOf(exchangeKeys, event.nativeEvent);
    if (!key) return;
    event.preventDefault();
    event.stopPropagation();
    actions[key]();
  };
  const onPress = (event: MouseEvent) => {
    const target = event.target as HTMLElement;
    const at = Number(target.closest<HTMLElement>('[data-position]')?.dataset.position ?? -1);
    const exchange = list[at];
    if (!exchange) return;
    if (target.closest('[data-testid="pin"]')) togglePin(exchange.number);
    else choose(exchange);
  };

  const { first, last, offset } = scroller.window;
  const lastRow = model.rows[model.rows.length - 1];
  const open = recording && model.exchanges.some((exchange) => exchange.cause === undefined);
  const now = open ? Date.now() - sessionLog().started : 0;
  const axis = { from: model.origin, to: Math.max(model.origin + 1, lastRow?.at ?? 0, now) };
  const rowAt = (at: number) => {
    const exchange = list[at];
    return exchange ? (
      <ExchangeRow
        key={exchange.number}
        exchange={exchange}
        state={stateOf(exchange, recording)}
        position={at}
        axis={axis}
        selected={at === position}
        pinned={state.pinned.has(exchange.number)}
      />
    ) : null;
  };
  const positions = Array.from({ length: Math.max(0, last - first) }, (_, index) => first + index);
  const cleared = model.exchanges.filter((one) => isCleared(one, state) && !state.pinned.has(one.number)).length;
  const items = (
    ['bash', 'cmd', 'request.head', 'response.head', 'request.body', 'response.body', 'exchange'] as const
  ).map((kind) => ({
    id: kind,
    label: t(`wire.copy.${kind}`),
    icon: 'copy' as const,
    onSelect: () => void copy(kind),
  }));
  return (
    <div className="wire-list">
      <ExchangeFilter
        exchanges={model.exchanges}
        recording={recording}
        searching={hits.searching ? hits.scanned : undefined}
        onLeave={(element) => element?.closest('.wire-list')?.querySelector<HTMLElement>('[role="grid"]')?.focus()}
      />
      <ContextMenu
        items={[
          {
            id: 'pin',
            label: t(chosen && state.pinned.has(chosen.number) ? 'wire.unpin' : 'wire.pin'),
            icon: 'pin',
            onSelect: actions.pin,
          },
          { id: 'timeline', label: t('keys.wire.timeline'), icon: 'arrow-right', onSelect: toTimeline },
          ...items,
        ]}
      >
        <Box
          className="wire-grid"
          ref={scroller.ref}
          role="grid"
          aria-label={t('wire.list')}
          aria-rowcount={list.length + 1}
          aria-activedescendant={position >= first && position < last && chosen ? exchangeRowId(chosen) : undefined}
          tabIndex={0}
          data-list="exchanges"
          data-testid="exchange-list"
          data-count={list.length}
          onKeyDown={onKeyDown}
          onClick={onPress}
          onContextMenu={onPress}
          onScroll={scroller.onScroll}
        >
          <Box className="wx wire-head" role="row" aria-rowindex={1}>
            {COLUMNS.map((column) => (
              <span key={column} className={`wx-${column}`} {...COLUMN}>
                {t(`wire.column.${column}`)}
              </span>
            ))}
          </Box>
          <Box role="rowgroup">
            <div role="presentation" style={{ height: scrollHeight(scroller.size) }}>
              <div role="presentation" style={{ transform: `translateY(${offset}px)` }}>
                {positions.map(rowAt)}
              </div>
            </div>
          </Box>
        </Box>
      </ContextMenu>
      {list.length === 0 && cleared === 0 ? (
        <div className="wire-blank">
          {model.exchanges.length === 0 ? (
            <Empty panel="wire">{t('wire.empty')}</Empty>
          ) : filter.source !== '' ? (
            <Empty panel="wire">
              <p>{t('wire.empty.filter', { filter: filter.source })}</p>
              <Button size="s" onClick={() => changeWire({ filter: '' })}>
                {t('wire.filter.clear')}
              </Button>
            </Empty>
          ) : (
            <Empty panel="wire">
              <p>{t('wire.empty.kinds')}</p>
              <Button size="s" onClick={() => changeWire({ hiddenKinds: new Set() })}>
                {t('wire.empty.kinds.all')}
              </Button>
            </Empty>
          )}
        </div>
      ) : null}
      {cleared > 0 ? (
        <div className="wire-cleared" data-testid="wire-cleared" data-count={cleared}>
          <span className="grow">{t('wire.cleared', { count: cleared })}</span>
          <Button size="s" look="ghost" onClick={() => changeWire({ clearedUpTo: 0 })}>
            {t('wire.cleared.undo')}
          </Button>
        </div>
      ) : null}
    </div>
  );
}
