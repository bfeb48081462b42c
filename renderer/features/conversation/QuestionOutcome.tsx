import type { QuestionBlock } from '../../../shared/a2a/reduce/conversation.ts';
import { sessionLog } from '../../state/log.ts';
import { t } from '../../strings/index.ts';
import { Icon } from '../../ui/Icon.tsx';
import { formatDuration, showHidden } from '../../ui/text.ts';
import { clockText } from '../../views/clock.ts';
import { choiceLabel } from './view-model.ts';

/** What came of a question: who answered and when, that nobody can any more, and what the agent refused. */
export function QuestionOutcome({ block }: { block: QuestionBlock }) {
  const { answered, refusal, state } = block;
  return (
    <>
      {answered ? (
        <p className="hint" data-testid="question-outcome">
          {t(`conversation.outcome.${answered.by}`, {
            choice: block.decision ? showHidden(choiceLabel(block)) : t('conversation.outcome.words'),
            at: clockText(sessionLog().started + answered.at),
            after: formatDuration(answered.at - block.at),
          })}
        </p>
      ) : state === 'expired' ? (
        <p className="hint" data-testid="question-outcome">
          {t('conversation.outcome.expired')}
        </p>
      ) : null}
      {refusal ? (
        <p className="ask-refused" data-testid="question-refused" role="status">
          <Icon name="triangle" className="tone-warn" />
          <span>
            {t('conversation.outcome.refused', { message: showHidden(refusal.message), code: refusal.code ?? '' })}{' '}
            {t(state === 'open' ? 'conversation.outcome.refused.open' : 'conversation.outcome.refused.over')}
          </span>
        </p>
      ) : null}
    </>
  );
}
