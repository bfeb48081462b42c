import type { UserTurn } from '../../../shared/a2a/reduce/conversation.ts';
import { sessionLog } from '../../state/log.ts';
import { t } from '../../strings/index.ts';
import { Tag } from '../../ui/Chip.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { oneLine } from '../../ui/text.ts';
import { clockText } from '../../views/clock.ts';
import { Parts } from '../../views/Parts.tsx';
import { Prose } from '../../views/Prose.tsx';

/** What the person sent. */
export const UserTurnView = ({ turn, selected }: { turn: UserTurn; selected: boolean }) => (
  <article className="turn" data-testid="turn" data-state="user" data-seq={turn.seq} data-task={turn.task}>
    <span className="tile tile-1" aria-hidden="true">
      <Icon name="user" size={12} />
    </span>
    <div className="turn-body">
      <div className="turn-who">
        <b>{t('conversation.you')}</b>
        <span className="t3">{clockText(sessionLog().started + turn.at)}</span>
        {turn.decision ? (
          <Tag className="end" icon="check">
            {t('conversation.chose', { choice: oneLine(turn.decision.label ?? turn.decision.choice) })}
          </Tag>
        ) : null}
      </div>
      <div
        className="bubble conv-card"
        data-card={turn.key}
        data-seq={turn.seq}
        data-selected={selected || undefined}
        tabIndex={-1}
      >
        {turn.text ? <Prose text={turn.text} /> : null}
        {turn.parts.length === 0 ? null : turn.decision ? (
          <details className="answer-schema">
            <summary>{t('conversation.chose.data')}</summary>
            <Parts parts={turn.parts} />
          </details>
        ) : (
          <Parts parts={turn.parts} />
        )}
      </div>
    </div>
  </article>
);
