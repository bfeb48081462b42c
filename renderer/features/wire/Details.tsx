import type { ReactNode } from 'react';
import type { EndEntry, Entry, HeadEntry, HeaderLines, RequestEntry, Timings } from '../../../shared/model/entry.ts';
import { requestHead, responseHead } from '../../../shared/replay/http-text.ts';
import { t } from '../../strings/index.ts';
import { CopyButton } from '../../ui/Copy.tsx';
import { Empty } from '../../ui/Notice.tsx';
import { formatBytes, formatCount, formatDuration, formatSeconds, showHidden } from '../../ui/text.ts';
import { LateLoading } from '../../views/LateLoading.tsx';
import { timingBars } from '../../views/timing-bars.ts';
import type { Facts } from './use-facts.ts';
import { type Exchange, stateOf } from './view-model.ts';

export interface DetailsProps {
  facts: Facts;
  exchange: Exchange | undefined;
  recording: boolean;
  origin: number;
}

/** Every header line as sent and as received, the times of the exchange, and its sizes. */
export function Details({ facts, exchange, recording, origin }: DetailsProps) {
  if (!exchange) return <div className="wire-detail" />;
  const entries = facts.views.map((view) => view.entry);
  const state = stateOf(exchange, recording);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reachable (WCAG 2.1.1)
    <section className="wire-detail" aria-label={t('wire.detail')} data-testid="wire-detail" tabIndex={0}>
      {facts.failed ? (
        <Empty panel="wire-detail">{t('wire.detail.failed')}</Empty>
      ) : entries.length === 0 ? (
        <LateLoading panel="wire-detail">{t('empty.loading')}</LateLoading>
      ) : (
        <>
          {entries.map((entry) => (
            <FactBlock key={entry.seq} entry={entry} entries={entries} origin={origin} />
          ))}
          {exchange.status === undefined ? (
            <p className="hint">{t(state === 'open' ? 'wire.detail.waiting' : 'wire.detail.none')}</p>
          ) : null}
          <Times exchange={exchange} entries={entries} open={state === 'open'} />
          <Sizes exchange={exchange} entries={entries} />
        </>
      )}
    </section>
  );
}

function FactBlock({ entry, entries, origin }: { entry: Entry; entries: readonly Entry[]; origin: number }) {
  switch (entry.kind) {
    case 'request':
      return <Request entry={entry} version={versionAfter(entries, entry)} />;
    case 'head':
      return <Response entry={entry} />;
    case 'end':
      return entry.trailers && entry.trailers.length > 0 ? (
        <HeadBlock title={t('wire.detail.trailers')} copy={entry.trailers.map((line) => line.join(': ')).join('\n')}>
          <Lines headers={entry.trailers} />
        </HeadBlock>
      ) : null;
    case 'note':
      return typeof entry.detail?.message === 'string' ? (
        <p className="wire-fact-note">
          <span className="mono t3">{formatSeconds(entry.at - origin)}</span> {showHidden(entry.detail.message)}
        </p>
      ) : null;
    default:
      return null;
  }
}

/** The version that was spoken is known from the answer. */
function versionAfter(entries: readonly Entry[], request: RequestEntry): string | undefined {
  const next = entries.find((entry) => entry.seq > request.seq && entry.kind === 'head');
  return next?.kind === 'head' ? next.httpVersion : undefined;
}

const Request = ({ entry, version }: { entry: RequestEntry; version: string | undefined }) => (
  <HeadBlock title={t('wire.detail.request')} copy={requestHead(entry, version).join('\n')}>
    <dt>{entry.method}</dt>
    <dd className="wire-first" data-testid="wire-url">
      {showHidden(entry.url)}
    </dd>
    <Lines headers={entry.headers} />
  </HeadBlock>
);

const Response = ({ entry }: { entry: HeadEntry }) => (
  <HeadBlock title={t('wire.detail.response')} copy={responseHead(entry).join('\n')}>
    <dt>{`HTTP/${entry.httpVersion}`}</dt>
    <dd className={`wire-first ${entry.status >= 400 ? 'tone-danger' : entry.status < 300 ? 'tone-ok' : ''}`}>
      {`${entry.status} ${showHidden(entry.statusText)}`.trimEnd()}
    </dd>
    <Lines headers={entry.headers} />
  </HeadBlock>
);

function HeadBlock({ title, copy, children }: { title: string; copy: string; children: ReactNode }) {
  return (
    <section className="wire-block" aria-label={title}>
      <span className="wire-block-copy">
        <CopyButton text={copy} label={t('copy.copy')} doneLabel={t('copy.done')} />
      </span>
      <dl className="wire-lines">{children}</dl>
    </section>
  );
}

const Lines = ({ headers }: { headers: HeaderLines }) => (
  <>
    {headers.map(([name, value], index) => (
      <div key={index} className="wire-line" data-testid="header-line" data-name={name.toLowerCase()}>
        <dt>{showHidden(name)}</dt>
        <dd>{showHidden(value)}</dd>
      </div>
    ))}
  </>
);

const ends = (entries: readonly Entry[]): EndEntry | undefined =>
  entries.find((entry): entry is EndEntry => entry.kind === 'end');

const lastHead = (entries: readonly Entry[]): HeadEntry | undefined =>
  entries.reduce<HeadEntry | undefined>((last, entry) => (entry.kind === 'head' ? entry : last), undefined);

function Times({ exchange, entries, open }: { exchange: Exchange; entries: readonly Entry[]; open: boolean }) {
  const known: Timings | undefined = ends(entries)?.timings ?? lastHead(entries)?.timings;
  if (!known) return null;
  // Of an open exchange the last step reaches up to now.
  const timings = open ? { ...known, end: Math.max(exchange.last - exchange.at, known.firstByte ?? 0) } : known;
  const bars = timingBars(timings);
  const end = Math.max(1, bars[bars.length - 1]?.to ?? 1);
  return (
    <section className="wire-block" aria-label={t('wire.detail.times')}>
      {known.reused ? (
        <div className="wire-bar-row">
          <span className="t3">{t('wire.time.connection')}</span>
          <span className="wire-track" />
          <span className="mono">{t('wire.time.reused')}</span>
        </div>
      ) : null}
      {bars.map((bar) => (
        <div key={bar.step} className="wire-bar-row" data-testid="wire-timing" data-step={bar.step}>
          <span className="t3">
            {t(bar.step === 'end' && exchange.kind === 'stream' ? 'wire.time.stream' : `wire.time.${bar.step}`)}
          </span>
          <span className="wire-track">
            <span
              className={`wire-time wire-time-${bar.step}`}
              style={{ left: `${(bar.from / end) * 100}%`, width: `${((bar.to - bar.from) / end) * 100}%` }}
            />
          </span>
          <span className="mono">
            {open && bar.step === 'end' ? t('wire.state.open') : formatDuration(bar.to - bar.from)}
          </span>
        </div>
      ))}
    </section>
  );
}

function Sizes({ exchange, entries }: { exchange: Exchange; entries: readonly Entry[] }) {
  const request = entries.find((entry): entry is RequestEntry => entry.kind === 'request');
  const encoding = lastHead(entries)?.headers.find(([name]) => name.toLowerCase() === 'content-encoding')?.[1];
  const { received, size } = exchange;
  const rows: [string, number, string?][] = [];
  if (request) rows.push([t('wire.size.request'), request.body.bytes]);
  if (received !== undefined) rows.push([t('wire.size.wire'), received, encoding]);
  if (received !== size || encoding !== undefined) rows.push([t('wire.size.decoded'), size]);
  return (
    <section className="wire-block" aria-label={t('wire.detail.sizes')}>
      {rows.map(([name, bytes, coding]) => (
        <div key={name} className="wire-size-row">
          <span className="t3">{name}</span>
          <span className="mono" title={formatCount(bytes)}>
            {coding === undefined
              ? formatBytes(bytes)
              : t('wire.size.encoding', { size: formatBytes(bytes), encoding: coding })}
          </span>
        </div>
      ))}
    </section>
  );
}
