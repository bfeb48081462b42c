import type { ArtifactRecord } from '../../../shared/a2a/reduce/artifacts.ts';
import { distinctNames, safeName } from '../../../shared/a2a/reduce/artifacts-names.ts';
import type { ArtifactContent } from '../../../shared/contract/artifacts.ts';
import type { Reply } from '../../../shared/lib/result.ts';
import { done, refused } from '../../../shared/lib/result.ts';
import { bridge, call } from '../../state/bridge.ts';
import { t } from '../../strings/index.ts';
import type { FileRef } from './content-bytes.ts';
import { nameOf, withCopies } from './view-model.ts';
import { effectiveType } from './viewer-of.ts';

export interface WantedFile {
  ref: FileRef;
  /** A name that is safe to write. */
  name: string;
}

/** What was written and where; null when the person closed the dialog. A browser does not say where. */
export type Saved = { names: string[]; folder?: string } | null;

export const wantedFile = (ref: FileRef, record: ArtifactRecord, content: ArtifactContent): WantedFile => ({
  ref,
  name: safeName(nameOf(record, content), effectiveType(content)),
});

/** Everything of an artifact that came along. */
export async function wantedFiles(session: string, record: ArtifactRecord): Promise<Reply<WantedFile[]>> {
  const writes = record.current.writes.map(({ seq }) => seq);
  const facts = await call('artifacts.facts', { session, artifact: record.id, writes });
  if (!facts.ok) return facts;
  const files: WantedFile[] = [];
  for (const [content, one] of withCopies(facts.value).contents.entries()) {
    if (one.kind !== 'url') files.push(wantedFile({ session, artifact: record.id, writes, content }, record, one));
  }
  return done(files);
}

/** Hands files to the person: through the dialogs of the host, else as downloads. */
export async function saveWanted(files: readonly WantedFile[], dialogs: boolean): Promise<Reply<Saved>> {
  const [first] = files;
  if (!first) return done(null);
  if (dialogs) {
    const { session } = first.ref;
    const wanted = files.map(({ ref: { artifact, writes, content }, name }) => ({ artifact, writes, content, name }));
    return call('artifacts.save', { session, files: wanted });
  }
  const names = distinctNames(files.map(({ name }) => name));
  for (const [index, file] of files.entries()) {
    const saved = await download(file.ref, names[index] as string);
    if (!saved.ok) return saved;
  }
  return done({ names });
}

/** The browser fetches the file itself: a page that held it would need its size in memory, and more for the hand-over. */
async function download(ref: FileRef, name: string): Promise<Reply<null>> {
  const address = await bridge().fileAddress?.(ref);
  if (!address) return refused('not-supported', t('artifacts.save.impossible'));
  if (!address.ok) return address;
  const link = document.createElement('a');
  link.href = address.value;
  link.download = name;
  link.click();
  return done(null);
}
