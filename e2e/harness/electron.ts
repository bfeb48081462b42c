import { _electron } from 'playwright-core';
import { findRuntime } from '../../build/electron-runtime.mjs';
import { appEnvironment, LOUPE_ROOT } from './environment.ts';
import type { Started, StartOptions } from './launch.ts';

/** An application that does not end by itself is ended after this, milliseconds. */
const STOP_TIMEOUT_MS = 10_000;

/**
 * Starts the application in Electron, on the display of this process, with the size and colour scheme asked for.
 * Throws when there is no runtime or no window appears.
 */
export async function startElectron(options: StartOptions): Promise<Started> {
  const { dataDir, args, viewport, colorScheme, preload } = options;
  const runtime = await findRuntime({ download: false });
  if ('reason' in runtime) throw new Error(`No Electron runtime: ${runtime.reason}`);
  const app = await _electron.launch({
    executablePath: runtime.path,
    args: ['--no-sandbox', LOUPE_ROOT, `--user-data-dir=${dataDir}`, ...args],
    cwd: LOUPE_ROOT,
    env: { ...appEnvironment(), LOUPE_DATA_DIR: dataDir },
    colorScheme,
  });
  const child = app.process();
  const stop = async () => {
    const timer = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
    await app.close().catch(() => child.kill('SIGKILL'));
    clearTimeout(timer);
  };
  try {
    const page = await app.firstWindow();
    await app.evaluate(({ BrowserWindow }, { width, height }) => {
      BrowserWindow.getAllWindows()[0]?.setContentSize(width, height);
    }, viewport);
    if (preload !== undefined) await app.evaluate((_, file) => void process.mainModule?.require(file), preload);
    const answerDialogs = (folder: string) =>
      app.evaluate(({ dialog }, chosen) => {
        const save = async (...given: { defaultPath?: string }[]) => ({
          canceled: false,
          filePath: `${chosen}/${given[given.length - 1]?.defaultPath}`,
        });
        Object.assign(dialog, {
          showOpenDialog: async () => ({ canceled: false, filePaths: [chosen] }),
          showSaveDialog: save,
        });
      }, folder);
    return { page, answerDialogs, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
