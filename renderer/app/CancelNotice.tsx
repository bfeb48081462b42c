import { stateClass } from '../../shared/model/task.ts';
import { fetchTask } from '../state/calls.ts';
import { dismissRefusal, useCancelRefusal } from '../state/cancel.ts';
import { stateGlyph } from '../state/glyphs.ts';
import { sessionLog, useLogAround } from '../state/log.ts';
import type { Place } from '../state/selection.ts';
import { t } from '../strings/index.ts';
import { Button, IconButton } from '../ui/Button.tsx';
import { Icon } from '../ui/Icon.tsx';
import { showHidden } from '../ui/text.ts';
import { liveTask } from './live-task.ts';

/** The task cannot be canceled: it has come to its end, or the agent has nothing to stop (1.0 §3.1.5). */
const NOT_CANCELABLE = -32_002;

/** Why the task on screen was not canceled. */
export function CancelNotice({ place }: { place: Place }) {
  useLogAround();
  const task = liveTask(sessionLog(), place)?.task;
  const agent = 'agent' in place ? place.agent : '';
  const id = task?.id ?? (place.kind === 'task' ? place.task : '');
  const refusal = useCancelRefusal(agent, id);
  if (!refusal) return null;
  const notCancelable = refusal.code === NOT_CANCELABLE;
  const over = task?.state !== undefined && stateClass(task.state) === 'terminal';
  const text = !notCancelable
    ? t('live.cancel.failed', { reason: showHidden(refusal.message) })
    : over
      ? t('live.cancel.ended', { state: stateGlyph(task.state ?? '').word })
      : t('live.cancel.resting');
  return (
    <p className="centre-notice" role="alert" data-testid="cancel-refused" data-code={refusal.code}>
      <Icon name="triangle" className={over ? 'tone-warn' : 'tone-danger'} />
      <span className="grow">{text}</span>
      {notCancelable && !over ? (
        <Button size="s" icon="download" onClick={() => void fetchTask(agent, id)}>
          {t('conversation.cut.fetch')}
        </Button>
      ) : null}
      <IconButton icon="close" label={t('live.cancel.dismiss')} onClick={() => dismissRefusal(agent, id)} />
    </p>
  );
}
