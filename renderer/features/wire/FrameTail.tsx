import { useEffect, useReducer } from 'react';
import { sessionLog } from '../../state/log.ts';
import { hasString, t } from '../../strings/index.ts';
import { Box } from '../../ui/Box.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { CELL } from '../../ui/roles.ts';
import { oneLine } from '../../ui/text.ts';
import type { Exchange, ExchangeState } from './view-model.ts';

/** The clock of an open exchange shows tenths of a second. */
const TICK_MS = 100;

/** The row below the last frame: how the exchange stands, or how it ended. */
export const FrameTail = ({ exchange, state }: { exchange: Exchange; state: ExchangeState }) => (
  <Box className="wf wf-tail" role="row" data-testid="frame-tail" data-state={state} data-cause={exchange.cause}>
    <span className="wf-note" {...CELL}>
      {state === 'open' ? <OpenWords exchange={exchange} /> : <EndWords exchange={exchange} state={state} />}
    </span>
  </Box>
);

function OpenWords({ exchange }: { exchange: Exchange }) {
  const [, tick] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    const timer = setInterval(tick, TICK_MS);
    return () => clearInterval(timer);
  }, []);
  const since = Math.max(0, Date.now() - sessionLog().started - exchange.last);
  return (
    <>
      <span className="pulse" />
      <span className="state-working">
        {exchange.status === undefined
          ? t('wire.frame.none')
          : t('wire.frame.open', { seconds: (since / 1_000).toFixed(1) })}
      </span>
    </>
  );
}

function EndWords({ exchange, state }: { exchange: Exchange; state: ExchangeState }) {
  const { cause, end, frames } = exchange;
  if (cause === undefined) return <span className="t3">{t('wire.frame.lost')}</span>;
  const key = `cause.${cause}`;
  const words = t('wire.frame.end', { cause: hasString(key) ? t(key) : cause });
  const bad = state === 'cut' || state === 'failed';
  const tone = cause === 'complete' || cause === 'aborted' || !exchange.troubled ? 't3' : 'tone-danger';
  return (
    <span className={tone} title={end || undefined}>
      {bad && cause !== 'complete' && cause !== 'aborted' ? (
        <Icon name={cause === 'refused' ? 'triangle' : 'unplug'} />
      ) : null}{' '}
      {frames.length === 0 && cause === 'complete' ? t('wire.frame.none.body') : words}
      {end && cause !== 'aborted' ? ` · ${oneLine(end)}` : ''}
    </span>
  );
}
