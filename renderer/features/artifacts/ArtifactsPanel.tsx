import { type KeyboardEvent, useEffect, useState } from 'react';
import type { ArtifactRecord, Artifacts } from '../../../shared/a2a/reduce/artifacts.ts';
import type { Trouble } from '../../../shared/lib/result.ts';
import { bindingOf } from '../../state/key-table.ts';
import { rowOfSeq, sessionLog, useLogSession, useLogVersion } from '../../state/log.ts';
import { useAppInfo } from '../../state/queries.ts';
import { type Place, selectRow, useSelection } from '../../state/selection.ts';
import { t } from '../../strings/index.ts';
import { Empty, Loading } from '../../ui/Notice.tsx';
import { oneLine } from '../../ui/text.ts';
import { TroubleNotice } from '../../views/Trouble.tsx';
import { ArtifactList } from './ArtifactList.tsx';
import { ArtifactView } from './ArtifactView.tsx';
import { fileRef } from './content-bytes.ts';
import { type ArtifactKey, artifactKeys } from './keys.ts';
import { type Saved, saveWanted, type WantedFile, wantedFile, wantedFiles } from './save.ts';
import { choose, chooseArtifact, useArtifactsChoice } from './store.ts';
import { useArtifacts } from './use-artifacts.ts';
import { useFacts } from './use-facts.ts';
import { chunkAt, editionOf, groupsOf } from './view-model.ts';
import { formsOf } from './viewer-of.ts';

/** What the agent made: the artifacts of a place, and one of them put together. */
export function ArtifactsPanel({ place }: { place: Place }) {
  useLogVersion();
  const session = useLogSession();
  const info = useAppInfo().data;
  const { artifacts, complete, total } = useArtifacts();
  const choice = useArtifactsChoice();
  const seq = useSelection((selection) => selection.seq);
  const [note, setNote] = useState<Saved | Trouble>();

  const log = sessionLog();
  const groups = groupsOf(artifacts, log, place);
  const records = groups.flatMap((group) => group.records);
  const chosen = artifacts.get(choice.key);
  const record = chosen && records.includes(chosen) ? chosen : records[0];
  const edition = record && editionOf(record, record === chosen ? choice.edition : undefined);
  const { facts, trouble } = useFacts(record, edition);
  const content = facts?.contents[choice.content] ?? facts?.contents[0];

  useFollow(artifacts, records, seq, record, choice.followed);

  if (!record || !edition) {
    return (
      <div className="af">
        {complete ? (
          <Empty panel="artifacts">
            <p>{t(place.kind === 'task' ? 'artifacts.empty.task' : 'artifacts.empty')}</p>
          </Empty>
        ) : (
          <Loading panel="artifacts">{t('artifacts.reading', { taken: artifacts.taken, total })}</Loading>
        )}
      </div>
    );
  }

  const dialogs = info?.capabilities.dialogs === true;
  const save = async (files: readonly WantedFile[]) => {
    const reply = await saveWanted(files, dialogs);
    setNote(reply.ok ? reply.value : reply.error);
  };
  const saveThis = () => {
    if (!content || content.kind === 'url') return;
    const ref = fileRef(session, record, edition, facts?.contents.indexOf(content) ?? 0);
    void save([wantedFile(ref, record, content)]);
  };
  const saveAll = async () => {
    const files: WantedFile[] = [];
    for (const one of records) {
      const wanted = await wantedFiles(session, one);
      if (!wanted.ok) return setNote(wanted.error);
      files.push(...wanted.value);
    }
    await save(files);
  };

  const go = (by: number) => {
    const next = records[Math.max(0, Math.min(records.length - 1, records.indexOf(record) + by))];
    if (next) chooseArtifact(next.key);
  };
  const goChunk = (by: number) => {
    const at = chunkAt(edition, seq);
    const next = edition.writes[at < 0 ? (by > 0 ? 0 : edition.writes.length - 1) : at + by];
    if (next) selectRow(next.seq);
  };
  const turnView = () => {
    if (!content) return;
    const forms = formsOf(content);
    const at = forms.indexOf(choice.form ?? (forms[0] as (typeof forms)[number]));
    choose({ form: forms[(at + 1) % forms.length] });
  };
  const actions: Record<ArtifactKey, () => void> = {
    next: () => go(1),
    previous: () => go(-1),
    first: () => go(-records.length),
    last: () => go(records.length),
    previousChunk: () => goChunk(-1),
    nextChunk: () => goChunk(1),
    view: turnView,
    save: saveThis,
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const key = bindingOf(artifactKeys, event.nativeEvent);
    if (!key) return;
    event.preventDefault();
    event.stopPropagation();
    actions[key]();
  };
  const receiving = info?.liveSession === session && log.tree.task(record.agent, record.task ?? '')?.live === true;

  return (
    <div className="af">
      <div className="af-panes">
        <ArtifactList
          groups={groups}
          record={record}
          edition={edition}
          live={info?.liveSession === session}
          onKeyDown={onKeyDown}
          onSaveAll={() => void saveAll()}
        />
        <div className="af-main">
          {trouble ? <TroubleNotice panel="artifacts" trouble={trouble} /> : null}
          <ArtifactView
            record={record}
            edition={edition}
            records={records}
            facts={facts}
            receiving={receiving}
            live={info?.liveSession === session}
            onSave={saveThis}
          />
        </div>
      </div>
      {note ? (
        <div className="af-note" role="status" data-testid="artifact-saved">
          <span className="grow">{'code' in note ? oneLine(note.message) : savedText(note)}</span>
          <button type="button" className="link" onClick={() => setNote(undefined)}>
            {t('artifacts.saved.close')}
          </button>
        </div>
      ) : null}
    </div>
  );
}

/** An event that is selected elsewhere shows its artifact here. The person's own choice in the list stays until then. */
function useFollow(
  artifacts: Artifacts,
  records: readonly ArtifactRecord[],
  seq: number | undefined,
  shown: ArtifactRecord | undefined,
  followed: number | undefined,
): void {
  const row = seq === undefined || seq === followed ? undefined : rowOfSeq(seq);
  const node = row?.artifact && sessionLog().tree.nodeOf(row);
  const wanted = node && artifacts.find(node.key, row.artifact?.id ?? '');
  useEffect(() => {
    if (seq === undefined || seq === followed || !wanted || !records.includes(wanted)) return;
    const edition = [wanted.current, ...wanted.earlier].find((one) => chunkAt(one, seq) >= 0);
    // A chunk of what is on show is selected by its ruler; form and file stay as they are.
    if (wanted !== shown) chooseArtifact(wanted.key, edition?.number);
    else if (edition) choose({ key: wanted.key, edition: edition.number });
    choose({ followed: seq });
  }, [seq, wanted]);
}

/** What was saved, and where. */
function savedText({ names, folder, archive }: NonNullable<Saved>): string {
  const name = names[0] ?? '';
  if (archive !== undefined) return t('artifacts.saved.archive', { archive, count: names.length });
  if (folder !== undefined) return t('artifacts.saved.folder', { name, count: names.length, folder });
  return t('artifacts.saved', { name });
}
