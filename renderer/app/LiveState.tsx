import { useEffect, useReducer } from 'react';
import { stateClass } from '../../shared/model/task.ts';
import { clockOf } from '../state/age.ts';
import { stopListening } from '../state/calls.ts';
import { cancelTask, useCanceling } from '../state/cancel.ts';
import { stateGlyph } from '../state/glyphs.ts';
import { type SessionLog, useFromLog, useLogSession } from '../state/log.ts';
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
  const recording = useAppInfo().data?.liveSession === useLogSession();
  const task = useFromLog((log) => standingOf(log, place, recording));
  if (!task) return null;
  const { exchange } = task;
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
          <Clock since={task.since} />
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
          {task.took === undefined ? null : <span className="mono live-clock">{formatDuration(task.took)}</span>}
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

/** What is shown of the task; how long it took only when the clock has stopped. */
function standingOf(log: SessionLog, place: Place, recording: boolean) {
  const found = liveTask(log, place);
  if (!found) return undefined;
  const { agent, id, state, live, cut, first, last } = found.task;
  const took = (recording && live) || first === undefined || last === undefined ? undefined : last - first;
  return { agent, id, state, live, cut, since: log.started + (first ?? 0), took, exchange: found.exchange };
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
