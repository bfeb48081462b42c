import { useState } from 'react';
import type { Trouble } from '../../../shared/lib/result.ts';
import { runCall } from '../../state/calls.ts';
import { t } from '../../strings/index.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { showHidden } from '../../ui/text.ts';
import { TroubleNotice } from '../../views/Trouble.tsx';
import type { TaskRef } from './answer.ts';

export interface CutCardProps {
  why: 'cut' | 'left';
  /** What the transport said. */
  reason: string | undefined;
  task: TaskRef | undefined;
  /** The task was not heard of again. */
  last: boolean;
  recording: boolean;
}

/** Nothing more of a task that goes on comes from here: why, and what can be done about it. */
export function CutCard({ why, reason, task, last, recording }: CutCardProps) {
  const [asked, setAsked] = useState(false);
  const [trouble, setTrouble] = useState<Trouble>();
  const goOn = async (operation: 'SubscribeToTask' | 'GetTask') => {
    if (!task) return;
    setAsked(true);
    setTrouble(undefined);
    const reply = await runCall(task.agent, operation, { id: task.task });
    setAsked(false);
    if (!reply.ok) setTrouble(reply.error);
  };
  if (why === 'left' && !last) return null;
  return (
    <div
      className="conv-card cutc"
      data-testid="cut-card"
      data-state={last ? 'gave-up' : 'past'}
      data-why={why}
      data-task={task?.task}
    >
      <div className="cutc-head">
        <Icon name="unplug" />
        <b>{t(`conversation.${why}`)}</b>
        {reason ? <span className="t2 cutc-why">{showHidden(reason)}</span> : null}
      </div>
      <p className="t2">{last ? t(`conversation.${why}.explain`) : t('conversation.cut.since')}</p>
      {last && recording && task ? (
        <div className="conv-actions">
          <Button size="s" icon="refresh" disabled={asked} onClick={() => void goOn('SubscribeToTask')}>
            {t('conversation.cut.subscribe')}
          </Button>
          <Button size="s" icon="download" disabled={asked} onClick={() => void goOn('GetTask')}>
            {t('conversation.cut.fetch')}
          </Button>
        </div>
      ) : null}
      {trouble ? <TroubleNotice panel="conversation-cut" trouble={trouble} /> : null}
    </div>
  );
}
