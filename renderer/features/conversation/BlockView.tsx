import { memo } from 'react';
import type { Block } from '../../../shared/a2a/reduce/conversation.ts';
import type { AgentView } from '../../../shared/contract/views.ts';
import type { TaskRef } from '../../state/answer.ts';
import { ArtifactCard } from './ArtifactCard.tsx';
import { ErrorCard } from './ErrorCard.tsx';
import { StateLine, TextView, UsageRow } from './Lines.tsx';
import { QuestionCard } from './QuestionCard.tsx';
import { ThinkingCard } from './ThinkingCard.tsx';
import { ToolCard } from './ToolCard.tsx';

export interface BlockViewProps {
  block: Block;
  /** What the block looked like when it was drawn; the block itself is changed in place. */
  stamp: string;
  selected: boolean;
  /** The last one of a turn that goes on. */
  open: boolean;
  task: TaskRef | undefined;
  agent: AgentView | undefined;
  recording: boolean;
  /** Begin of the turn, ms since the session started. */
  turnAt: number;
  /** Artifacts of the turn; for the state line only. */
  artifacts: number;
  /** Of the last turn of its task, in the session that is being recorded. */
  current: boolean;
}

/** One card or line of an agent's turn. */
export const BlockView = memo(
  function BlockView(props: BlockViewProps) {
    const { block, selected, open, recording } = props;
    switch (block.kind) {
      case 'thinking':
        return <ThinkingCard block={block} selected={selected} open={open} />;
      case 'tool':
        return <ToolCard block={block} selected={selected} live={recording} />;
      case 'text':
        return <TextView block={block} selected={selected} open={open} />;
      case 'usage':
        return <UsageRow block={block} selected={selected} />;
      case 'artifact':
        return <ArtifactCard block={block} selected={selected} open={open} />;
      case 'question':
        return <QuestionCard block={block} selected={selected} task={props.task} recording={recording} />;
      case 'error':
        return <ErrorCard block={block} selected={selected} recording={recording} />;
      case 'state':
        return (
          <StateLine
            block={block}
            selected={selected}
            task={props.task}
            elapsed={block.at - props.turnAt}
            artifacts={props.artifacts}
            current={props.current}
          />
        );
    }
  },
  (before, after) =>
    before.stamp === after.stamp &&
    before.block.key === after.block.key &&
    before.selected === after.selected &&
    before.open === after.open &&
    before.recording === after.recording &&
    before.agent?.id === after.agent?.id &&
    before.task?.task === after.task?.task &&
    before.task?.context === after.task?.context &&
    before.current === after.current &&
    before.artifacts === after.artifacts,
);
