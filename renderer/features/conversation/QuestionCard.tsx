import type { QuestionBlock } from '../../../shared/a2a/reduce/conversation.ts';
import type { Part } from '../../../shared/model/message.ts';
import type { TaskRef } from '../../state/answer.ts';
import { useSessionNow } from '../../state/use-session-now.ts';
import { t } from '../../strings/index.ts';
import { Tag } from '../../ui/Chip.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { oneLine } from '../../ui/text.ts';
import { GrowingText } from '../../views/GrowingText.tsx';
import { Parts } from '../../views/Parts.tsx';
import { Card } from './Card.tsx';
import { QuestionAnswer } from './QuestionAnswer.tsx';
import { QuestionFacts } from './QuestionFacts.tsx';
import { QuestionOutcome } from './QuestionOutcome.tsx';
import { choiceLabel, questionTitle, waitText } from './view-model.ts';

export interface QuestionCardProps {
  block: QuestionBlock;
  selected: boolean;
  task: TaskRef | undefined;
  recording: boolean;
}

/** The agent waits for the person: what it asks, and the ways to answer. */
export function QuestionCard({ block, selected, task, recording }: QuestionCardProps) {
  const open = block.state === 'open';
  // A permission question is called by the agent's own short words for it.
  const named = block.asks === 'permission' && block.text.trim() !== '';
  const title = named ? oneLine(block.text) : t(`conversation.question.${questionTitle(block)}`);
  return (
    <Card
      block={block}
      selected={selected}
      className="ask"
      role="group"
      aria-label={t('conversation.question.label', { title })}
      data-testid="question-card"
      data-state={block.state}
      data-asks={block.asks}
      data-decision={block.decision}
      data-by={block.answered?.by}
    >
      <div className="ask-head">
        <Icon
          name={block.asks === 'input' ? 'question' : 'lock'}
          size={16}
          className={block.asks === 'auth' ? 'state-auth-required' : 'state-input-required'}
        />
        <h4 className="cut" title={named ? title : undefined}>
          {title}
        </h4>
        <span className="fold-end">
          {open && recording ? <WaitClock since={block.at} /> : null}
          {open ? null : (
            <Tag icon={block.state === 'answered' ? 'check' : 'circle-slash'}>
              {block.decision
                ? t('conversation.question.answeredWith', { choice: oneLine(choiceLabel(block)) })
                : t(`conversation.question.${block.state === 'answered' ? 'answered' : 'expired'}`)}
            </Tag>
          )}
        </span>
      </div>
      <div className="ask-body">
        {!named && block.text.trim() ? <GrowingText text={block.text} open={false} /> : null}
        {block.purpose && block.purpose !== block.text ? <GrowingText text={block.purpose} open={false} /> : null}
        <QuestionFacts block={block} />
        <AskedParts block={block} />
        <QuestionOutcome block={block} />
        {open && recording && task ? <QuestionAnswer block={block} task={task} /> : null}
        {open && !recording ? <p className="hint">{t('conversation.question.past')}</p> : null}
      </div>
    </Card>
  );
}

function WaitClock({ since }: { since: number }) {
  const now = useSessionNow(true, 1_000);
  return <span className="t2">{t('conversation.question.waiting', { time: waitText(now - since) })}</span>;
}

/** Parts of the question; the schema that its form is made of, or lies beside it, needs no second picture. */
function AskedParts({ block }: { block: QuestionBlock }) {
  const parts = block.schema ? block.parts.filter((part) => !holds(part, block.schema)) : block.parts;
  return parts.length > 0 ? <Parts parts={parts} /> : null;
}

const holds = (part: Part, schema: unknown): boolean =>
  part.data === schema ||
  (typeof part.data === 'object' && part.data !== null && Object.values(part.data).some((value) => value === schema));
