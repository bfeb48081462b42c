import { join, resolve } from 'node:path';
import { app, BrowserWindow, dialog, ipcMain, nativeTheme, session } from 'electron';
import { CHANNELS } from '../../shared/contract/channels.ts';
import type { Engine } from '../engine/engine.ts';
import { type DataLock, lockDataFolder } from '../engine/hosting/data-lock.ts';
import { closeWithin } from '../engine/hosting/requests.ts';
import { comingEngine } from './coming-engine.ts';
import { guardContents, guardSession } from './guard.ts';
import { createBridge } from './ipc.ts';
import { keepSmall } from './memory.ts';
import { installMenu, withoutDefaultMenu } from './menu.ts';
import { declareScheme, servePages } from './scheme.ts';
import { backgroundFor, keptTheme } from './theme.ts';
import { openWindow, showWindow } from './window.ts';

/** The engine's last writes may hold up the end of the program for this long, ms. */
const QUIT_TIMEOUT_MS = 5_000;
/** A window that shows nothing yet holds up the engine for this long, ms. */
const FIRST_DRAWING_TIMEOUT_MS = 1_000;

/** Bundles lie in folders side by side. */
const RENDERER = join(__dirname, '..', 'renderer');
const PRELOAD = join(__dirname, '..', 'preload', 'preload.cjs');

keepSmall(app);
const dataDir = chooseDataDir();

/** Another data folder also gets a profile of its own, so that it does not count as the same instance. */
function chooseDataDir(): string {
  const wanted = process.env.LOUPE_DATA_DIR;
  if (!wanted) return app.getPath('userData');
  if (!app.commandLine.hasSwitch('user-data-dir')) app.setPath('userData', resolve(wanted));
  return resolve(wanted);
}

async function run(): Promise<void> {
  await app.whenReady();
  const lock = lockDataFolder(dataDir, 'window');
  if (!lock.ok) return giveUp(lock.error.message);

  guardSession(session.defaultSession);
  servePages(RENDERER, () => keptTheme(dataDir));
  // The window opens without the engine, which is read and made while the page's script is; what the page asks waits.
  const drawn = firstDrawing();
  void drawn.then(installMenu);
  const engine = drawn.then(async () => (await import('./open-engine.ts')).openEngine(dataDir));
  closeOnQuit(engine, lock.value);
  const bridge = createBridge(comingEngine(engine));
  const open = () =>
    openWindow({
      preload: PRELOAD,
      backgroundColor: backgroundFor(keptTheme(dataDir), nativeTheme.shouldUseDarkColors),
      stateFile: join(app.getPath('userData'), 'window-state.json'),
      onCreated: (window) => bridge.connect(window.webContents),
    });
  const show = () => {
    const window = BrowserWindow.getAllWindows()[0];
    if (window) showWindow(window);
    else open();
  };
  app.on('activate', show);
  app.on('second-instance', show);
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit();
  });
  open();
  await engine;
}

/** When the first window shows something: all else would hold that back. A window that cannot still gets its engine. */
const firstDrawing = (): Promise<void> =>
  new Promise((resolve) => {
    ipcMain.once(CHANNELS.drawn, () => resolve());
    setTimeout(resolve, FIRST_DRAWING_TIMEOUT_MS);
  });

/** Holds the end of the program until the engine has written what it has. */
function closeOnQuit(engine: Promise<Engine>, lock: DataLock): void {
  let state: 'open' | 'closing' | 'closed' = 'open';
  const close = async () => {
    if (!(await closeWithin(async () => (await engine).close(), QUIT_TIMEOUT_MS))) {
      console.error('The last writes did not finish; the session is repaired at the next start.');
    }
    lock.release();
    state = 'closed';
    // Asked for while the refused `will-quit` is still under way, it would not count.
    setImmediate(() => app.quit());
  };
  app.on('will-quit', (event) => {
    if (state === 'closed') return;
    event.preventDefault();
    if (state === 'open') void close();
    state = 'closing';
  });
}

function giveUp(message: string): void {
  console.error(message);
  dialog.showErrorBox('Loupe cannot start', message);
  app.exit(1);
}

declareScheme();
guardContents();
withoutDefaultMenu();
if (app.requestSingleInstanceLock()) {
  run().catch((error: unknown) => giveUp(error instanceof Error ? (error.stack ?? error.message) : String(error)));
} else {
  console.error('Loupe is running already; its window comes to the front.');
  app.exit(0);
}
