import { memo, useEffect, useRef } from 'react';
import type { Turn } from '../../../shared/a2a/reduce/conversation.ts';
import type { AgentView } from '../../../shared/contract/views.ts';
import { rowOfSeq, sessionLog } from '../../state/log.ts';
import { useAgents } from '../../state/queries.ts';
import { useSessionNow } from '../../state/use-session-now.ts';
import { t } from '../../strings/index.ts';
import { Icon } from '../../ui/Icon.tsx';
import { AgentTurnView } from './AgentTurnView.tsx';
import type { TurnSlice } from './card-window.ts';
import { useShown } from './shown.ts';
import { UserTurnView } from './UserTurnView.tsx';
import { stampOf, tenths, turnStamp } from './view-model.ts';

export interface TurnListProps {
  slices: readonly TurnSlice[];
  /** Last turns of their tasks. */
  last: ReadonlySet<Turn>;
  /** Key of the selected card. */
  selected: string | undefined;
  /** Selected row. */
  seq: number | undefined;
  /** The session on screen is the one being recorded. */
  recording: boolean;
  /** The newest card is on the page. */
  atEnd: boolean;
}

export function TurnList({ slices, last, selected, seq, recording, atEnd }: TurnListProps) {
  const agents = useAgents().data;
  const shown = useShown();
  const list = useRef<HTMLDivElement>(null);

  // A row that was selected elsewhere brings its card into view; a card that was clicked is there already.
  useEffect(() => {
    if (selected === undefined) return;
    list.current?.querySelector(`[data-card="${CSS.escape(selected)}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [selected, seq]);

  return (
    <div className="conv-turns" ref={list}>
      {slices.map(({ turn, from, to }) => {
        const blocks = turn.kind === 'user' ? [] : turn.blocks.slice(from, to);
        const mine = turn.key === selected || (selected !== undefined && blocks.some(({ key }) => key === selected));
        const stamp = `${turnStamp(turn)}|${blocks.map(stampOf).join('|')}`;
        const agentId = rowOfSeq(turn.seq)?.agent ?? '';
        const tile = agents?.findIndex(({ id }) => id === agentId) ?? -1;
        return (
          <OneTurn
            key={turn.key}
            turn={turn}
            from={from}
            to={to}
            stamp={stamp}
            agent={agents?.[tile]}
            agentId={agentId}
            tile={Math.max(0, tile)}
            selected={mine ? selected : undefined}
            tools={shown.tools}
            thinking={shown.thinking}
            last={last.has(turn)}
            recording={recording}
          />
        );
      })}
      {recording && atEnd ? <FirstByte turn={slices[slices.length - 1]?.turn} /> : null}
    </div>
  );
}

/** The clock shows tenths of a second. */
const TICK_MS = 100;

/** A message went out and nothing has come back yet. */
function FirstByte({ turn }: { turn: Turn | undefined }) {
  const row = turn?.kind === 'user' ? rowOfSeq(turn.seq) : undefined;
  const waits = row !== undefined && sessionLog().tree.nodeOf(row)?.live === true;
  const now = useSessionNow(waits, TICK_MS);
  if (!waits) return null;
  return (
    <p className="conv-waiting conv-first">
      <Icon name="loader" spin className="state-working" />
      {t('conversation.waitingFirst', { time: tenths(now - row.at) })}
    </p>
  );
}

export interface OneTurnProps {
  turn: Turn;
  /** Which of its blocks are on the page. */
  from: number;
  to: number;
  /** What the turn looked like when it was drawn; the turn itself is changed in place. */
  stamp: string;
  agent: AgentView | undefined;
  agentId: string;
  /** Place of the agent in the list, for the colour of its tile. */
  tile: number;
  /** Key of the selected card, when it is in this turn. */
  selected: string | undefined;
  tools: boolean;
  thinking: boolean;
  /** No later turn of the same task. */
  last: boolean;
  recording: boolean;
}

const OneTurn = memo(function OneTurn(props: OneTurnProps) {
  return props.turn.kind === 'user' ? (
    <UserTurnView turn={props.turn} selected={props.selected !== undefined} />
  ) : (
    <AgentTurnView {...props} turn={props.turn} />
  );
});
