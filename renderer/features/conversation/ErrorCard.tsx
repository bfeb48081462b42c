import type { ErrorBlock } from '../../../shared/a2a/reduce/conversation.ts';
import { stateGlyph } from '../../state/glyphs.ts';
import { t } from '../../strings/index.ts';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { showHidden } from '../../ui/text.ts';
import { GrowingText } from '../../views/GrowingText.tsx';
import { A2AErrorNotice } from '../../views/Trouble.tsx';
import { Card } from './Card.tsx';
import { Decide } from './Decide.tsx';
import { RetryVersion } from './RetryVersion.tsx';

interface ErrorCardProps {
  block: ErrorBlock;
  selected: boolean;
  recording: boolean;
}

/** Something went wrong: the agent refused, the task failed, or the answer did not arrive. */
export const ErrorCard = ({ block, selected, recording }: ErrorCardProps) => (
  <Card block={block} selected={selected} className="errc" data-testid="error-card" data-state={block.source}>
    <ErrorBody block={block} />
    {recording && block.error ? <RetryVersion seq={block.seq} error={block.error} /> : null}
    {recording && block.source === 'transport' ? <Decide seq={block.seq} /> : null}
  </Card>
);

function ErrorBody({ block }: { block: ErrorBlock }) {
  if (block.error) return <A2AErrorNotice panel="conversation-error" error={block.error} />;
  const title =
    block.source === 'task'
      ? t('conversation.error.task', { state: stateGlyph(block.state ?? 'TASK_STATE_FAILED').word })
      : t(block.source === 'transport' ? 'conversation.error.transport' : 'conversation.error.agent');
  const detail = block.detail && Object.keys(block.detail).length > 0 ? JSON.stringify(block.detail, null, 2) : '';
  return (
    <ErrorNotice panel="conversation-error" title={title} {...(detail ? { raw: showHidden(detail) } : {})}>
      {block.message ? (
        <GrowingText text={block.message} open={false} />
      ) : (
        <p className="t3">{t('conversation.error.noMessage')}</p>
      )}
      {block.retryable === undefined ? null : (
        <p className="t3">{t(block.retryable ? 'conversation.error.retryable' : 'conversation.error.final')}</p>
      )}
    </ErrorNotice>
  );
}
