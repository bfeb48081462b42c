import type { EntryView } from '../../../shared/contract/views.ts';
import { rowOfSeq, sessionLog } from '../../state/log.ts';
import { t } from '../../strings/index.ts';
import { Empty } from '../../ui/Notice.tsx';
import { formatClock, formatDuration, formatSeconds } from '../../ui/text.ts';
import { timingBars } from '../../views/timing-bars.ts';

/** When the event came, and where the time of its exchange went. */
export function Timing({ view }: { view: EntryView }) {
  const { entry, timings } = view;
  const request = view.related.request === undefined ? undefined : rowOfSeq(view.related.request);
  const bars = timings ? timingBars(timings) : [];
  const end = bars[bars.length - 1]?.to ?? 1;
  return (
    <>
      <dl className="kv kv-wide">
        <dt>{t('inspector.time.at')}</dt>
        <dd className="mono" title={Intl.DateTimeFormat().resolvedOptions().timeZone}>
          {formatClock(sessionLog().started + entry.at)}
        </dd>
        <dt>{t('inspector.time.since')}</dt>
        <dd className="mono">{`${formatSeconds(entry.at)} s`}</dd>
        {request && request.seq !== entry.seq ? (
          <>
            <dt>{t('inspector.time.request')}</dt>
            <dd className="mono">{formatDuration(entry.at - request.at)}</dd>
          </>
        ) : null}
        {view.row.timestamp ? (
          <>
            <dt>{t('inspector.time.agent')}</dt>
            <dd className="mono">{view.row.timestamp}</dd>
          </>
        ) : null}
      </dl>
      {bars.length > 0 ? (
        <div className="timing-bars">
          {bars.map((bar) => (
            <div key={bar.step} className="timing-row">
              <span className="t3">{t(`inspector.timing.${bar.step}`)}</span>
              <span className="timing-track">
                <span
                  className="timing-bar"
                  style={{
                    left: `${(bar.from / end) * 100}%`,
                    width: `${Math.max(0.5, ((bar.to - bar.from) / end) * 100)}%`,
                  }}
                />
              </span>
              <span className="mono">{formatDuration(bar.to - bar.from)}</span>
            </div>
          ))}
        </div>
      ) : (
        <Empty panel="inspector-timing">{t('inspector.noTiming')}</Empty>
      )}
      {timings?.reused ? <p className="hint">{t('inspector.timing.reused')}</p> : null}
      {timings && timings.end === undefined ? <p className="hint">{t('inspector.timing.running')}</p> : null}
    </>
  );
}
