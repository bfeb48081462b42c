import type { ArtifactRecord } from '../../../shared/a2a/reduce/artifacts.ts';
import { distinctNames, safeName } from '../../../shared/a2a/reduce/artifacts-names.ts';
import type { ArtifactContent } from '../../../shared/contract/artifacts.ts';
import type { Reply } from '../../../shared/lib/result.ts';
import { done } from '../../../shared/lib/result.ts';
import { call } from '../../state/bridge.ts';
import { type FileRef, readBytes } from './content-bytes.ts';
import { nameOf, withCopies } from './view-model.ts';
import { effectiveType } from './viewer-of.ts';

/** A download has read its data well before this, ms. */
const REVOKE_AFTER_MS = 60_000;

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

async function download(ref: FileRef, name: string): Promise<Reply<null>> {
  const slices: BlobPart[] = [];
  for await (const slice of readBytes(ref, 0, Number.MAX_SAFE_INTEGER)) {
    if (!slice.ok) return slice;
    slices.push(slice.value);
  }
  // Bytes of no type: nothing that a browser would open instead of saving it.
  const url = URL.createObjectURL(new Blob(slices, { type: 'application/octet-stream' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), REVOKE_AFTER_MS);
  return done(null);
}
