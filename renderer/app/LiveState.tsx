import { useEffect, useReducer } from 'react';
import { stateClass } from '../../shared/model/task.ts';
import { clockOf } from '../state/age.ts';
import { stopListening } from '../state/calls.ts';
import { cancelTask, useCanceling } from '../state/cancel.ts';
import { stateGlyph } from '../state/glyphs.ts';
import { sessionLog, useLogAround, useLogSession } from '../state/log.ts';
import { useAppInfo } from '../state/queries.ts';
import type { Place } from '../state/selection.ts';
import { t } from '../strings/index.ts';
import { Button, IconButton } from '../ui/Button.tsx';
import { Icon } from '../ui/Icon.tsx';
import { formatDuration } from '../ui/text.ts';
import { StateTag } from '../views/StateTag.tsx';
import { liveTask } from './live-task.ts';

/** The running clock shows tenths of a second. */
const TICK_MS = 100;

/** How the task on screen stands, and the button that asks its agent to cancel it. */
export function LiveState({ place }: { place: Place }) {
  useLogAround();
  const recording = useAppInfo().data?.liveSession === useLogSession();
  const found = liveTask(sessionLog(), place);
  if (!found) return null;
  const { task, exchange } = found;
  const going = recording && task.live;
  const cut = recording && task.cut;
  const kind = stateClass(task.state);
  const cancelable = recording && task.id !== undefined && (kind === 'active' || kind === 'interrupted');
  return (
    <span
      className="live"
      data-testid="live-state"
      data-state={going ? 'live' : cut ? 'cut' : 'ended'}
      data-task-state={task.state}
    >
      {going ? (
        <>
          <span className="pulse" />
          <span className={task.state ? stateGlyph(task.state).tone : 'state-working'}>
            {task.state ? stateGlyph(task.state).word : t('tree.live')}
          </span>
          <Clock since={sessionLog().started + (task.first ?? 0)} />
        </>
      ) : task.state ? (
        <>
          {cut ? (
            <span className="live-cut lane-error">
              <Icon name="unplug" />
              {t('timeline.cut')}
            </span>
          ) : null}
          <StateTag state={task.state} still />
          {task.first !== undefined && task.last !== undefined ? (
            <span className="mono live-clock">{formatDuration(task.last - task.first)}</span>
          ) : null}
        </>
      ) : null}
      {going && exchange !== undefined ? (
        <IconButton
          icon="unplug"
          label={t('live.stop')}
          data-testid="stop-listening"
          onClick={() => stopListening(exchange)}
        />
      ) : null}
      {cancelable ? <CancelButton agent={task.agent} task={task.id ?? ''} /> : null}
    </span>
  );
}

function Clock({ since }: { since: number }) {
  const [, tick] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    const timer = setInterval(tick, TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return <span className="mono live-clock">{clockOf(Date.now() - since, true)}</span>;
}

function CancelButton({ agent, task }: { agent: string; task: string }) {
  const canceling = useCanceling(agent, task);
  return (
    <Button
      size="s"
      icon="square"
      aria-disabled={canceling}
      data-testid="cancel-task"
      data-state={canceling ? 'canceling' : 'ready'}
      onClick={() => void cancelTask(agent, task)}
    >
      {t(canceling ? 'live.canceling' : 'live.cancel')}
    </Button>
  );
}
