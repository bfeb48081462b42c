import { useEffect, useReducer } from 'react';
import type { WatchView } from '../../../shared/contract/watch.ts';
import { sessionLog } from '../../state/log.ts';
import { goTo } from '../../state/selection.ts';
import { endWatch, pauseWatch, watchTask } from '../../state/watches.ts';
import { t } from '../../strings/index.ts';
import { IconButton } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { oneLine, shortId } from '../../ui/text.ts';

/** The countdown moves on without a new row, ms. */
const TICK_MS = 250;

const secondsOf = (ms: number): number => Math.round(ms / 100) / 10;

/** What a watch does just now, or why it ended. */
function wordsOf({ phase, due, waitMs, end, polls }: WatchView): string {
  switch (phase) {
    case 'waiting':
      return t('tree.watch.waiting', {
        seconds: Math.max(0, Math.ceil(((due ?? 0) - Date.now()) / 1_000)),
        every: secondsOf(waitMs),
      });
    case 'asking':
      return t('tree.watch.asking', { count: polls });
    case 'paused':
      return t('tree.watch.paused');
    case 'ended':
      return t(`tree.watch.end.${end ?? 'stopped'}`);
  }
}

/** Tasks of this agent that are watched by asking, with their pace, and those whose watch ended. */
export function WatchList({ watches }: { watches: readonly WatchView[] }) {
  const [, tick] = useReducer((count: number) => count + 1, 0);
  const counting = watches.some(({ phase }) => phase === 'waiting');
  useEffect(() => {
    if (!counting) return undefined;
    const timer = setInterval(tick, TICK_MS);
    return () => clearInterval(timer);
  }, [counting]);
  if (watches.length === 0) return null;
  return (
    <section className="watches" aria-label={t('tree.watches')}>
      <ul>
        {watches.map((watch) => (
          <WatchRow key={`${watch.agent} ${watch.task}`} watch={watch} />
        ))}
      </ul>
    </section>
  );
}

function WatchRow({ watch }: { watch: WatchView }) {
  const { agent, task, phase, waitMs, polls, trouble } = watch;
  const node = sessionLog().tree.task(agent, task);
  const title = oneLine(node?.title ?? '') || t('tree.untitled.task', { id: shortId(task) });
  const over = phase === 'ended';
  const bad = over && trouble !== undefined;
  return (
    <li
      className="watch"
      data-testid="watch-row"
      data-state={phase}
      data-id={task}
      data-polls={polls}
      data-interval-ms={waitMs}
      data-end={watch.end}
      data-automatic={watch.automatic || undefined}
    >
      <Icon
        name={bad ? 'triangle' : phase === 'paused' ? 'pause' : 'eye'}
        size={12}
        className={bad ? 'lane-error' : 't2'}
      />
      <button
        type="button"
        className="watch-title cut"
        title={title}
        onClick={() => goTo({ kind: 'task', agent, task })}
      >
        {title}
      </button>
      <span className="watch-end">
        {over ? null : (
          <>
            <IconButton
              icon={phase === 'paused' ? 'play' : 'refresh'}
              label={t(phase === 'paused' ? 'tree.watch.resume' : 'tree.watch.now')}
              data-testid="watch-now"
              onClick={() => void watchTask(agent, task)}
            />
            {phase === 'paused' ? null : (
              <IconButton
                icon="pause"
                label={t('tree.watch.pause')}
                data-testid="watch-pause"
                onClick={() => pauseWatch(agent, task)}
              />
            )}
          </>
        )}
        <IconButton
          icon={over ? 'close' : 'square'}
          label={t(over ? 'tree.watch.away' : 'tree.watch.stop')}
          data-testid="watch-stop"
          onClick={() => endWatch(agent, task)}
        />
      </span>
      <p className="watch-words" title={trouble?.message}>
        {wordsOf(watch)}
        {watch.failures > 0 && !over ? ` ${t('tree.watch.failures', { count: watch.failures })}` : null}
      </p>
      {trouble ? <p className="watch-words tone-warn">{trouble.message}</p> : null}
    </li>
  );
}
