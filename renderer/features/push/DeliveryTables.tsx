import { useState } from 'react';
import type { Trouble } from '../../../shared/lib/result.ts';
import type { Row } from '../../../shared/model/row.ts';
import { sessionLog, useLogSession } from '../../state/log.ts';
import { useAppInfo } from '../../state/queries.ts';
import { acceptDelivery } from '../../state/receiver.ts';
import { clearRowFilter, setFilterText } from '../../state/row-filter.ts';
import { goTo, selectRow, useSelection } from '../../state/selection.ts';
import { hasString, t } from '../../strings/index.ts';
import { Button } from '../../ui/Button.tsx';
import { Confirm } from '../../ui/Confirm.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { formatClock, formatCount, oneLine } from '../../ui/text.ts';
import { delayText, deliveryMarks, deliveryState } from '../../views/delivery-words.ts';
import { StateTag } from '../../views/StateTag.tsx';
import { TroubleNotice } from '../../views/Trouble.tsx';
import type { Deliveries } from './use-deliveries.ts';

/** Latest deliveries that are listed; the timeline has all of them. */
const SHOWN = 50;

function showAll(): void {
  goTo({ kind: 'session' }, 'timeline');
  clearRowFilter();
  setFilterText('lane:push');
}

/** What was delivered: apart from it what nobody can answer for. */
export function DeliveryTables({ verified, unverified, accepted }: Deliveries) {
  return (
    <div className="push-deliveries">
      <section aria-label={t('deliveries.title')}>
        <div className="push-head">
          <h2>{t('deliveries.title')}</h2>
          <span className="t3">{formatCount(verified.length)}</span>
          <span className="end">
            <Button size="s" icon="external" data-testid="deliveries-timeline" onClick={showAll}>
              {t('deliveries.timeline')}
            </Button>
          </span>
        </div>
        {verified.length > 0 ? <Verified rows={verified} /> : <p className="hint">{t('deliveries.none')}</p>}
        {verified.length > 0 ? <p className="hint">{t('deliveries.matched')}</p> : null}
      </section>
      {unverified.length > 0 ? <Unverified rows={unverified} accepted={accepted} /> : null}
    </div>
  );
}

const timeOf = (row: Row): string => formatClock(sessionLog().started + row.at);

const kindOf = ({ name, delivery }: Row): string => {
  const key = `kind.${name}`;
  const word = hasString(key) ? t(key) : t('kind.delivery');
  return delivery?.format && delivery.format !== 'a2a'
    ? t('deliveries.kind', { kind: word, format: delivery.format })
    : word;
};

function Verified({ rows }: { rows: readonly Row[] }) {
  const selected = useSelection(({ seq }) => seq);
  return (
    <table className="push-table" data-testid="deliveries" data-count={rows.length}>
      <thead>
        <tr>
          <th scope="col">{t('deliveries.received')}</th>
          <th scope="col">{t('deliveries.kind.title')}</th>
          <th scope="col">{t('deliveries.content')}</th>
          <th scope="col" className="num">
            {t('deliveries.answer')}
          </th>
          <th scope="col" className="num">
            {t('deliveries.after')}
          </th>
          <th scope="col">{t('deliveries.check')}</th>
          <th scope="col" className="num">
            {t('deliveries.event')}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.slice(-SHOWN).map((row) => (
          <tr
            key={row.seq}
            data-testid="delivery-row"
            data-state={deliveryState(row)}
            data-seq={row.seq}
            data-selected={row.seq === selected || undefined}
          >
            <td className="mono">
              <RowButton seq={row.seq} label={t('deliveries.select', { seq: String(row.seq) })}>
                {timeOf(row)}
              </RowButton>
            </td>
            <td>
              <span className="push-kind">
                <Icon name="bell" className="lane-push" />
                {kindOf(row)}
              </span>
            </td>
            <td>
              <span className="push-content">
                {row.state === undefined ? null : <StateTag state={row.state} still />}
                <span className="cut">{oneLine(row.artifact?.name ?? row.text)}</span>
              </span>
            </td>
            <td className="num">{row.status ?? t('deliveries.unanswered')}</td>
            <td className="num">{delayText(row)}</td>
            <td>
              <Marks row={row} />
            </td>
            <td className="num mono">
              {row.delivery?.fits === undefined ? null : (
                <RowButton
                  seq={row.delivery.fits}
                  label={t('deliveries.select.event', { seq: String(row.delivery.fits) })}
                >
                  {row.delivery.fits}
                </RowButton>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const RowButton = ({ seq, label, children }: { seq: number; label: string; children: string | number }) => (
  <button type="button" className="link" title={label} onClick={() => selectRow(seq)}>
    {children}
  </button>
);

const Marks = ({ row }: { row: Row }) => (
  <span className="push-marks">
    {deliveryMarks(row).map(({ id, icon, tone, text }) => (
      <span key={id} data-mark={id}>
        <Icon name={icon} className={tone} />
        {text}
      </span>
    ))}
  </span>
);

interface UnverifiedProps {
  rows: readonly Row[];
  accepted: ReadonlySet<number>;
}

function Unverified({ rows, accepted }: UnverifiedProps) {
  const recording = useAppInfo().data?.liveSession === useLogSession();
  const [accepting, setAccepting] = useState<number>();
  const [trouble, setTrouble] = useState<Trouble>();
  const accept = async (seq: number) => {
    const reply = await acceptDelivery(seq);
    setTrouble(reply.ok ? undefined : reply.error);
  };
  return (
    <section className="push-unverified" aria-label={t('unverified.title')} data-testid="unverified">
      <div className="push-head">
        <h2>
          <Icon name="triangle" className="tone-warn" /> {t('unverified.title')}
        </h2>
        <span className="t3">{formatCount(rows.length)}</span>
      </div>
      <p className="hint">{t('unverified.explain')}</p>
      <table className="push-table">
        <thead>
          <tr>
            <th scope="col">{t('deliveries.received')}</th>
            <th scope="col">{t('unverified.reason')}</th>
            <th scope="col" className="num">
              {t('deliveries.answer')}
            </th>
            <th scope="col">
              <span className="visually-hidden">{t('unverified.actions')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.slice(-SHOWN).map((row) => (
            <tr key={row.seq} data-testid="unverified-row" data-state="rejected" data-seq={row.seq}>
              <td className="mono">
                <RowButton seq={row.seq} label={t('deliveries.select', { seq: String(row.seq) })}>
                  {timeOf(row)}
                </RowButton>
              </td>
              <td className="push-reason">{reasonOf(row)}</td>
              <td className="num">{row.status ?? t('deliveries.unanswered')}</td>
              <td className="num">
                {accepted.has(row.seq) ? (
                  <span className="t2">{t('delivery.accepted')}</span>
                ) : recording && isAcceptable(row) ? (
                  <Button size="s" data-testid="accept-delivery" onClick={() => setAccepting(row.seq)}>
                    {t('unverified.accept')}
                  </Button>
                ) : null}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {trouble ? <TroubleNotice panel="receiver" trouble={trouble} here /> : null}
      {accepting === undefined ? null : (
        <Confirm
          title={t('unverified.accept.title')}
          verb={t('unverified.accept')}
          cancel={t('action.cancel')}
          onConfirm={() => void accept(accepting)}
          onClose={() => setAccepting(undefined)}
        >
          {t('unverified.accept.explain')}
        </Confirm>
      )}
    </section>
  );
}

/** Only where nothing but the sender is in question. */
const isAcceptable = ({ delivery }: Row): boolean => delivery?.fault === 'token' || delivery?.fault === 'authorization';

function reasonOf({ delivery }: Row): string {
  const key = `delivery.fault.${delivery?.fault}`;
  return hasString(key) ? t(key) : t('delivery.unverified');
}
