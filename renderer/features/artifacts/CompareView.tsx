import { lazy, Suspense, useMemo, useState } from 'react';
import type { ArtifactEdition, ArtifactRecord } from '../../../shared/a2a/reduce/artifacts.ts';
import type { ArtifactContent } from '../../../shared/contract/artifacts.ts';
import { parseJson } from '../../../shared/lib/json.ts';
import { useLogReading, useLogSession } from '../../state/log.ts';
import { t } from '../../strings/index.ts';
import { Button } from '../../ui/Button.tsx';
import { Loading } from '../../ui/Notice.tsx';
import { oneLine } from '../../ui/text.ts';
import { useDark } from '../../ui/use-dark.ts';
import { useSize } from '../../ui/use-size.ts';
import { TroubleNotice } from '../../views/Trouble.tsx';
import { fileRef } from './content-bytes.ts';
import { choose } from './store.ts';
import { useBytes } from './use-bytes.ts';
import { useFacts } from './use-facts.ts';
import { nameOf } from './view-model.ts';
import { isReadable, languageOf, viewerOf } from './viewer-of.ts';

const CodeDiff = lazy(async () => {
  const [diff] = await Promise.all([import('../../ui/monaco/CodeDiff.tsx'), import('../../ui/monaco/languages.ts')]);
  return diff;
});

/** Bytes of each side that are compared. */
const COMPARED_BYTES = 4 * 1024 * 1024;
/** Narrower than this, the two are below each other, px. */
const BESIDE_FROM = 640;

/** One side: a file of an edition of an artifact. */
export interface Side {
  record: ArtifactRecord;
  edition: ArtifactEdition;
}

export interface CompareViewProps {
  /** What is on show. */
  shown: Side & { content: ArtifactContent; index: number };
  other: Side;
}

/** The text on show beside another version of it, or beside another artifact. */
export function CompareView({ shown, other }: CompareViewProps) {
  const dark = useDark();
  const [measure, size] = useSize<HTMLDivElement>();
  const [changes, setChanges] = useState<number>();
  const { facts, trouble } = useFacts(other.record, other.edition);
  const index = other.record === shown.record ? shown.index : 0;
  const content = facts?.contents[index] ?? facts?.contents[0];
  const mine = useText(shown, shown.content, shown.index);
  const theirs = useText(other, content, index);
  const json = content !== undefined && [content, shown.content].every((one) => viewerOf(one) === 'json');
  const texts = useMemo(() => {
    if (mine === undefined || theirs === undefined) return undefined;
    return json ? { before: laidOut(theirs), after: laidOut(mine) } : { before: theirs, after: mine };
  }, [mine, theirs, json]);
  const label = t('artifacts.compare.words', { before: words(other, content), after: words(shown, shown.content) });
  const large = [content, shown.content].some((one) => one !== undefined && one.bytes > COMPARED_BYTES);
  return (
    <div className="af-stack" data-testid="artifact-compare" data-changes={changes} ref={measure}>
      <div className="af-bar">
        <span className="cut grow" title={label}>
          {label}
        </span>
        {changes === undefined ? null : (
          <span className="t3">{t('artifacts.compare.changes', { count: changes })}</span>
        )}
        <Button size="s" data-testid="artifact-compare-end" onClick={() => choose({ compare: undefined })}>
          {t('artifacts.compare.end')}
        </Button>
      </div>
      {large ? <p className="af-pad af-remark t2">{t('artifacts.compare.large')}</p> : null}
      {trouble ? <TroubleNotice panel="artifact-compare" trouble={trouble} /> : null}
      {content && !isReadable(content) ? (
        <p className="af-pad t2">{t('artifacts.compare.bytes')}</p>
      ) : texts ? (
        <div className="af-code">
          <Suspense fallback={null}>
            <CodeDiff
              {...texts}
              language={languageOf(shown.content)}
              label={label}
              dark={dark}
              inline={size.width > 0 && size.width < BESIDE_FROM}
              onChanges={setChanges}
            />
          </Suspense>
        </div>
      ) : trouble ? null : (
        <Loading panel="artifact-compare">{t('artifacts.loading')}</Loading>
      )}
    </div>
  );
}

/** The beginning of a file as text; undefined until it is there. */
function useText(side: Side, content: ArtifactContent | undefined, index: number): string | undefined {
  const session = useLogSession();
  const reading = useLogReading();
  const { record, edition } = side;
  const file = content && fileRef(session, record, edition, index);
  const key = `${session} ${reading} ${record.key} ${edition.number} ${index}`;
  const { bytes } = useBytes(file, key, content?.bytes ?? 0, COMPARED_BYTES);
  return useMemo(() => bytes && new TextDecoder().decode(bytes), [bytes]);
}

const words = ({ record, edition }: Side, content: ArtifactContent | undefined): string =>
  t('artifacts.version', { name: oneLine(nameOf(record, content)), number: edition.number });

/** JSON in one form, so that only its values are compared. */
function laidOut(text: string): string {
  const parsed = parseJson(text);
  return parsed.ok ? JSON.stringify(parsed.value, null, 2) : text;
}
