import { resolve } from 'node:path';
import { done, type Reply, refused } from '../../shared/lib/result.ts';
import { DATA_FOLDERS, defaultDataFolder, type Surroundings, thisProcess } from '../engine/hosting/data-folder.ts';

export const USAGE = `Usage: loupe-web [options]

  --port N        listen on this port of 127.0.0.1; 0, the default, takes a free one
  --data-dir DIR  keep sessions and settings here (also: LOUPE_DATA_DIR)
  --sample        start the sample agent and connect to it
  --no-open       do not open a browser
  --help          show this text
`;

const MAX_PORT = 65_535;

export interface WebArgs {
  port: number;
  dataDir: string;
  sample: boolean;
  open: boolean;
  help: boolean;
}

/** Reads the command line; `bad-input` names the first word that is wrong. */
export function readArgs(argv: readonly string[], surroundings: Surroundings = thisProcess()): Reply<WebArgs> {
  const { env } = surroundings;
  const args: WebArgs = {
    port: 0,
    dataDir: env.LOUPE_DATA_DIR ? resolve(env.LOUPE_DATA_DIR) : defaultDataFolder(DATA_FOLDERS.web, surroundings),
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
