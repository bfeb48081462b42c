import { type FileHandle, open, unlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { distinctNames, numbered, safeName } from '../../../shared/a2a/reduce/artifacts-names.ts';
import type { Reply } from '../../../shared/lib/result.ts';
import { done, refused } from '../../../shared/lib/result.ts';
import type { EngineOptions } from '../parts.ts';
import type { Session } from '../session.ts';
import type { ArtifactReader, Edition } from './artifacts.ts';

/** Further names tried when one is taken. */
const NAMES_TRIED = 1_000;

export interface WantedFile extends Edition {
  content: number;
  /** As the agent says it. */
  name: string;
}

export type Saved = Reply<{ folder: string; names: string[] } | null>;

/** Lets the person say where, then writes: one file under the name chosen, more into a folder beside what is there. */
export async function saveFiles(
  reader: ArtifactReader,
  session: Session,
  files: readonly WantedFile[],
  dialogs: EngineOptions['dialogs'],
): Promise<Saved> {
  if (!dialogs?.saveAs || !dialogs.chooseFolder) return refused('not-supported', 'This host has no file dialogs.');
  const names = distinctNames(files.map(({ name }) => safeName(name)));
  const [only, ...more] = files;
  if (only && more.length === 0) {
    const path = await dialogs.saveAs(names[0] as string);
    if (!path.ok) return path;
    if (path.value === null) return done(null);
    // The dialog has asked whether a file of this name may be replaced.
    const written = await write(reader, session, only, await opened(path.value, 'w'));
    return written.ok ? done({ folder: dirname(path.value), names: [basename(path.value)] }) : written;
  }
  const folder = await dialogs.chooseFolder();
  if (!folder.ok) return folder;
  if (folder.value === null) return done(null);
  const saved: string[] = [];
  for (const [index, file] of files.entries()) {
    const target = await openNew(folder.value, names[index] as string);
    const written = await write(reader, session, file, target);
    if (!written.ok) return written;
    saved.push(basename(written.value));
  }
  return done({ folder: folder.value, names: saved });
}

interface Target {
  path: string;
  handle: FileHandle;
}

async function opened(path: string, flags: 'w' | 'wx'): Promise<Reply<Target>> {
  try {
    return done({ path, handle: await open(path, flags) });
  } catch (error) {
    return refused('storage', `${basename(path)} cannot be written.`, String(error));
  }
}

/** A file that was not there: the name, or the next number of it that is free. A link of that name counts as there. */
async function openNew(folder: string, name: string): Promise<Reply<Target>> {
  for (let number = 1; number <= NAMES_TRIED; number++) {
    const path = join(folder, numbered(name, number));
    try {
      return done({ path, handle: await open(path, 'wx') });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') continue;
      return refused('storage', `${name} cannot be written.`, String(error));
    }
  }
  return refused('storage', `${name} is there ${NAMES_TRIED} times already.`);
}

/** Writes a file from beginning to end; one that could not be finished is taken away. */
export async function write(
  reader: ArtifactReader,
  session: Session,
  file: WantedFile,
  target: Reply<Target>,
): Promise<Reply<string>> {
  if (!target.ok) return target;
  const { path, handle } = target.value;
  let trouble: Reply<never> | undefined;
  try {
    for await (const slice of reader.slices(session, file, file.content)) {
      if (!slice.ok) {
        trouble = slice;
        break;
      }
      await handle.writeFile(slice.value);
    }
  } catch (error) {
    trouble = refused('storage', `${basename(path)} cannot be written.`, String(error));
  }
  await handle.close();
  if (!trouble) return done(path);
  await unlink(path).catch(() => undefined);
  return trouble;
}
