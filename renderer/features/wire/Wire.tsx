import { type ReactNode, useEffect, useLayoutEffect, useMemo, useReducer } from 'react';
import { useStore } from 'zustand';
import { noteInWire, type WireNotice, wireWishes } from '../../state/jump.ts';
import { rowOfSeq, sessionLog, useLogBelow, useLogSession } from '../../state/log.ts';
import { useAppInfo } from '../../state/queries.ts';
import { type Place, useSelection } from '../../state/selection.ts';
import { advanceFor, soon } from '../../state/soon.ts';
import { useLogRows } from '../../state/use-log-rows.ts';
import { t } from '../../strings/index.ts';
import { Box } from '../../ui/Box.tsx';
import { IconButton } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { later } from '../../ui/later.tsx';
import { matchesWireFilter, parseWireFilter } from './filter.ts';
import { enterSession, isCleared, useWire, type WireState } from './store.ts';
import { useHits } from './use-hits.ts';
import { createWireModel, type Exchange, listExchanges, stateOf, type WireModel } from './view-model.ts';
import { WireBar } from './WireBar.tsx';
import './wire.css';
import './lists.css';
import './detail.css';

/** Everything below the bar. */
export const WireConsole = later(async () => (await import('./WireConsole.tsx')).WireConsole);

export interface WireProps {
  open: boolean;
  /** The window is high enough for the console. */
  fits: boolean;
  /** No room for three columns. */
  narrow: boolean;
  /** Key hint of opening and closing. */
  keys: string;
  /** Line to drag at the top of the open console. */
  edge: ReactNode;
  onToggle(): void;
  onTimeline(seq: number): void;
}

const NO_WORDS: readonly string[] = [];
/** Time spent on new rows in one drawing, ms; those of a long log are taken in over several. */
const SLICE_MS = 4;

/** Everything that went over the wire: one line when folded, every byte when open. */
export function Wire({ open, fits, narrow, keys, edge, onToggle, onTimeline }: WireProps) {
  useLogBelow();
  const session = useLogSession();
  const rows = useLogRows();
  const model = useMemo(() => createWireModel(rows), [rows]);
  const [, goOn] = useReducer((count: number) => count + 1, 0);
  const complete = advanceFor(model, SLICE_MS);
  useEffect(() => (complete ? undefined : soon(goOn)));
  useLayoutEffect(() => enterSession(session), [session]);
  const recording = useAppInfo().data?.liveSession === session;
  const state = useWire((all) => all);
  const seq = useSelection((selection) => selection.seq);
  const place = useSelection((selection) => selection.place);
  const filter = useMemo(() => parseWireFilter(state.filter), [state.filter]);
  const hits = useHits(session, open ? filter.words : NO_WORDS);
  const notice = useStore(wireWishes, (wishes) => wishes.notice);

  const list = open
    ? listExchanges(
        model.exchanges,
        state.pinned,
        (exchange) =>
          !isCleared(exchange, state) &&
          !state.hiddenKinds.has(exchange.kind) &&
          matchesWireFilter(filter, exchange, stateOf(exchange, recording), hits.seqs),
      )
    : [];
  const chosen = chosenOf(model, state, seq, list);
  const origin = originOf(place, model, chosen);
  const shared = { model, recording, session, chosen, seq, narrow, origin };
  return (
    <section className="wire" aria-label={t('wire.title')} data-pane="wire" {...(open ? OPEN : {})}>
      {open ? edge : null}
      <WireBar {...shared} open={open} fits={fits} keys={keys} onToggle={onToggle} />
      {open && notice ? <NoticeRow notice={notice} onClose={() => noteInWire(undefined)} /> : null}
      {open ? <WireConsole {...shared} list={list} filter={filter} hits={hits} onTimeline={onTimeline} /> : null}
    </section>
  );
}

const OPEN = { 'data-testid': 'wire', 'data-state': 'open' } as const;

/** The exchange chosen in the list, else that of the selected row, else the newest one listed. */
function chosenOf(
  model: WireModel,
  { chosen }: WireState,
  seq: number | undefined,
  list: readonly Exchange[],
): Exchange | undefined {
  const own = chosen && chosen.seq === seq ? model.exchange(chosen.exchange) : undefined;
  if (own) return own;
  const row = seq === undefined ? undefined : rowOfSeq(seq);
  const selected = row && model.exchange(row.exchange);
  if (selected) return selected;
  return list.reduce<Exchange | undefined>(
    (newest, one) => (newest && newest.number > one.number ? newest : one),
    undefined,
  );
}

/** Times count from where those of the timeline on screen do, ms; an exchange from before counts from the session's start. */
function originOf(place: Place, model: WireModel, chosen: Exchange | undefined): number {
  const { exchanges } = sessionLog();
  const first = model.exchanges.find(({ number }) => {
    if (place.kind === 'task') return exchanges.ofTask(number, place.agent, place.task);
    return place.kind === 'context' && exchanges.ofContext(number, place.agent, place.context);
  });
  return first && chosen && chosen.at >= first.at ? first.at : model.origin;
}

const NoticeRow = ({ notice, onClose }: { notice: WireNotice; onClose(): void }) => (
  <Box className="wire-notice" role={notice.tone === 'trouble' ? 'alert' : 'status'} data-testid="wire-notice">
    <Icon
      name={notice.tone === 'trouble' ? 'triangle' : 'info'}
      className={notice.tone === 'trouble' ? 'tone-danger' : 'tone-info'}
    />
    <span className="grow">{notice.text}</span>
    <IconButton icon="close" label={t('wire.notice.close')} onClick={onClose} />
  </Box>
);
