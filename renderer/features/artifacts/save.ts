import type { ArtifactRecord } from '../../../shared/a2a/reduce/artifacts.ts';
import { safeName } from '../../../shared/a2a/reduce/artifacts-names.ts';
import type { ArtifactContent } from '../../../shared/contract/artifacts.ts';
import type { Reply } from '../../../shared/lib/result.ts';
import { done, refused } from '../../../shared/lib/result.ts';
import { bridge, call } from '../../state/bridge.ts';
import { t } from '../../strings/index.ts';
import { editionRef, type FileRef } from './content-bytes.ts';
import { nameOf, withCopies } from './view-model.ts';
import { effectiveType } from './viewer-of.ts';

export interface WantedFile {
  ref: FileRef;
  record: ArtifactRecord;
  /** A name that is safe to write. */
  name: string;
}

/** What was written and where, `archive` for more than one file; null when the person closed the dialog. A browser does not say where. */
export type Saved = { names: string[]; folder?: string; archive?: string } | null;

export const wantedFile = (ref: FileRef, record: ArtifactRecord, content: ArtifactContent): WantedFile => ({
  ref,
  record,
  name: safeName(nameOf(record, content), effectiveType(content)),
});

/** Everything of an artifact that came along. */
export async function wantedFiles(session: string, record: ArtifactRecord): Promise<Reply<WantedFile[]>> {
  const edition = editionRef(session, record, record.current);
  const facts = await call('artifacts.facts', edition);
  if (!facts.ok) return facts;
  const files: WantedFile[] = [];
  for (const [content, one] of withCopies(facts.value).contents.entries()) {
    if (one.kind !== 'url') files.push(wantedFile({ ...edition, content }, record, one));
  }
  return done(files);
}

/** Hands files to the person: through the dialogs of the host, else as one download. */
export async function saveWanted(files: readonly WantedFile[], dialogs: boolean): Promise<Reply<Saved>> {
  const [first, ...more] = files;
  if (!first) return done(null);
  if (dialogs) {
    const { session } = first.ref;
    const wanted = files.map(({ ref: { session: _, ...file }, name }) => ({ ...file, name }));
    return call('artifacts.save', { session, files: wanted });
  }
  const names = files.map(({ name }) => name);
  const archive = more.length > 0 ? archiveName(files) : undefined;
  const handed = await download(files, archive ?? first.name);
  return handed.ok ? done({ names, ...(archive !== undefined && { archive }) }) : handed;
}

/** All files of one artifact go by its name. */
function archiveName(files: readonly WantedFile[]): string {
  const [first, ...more] = files;
  const one = first && more.every(({ record }) => record === first.record);
  return safeName(one ? `${nameOf(first.record, undefined)}.zip` : t('artifacts.save.archive'));
}

/** The browser fetches it itself: a page that held it would need its size in memory, and more for the hand-over. */
async function download(files: readonly WantedFile[], name: string): Promise<Reply<null>> {
  const address = await bridge().fileAddress?.(files.map((file) => ({ ...file.ref, name: file.name })));
  if (!address) return refused('not-supported', t('artifacts.save.impossible'));
  if (!address.ok) return address;
  const link = document.createElement('a');
  link.href = address.value;
  link.download = name;
  link.click();
  return done(null);
}
