import { useEffect, useMemo, useState } from 'react';
import { lensEvent } from '../../../shared/a2a/reduce/lens-event.ts';
import type { LensPreviewView } from '../../../shared/contract/lenses.ts';
import { type EventPath, eventPaths } from '../../../shared/lenses/user/event-paths.ts';
import type { Json } from '../../../shared/lib/json.ts';
import { rowOfSeq } from '../../state/log.ts';
import { useEntry } from '../../state/queries.ts';
import { hasString, t } from '../../strings/index.ts';
import { IconButton } from '../../ui/Button.tsx';
import { Tag } from '../../ui/Chip.tsx';
import { Empty, Loading } from '../../ui/Notice.tsx';
import { oneLine } from '../../ui/text.ts';
import { Sections } from '../../views/Sections.tsx';
import { offerPaths } from './offered-paths.ts';
import { findEvent } from './use-preview.ts';

interface LensPreviewProps {
  text: string;
  session: string;
  seq: number | undefined;
  preview: LensPreviewView | undefined;
  /** The text has errors, so there is no lens to try. */
  broken: boolean;
  onSeq(seq: number): void;
  onPath(path: string): void;
}

const NO_PATHS: readonly EventPath[] = [];

/** What the lens makes of one event, and the way to others that it is for. */
export function LensPreview({ text, session, seq, preview, broken, onSeq, onPath }: LensPreviewProps) {
  const [search, setSearch] = useState<'looking' | 'none'>();
  const reading = useEntry(session, seq).data?.reading;
  const paths = useMemo(() => {
    const event = lensEvent(reading);
    return event === undefined ? NO_PATHS : eventPaths(event as Json);
  }, [reading]);
  useEffect(() => {
    offerPaths(paths);
    return () => offerPaths(NO_PATHS);
  }, [paths]);
  const go = async (direction: 'next' | 'previous') => {
    if (seq === undefined || search === 'looking') return;
    setSearch('looking');
    const found = await findEvent(text, session, seq, direction);
    setSearch(found === undefined ? 'none' : undefined);
    if (found !== undefined) onSeq(found);
  };
  const state =
    seq === undefined
      ? 'empty'
      : broken
        ? 'broken'
        : preview === undefined
          ? 'loading'
          : !preview.readable
            ? 'unreadable'
            : preview.matched
              ? 'matched'
              : 'unmatched';
  const row = seq === undefined ? undefined : rowOfSeq(seq);
  const kind = `kind.${row?.kind}`;
  return (
    <section
      className="lens-side lens-preview"
      aria-label={t('lens.preview')}
      data-testid="lens-preview"
      data-state={state}
      data-seq={seq}
      data-items={preview?.items}
    >
      <header className="lens-preview-head">
        <h3 className="cut">
          {seq === undefined ? t('lens.preview') : t('lens.preview.event', { seq })}
          {hasString(kind) ? <span className="t3"> {t(kind)}</span> : null}
        </h3>
        {state === 'matched' ? <Tag tone="tone-ok">{t('lens.preview.matched')}</Tag> : null}
        {state === 'unmatched' ? <Tag>{t('lens.preview.unmatched')}</Tag> : null}
        {state === 'matched' && preview ? (
          <span className="t3">{t('lens.preview.items', { count: preview.items })}</span>
        ) : null}
        <span className="end hflex">
          <IconButton
            icon="chevron-up"
            label={t('lens.preview.previous')}
            disabled={broken || seq === undefined}
            data-testid="lens-previous"
            onClick={() => void go('previous')}
          />
          <IconButton
            icon="chevron-down"
            label={t('lens.preview.next')}
            disabled={broken || seq === undefined}
            data-testid="lens-next"
            onClick={() => void go('next')}
          />
        </span>
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reachable (WCAG 2.1.1) */}
      <section className="lens-preview-body" aria-label={t('lens.preview.read')} tabIndex={0}>
        <p className="hint" role="status">
          {search === 'none' ? t('lens.preview.none') : search === 'looking' ? t('lens.preview.looking') : ''}
        </p>
        {state === 'empty' ? <Empty panel="lens-preview">{t('lens.preview.empty')}</Empty> : null}
        {state === 'loading' ? <Loading panel="lens-preview">{t('empty.loading')}</Loading> : null}
        {state === 'unreadable' ? <Empty panel="lens-preview">{t('lens.preview.unreadable')}</Empty> : null}
        {state === 'broken' ? <Empty panel="lens-preview">{t('lens.preview.broken')}</Empty> : null}
        {state === 'unmatched' ? <Empty panel="lens-preview">{t('lens.preview.unmatched.why')}</Empty> : null}
        {state === 'matched' && preview ? <Matched preview={preview} /> : null}
        {(state === 'matched' || state === 'unmatched') && preview && preview.silent.length > 0 ? (
          <Silent silent={preview.silent} />
        ) : null}
        {paths.length > 0 ? <Paths key={seq} paths={paths} onPath={onPath} /> : null}
      </section>
    </section>
  );
}

const Matched = ({ preview }: { preview: LensPreviewView }) => (
  <>
    <div className="lens-sections" data-testid="lens-sections" data-count={preview.sections.length}>
      {preview.sections.length === 0 ? (
        <p className="t2">{t('lens.preview.nothing')}</p>
      ) : (
        <Sections sections={preview.sections} />
      )}
    </div>
    {preview.rest.length > 0 ? (
      <details className="lens-details">
        <summary>{t('lens.preview.rest')}</summary>
        <Sections sections={preview.rest} />
      </details>
    ) : null}
  </>
);

const Silent = ({ silent }: { silent: LensPreviewView['silent'] }) => (
  <section className="block" data-testid="lens-silent" data-count={silent.length}>
    <div className="block-title">{t('lens.silent')}</div>
    <dl className="kv">
      {silent.map(({ field, path }) => (
        <div key={field} className="lens-silent">
          <dt>{field}</dt>
          <dd className="mono">{oneLine(path)}</dd>
        </div>
      ))}
    </dl>
    <p className="hint">{t('lens.silent.why')}</p>
  </section>
);

const Paths = ({ paths, onPath }: { paths: readonly EventPath[]; onPath(path: string): void }) => (
  <details className="lens-details" data-testid="lens-paths">
    <summary>{t('lens.paths')}</summary>
    <p className="hint">{t('lens.paths.why')}</p>
    <ul className="lens-paths">
      {paths.map(({ path, value }) => (
        <li key={path}>
          <button type="button" className="link mono cut" onClick={() => onPath(path)}>
            {oneLine(path)}
          </button>
          <span className="mono t3 cut">{oneLine(JSON.stringify(value))}</span>
        </li>
      ))}
    </ul>
  </details>
);
