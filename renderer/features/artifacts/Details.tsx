import type { ReactNode } from 'react';
import type { ArtifactRecord } from '../../../shared/a2a/reduce/artifacts.ts';
import { digestVerdict } from '../../../shared/a2a/reduce/artifacts-parts.ts';
import type { ArtifactContent, ArtifactFacts } from '../../../shared/contract/artifacts.ts';
import { t } from '../../strings/index.ts';
import { Box } from '../../ui/Box.tsx';
import { CopyButton } from '../../ui/Copy.tsx';
import { formatBytes, formatCount, oneLine, shortId } from '../../ui/text.ts';
import { JsonBlock } from '../../views/JsonBlock.tsx';
import { choose, useArtifactsChoice } from './store.ts';
import { DigestTag, TypeTag } from './verdict.tsx';

/** Digits at each end of a shortened digest. */
const DIGEST_ENDS = 4;

/** Size, digest and verdicts of a file in one line. */
export function FactsLine({ content, receiving }: { content: ArtifactContent; receiving: boolean }) {
  const { details } = useArtifactsChoice();
  const inline = content.kind !== 'url';
  return (
    <div className="af-facts">
      {inline ? (
        <>
          <span title={formatCount(content.bytes)}>{formatBytes(content.bytes)}</span>
          <span className="hflex af-digest">
            <span className="t3">SHA-256</span>
            <span className="mono" title={content.sha256} data-testid="artifact-sha256" data-value={content.sha256}>
              {shortId(content.sha256, DIGEST_ENDS)}
            </span>
            <CopyButton text={content.sha256} label={t('artifacts.copyDigest')} doneLabel={t('copy.done')} />
          </span>
        </>
      ) : null}
      <DigestTag content={content} receiving={receiving} />
      <TypeTag content={content} />
      {content.problem ? <span className="tone-danger">{t(`part.problem.${content.problem}`)}</span> : null}
      <button
        type="button"
        className="link end"
        aria-expanded={details}
        data-testid="artifact-details-toggle"
        onClick={() => choose({ details: !details })}
      >
        {t(details ? 'artifacts.details.hide' : 'artifacts.details')}
      </button>
    </div>
  );
}

export interface DetailsProps {
  record: ArtifactRecord;
  facts: ArtifactFacts;
  content: ArtifactContent;
}

/** Everything known of an artifact and one of its files. */
export function Details({ record, facts, content }: DetailsProps) {
  const { declared } = content;
  const verdict = digestVerdict(content, declared);
  const lines: [label: string, value: ReactNode][] = [
    [t('artifacts.fact.id'), <Mono key="id">{record.id}</Mono>],
    [t('artifacts.fact.task'), record.task === undefined ? undefined : <Mono key="task">{record.task}</Mono>],
    [t('artifacts.fact.name'), facts.name && oneLine(facts.name)],
    [t('artifacts.fact.description'), facts.description && oneLine(facts.description)],
    [t('artifacts.fact.file'), content.name && oneLine(content.name)],
    [
      t('artifacts.fact.origin'),
      t('artifacts.fact.parts', { kind: content.url === undefined ? content.kind : 'url', count: content.parts }),
    ],
    [
      t(content.copy?.from === 'file' ? 'artifacts.fact.readFrom' : 'artifacts.fact.fetchedFrom'),
      content.copy && <Mono key="copy">{content.copy.place}</Mono>,
    ],
    [t('artifacts.fact.declaredType'), content.mediaType && oneLine(content.mediaType)],
    [t('artifacts.fact.looksLike'), content.sniffed],
    [t('artifacts.fact.received'), content.kind === 'url' ? undefined : `${formatCount(content.bytes)} B`],
    [t('artifacts.fact.declared'), declared?.bytes === undefined ? undefined : `${formatCount(declared.bytes)} B`],
    [t('artifacts.fact.sha'), content.kind === 'url' ? undefined : <Mono key="sha">{content.sha256}</Mono>],
    [t('artifacts.fact.declaredSha'), declared?.sha256 && <Mono key="declared">{declared.sha256}</Mono>],
    [t('artifacts.fact.link'), content.url && <Mono key="link">{content.url}</Mono>],
    [t('artifacts.fact.uri'), declared?.uri && <Mono key="uri">{oneLine(declared.uri)}</Mono>],
    [t('artifacts.fact.source'), declared?.sourcePath && <Mono key="source">{oneLine(declared.sourcePath)}</Mono>],
    [t('artifacts.fact.extensions'), facts.extensions?.map(oneLine).join(', ')],
  ];
  return (
    <Box
      className="af-details"
      data-testid="artifact-details"
      tabIndex={0}
      role="region"
      aria-label={t('artifacts.details')}
    >
      {verdict === 'none' ? null : <p className="t2">{t(`artifacts.digest.${verdict}.more`, figures(content))}</p>}
      <dl className="kv">
        {lines.map(([label, value]) =>
          value ? (
            <div className="af-fact" key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ) : null,
        )}
      </dl>
      {facts.metadata ? <JsonBlock value={facts.metadata} label={t('artifacts.fact.metadata')} /> : null}
    </Box>
  );
}

const Mono = ({ children }: { children: string }) => <span className="mono">{oneLine(children)}</span>;

const figures = ({ bytes, declared }: ArtifactContent) => ({ received: bytes, declared: declared?.bytes ?? bytes });
