import { useState } from 'react';
import type { ToolBlock } from '../../../shared/a2a/reduce/conversation.ts';
import { jsonLine } from '../../../shared/a2a/reduce/text-line.ts';
import { isObject } from '../../../shared/lib/json.ts';
import { t } from '../../strings/index.ts';
import { Tag } from '../../ui/Chip.tsx';
import { Icon } from '../../ui/Icon.tsx';
import type { IconName } from '../../ui/icons.ts';
import { formatDuration, oneLine } from '../../ui/text.ts';
import { JsonBlock } from '../../views/JsonBlock.tsx';
import { Card, FoldHead } from './Card.tsx';

const LOOK: Record<ToolBlock['status'], { icon: IconName; tone?: string }> = {
  running: { icon: 'clock', tone: 'state-working' },
  waiting: { icon: 'question', tone: 'tone-warn' },
  completed: { icon: 'check', tone: 'tone-ok' },
  failed: { icon: 'close', tone: 'tone-danger' },
  'no-result': { icon: 'circle-slash' },
};

/** One tool call: its input and what came of it. One that waits for the person shows what it is about. */
export function ToolCard({ block, selected, live }: { block: ToolBlock; selected: boolean; live: boolean }) {
  const [chosen, setChosen] = useState<boolean>();
  const open = chosen ?? (block.status === 'waiting' && live);
  return (
    <Card
      block={block}
      selected={selected}
      className="toolc"
      data-testid="tool-card"
      data-state={block.status}
      data-id={block.id}
      data-name={block.name}
    >
      <FoldHead open={open} onToggle={() => setChosen(!open)}>
        <Icon name="terminal" className="lane-tool" />
        <b className="cut tool-name" title={block.name}>
          {block.name ? oneLine(block.name) : t('conversation.tool.noName')}
        </b>
        <span className="mono t2 cut tool-line">{oneLine(summaryOf(block))}</span>
        <span className="fold-end">
          <Tag {...LOOK[block.status]}>{t(`conversation.tool.${block.status}`)}</Tag>
          {block.duration === undefined ? null : <span className="fold-time">{formatDuration(block.duration)}</span>}
        </span>
      </FoldHead>
      {open ? <ToolBody block={block} /> : null}
    </Card>
  );
}

/** The input in a few words: its only value when it has one, else its members. */
function summaryOf({ input, inputText, inputLength }: ToolBlock): string {
  if (input === undefined) {
    if (inputText !== '') return inputText;
    return inputLength > 0 ? t('conversation.tool.inputLength', { length: inputLength }) : '';
  }
  if (isObject(input)) {
    const values = Object.values(input);
    if (values.length === 1 && typeof values[0] === 'string') return values[0];
  }
  return jsonLine(input);
}

function ToolBody({ block }: { block: ToolBlock }) {
  const ended = block.status === 'completed' || block.status === 'failed';
  return (
    <div className="fold-body tool-body">
      {block.input !== undefined ? (
        <JsonBlock value={block.input} label={t('conversation.tool.input')} />
      ) : block.inputText !== '' ? (
        <JsonBlock value={block.inputText} label={t('conversation.tool.inputSoFar')} />
      ) : (
        <p className="hint">
          {block.inputLength > 0
            ? t('conversation.tool.inputLength', { length: block.inputLength })
            : t('conversation.tool.noInput')}
        </p>
      )}
      {block.progress !== undefined && !ended ? (
        <JsonBlock value={block.progress} label={t('conversation.tool.progress')} />
      ) : null}
      {block.result !== undefined ? <JsonBlock value={block.result} label={t('conversation.tool.result')} /> : null}
      {block.status === 'no-result' ? <p className="hint">{t('conversation.tool.noResult')}</p> : null}
      {block.cut ? <p className="hint">{t('conversation.tool.cut')}</p> : null}
    </div>
  );
}
