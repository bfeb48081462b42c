import type { StateBlock, TextBlock, UsageBlock } from '../../../shared/a2a/reduce/conversation.ts';
import { stateClass } from '../../../shared/model/task.ts';
import { type TaskRef, writeAnswer } from '../../state/answer.ts';
import { t } from '../../strings/index.ts';
import { Button } from '../../ui/Button.tsx';
import { Tag } from '../../ui/Chip.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { formatDuration } from '../../ui/text.ts';
import { GrowingText } from '../../views/GrowingText.tsx';
import { IdText } from '../../views/IdText.tsx';
import { Parts } from '../../views/Parts.tsx';
import { UsageLine } from '../../views/Sections.tsx';
import { StateTag } from '../../views/StateTag.tsx';
import { Card } from './Card.tsx';

/** What the agent said. */
export const TextView = ({ block, selected, open }: { block: TextBlock; selected: boolean; open: boolean }) => (
  <Card block={block} selected={selected} className="said" data-testid="said" data-state={open ? 'open' : 'closed'}>
    {block.text ? <GrowingText text={block.text} open={open} /> : null}
    {block.parts.length > 0 ? <Parts parts={block.parts} /> : null}
  </Card>
);

export const UsageRow = ({ block, selected }: { block: UsageBlock; selected: boolean }) => (
  <Card block={block} selected={selected} className="conv-line usage-row">
    <Icon name="circle-dot" size={12} className="lane-status" />
    <UsageLine usage={block} />
  </Card>
);

export interface StateLineProps {
  block: StateBlock;
  selected: boolean;
  task: TaskRef | undefined;
  /** Milliseconds since the turn began. */
  elapsed: number;
  artifacts: number;
  /** Nothing came after it, and a message can be sent. */
  current: boolean;
}

/** How the turn came out. A task that waits without having asked anything is the person's turn. */
export const StateLine = ({ block, selected, task, elapsed, artifacts, current }: StateLineProps) => (
  <Card block={block} selected={selected} className="conv-line" data-testid="state-line" data-state={block.state}>
    {block.state === 'TASK_STATE_INPUT_REQUIRED' ? (
      <Tag icon="question" tone="state-input-required" title={block.state}>
        {t('conversation.question.yourTurn')}
      </Tag>
    ) : (
      <StateTag state={block.state} still />
    )}
    {elapsed > 0 ? <span>{formatDuration(elapsed)}</span> : null}
    {task ? (
      <span className="hflex conv-id">
        {t('conversation.state.task')}
        <IdText id={task.task} />
      </span>
    ) : null}
    {current && task && stateClass(block.state) === 'interrupted' ? (
      <Button size="s" icon="pencil" data-testid="write-answer" onClick={() => writeAnswer(task)}>
        {t('conversation.question.answer')}
      </Button>
    ) : null}
    {artifacts > 0 ? <span>{t('conversation.state.artifacts', { count: artifacts })}</span> : null}
  </Card>
);
