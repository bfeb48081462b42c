import { join, resolve } from 'node:path';
import { app, BrowserWindow, dialog, nativeTheme, session } from 'electron';
import { createEngine, type Engine } from '../engine/engine.ts';
import { type DataLock, lockDataFolder } from '../engine/hosting/data-lock.ts';
import { closeWithin } from '../engine/hosting/requests.ts';
import { startSampleAgent } from '../sample-agent/index.ts';
import { comingEngine } from './coming-engine.ts';
import { chooseFolder, openSessionFile, saveAs } from './dialogs.ts';
import { guardContents, guardSession, openLink } from './guard.ts';
import { dragFile, openFile } from './hand-out.ts';
import { createBridge } from './ipc.ts';
import { installMenu } from './menu.ts';
import { declareScheme, servePages } from './scheme.ts';
import { backgroundFor, keptTheme } from './theme.ts';
import { systemCipher } from './vault.ts';
import { openWindow, showWindow } from './window.ts';

/** The engine's last writes may hold up the end of the program for this long, ms. */
const QUIT_TIMEOUT_MS = 5_000;
const SAMPLE_SWITCH = 'sample';

/** Bundles lie in folders side by side. */
const RENDERER = join(__dirname, '..', 'renderer');
const PRELOAD = join(__dirname, '..', 'preload', 'preload.cjs');

const dataDir = chooseDataDir();

/** Another data folder also gets a profile of its own, so that it does not count as the same instance. */
function chooseDataDir(): string {
  const wanted = process.env.LOUPE_DATA_DIR;
  if (!wanted) return app.getPath('userData');
  if (!app.commandLine.hasSwitch('user-data-dir')) app.setPath('userData', resolve(wanted));
  return resolve(wanted);
}

async function openEngine(): Promise<Engine> {
  const cipher = await systemCipher();
  const engine = await createEngine({
    dataDir,
    cipher,
    host: 'electron',
    version: process.env.LOUPE_VERSION ?? app.getVersion(),
    platform: process.platform,
    capabilities: {
      dialogs: true,
      externalLinks: true,
      localFiles: true,
      handsOut: true,
      vault: cipher.status().available ? 'os' : 'session',
    },
    startSample: () => startSampleAgent({ port: 0 }),
    dialogs: { open: openSessionFile, saveAs, chooseFolder },
    openExternal: openLink,
    handOut: { open: openFile, drag: dragFile },
    warmUp: true,
    systemProxy: (url) => session.defaultSession.resolveProxy(url),
  });
  // Before the page has asked for anything, so that it begins with this agent.
  if (app.commandLine.hasSwitch(SAMPLE_SWITCH)) await connectSample(engine);
  return engine;
}

async function run(): Promise<void> {
  await app.whenReady();
  const lock = lockDataFolder(dataDir, 'window');
  if (!lock.ok) return giveUp(lock.error.message);

  guardSession(session.defaultSession);
  servePages(RENDERER);
  installMenu();
  // The page loads while the engine is made; what it asks waits.
  const engine = whenPageLoads().then(openEngine);
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

/** The next turn: everything of the first window has been asked for by then. */
const whenPageLoads = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

async function connectSample(engine: Engine): Promise<void> {
  const sample = await engine.call('agents.sample', {});
  if (!sample.ok) console.error(`The sample agent did not start: ${sample.error.message}`);
}

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
if (app.requestSingleInstanceLock()) {
  run().catch((error: unknown) => giveUp(error instanceof Error ? (error.stack ?? error.message) : String(error)));
} else {
  console.error('Loupe is running already; its window comes to the front.');
  app.exit(0);
}
