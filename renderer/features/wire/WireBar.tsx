import { useMemo } from 'react';
import { stopListening } from '../../state/calls.ts';
import { sessionLog, useLogSession, useLogVersion } from '../../state/log.ts';
import { useAgents, useAppInfo } from '../../state/queries.ts';
import { useLogRows } from '../../state/use-log-rows.ts';
import { t } from '../../strings/index.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Tip } from '../../ui/Tip.tsx';
import { formatBytes, formatCount } from '../../ui/text.ts';
import { createWireCounter } from './view-model.ts';
import './wire.css';

/** What went over the wire, in one line. */
export function WireBar() {
  useLogVersion();
  const rows = useLogRows();
  const counter = useMemo(() => createWireCounter(rows), [rows]);
  counter.advance();
  const { exchanges, frames, received, errors, deliveries, streams } = counter.counts;
  const recording = useAppInfo().data?.liveSession === useLogSession();
  const connected = useAgents().data?.some((agent) => agent.connection === 'connected') === true;
  const stream = recording ? streams[streams.length - 1] : undefined;
  const behind = sessionLog().last - (rows[rows.length - 1]?.seq ?? 0);
  const state = !recording ? 'playback' : connected || exchanges > 0 ? 'recording' : 'offline';
  return (
    <section
      className="wirebar"
      aria-label={t('wire.title')}
      data-testid="wire-bar"
      data-state="collapsed"
      data-exchanges={exchanges}
      data-frames={frames}
      data-bytes={received}
      data-errors={errors}
    >
      <span className="wirebar-title">
        <Icon name="wire" />
        {t('wire.title')}
      </span>
      <Count value={formatCount(exchanges)} unit={t('wire.exchanges', { count: exchanges })} />
      <Count value={formatCount(frames)} unit={t('wire.frames', { count: frames })} />
      <Count value={formatBytes(received)} unit={t('wire.received')} title={formatCount(received)} />
      <Count value={formatCount(errors)} unit={t('wire.errors', { count: errors })} bad={errors > 0} />
      {deliveries > 0 ? <Count value={formatCount(deliveries)} unit={t('wire.push')} /> : null}
      {behind > 0 ? <span className="t3">{t('wire.behind', { count: behind })}</span> : null}
      <span className="wirebar-end">
        {stream === undefined ? null : (
          <Tip text={t('wire.drop.why', { exchange: stream })}>
            <Button size="s" look="ghost" icon="unplug" data-testid="drop-stream" onClick={() => stopListening(stream)}>
              {t('wire.drop')}
            </Button>
          </Tip>
        )}
        <span className={`wirebar-state wirebar-${state}`}>{t(`wire.${state}`)}</span>
      </span>
    </section>
  );
}

const Count = ({ value, unit, title, bad }: { value: string; unit: string; title?: string; bad?: boolean }) => (
  <span title={title} className={bad ? 'tone-danger' : undefined}>
    <b>{value}</b> {unit}
  </span>
);
