import { memo, useEffect, useRef, useState } from 'react';
import { dropStream } from '../../state/calls.ts';
import { noteInWire } from '../../state/jump.ts';
import { sessionLog } from '../../state/log.ts';
import { useAgents } from '../../state/queries.ts';
import { shareSession } from '../../state/share.ts';
import { t } from '../../strings/index.ts';
import { Button, IconButton } from '../../ui/Button.tsx';
import { Choice } from '../../ui/Choice.tsx';
import { copyText } from '../../ui/Copy.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Menu } from '../../ui/Menu.tsx';
import { Tip } from '../../ui/Tip.tsx';
import { formatBytes, formatCount } from '../../ui/text.ts';
import { COPIES, type CopyKind, copyOf } from './copies.ts';
import { changeWire, useWire, VIEWS, type WireView } from './store.ts';
import type { Exchange, WireModel } from './view-model.ts';

export interface WireBarProps {
  model: WireModel;
  session: string;
  recording: boolean;
  chosen: Exchange | undefined;
  seq: number | undefined;
  open: boolean;
  fits: boolean;
  narrow: boolean;
  keys: string;
  onToggle(): void;
}

/** What went over the wire, in one line, and what can be done with it. */
export function WireBar(props: WireBarProps) {
  const { model, recording, open, fits, keys, onToggle } = props;
  const { exchanges, frames, received, errors, deliveries, streams } = model.counts;
  const connected = useAgents().data?.some((agent) => agent.connection === 'connected') === true;
  const stream = recording ? streams[streams.length - 1] : undefined;
  const behind = sessionLog().last - (model.rows[model.rows.length - 1]?.seq ?? 0);
  const state = !recording ? 'playback' : connected || exchanges > 0 ? 'recording' : 'offline';
  return (
    <div
      className="wirebar"
      data-testid="wire-bar"
      data-state={open ? 'open' : 'collapsed'}
      data-exchanges={exchanges}
      data-frames={frames}
      data-bytes={received}
      data-errors={errors}
    >
      <Toggle open={open} fits={fits} keys={keys} onToggle={onToggle} />
      <Count value={formatCount(exchanges)} unit={t('wire.exchanges', { count: exchanges })} />
      <Count value={formatCount(frames)} unit={t('wire.frames', { count: frames })} />
      <Count value={formatBytes(received)} unit={t('wire.received')} title={formatCount(received)} />
      <Count value={formatCount(errors)} unit={t('wire.errors', { count: errors })} bad={errors > 0} />
      {deliveries > 0 ? <Count value={formatCount(deliveries)} unit={t('wire.push')} /> : null}
      {behind > 0 ? <span className="t3">{t('wire.behind', { count: behind })}</span> : null}
      <span className="wirebar-end">
        {open ? <Tools {...props} /> : null}
        {stream === undefined ? null : <Drop exchange={stream} />}
        {open ? null : <span className={`wirebar-state wirebar-${state}`}>{t(`wire.${state}`)}</span>}
      </span>
    </div>
  );
}

const Toggle = memo(function Toggle({
  open,
  fits,
  keys,
  onToggle,
}: Pick<WireBarProps, 'open' | 'fits' | 'keys' | 'onToggle'>) {
  return (
    <Tip text={fits ? `${t(open ? 'wire.close' : 'wire.open')}  ${keys}` : t('wire.low')}>
      <button
        type="button"
        className="wirebar-title"
        aria-expanded={open}
        aria-disabled={!fits || undefined}
        data-testid="wire-toggle"
        onClick={onToggle}
      >
        <Icon name={open ? 'chevron-down' : 'chevron-up'} size={12} />
        <Icon name="wire" />
        {t('wire.title')}
        <span aria-hidden="true">
          <kbd>{keys}</kbd>
        </span>
      </button>
    </Tip>
  );
});

const Drop = memo(function Drop({ exchange }: { exchange: number }) {
  return (
    <Tip text={t('wire.drop.why', { exchange })}>
      <Button size="s" look="ghost" icon="unplug" data-testid="drop-stream" onClick={() => dropStream(exchange)}>
        <span className="wirebar-word">{t('wire.drop')}</span>
      </Button>
    </Tip>
  );
});

const Count = ({ value, unit, title, bad }: { value: string; unit: string; title?: string; bad?: boolean }) => (
  <span title={title} className={`wirebar-count ${bad ? 'tone-danger' : ''}`}>
    <b>{value}</b> {unit}
  </span>
);

/** Time the tick stays after a copy, ms. */
const TICK_MS = 1_000;

function Tools({ session, chosen, seq, narrow }: WireBarProps) {
  const view = useWire((state) => state.view);
  const [copied, setCopied] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const copy = async (kind: CopyKind) => {
    if (!chosen) return;
    const reply = await copyOf(session, chosen, kind, seq);
    if (!reply.ok) {
      noteInWire({ tone: 'trouble', text: reply.error.message });
      return;
    }
    await copyText(reply.value.text);
    noteInWire(reply.value.remark === undefined ? undefined : { tone: 'note', text: reply.value.remark });
    setCopied(true);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setCopied(false), TICK_MS);
  };
  const views: readonly WireView[] = narrow ? [...VIEWS, 'headers'] : VIEWS;
  const frame = chosen && seq !== undefined && !chosen.facts.includes(seq) ? seq : undefined;
  return (
    <>
      <Choice
        label={t('wire.view')}
        value={!narrow && view === 'headers' ? 'frames' : view}
        options={views.map((value) => ({ value, label: t(`wire.view.${value}`) }))}
        onChange={(next) => changeWire({ view: next })}
      />
      <Tip text={t('wire.curl')}>
        <Button
          size="s"
          look="ghost"
          icon={copied ? 'check' : 'copy'}
          disabled={!chosen}
          data-testid="wire-curl"
          onClick={() => void copy('bash')}
        >
          <span className="wirebar-word">{t(copied ? 'wire.curl.done' : 'wire.curl')}</span>
        </Button>
      </Tip>
      <Menu
        trigger={<IconButton icon="chevron-down" label={t('wire.copy')} disabled={!chosen} data-testid="wire-copy" />}
        items={COPIES.map((kind) => ({
          id: kind,
          label: t(`wire.copy.${kind}`),
          disabled: kind === 'frame' && frame === undefined,
          divided: kind === 'bash',
          onSelect: () => void copy(kind),
        }))}
      />
      <Tip text={t('wire.har.why')}>
        <Button
          size="s"
          look="ghost"
          icon="download"
          data-testid="wire-har"
          onClick={() => shareSession(session, 'har')}
        >
          {t('wire.har')}
        </Button>
      </Tip>
    </>
  );
}
