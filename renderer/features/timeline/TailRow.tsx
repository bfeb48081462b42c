import { useEffect, useReducer } from 'react';
import { sessionLog } from '../../state/log.ts';
import { t } from '../../strings/index.ts';
import { Box } from '../../ui/Box.tsx';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { CELL } from '../../ui/roles.ts';
import type { Liveness } from './liveness.ts';

/** The clock of the tail shows tenths of a second. */
const TICK_MS = 100;

/** The row that is not in the log: something is still to come. */
export function TailRow({ live }: { live: Liveness }) {
  const [, tick] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    const timer = setInterval(tick, TICK_MS);
    return () => clearInterval(timer);
  }, []);
  const since = Math.max(0, Date.now() - sessionLog().started - live.lastAt);
  const seconds = (since / 1_000).toFixed(1);
  const answered = [...live.open.values()].some((exchange) => exchange.answered);
  return (
    <Box className="ev ev-tail" role="row" data-testid="tail-row">
      <span className="ev-lane" {...CELL}>
        <span className="pulse" />
      </span>
      <span className="ev-kind state-working" {...CELL}>
        {t('timeline.tail.waiting')}
      </span>
      <span className="ev-text look-faint" {...CELL}>
        {t(answered ? 'timeline.tail.since' : 'timeline.tail.first', { seconds })}
      </span>
    </Box>
  );
}

export interface CutRowProps {
  broken: NonNullable<Liveness['broken']>;
  onSubscribe(): void;
  onFetch(): void;
}

/** Where a stream ended early, and the two ways to go on. Loupe does not subscribe again by itself. */
export function CutRow({ broken, onSubscribe, onFetch }: CutRowProps) {
  const stopped = broken.cause === 'aborted';
  return (
    <Box className="ev ev-cut" role="row" data-testid="cut-row" data-state="gave-up" data-attempt={0}>
      <span className={`ev-lane ${stopped ? 't3' : 'lane-error'}`} {...CELL}>
        <Icon name="unplug" />
      </span>
      <span className={`ev-kind ${stopped ? 't2' : 'lane-error'}`} {...CELL}>
        {t(stopped ? 'timeline.stopped' : 'timeline.cut')}
      </span>
      <span className="ev-text" {...CELL}>
        {t(stopped ? 'timeline.stopped.after' : 'timeline.cut.after', { seq: broken.seq })}
      </span>
      {broken.task ? (
        <span className="ev-marks" {...CELL}>
          <Button size="s" look="ghost" onClick={onSubscribe}>
            {t('timeline.cut.subscribe')}
          </Button>
          <Button size="s" look="ghost" onClick={onFetch}>
            {t('timeline.cut.fetch')}
          </Button>
        </span>
      ) : null}
    </Box>
  );
}
