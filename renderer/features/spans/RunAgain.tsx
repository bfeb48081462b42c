import { useId, useState } from 'react';
import type { RunSpan } from '../../../shared/a2a/reduce/spans.ts';
import { t } from '../../strings/index.ts';
import { Button, IconButton } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { shortId } from '../../ui/text.ts';
import { runName } from './run-table.ts';
import { closeSeries, runAgain, SERIES_LIMIT, type Series, stopSeries, useSeries } from './series.ts';
import { choose, useSpansChoice } from './store.ts';

interface RunAgainProps {
  session: string;
  /** The run that was chosen, or the newest one. */
  run: RunSpan;
  asks: string;
}

/** Sends the message of a run a number of times more, and says how that goes. */
export function RunAgain({ session, run, asks }: RunAgainProps) {
  const { again } = useSpansChoice();
  const series = useSeries();
  const id = useId();
  const [typed, setTyped] = useState(String(again.times));
  const times = Number(typed);
  const valid = Number.isInteger(times) && times >= 1 && times <= SERIES_LIMIT;
  if (series?.state === 'running' && series.session === session) return <Progress series={series} />;
  const { context } = run.run;
  const start = () => {
    choose({ again: { ...again, times } });
    void runAgain(session, run.run.exchange, times, again.fresh ? undefined : context);
  };
  return (
    <form
      className="sp-again"
      data-testid="run-again"
      onSubmit={(event) => {
        event.preventDefault();
        if (valid) start();
      }}
    >
      <label className="hflex">
        <span>{t('spans.again.times')}</span>
        <input
          className="field field-s sp-again-times"
          type="number"
          min={1}
          max={SERIES_LIMIT}
          value={typed}
          data-testid="run-again-times"
          aria-invalid={!valid}
          aria-describedby={valid ? undefined : id}
          onChange={(event) => setTyped(event.target.value)}
        />
      </label>
      <Checkbox checked={again.fresh} onChange={(fresh) => choose({ again: { ...again, fresh } })}>
        <span className="nowrap">{t('spans.again.fresh')}</span>
      </Checkbox>
      <Button
        size="s"
        icon="refresh"
        type="submit"
        disabled={!valid || (!again.fresh && context === undefined)}
        title={t('spans.again.what', { run: runName(run), asks })}
        data-testid="run-again-start"
      >
        {t('spans.again')}
      </Button>
      {valid ? (
        <Said
          series={series?.session === session ? series : undefined}
          asks={asks}
          context={again.fresh ? undefined : context}
        />
      ) : (
        <span id={id} className="tone-danger cut" role="status">
          {t('spans.again.bad', { limit: SERIES_LIMIT })}
        </span>
      )}
    </form>
  );
}

/** How the last series came out, or what the next one will ask and where. */
function Said({ series, asks, context }: { series: Series | undefined; asks: string; context: string | undefined }) {
  if (!series) {
    const where = context === undefined ? asks : t('spans.again.context', { asks, context: shortId(context) });
    return <span className="t3 cut">{where}</span>;
  }
  const words = { count: series.ended, of: series.wanted, why: series.trouble?.message ?? '' };
  const said =
    series.state === 'refused'
      ? t('spans.again.refused', words)
      : t(series.state === 'stopped' ? 'spans.again.stopped' : 'spans.again.done', words);
  return (
    <span
      className={`cut sp-again-said ${series.state === 'refused' ? 'tone-danger' : 't3'}`}
      role="status"
      title={said}
      data-testid="run-again-said"
      data-state={series.state}
    >
      {said}
      <IconButton icon="close" label={t('spans.again.close')} onClick={closeSeries} />
    </span>
  );
}

function Progress({ series }: { series: Series }) {
  const words = t('spans.again.progress', { run: Math.min(series.ended + 1, series.wanted), of: series.wanted });
  return (
    <div className="sp-again" data-testid="run-again" data-state="running">
      <progress className="sp-again-bar" max={series.wanted} value={series.ended} aria-label={words} />
      <span className="cut" role="status" data-testid="run-again-progress" data-ended={series.ended}>
        {words}
      </span>
      <Button
        size="s"
        icon="square"
        title={t('spans.again.stop.what')}
        data-testid="run-again-stop"
        onClick={stopSeries}
      >
        {t('spans.again.stop')}
      </Button>
    </div>
  );
}
