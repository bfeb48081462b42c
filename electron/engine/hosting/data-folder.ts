import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';

/** Names of the folders of hosts that have no place of their own given by the system. */
export const DATA_FOLDERS = { web: 'loupe-web', cli: 'loupe-cli' } as const;

/** What decides where a program keeps its data. */
export interface Surroundings {
  env: Readonly<Record<string, string | undefined>>;
  platform: string;
  home: string;
}

/** Those of this process. */
export const thisProcess = (): Surroundings => ({ env: process.env, platform: process.platform, home: homedir() });

/** Where each platform keeps the data of a program. A relative XDG_DATA_HOME counts as unset (XDG Base Directory). */
export function defaultDataFolder(name: string, { env, platform, home }: Surroundings): string {
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', name);
  if (platform === 'win32') return join(env.LOCALAPPDATA || join(home, 'AppData', 'Local'), name);
  const base = env.XDG_DATA_HOME && isAbsolute(env.XDG_DATA_HOME) ? env.XDG_DATA_HOME : join(home, '.local', 'share');
  return join(base, name);
}
