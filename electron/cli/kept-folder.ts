import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { done, type Reply, refused } from '../../shared/lib/result.ts';
import { DATA_FOLDERS, defaultDataFolder, type Surroundings } from '../engine/hosting/data-folder.ts';
import { LOCK_FILE, lockDataFolder } from '../engine/hosting/data-lock.ts';

/** Where the command line keeps credentials; a folder of its own, because two hosts must not write the same files. */
export const keptFolder = (surroundings: Surroundings): string => {
  const { LOUPE_DATA_DIR: chosen } = surroundings.env;
  return chosen ? join(resolve(chosen), 'cli') : defaultDataFolder(DATA_FOLDERS.cli, surroundings);
};

/** The folder of kept credentials, taken for one command. */
export interface KeptFolder {
  path: string;
  /** Everything in it goes when it is given back. */
  discard(): void;
  /** Gives the folder back; nothing may be written any more. */
  release(): void;
}

/** Takes the folder for a command that changes what is kept. `busy` while another command holds it. */
export function takeToChange(folder: string): Reply<KeptFolder> {
  const lock = lockDataFolder(folder, 'cli');
  if (!lock.ok) return lock;
  let discarded = false;
  return done({
    path: folder,
    discard: () => {
      discarded = true;
    },
    release: () => {
      lock.value.release();
      if (discarded) fs.rmSync(folder, { recursive: true, force: true });
    },
  });
}

/**
 * Takes the folder for a command that only uses what is kept; undefined when there is none. While another command holds
 * it, this one works on a copy: a token that it refreshes is then lost.
 */
export function takeToUse(folder: string): Reply<KeptFolder | undefined> {
  if (!fs.existsSync(folder)) return done(undefined);
  const taken = takeToChange(folder);
  return taken.ok ? taken : copied(folder);
}

function copied(folder: string): Reply<KeptFolder> {
  try {
    const path = fs.mkdtempSync(join(tmpdir(), `${DATA_FOLDERS.cli}-`));
    const discard = () => fs.rmSync(path, { recursive: true, force: true });
    for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
      if (entry.isFile() && entry.name !== LOCK_FILE) fs.copyFileSync(join(folder, entry.name), join(path, entry.name));
    }
    return done({ path, discard: () => undefined, release: discard });
  } catch (error) {
    return refused('storage', `The kept credentials in ${folder} cannot be read: ${(error as Error).message}`);
  }
}
