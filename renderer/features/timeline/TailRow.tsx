import { useEffect, useReducer, useState } from 'react';
import { sessionLog } from '../../state/log.ts';
import { t } from '../../strings/index.ts';
import { Box } from '../../ui/Box.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { CELL } from '../../ui/roles.ts';
import type { Liveness } from './liveness.ts';

/** The clock of the tail shows tenths of a second. */
const TICK_MS = 100;

const answered = (live: Liveness): boolean => [...live.open.values()].some((exchange) => exchange.answered);

/** Cells before the lane, of a row that is not in the log. */
const NOTHING_YET = ['ev-seq', 'ev-time', 'ev-gap', 'ev-span'].map((name) => (
  <span key={name} className={name} {...CELL} />
));

/** The row that is not in the log: something is still to come. */
export function TailRow({ live }: { live: Liveness }) {
  const [, tick] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    const timer = setInterval(tick, TICK_MS);
    return () => clearInterval(timer);
  }, []);
  const since = Math.max(0, Date.now() - sessionLog().started - live.lastAt);
  const seconds = (since / 1_000).toFixed(1);
  return (
    <Box className="ev ev-tail" role="row" data-testid="tail-row">
      {NOTHING_YET}
      <span className="ev-lane" {...CELL}>
        <span className="pulse" />
      </span>
      <span className="ev-kind state-working" {...CELL}>
        {t('timeline.tail.waiting')}
      </span>
      <span className="ev-text look-faint" {...CELL}>
        {t(answered(live) ? 'timeline.tail.since' : 'timeline.tail.first', { seconds })}
      </span>
    </Box>
  );
}

/** True once nothing came for the time after which the page says so; 0 never says so. */
export function useQuiet(waiting: boolean, lastAt: number, afterMs: number): boolean {
  const [quietSince, setQuietSince] = useState<number>();
  useEffect(() => {
    if (!waiting || afterMs === 0) return;
    const left = lastAt + afterMs - (Date.now() - sessionLog().started);
    const timer = setTimeout(() => setQuietSince(lastAt), Math.max(0, left));
    return () => clearTimeout(timer);
  }, [waiting, lastAt, afterMs]);
  return waiting && afterMs > 0 && quietSince === lastAt;
}

/** Below the tail after a long silence: what it may mean, and when Loupe ends it. */
export function QuietRow({ live, limitMs }: { live: Liveness; limitMs: number }) {
  const begun = answered(live);
  const what = t(begun ? 'timeline.quiet' : 'timeline.quiet.first');
  const seconds = Math.round(limitMs / 1_000);
  const limit = limitMs === 0 ? t('timeline.quiet.unlimited') : t('timeline.quiet.limit', { seconds });
  return (
    <Box className="ev ev-tail ev-quiet" role="row" data-testid="quiet-row" data-state={begun ? 'between' : 'first'}>
      {NOTHING_YET}
      <span className="ev-lane tone-info" {...CELL}>
        <Icon name="clock" />
      </span>
      <span className="ev-quiet-words look-faint" {...CELL}>
        {`${what} ${limit}`}
      </span>
    </Box>
  );
}
