import { homedir } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';
import { done, type Reply, refused } from '../../shared/lib/result.ts';

export const USAGE = `Usage: loupe-web [options]

  --port N        listen on this port of 127.0.0.1; 0, the default, takes a free one
  --data-dir DIR  keep sessions and settings here (also: LOUPE_DATA_DIR)
  --sample        start the sample agent and connect to it
  --no-open       do not open a browser
  --help          show this text
`;

const FOLDER = 'loupe-web';
const MAX_PORT = 65_535;

export interface WebArgs {
  port: number;
  dataDir: string;
  sample: boolean;
  open: boolean;
  help: boolean;
}

/** What the arguments are read against. */
export interface Surroundings {
  env: Record<string, string | undefined>;
  platform: string;
  home: string;
}

/** Reads the command line; `bad-input` names the first word that is wrong. */
export function readArgs(
  argv: readonly string[],
  { env, platform, home }: Surroundings = { env: process.env, platform: process.platform, home: homedir() },
): Reply<WebArgs> {
  const args: WebArgs = {
    port: 0,
    dataDir: env.LOUPE_DATA_DIR ? resolve(env.LOUPE_DATA_DIR) : defaultDataDir({ env, platform, home }),
    sample: false,
    open: true,
    help: false,
  };
  for (let index = 0; index < argv.length; index += 1) {
    const word = argv[index] ?? '';
    const equals = word.startsWith('--') ? word.indexOf('=') : -1;
    const name = equals < 0 ? word : word.slice(0, equals);
    const value = () => (equals < 0 ? argv[++index] : word.slice(equals + 1));
    if (name === '--port') {
      const port = value() ?? '';
      if (!/^\d{1,5}$/.test(port) || Number(port) > MAX_PORT)
        return refused('bad-input', `--port takes 0 to ${MAX_PORT}.`);
      args.port = Number(port);
    } else if (name === '--data-dir') {
      const folder = value();
      if (!folder) return refused('bad-input', '--data-dir takes a folder.');
      args.dataDir = resolve(folder);
    } else if (word === '--sample') args.sample = true;
    else if (word === '--no-open') args.open = false;
    else if (word === '--help' || word === '-h') args.help = true;
    else return refused('bad-input', `Unknown argument: ${word}`);
  }
  return done(args);
}

/** Where each platform keeps the data of a program. A relative XDG_DATA_HOME counts as unset (XDG Base Directory). */
function defaultDataDir({ env, platform, home }: Surroundings): string {
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', FOLDER);
  if (platform === 'win32') return join(env.LOCALAPPDATA || join(home, 'AppData', 'Local'), FOLDER);
  const base = env.XDG_DATA_HOME && isAbsolute(env.XDG_DATA_HOME) ? env.XDG_DATA_HOME : join(home, '.local', 'share');
  return join(base, FOLDER);
}
