import { useMemo } from 'react';
import { indentJson } from '../../../shared/lib/json-text.ts';
import { CallError } from '../../state/bridge.ts';
import { LANE_ICON } from '../../state/glyphs.ts';
import { showInWire } from '../../state/jump.ts';
import { indexOfSeq, sessionLog, useLogSession } from '../../state/log.ts';
import { useEntry } from '../../state/queries.ts';
import { selectRow, useSelection } from '../../state/selection.ts';
import { hasString, t } from '../../strings/index.ts';
import { Button, IconButton } from '../../ui/Button.tsx';
import { CopyButton } from '../../ui/Copy.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { JsonText } from '../../ui/monaco/JsonText.tsx';
import { Empty, ErrorNotice, Loading } from '../../ui/Notice.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { formatBytes, oneLine } from '../../ui/text.ts';
import { Raw } from './Raw.tsx';
import { Rendered } from './Rendered.tsx';
import { Timing } from './Timing.tsx';
import './inspector.css';

const VIEWS = ['rendered', 'json', 'raw', 'timing'] as const;
export type InspectorView = (typeof VIEWS)[number];

export interface InspectorProps {
  view: InspectorView;
  onView(view: InspectorView): void;
  onClose(): void;
}

/** Explains the selected row. */
export function Inspector({ view, onView, onClose }: InspectorProps) {
  const session = useLogSession();
  const seq = useSelection((selection) => selection.seq);
  const query = useEntry(session, seq);
  const entry = query.data;
  const state = seq === undefined ? 'empty' : entry ? 'ready' : query.isError ? 'error' : 'loading';

  return (
    <aside
      className="inspector"
      aria-label={t('inspector.title')}
      data-testid="inspector"
      data-state={state}
      data-seq={seq}
    >
      <Head seq={seq} onClose={onClose} />
      <Tabs
        items={VIEWS.map((id) => ({ id, label: t(`inspector.${id}`) }))}
        selected={view}
        label={t('inspector.tabs')}
        testId="inspector-tab"
        onSelect={(id) => onView(id as InspectorView)}
      />
      <div className="inspector-body" role="tabpanel" aria-label={t(`inspector.${view}`)} key={`${seq}-${view}`}>
        {seq === undefined ? (
          <Empty panel="inspector">{t('inspector.empty')}</Empty>
        ) : query.isError ? (
          <ErrorNotice
            panel="inspector"
            title={query.error instanceof CallError ? query.error.message : String(query.error)}
          >
            {null}
          </ErrorNotice>
        ) : !entry ? (
          <Loading panel="inspector">{t('empty.loading')}</Loading>
        ) : view === 'rendered' ? (
          <Rendered view={entry} />
        ) : view === 'json' ? (
          <JsonView data={entry.data} />
        ) : view === 'raw' ? (
          <Raw view={entry} session={session} />
        ) : (
          <Timing view={entry} />
        )}
      </div>
      {entry ? (
        <footer className="inspector-foot">
          {entry.row.exchange
            ? t('inspector.foot', {
                seq: entry.row.seq,
                exchange: entry.row.exchange,
                size: formatBytes(entry.row.size),
              })
            : t('inspector.foot.alone', { seq: entry.row.seq, size: formatBytes(entry.row.size) })}
          {entry.row.exchange ? (
            <Button
              size="s"
              icon="wire"
              className="end"
              data-testid="show-in-wire"
              onClick={() => showInWire(entry.row.seq)}
            >
              {t('inspector.wire')}
            </Button>
          ) : null}
        </footer>
      ) : null}
    </aside>
  );
}

function Head({ seq, onClose }: { seq: number | undefined; onClose(): void }) {
  const rows = sessionLog().rows;
  const index = seq === undefined ? -1 : indexOfSeq(rows, seq);
  const row = rows[index];
  const kind = row ? `kind.${row.kind}` : '';
  const step = (by: 1 | -1) => {
    const next = rows[index + by];
    if (next) selectRow(next.seq);
  };
  return (
    <header className="inspector-head">
      {row ? <Icon name={LANE_ICON[row.lane]} size={16} className={`lane-${row.lane}`} /> : null}
      <h2 className="cut" title={row?.name}>
        {row ? oneLine(row.name ?? (hasString(kind) ? t(kind) : row.kind)) : t('inspector.title')}
      </h2>
      {row?.name && hasString(kind) ? <span className="t3 cut">{t(kind)}</span> : null}
      <span className="end hflex">
        <IconButton icon="chevron-up" label={t('inspector.previous')} disabled={index <= 0} onClick={() => step(-1)} />
        <IconButton
          icon="chevron-down"
          label={t('inspector.next')}
          disabled={index < 0 || index >= rows.length - 1}
          onClick={() => step(1)}
        />
        <IconButton icon="close" label={t('inspector.close')} onClick={onClose} />
      </span>
    </header>
  );
}

function JsonView({ data }: { data: string | undefined }) {
  const text = useMemo(() => (data === undefined ? undefined : indentJson(data)), [data]);
  if (text === undefined) return <Empty panel="inspector-json">{t('inspector.nojson')}</Empty>;
  return (
    <>
      <JsonText value={text} label={t('inspector.json')} />
      <div className="hflex">
        <span className="hint grow">{t('inspector.decoded')}</span>
        <CopyButton text={data ?? ''} label={t('copy.copy')} doneLabel={t('copy.done')} />
      </div>
    </>
  );
}
