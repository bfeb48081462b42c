import { useState } from 'react';
import type { ReceiverView } from '../../../shared/contract/receiver.ts';
import type { Reply, Trouble } from '../../../shared/lib/result.ts';
import { startReceiver, stopReceiver } from '../../state/receiver.ts';
import { changeStart, isPort, LOOPBACK, startInput, useStartDraft } from '../../state/receiver-start.ts';
import { t } from '../../strings/index.ts';
import { Button } from '../../ui/Button.tsx';
import { Tag } from '../../ui/Chip.tsx';
import { formatCount } from '../../ui/text.ts';
import { Field, TextField } from '../../views/Field.tsx';
import { TroubleNotice } from '../../views/Trouble.tsx';
import { Addresses } from './Addresses.tsx';

interface ReceiverBoxProps {
  agent: string;
  view: ReceiverView;
  /** Why somebody who wanted its address did not get one. */
  trouble: Trouble | undefined;
  onTrouble(trouble: Trouble | undefined): void;
}

const STATE_LOOK = {
  listening: { icon: 'check', tone: 'tone-ok' },
  stopped: { icon: 'square', tone: undefined },
  error: { icon: 'triangle', tone: 'tone-danger' },
} as const;

/** The listener for what agents push: where it listens, what came, what it answers. */
export function ReceiverBox({ agent, view, trouble, onTrouble }: ReceiverBoxProps) {
  const [busy, setBusy] = useState(false);
  const { port } = useStartDraft();
  const listening = view.state === 'listening';
  const shown = trouble ?? view.trouble;
  const { icon, tone } = STATE_LOOK[view.state];
  const run = async (change: () => Promise<Reply<ReceiverView>>) => {
    setBusy(true);
    onTrouble(undefined);
    const reply = await change();
    setBusy(false);
    if (!reply.ok) onTrouble(reply.error);
  };
  return (
    <section
      className="push-receiver"
      aria-label={t('receiver.title')}
      data-testid="receiver"
      data-state={view.state}
      data-port={view.port}
    >
      <div className="push-head">
        <h2>{t('receiver.title')}</h2>
        <Tag icon={icon} {...(tone && { tone })}>
          {t(`receiver.${view.state}`)}
        </Tag>
        <span className="end">
          {listening ? (
            <Button
              icon="square"
              size="s"
              data-testid="receiver-stop"
              disabled={busy}
              onClick={() => run(stopReceiver)}
            >
              {t('receiver.stop')}
            </Button>
          ) : (
            <Button
              icon="play"
              size="s"
              data-testid="receiver-start"
              disabled={busy || !isPort(port)}
              onClick={() => run(() => startReceiver(startInput()))}
            >
              {t('receiver.start')}
            </Button>
          )}
        </span>
      </div>
      {listening ? <Running view={view} /> : <StartFields lan={view.lan} />}
      {shown ? <TroubleNotice panel="receiver" trouble={shown} here /> : null}
      {listening ? <Addresses agent={agent} view={view} /> : null}
      <p className="hint">{t('receiver.atLeastOnce')}</p>
    </section>
  );
}

function StartFields({ lan }: { lan: readonly string[] }) {
  const { address, port, publicUrl } = useStartDraft();
  return (
    <>
      <p className="hint">{t('receiver.explain')}</p>
      <div className="push-grid">
        <Field label={t('receiver.address')}>
          {({ id }) => (
            <select
              id={id}
              className="field"
              data-testid="receiver-address"
              value={address}
              onChange={(event) => changeStart({ address: event.target.value })}
            >
              <option value={LOOPBACK}>{t('receiver.address.loopback', { address: LOOPBACK })}</option>
              {lan.map((one) => (
                <option key={one} value={one}>
                  {t('receiver.address.lan', { address: one })}
                </option>
              ))}
            </select>
          )}
        </Field>
        <TextField
          label={t('receiver.port')}
          value={port}
          inputMode="numeric"
          placeholder={t('receiver.port.any')}
          testId="receiver-port"
          problem={isPort(port) ? undefined : t('receiver.port.bad')}
          onChange={(next) => changeStart({ port: next.trim() })}
        />
      </div>
      <TextField
        label={t('receiver.publicUrl')}
        value={publicUrl}
        inputMode="url"
        placeholder={t('receiver.publicUrl.none')}
        hint={t('receiver.publicUrl.explain')}
        testId="receiver-public"
        onChange={(next) => changeStart({ publicUrl: next })}
      />
    </>
  );
}

function Running({ view }: { view: ReceiverView }) {
  const { address = '', port = 0, publicUrl, loopback, counts } = view;
  const { received, accepted, unverified, refused, limited, dropped } = counts;
  const more = [
    limited > 0 ? t('receiver.count.limited', { count: limited }) : '',
    dropped > 0 ? t('receiver.count.dropped', { count: dropped }) : '',
  ].filter(Boolean);
  return (
    <dl className="kv">
      <dt>{t('receiver.address')}</dt>
      <dd>
        <span className="mono">{`${address.includes(':') ? `[${address}]` : address}:${port}`}</span>{' '}
        <span className="t3">{t(loopback ? 'receiver.loopback' : 'receiver.lan')}</span>
      </dd>
      {publicUrl ? (
        <>
          <dt>{t('receiver.publicUrl')}</dt>
          <dd className="mono">{publicUrl}</dd>
        </>
      ) : null}
      <dt>{t('receiver.accepts')}</dt>
      <dd>{t('receiver.accepts.token')}</dd>
      <dt>{t('receiver.received')}</dt>
      <dd data-testid="receiver-counts" data-received={received} data-unverified={unverified} data-refused={refused}>
        {t('receiver.counts', { received: formatCount(received), accepted, unverified, refused })}
        {more.length > 0 ? ` ${more.join(' ')}` : ''}
      </dd>
    </dl>
  );
}
