import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import type { Turn } from '../../../shared/a2a/reduce/conversation.ts';
import { stateClass } from '../../../shared/model/task.ts';
import { runCall } from '../../state/calls.ts';
import { bindingOf } from '../../state/key-table.ts';
import { sessionLog, useLogSession } from '../../state/log.ts';
import { useAppInfo } from '../../state/queries.ts';
import { type Place, selectRow, setFollowing, useSelection } from '../../state/selection.ts';
import { t } from '../../strings/index.ts';
import { Box } from '../../ui/Box.tsx';
import { Button } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { Empty } from '../../ui/Notice.tsx';
import { LateLoading } from '../../views/LateLoading.tsx';
import { TroubleNotice } from '../../views/Trouble.tsx';
import { choiceIn, moveFocus, rowOfCard } from './card-focus.ts';
import {
  CARDS_LIMIT,
  CARDS_SHOWN,
  CARDS_SLICE,
  countCards,
  firstToShow,
  nextFirst,
  nextRoom,
  positionOfCard,
  sliceTurns,
  type TurnSlice,
} from './card-window.ts';
import { conversationKeys } from './keys.ts';
import { placeKey } from './scope.ts';
import { setShown, useShown } from './shown.ts';
import { TurnList } from './TurnList.tsx';
import { useConversation } from './use-conversation.ts';
import { useFollow } from './use-follow.ts';
import { cardOfSeq, lastTurns } from './view-model.ts';
import './conversation.css';

/** So long nothing has come before the page takes back cards that it let go of, ms. */
const QUIET_MS = 60;

/** The Conversation tab; each place has its own, so that nothing of one stays when another is chosen. */
export const ConversationPanel = ({ place }: { place: Place }) => (
  <ConversationView key={placeKey(place)} place={place} />
);

function ConversationView({ place }: { place: Place }) {
  const loader = useConversation(place);
  const following = useSelection((selection) => selection.following);
  const seq = useSelection((selection) => selection.seq);
  const recording = useAppInfo().data?.liveSession === useLogSession();
  const follow = useFollow(following);
  const fresh = useFresh(loader.events, following);
  const turns = loader.conversation?.turns ?? [];
  const cards = useCards(turns, loader.version, seq, following);

  const goFollow = () => {
    selectRow(undefined);
    setFollowing(true);
  };
  const earlier = () => {
    setFollowing(false);
    follow.holdFromEnd();
    if (cards.first > 0) cards.showEarlier();
    else loader.loadEarlier();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const target = event.target as HTMLElement;
    const onCard = target === follow.box.current || target.matches('[data-card]');
    const key = onCard ? bindingOf(conversationKeys, event.nativeEvent) : undefined;
    if (!key || !follow.box.current) return;
    const choice = key === 'allow' || key === 'deny' ? choiceIn(target, key) : undefined;
    if ((key === 'allow' || key === 'deny') && !choice) return;
    event.preventDefault();
    event.stopPropagation();
    if (choice) choice.click();
    else if (key === 'last') goFollow();
    else if (key === 'toggle') target.querySelector<HTMLElement>('[data-toggle]')?.click();
    else if (key !== 'allow' && key !== 'deny') moveFocus(follow.box.current, key);
  };

  return (
    <div className="conv">
      <ShowBar />
      <Box
        className="conv-scroll"
        ref={follow.box}
        role="log"
        aria-live="off"
        aria-label={t('conversation.title')}
        tabIndex={0}
        data-testid="conversation"
        data-state={loader.opening ? 'loading' : turns.length > 0 ? 'ready' : 'empty'}
        data-count={turns.length}
        data-following={following}
        onScroll={follow.onScroll}
        onWheel={follow.onWheel}
        onKeyDown={onKeyDown}
        onClick={(event) => {
          const row = rowOfCard(event.target as HTMLElement);
          if (row !== undefined) selectRow(row);
        }}
      >
        <div className="conv-content" ref={follow.content}>
          {cards.first > 0 || loader.earlier > 0 ? (
            <div className="conv-earlier">
              <span>
                {cards.first > 0
                  ? t('conversation.earlier.cards', { count: cards.first })
                  : t('conversation.earlier', { count: loader.earlier })}
              </span>
              <Button size="s" disabled={loader.loadingEarlier} data-testid="load-earlier" onClick={earlier}>
                {cards.first > 0
                  ? t('conversation.earlier.show')
                  : loader.loadingEarlier
                    ? t('conversation.earlier.loading')
                    : t('conversation.earlier.load')}
              </Button>
            </div>
          ) : null}
          {loader.trouble ? (
            <div className="conv-trouble">
              <TroubleNotice panel="conversation" trouble={loader.trouble} />
              <Button size="s" icon="refresh" onClick={() => loader.retry()}>
                {t('action.retry')}
              </Button>
            </div>
          ) : null}
          {turns.length > 0 ? (
            <>
              <TurnList {...cards} seq={seq} recording={recording} atEnd={cards.later === 0} />
              {cards.later > 0 ? (
                <p className="conv-earlier">{t('conversation.later', { count: cards.later })}</p>
              ) : null}
            </>
          ) : loader.trouble ? null : loader.opening ? (
            <LateLoading panel="conversation">{t('conversation.loading')}</LateLoading>
          ) : (
            <Nothing place={place} events={loader.events} recording={recording} />
          )}
        </div>
      </Box>
      {following || turns.length === 0 ? null : (
        <Button className="conv-follow" size="s" icon="chevron-down" data-testid="follow" onClick={goFollow}>
          {fresh > 0 ? t('conversation.follow.new', { count: fresh }) : t('conversation.follow')}
        </Button>
      )}
    </div>
  );
}

interface Cards {
  slices: TurnSlice[];
  last: ReadonlySet<Turn>;
  selected: string | undefined;
  /** Cards before and after those on the page. */
  first: number;
  later: number;
  showEarlier(): void;
}

/** Which cards are on the page. The turns are changed in place; the version says when. */
function useCards(turns: readonly Turn[], version: number, seq: number | undefined, following: boolean): Cards {
  const [first, setFirst] = useState(0);
  const selected = useMemo(() => cardOfSeq(turns, seq), [turns, version, seq]);
  const last = useMemo(() => lastTurns(turns), [turns, version]);
  const total = countCards(turns);
  const room = useRoom(total, following);
  const next = nextFirst(first, total, following, room);
  if (next !== first) setFirst(next);

  const wanted = useRef<number>(undefined);
  useEffect(() => {
    if (wanted.current === seq) return;
    wanted.current = seq;
    if (selected !== undefined) setFirst((now) => firstToShow(now, positionOfCard(turns, selected)));
  });

  return {
    slices: sliceTurns(turns, next, CARDS_LIMIT),
    last,
    selected,
    first: next,
    later: Math.max(0, total - next - CARDS_LIMIT),
    showEarlier: () => setFirst(Math.max(0, next - CARDS_SHOWN)),
  };
}

/** Cards that the page holds at its tail: as many as it can draw without a halt. */
function useRoom(total: number, following: boolean): number {
  const [room, setRoom] = useState(CARDS_SLICE);
  const [before, setBefore] = useState(0);
  if (before !== total) {
    setBefore(total);
    if (total - before > CARDS_SLICE) setRoom(nextRoom(room, total - before));
  }
  const more = following && room < CARDS_SHOWN && total > room;
  useEffect(() => {
    if (!more) return;
    const timer = setTimeout(() => setRoom(nextRoom(room, 0)), QUIET_MS);
    return () => clearTimeout(timer);
  }, [more, room, total]);
  return room;
}

/** Events that came since following ended. */
function useFresh(events: number, following: boolean): number {
  const [since, setSince] = useState(events);
  const was = useRef(following);
  useEffect(() => {
    if (was.current && !following) setSince(events);
    was.current = following;
  }, [events, following]);
  return following ? 0 : Math.max(0, events - since);
}

/** What of the agent's steps is shown. */
function ShowBar() {
  const shown = useShown();
  return (
    <div className="conv-bar">
      <fieldset className="conv-show" aria-label={t('conversation.show')}>
        {(['tools', 'thinking'] as const).map((what) => (
          <span key={what} data-testid={`show-${what}`}>
            <Checkbox checked={shown[what]} onChange={(on) => setShown({ [what]: on })}>
              {t(`conversation.show.${what}`)}
            </Checkbox>
          </span>
        ))}
      </fieldset>
    </div>
  );
}

/** Why nothing is here, and what to do about it. */
function Nothing({ place, events, recording }: { place: Place; events: number; recording: boolean }) {
  const node = place.kind === 'task' ? sessionLog().tree.task(place.agent, place.task) : undefined;
  const server = node !== undefined && node.origin !== 'local' && events === 0;
  return (
    <div className="conv-nothing">
      <Empty panel="conversation">
        {server
          ? t('conversation.empty.server')
          : events > 0
            ? t('conversation.empty.unsaid')
            : t('conversation.empty')}
      </Empty>
      {server && recording && place.kind === 'task' ? (
        <Button size="s" icon="download" onClick={() => void runCall(place.agent, 'GetTask', { id: place.task })}>
          {t('conversation.cut.fetch')}
        </Button>
      ) : null}
      {node?.state && stateClass(node.state) === 'unknown' ? <span className="mono t3">{node.state}</span> : null}
    </div>
  );
}
