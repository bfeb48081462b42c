import { useState } from 'react';
import type { ThinkingBlock } from '../../../shared/a2a/reduce/conversation.ts';
import { t } from '../../strings/index.ts';
import { Icon } from '../../ui/Icon.tsx';
import { formatDuration, oneLine } from '../../ui/text.ts';
import { GrowingText } from '../../views/GrowingText.tsx';
import { Card, FoldHead } from './Card.tsx';

/** Reasoning, folded to its first line. */
export function ThinkingCard({ block, selected, open }: { block: ThinkingBlock; selected: boolean; open: boolean }) {
  const [unfolded, setUnfolded] = useState(false);
  return (
    <Card
      block={block}
      selected={selected}
      className="think"
      data-testid="thinking"
      data-state={unfolded ? 'open' : 'closed'}
    >
      <FoldHead open={unfolded} onToggle={() => setUnfolded(!unfolded)}>
        <Icon name="cloud" className="lane-thinking" />
        <span className="none">{t('conversation.thinking')}</span>
        {unfolded ? null : <em className="cut thought">{oneLine(block.text)}</em>}
        {block.duration > 0 ? <span className="fold-time">{formatDuration(block.duration)}</span> : null}
      </FoldHead>
      {unfolded ? (
        <div className="fold-body">
          <GrowingText text={block.text} open={open} />
          {block.cut ? <p className="hint">{t('conversation.thinking.cut')}</p> : null}
        </div>
      ) : null}
    </Card>
  );
}
