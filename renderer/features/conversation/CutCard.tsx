import { useState } from 'react';
import type { Trouble } from '../../../shared/lib/result.ts';
import type { TaskRef } from '../../state/answer.ts';
import { fetchTask, stopTrying, subscribeNow } from '../../state/calls.ts';
import { sessionLog, useLogVersion } from '../../state/log.ts';
import { retryIn } from '../../state/reconnects.ts';
import { useSessionNow } from '../../state/use-session-now.ts';
import { hasString, t } from '../../strings/index.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { showHidden } from '../../ui/text.ts';
import { TroubleNotice } from '../../views/Trouble.tsx';

/** The countdown shows whole seconds; this is how late one may come, ms. */
const TICK_MS = 200;

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
  useLogVersion();
  const [trouble, setTrouble] = useState<Trouble>();
  const current = last && recording && task !== undefined;
  const step = current ? sessionLog().reconnects.of(task.agent, task.task) : undefined;
  const trying = step?.phase === 'waiting' || step?.phase === 'retrying';
  const now = useSessionNow(step?.phase === 'waiting', TICK_MS);
  const seconds = step?.phase === 'waiting' ? retryIn(step, now) : undefined;
  const goOn = async (how: typeof subscribeNow) => {
    if (!task) return;
    setTrouble(undefined);
    const reply = await how(task.agent, task.task);
    if (!reply.ok) setTrouble(reply.error);
  };
  if (why === 'left' && !last) return null;
  return (
    <div
      className="conv-card cutc"
      data-testid="cut-card"
      data-state={last ? (trying ? step.phase : 'gave-up') : 'past'}
      data-retry-in={seconds}
      data-attempt={step?.attempt}
      data-why={why}
      data-task={task?.task}
    >
      <div className="cutc-head">
        <Icon name="unplug" />
        <b>{t(`conversation.${why}`)}</b>
        {reason ? <span className="t2 cutc-why">{showHidden(reason)}</span> : null}
      </div>
      <p className="t2">{last ? t(`conversation.${why}.explain`) : t('conversation.cut.since')}</p>
      {trying ? (
        <p className="cutc-plan">
          <Icon name="loader" spin className="state-working" />
          {seconds === undefined ? t('timeline.retry.now') : t('timeline.retry.in', { seconds })}
          <span className="t3">{t('timeline.retry.attempt', { attempt: step.attempt, of: step.of })}</span>
        </p>
      ) : step ? (
        <p className="t2">{planOf(step.cause)}</p>
      ) : null}
      {current ? (
        <div className="conv-actions">
          <Button size="s" icon="refresh" disabled={step?.phase === 'retrying'} onClick={() => void goOn(subscribeNow)}>
            {t('conversation.cut.subscribe')}
          </Button>
          <Button size="s" icon="download" onClick={() => void goOn(fetchTask)}>
            {t('conversation.cut.fetch')}
          </Button>
          {trying ? (
            <Button size="s" look="ghost" icon="close" onClick={() => stopTrying(task.agent, task.task)}>
              {t('timeline.cut.stop')}
            </Button>
          ) : null}
        </div>
      ) : null}
      {trouble ? <TroubleNotice panel="conversation-cut" trouble={trouble} /> : null}
    </div>
  );
}

function planOf(cause: string): string {
  const key = `timeline.plan.${cause}`;
  return hasString(key) ? t(key) : '';
}
