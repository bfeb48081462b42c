import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react';
import type { ArtifactEdition, ArtifactRecord } from '../../../shared/a2a/reduce/artifacts.ts';
import type { ArtifactContent } from '../../../shared/contract/artifacts.ts';
import { parseJson } from '../../../shared/lib/json.ts';
import { useLogReading, useLogSession } from '../../state/log.ts';
import { t } from '../../strings/index.ts';
import { Button } from '../../ui/Button.tsx';
import { Choice } from '../../ui/Choice.tsx';
import { Loading } from '../../ui/Notice.tsx';
import { oneLine } from '../../ui/text.ts';
import { useDark } from '../../ui/use-dark.ts';
import { useSize } from '../../ui/use-size.ts';
import { TroubleNotice } from '../../views/Trouble.tsx';
import { chooseForms, PICTURE_FORMS, useCompareForms } from './compare/choice.ts';
import { fileRef } from './content-bytes.ts';
import { choose } from './store.ts';
import { useBytes } from './use-bytes.ts';
import { useFacts } from './use-facts.ts';
import { nameOf } from './view-model.ts';
import { isPicture, isReadable, languageOf, pictureType, viewerOf } from './viewer-of.ts';

const CodeDiff = lazy(async () => {
  const [diff] = await Promise.all([import('../../ui/monaco/CodeDiff.tsx'), import('../../ui/monaco/languages.ts')]);
  return diff;
});

const JsonCompare = lazy(async () => ({ default: (await import('./compare/JsonCompare.tsx')).JsonCompare }));
const PictureCompare = lazy(async () => ({ default: (await import('./compare/PictureCompare.tsx')).PictureCompare }));

/** Bytes of each side that are compared line by line. */
const COMPARED_BYTES = 4 * 1024 * 1024;
/** Bytes of each side that are compared as values or as pictures: only all of them are one. */
const WHOLE_BYTES = 16 * 1024 * 1024;
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

/** The file on show beside another version of it, or beside another artifact: as text, as values, or as pictures. */
export function CompareView({ shown, other }: CompareViewProps) {
  const forms = useCompareForms();
  const { facts, trouble } = useFacts(other.record, other.edition);
  const index = other.record === shown.record ? shown.index : 0;
  const content = facts?.contents[index] ?? facts?.contents[0];
  const both = content && [content, shown.content];
  const fits = both?.every((one) => one.bytes <= WHOLE_BYTES) === true;
  const json = both?.every((one) => viewerOf(one) === 'json') === true;
  const pictures = both?.every(isPicture) === true;
  const structure = json && fits && forms.json === 'structure';
  const limit = structure || pictures ? WHOLE_BYTES : COMPARED_BYTES;
  const mine = useSide(shown, shown.content, shown.index, limit);
  const theirs = useSide(other, content, index, limit);
  const [changes, setChanges] = useState<number>();
  const label = t('artifacts.compare.words', { before: words(other, content), after: words(shown, shown.content) });

  let body: ReactNode;
  if (trouble) body = <TroubleNotice panel="artifact-compare" trouble={trouble} />;
  else if (content && !pictures && !both?.every(isReadable))
    body = <p className="af-pad t2">{t('artifacts.compare.bytes')}</p>;
  else if (pictures && !fits) body = <p className="af-pad t2">{t('artifacts.pictures.large')}</p>;
  else if (!content || !mine || !theirs) body = <Loading panel="artifact-compare">{t('artifacts.loading')}</Loading>;
  else if (pictures)
    body = (
      <PictureCompare
        before={{ bytes: theirs, type: pictureType(content), words: words(other, content), total: content.bytes }}
        after={{
          bytes: mine,
          type: pictureType(shown.content),
          words: words(shown, shown.content),
          total: shown.content.bytes,
        }}
        form={forms.pictures}
      />
    );
  else if (structure)
    body = (
      <JsonCompare
        before={theirs}
        after={mine}
        label={label}
        onChanges={setChanges}
        onText={() => chooseForms({ ...forms, json: 'text' })}
      />
    );
  else
    body = (
      <TextCompare
        before={theirs}
        after={mine}
        json={json}
        content={shown.content}
        label={label}
        onChanges={setChanges}
      />
    );
  const large = both?.some((one) => one.bytes > COMPARED_BYTES) && !structure && !pictures;
  return (
    <div
      className="af-stack"
      data-testid="artifact-compare"
      data-changes={pictures ? undefined : changes}
      data-form={pictures ? forms.pictures : structure ? 'structure' : 'text'}
    >
      <div className="af-bar af-compare-bar">
        <span className="cut grow" title={label}>
          {label}
        </span>
        {changes === undefined || pictures ? null : (
          <span className="t3">{t('artifacts.compare.changes', { count: changes })}</span>
        )}
        {json && fits ? (
          <Choice
            label={t('artifacts.compare.form')}
            value={forms.json}
            options={[
              { value: 'structure', label: t('artifacts.compare.structure') },
              { value: 'text', label: t('artifacts.compare.text') },
            ]}
            onChange={(value) => {
              setChanges(undefined);
              chooseForms({ ...forms, json: value });
            }}
          />
        ) : null}
        {pictures ? (
          <Choice
            label={t('artifacts.compare.form')}
            value={forms.pictures}
            options={PICTURE_FORMS.map((value) => ({ value, label: t(`artifacts.pictures.${value}`) }))}
            onChange={(value) => chooseForms({ ...forms, pictures: value })}
          />
        ) : null}
        <Button size="s" data-testid="artifact-compare-end" onClick={() => choose({ compare: undefined })}>
          {t('artifacts.compare.end')}
        </Button>
      </div>
      {large ? <p className="af-pad af-remark t2">{t('artifacts.compare.large')}</p> : null}
      <Suspense fallback={null}>{body}</Suspense>
    </div>
  );
}

interface TextCompareProps {
  before: Uint8Array;
  after: Uint8Array;
  json: boolean;
  content: ArtifactContent;
  label: string;
  onChanges(count: number): void;
}

function TextCompare({ before, after, json, content, label, onChanges }: TextCompareProps) {
  const dark = useDark();
  const [measure, size] = useSize<HTMLDivElement>();
  const texts = useMemo(() => {
    const [old, now] = [before, after].map((bytes) => new TextDecoder().decode(bytes)) as [string, string];
    return json ? { before: laidOut(old), after: laidOut(now) } : { before: old, after: now };
  }, [before, after, json]);
  return (
    <div className="af-code" ref={measure}>
      <CodeDiff
        {...texts}
        language={languageOf(content)}
        label={label}
        dark={dark}
        inline={size.width > 0 && size.width < BESIDE_FROM}
        onChanges={onChanges}
      />
    </div>
  );
}

/** The beginning of a file; undefined until it is there. */
function useSide(side: Side, content: ArtifactContent | undefined, index: number, limit: number) {
  const session = useLogSession();
  const reading = useLogReading();
  const { record, edition } = side;
  const file = content && fileRef(session, record, edition, index);
  const key = `${session} ${reading} ${record.key} ${edition.number} ${index}`;
  return useBytes(file, key, content?.bytes ?? 0, limit).bytes;
}

const words = ({ record, edition }: Side, content: ArtifactContent | undefined): string =>
  t('artifacts.version', { name: oneLine(nameOf(record, content)), number: edition.number });

/** JSON in one form, so that only its values are compared. */
function laidOut(text: string): string {
  const parsed = parseJson(text);
  return parsed.ok ? JSON.stringify(parsed.value, null, 2) : text;
}
