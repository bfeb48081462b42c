import type { AgentTurn } from '../../../shared/a2a/reduce/conversation.ts';
import type { TaskRef } from '../../state/answer.ts';
import { rowOfSeq, sessionLog } from '../../state/log.ts';
import { useSessionNow } from '../../state/use-session-now.ts';
import { t } from '../../strings/index.ts';
import { Icon } from '../../ui/Icon.tsx';
import { Tile } from '../../ui/Tile.tsx';
import { oneLine } from '../../ui/text.ts';
import { clockText } from '../../views/clock.ts';
import { UsageLine } from '../../views/Sections.tsx';
import { StateTag } from '../../views/StateTag.tsx';
import { BlockView } from './BlockView.tsx';
import { CutCard } from './CutCard.tsx';
import type { OneTurnProps } from './TurnList.tsx';
import { blocksOf, cutReason, headState, isShown, stampOf, tenths, turnUsage, unheard } from './view-model.ts';

/** Everything the agent did in one answer, in order. */
export function AgentTurnView(props: OneTurnProps & { turn: AgentTurn }) {
  const { turn, from, to, agent, agentId, tile, selected, tools, thinking, last, recording } = props;
  const shown = { tools, thinking };
  const blocks = blocksOf(turn, shown, from, to);
  const hidden = turn.blocks.slice(from, to).filter((block) => !isShown(block, shown)).length;
  const atEnd = to >= turn.blocks.length;
  const name = agent?.name ?? t('conversation.agent');
  const ref = refOf(turn, agentId);
  const state = headState(turn);
  const why = unheard(turn);
  const live = turn.live && recording;
  return (
    <article
      className="turn"
      data-testid="turn"
      data-state="agent"
      data-seq={turn.seq}
      data-task={turn.task}
      data-live={turn.live}
      aria-busy={live}
    >
      <Tile name={name} index={tile} />
      <div className="turn-body">
        <div className="turn-who">
          <b className="cut" title={name}>
            {oneLine(name)}
          </b>
          <span className="t3">{clockText(sessionLog().started + turn.at)}</span>
          {state ? (
            <span className="end">
              <StateTag state={state} still />
            </span>
          ) : null}
        </div>
        {blocks.map((block, index) => (
          <BlockView
            key={block.key}
            block={block}
            stamp={stampOf(block)}
            selected={block.key === selected}
            open={live && atEnd && index === blocks.length - 1}
            task={ref}
            agent={agent}
            recording={recording}
            current={last && recording}
            turnAt={turn.at}
            artifacts={block.kind === 'state' ? countArtifacts(turn) : 0}
          />
        ))}
        {atEnd && !turn.live ? <TurnUsage turn={turn} /> : null}
        {hidden > 0 ? <p className="hint">{t('conversation.hidden', { count: hidden })}</p> : null}
        {blocks.length === 0 && hidden === 0 && !turn.live && !why ? (
          <p className="hint">{t('conversation.silent')}</p>
        ) : null}
        {why && atEnd ? (
          <CutCard why={why} reason={cutReason(turn)} task={ref} last={last} recording={recording} />
        ) : null}
        {live && atEnd ? <Waiting turn={turn} /> : null}
      </div>
    </article>
  );
}

/** The calls of the model in this turn, added up. */
function TurnUsage({ turn }: { turn: AgentTurn }) {
  const found = turnUsage(turn);
  if (!found) return null;
  return (
    <p className="conv-line usage-row" data-testid="turn-usage" data-calls={found.calls}>
      <Icon name="layers" size={12} className="lane-status" />
      <span>{t('conversation.usage.turn', { calls: found.calls })}</span>
      <UsageLine usage={found.usage} />
    </p>
  );
}

const countArtifacts = (turn: AgentTurn): number =>
  turn.blocks.reduce((count, block) => count + (block.kind === 'artifact' ? 1 : 0), 0);

function refOf(turn: AgentTurn, agent: string): TaskRef | undefined {
  if (turn.task === undefined) return undefined;
  const { tree } = sessionLog();
  const node = tree.task(agent, turn.task);
  const context = node && tree.contexts.find((one) => one.key === node.context)?.id;
  return { agent, task: turn.task, ...(context ? { context } : {}) };
}

/** The clock of the waiting line shows tenths of a second. */
const TICK_MS = 100;

/** Something is still to come. */
function Waiting({ turn }: { turn: AgentTurn }) {
  const now = useSessionNow(true, TICK_MS);
  const last = turn.blocks[turn.blocks.length - 1];
  const since = Math.max(0, now - (rowOfSeq(last?.lastSeq ?? turn.seq)?.at ?? turn.at));
  return (
    <p className="conv-waiting" role="presentation">
      <Icon name="loader" spin className="state-working" />
      {t('conversation.waiting', { time: tenths(since) })}
    </p>
  );
}
