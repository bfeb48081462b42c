import { type DragEvent, useState } from 'react';
import { type ArtifactEdition, type ArtifactRecord, editionState } from '../../../shared/a2a/reduce/artifacts.ts';
import { digestVerdict } from '../../../shared/a2a/reduce/artifacts-parts.ts';
import type { ArtifactContent, ArtifactFacts } from '../../../shared/contract/artifacts.ts';
import type { Trouble } from '../../../shared/lib/result.ts';
import { call } from '../../state/bridge.ts';
import { fetchTask } from '../../state/calls.ts';
import { useLogSession } from '../../state/log.ts';
import { useAppInfo } from '../../state/queries.ts';
import { t } from '../../strings/index.ts';
import { Button, IconButton } from '../../ui/Button.tsx';
import { Choice } from '../../ui/Choice.tsx';
import { CopyButton } from '../../ui/Copy.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Loading } from '../../ui/Notice.tsx';
import { oneLine } from '../../ui/text.ts';
import { TroubleNotice } from '../../views/Trouble.tsx';
import { ChunkRuler } from './ChunkRuler.tsx';
import { CompareMenu } from './CompareMenu.tsx';
import { CompareView } from './CompareView.tsx';
import { ContentView } from './ContentView.tsx';
import { CopyNote } from './CopyNote.tsx';
import { allBytes, type FileRef, fileRef, toBase64 } from './content-bytes.ts';
import { Details, FactsLine } from './Details.tsx';
import { OpenOutside } from './OpenOutside.tsx';
import { asPng } from './picture.ts';
import { type WantedFile, wantedFile } from './save.ts';
import { choose, useArtifactsChoice } from './store.ts';
import { editionOf, nameOf } from './view-model.ts';
import { formsOf, isComparable, isReadable, viewerOf } from './viewer-of.ts';

/** Bytes that are copied; a clipboard is no place for more. */
const COPY_BYTES = 16 * 1024 * 1024;

export interface ArtifactViewProps {
  record: ArtifactRecord;
  edition: ArtifactEdition;
  /** Artifacts of the place. */
  records: readonly ArtifactRecord[];
  facts: ArtifactFacts | undefined;
  /** The task goes on. */
  receiving: boolean;
  /** The session is being recorded, so that something can be asked. */
  live: boolean;
  onSave(): void;
}

/** One artifact: what it is, which events brought it, and its content. */
export function ArtifactView({ record, edition, records, facts, receiving, live, onSave }: ArtifactViewProps) {
  const choice = useArtifactsChoice();
  const session = useLogSession();
  const handsOut = useAppInfo().data?.capabilities.handsOut === true;
  const contents = facts?.contents ?? [];
  const index = Math.min(choice.content, Math.max(0, contents.length - 1));
  const content = contents[index];
  const forms = content ? formsOf(content) : [];
  const form = choice.form && forms.includes(choice.form) ? choice.form : (forms[0] ?? 'preview');
  const state = editionState(edition);
  const file = fileRef(session, record, edition, index);
  const wanted = content && content.kind !== 'url' ? wantedFile(file, record, content) : undefined;
  const other = comparedWith(records, choice.compare);
  return (
    <section
      className="af-view"
      aria-label={oneLine(nameOf(record, content))}
      data-testid="artifact-view"
      data-state={form}
      data-bytes={content?.bytes ?? edition.bytes}
      data-digest={content ? digestWord(digestVerdict(content, content.declared)) : undefined}
      data-artifact-state={state}
    >
      {state === 'complete' || receiving ? null : (
        <Incomplete record={record} edition={edition} live={live && edition === record.current} />
      )}
      <div className="af-head-line">
        <h2
          className="cut"
          title={oneLine(nameOf(record, content))}
          data-testid="artifact-name"
          {...(wanted && handsOut && dragProps(wanted))}
        >
          {oneLine(nameOf(record, content))}
        </h2>
        <span className="t3 cut">{oneLine(content?.mediaType ?? record.mediaType ?? '')}</span>
        <span className="end hflex">
          {forms.length > 1 ? (
            <Choice
              label={t('artifacts.form')}
              value={form}
              options={forms.map((value) => ({ value, label: t(`artifacts.form.${value}`) }))}
              onChange={(next) => choose({ form: next })}
            />
          ) : null}
          {content && isComparable(content) ? (
            <CompareMenu record={record} edition={edition} records={records} />
          ) : null}
          {content && content.kind !== 'url' && content.bytes <= COPY_BYTES ? (
            <CopyButton text={() => copied(file, content)} label={t(copyLabel(content))} doneLabel={t('copy.done')} />
          ) : null}
          {content && wanted && handsOut ? <OpenOutside key={wanted.name} wanted={wanted} content={content} /> : null}
          {content && content.kind !== 'url' ? (
            <IconButton
              icon="download"
              label={t('artifacts.save')}
              keys="S"
              data-testid="artifact-save"
              onClick={onSave}
            />
          ) : null}
        </span>
      </div>
      {contents.length > 1 ? (
        <div className="af-files">
          <Choice
            label={t('artifacts.files')}
            value={String(index)}
            options={contents.map((one, at) => ({
              value: String(at),
              label: `${at + 1} ${oneLine(one.name ?? one.mediaType ?? t(`artifacts.kind.${one.kind}`))}`,
            }))}
            onChange={(next) => choose({ content: Number(next), form: undefined, chunkOnly: false })}
          />
        </div>
      ) : null}
      <ChunkRuler edition={edition} receiving={receiving} />
      {content ? <FactsLine content={content} receiving={receiving && state === 'incomplete'} /> : null}
      {content && facts && choice.details ? <Details record={record} facts={facts} content={content} /> : null}
      {content?.copy ? <CopyNote copy={content.copy} url={content.url ?? ''} file={file} /> : null}
      {content && other && isComparable(content) ? (
        <CompareView shown={{ record, edition, content, index }} other={other} />
      ) : content ? (
        <ContentView record={record} edition={edition} content={content} index={index} form={form} open={receiving} />
      ) : facts ? (
        <p className="hint af-pad">{t('artifacts.noParts')}</p>
      ) : (
        <Loading panel="artifact">{t('artifacts.loading')}</Loading>
      )}
    </section>
  );
}

/** The host goes on with the drag, because only it has a file to give. */
const dragProps = ({ ref, name }: WantedFile) => ({
  draggable: true,
  'aria-description': t('artifacts.drag'),
  onDragStart: (event: DragEvent) => {
    event.preventDefault();
    void call('artifacts.drag', { ...ref, name });
  },
});

/** The other side of a comparison, as long as it is among the artifacts of the place. */
function comparedWith(records: readonly ArtifactRecord[], wanted: { key: string; edition: number } | undefined) {
  const record = wanted && records.find(({ key }) => key === wanted.key);
  return record && { record, edition: editionOf(record, wanted.edition) };
}

const isPicture = (content: ArtifactContent): boolean => viewerOf(content) === 'image';

const copyLabel = (content: ArtifactContent) =>
  isPicture(content) ? 'artifacts.copyPicture' : isReadable(content) ? 'artifacts.copyText' : 'artifacts.copyBase64';

/** A file as text or as a picture, or in base64 where it is neither. */
async function copied(file: FileRef, content: ArtifactContent): Promise<string | Blob | undefined> {
  const bytes = await allBytes(file, content.bytes);
  if (!bytes.ok) return undefined;
  if (isPicture(content)) return asPng(bytes.value, content.sniffed ?? '');
  return isReadable(content) ? new TextDecoder().decode(bytes.value) : toBase64(bytes.value);
}

const digestWord = (verdict: ReturnType<typeof digestVerdict>): 'match' | 'differs' | 'none' =>
  verdict === 'match' || verdict === 'differs' ? verdict : 'none';

/** What is wrong with the end of an artifact, and what may mend it. */
function Incomplete({ record, edition, live }: { record: ArtifactRecord; edition: ArtifactEdition; live: boolean }) {
  const [trouble, setTrouble] = useState<Trouble>();
  const { task } = record;
  const late = edition.lateWrites > 0;
  const again = async (id: string) => {
    setTrouble(undefined);
    const reply = await fetchTask(record.agent, id);
    if (!reply.ok) setTrouble(reply.error);
  };
  return (
    <>
      <div className="af-banner" data-testid="artifact-banner" data-state={editionState(edition)}>
        <Icon name="triangle" className="tone-warn" size={16} />
        <span className="grow">
          {late ? t('artifacts.late', { count: edition.lateWrites }) : t('artifacts.incomplete')}
        </span>
        {live && !late && task !== undefined ? (
          <Button size="s" icon="refresh" data-testid="artifact-fetch" onClick={() => void again(task)}>
            {t('artifacts.fetch')}
          </Button>
        ) : null}
      </div>
      {trouble ? <TroubleNotice panel="artifact-fetch" trouble={trouble} /> : null}
    </>
  );
}
