import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ShareItem, ShareReport } from '../../../shared/contract/access.ts';
import type { Trouble } from '../../../shared/lib/result.ts';
import { shareReport } from '../../state/access.ts';
import { CallError } from '../../state/bridge.ts';
import { exportHar, exportSession } from '../../state/sessions.ts';
import { closeShare, type Share, useShare } from '../../state/share.ts';
import { t } from '../../strings/index.ts';
import { Button } from '../../ui/Button.tsx';
import { Tag } from '../../ui/Chip.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Loading } from '../../ui/Notice.tsx';
import { oneLine } from '../../ui/text.ts';
import { TroubleNotice } from '../../views/Trouble.tsx';
import './share.css';

/** Rows of a list; a session may name any number of places. */
const SHOWN = 40;

/** What leaves this computer with a session, before it does. */
export function ShareDialog() {
  const share = useShare();
  return share ? <Preview key={`${share.session} ${share.as}`} share={share} /> : null;
}

function Preview({ share: { session, as } }: { share: Share }) {
  const [trouble, setTrouble] = useState<Trouble>();
  const [busy, setBusy] = useState(false);
  const report = useQuery({
    queryKey: ['share', session],
    queryFn: () => shareReport(session),
    // The session that is being recorded goes on.
    gcTime: 0,
    staleTime: 0,
  });
  const save = async () => {
    setBusy(true);
    const reply = await (as === 'har' ? exportHar(session) : exportSession(session));
    setBusy(false);
    if (reply.ok) closeShare();
    else setTrouble(reply.error);
  };
  return (
    <Dialog
      open
      title={t(`share.title.${as}`)}
      onClose={closeShare}
      actions={
        <>
          <Button onClick={closeShare}>{t('action.cancel')}</Button>
          <Button
            look="primary"
            icon="download"
            data-testid="share-save"
            disabled={busy || report.isPending}
            onClick={() => void save()}
          >
            {t('share.verb')}
          </Button>
        </>
      }
    >
      <div
        className="share"
        data-testid="share"
        data-state={report.isPending ? 'loading' : report.isError ? 'error' : 'ready'}
      >
        {report.isPending ? <Loading panel="share">{t('share.loading')}</Loading> : null}
        {report.error instanceof CallError ? <TroubleNotice panel="share" trouble={report.error.trouble} here /> : null}
        {report.data ? <Report report={report.data} /> : null}
        {trouble ? <TroubleNotice panel="share-save" trouble={trouble} here /> : null}
      </div>
    </Dialog>
  );
}

const total = (items: readonly ShareItem[]): number => items.reduce((sum, { count }) => sum + count, 0);

const Report = ({ report: { entries, removed, notices } }: { report: ShareReport }) => (
  <>
    <section className="share-part" data-testid="share-removed" data-count={removed.length}>
      <h3>
        <Icon name="shield" className="tone-ok" /> {t('share.removed')}
      </h3>
      <p className="t2">
        {removed.length > 0 ? t('share.removed.text', { count: total(removed), entries }) : t('share.removed.none')}
      </p>
      <Items items={removed} label={t('share.removed')} />
    </section>
    <section className="share-part" data-testid="share-notices" data-count={notices.length}>
      <h3>
        <Icon name="info" className={notices.length > 0 ? 'tone-warn' : 't3'} /> {t('share.notices')}
      </h3>
      <p className="t2">{t(notices.length > 0 ? 'share.notices.text' : 'share.notices.none')}</p>
      <Items items={notices} label={t('share.notices')} />
    </section>
  </>
);

function Items({ items, label }: { items: readonly ShareItem[]; label: string }) {
  if (items.length === 0) return null;
  return (
    <ul className="share-items" aria-label={label}>
      {items.slice(0, SHOWN).map((item) => (
        <li key={`${item.where} ${item.place}`} data-testid="share-item" data-where={item.where}>
          <Tag>{t(`share.where.${item.where}`)}</Tag>
          <span className="mono share-place">{oneLine(item.place)}</span>
          <span className="t3 share-count">
            {t('share.times', { count: item.count })}, {t('share.first', { seq: item.seq })}
          </span>
        </li>
      ))}
      {items.length > SHOWN ? <li className="t3">{t('share.more', { count: items.length - SHOWN })}</li> : null}
    </ul>
  );
}
