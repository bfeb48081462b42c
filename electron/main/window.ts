import { BrowserWindow, screen } from 'electron';
import { PAGE_URL } from './origin.ts';
import { loadWindowState, MIN_SIZE, placeWindow, saveWindowState } from './window-state.ts';

/** Wait after the last move or resize before the place is kept, ms. */
const SAVE_DELAY_MS = 500;
/** A page that crashes is loaded again this often, then left alone. */
const MAX_CRASH_RELOADS = 3;

export interface WindowOptions {
  /** Preload bundle, absolute. */
  preload: string;
  backgroundColor: string;
  /** Where place and size are kept. */
  stateFile: string;
  /** Runs before the page is loaded. */
  onCreated(window: BrowserWindow): void;
}

/** Opens the window at its last place and loads the page. It is shown once there is something to see. */
export function openWindow({ preload, backgroundColor, stateFile, onCreated }: WindowOptions): BrowserWindow {
  const saved = loadWindowState(stateFile);
  const primary = screen.getPrimaryDisplay();
  const others = screen.getAllDisplays().filter((display) => display.id !== primary.id);
  const displays = [primary, ...others].map((display) => display.workArea);
  const window = new BrowserWindow({
    ...placeWindow(saved?.bounds, displays),
    minWidth: MIN_SIZE.width,
    minHeight: MIN_SIZE.height,
    title: 'Loupe',
    backgroundColor,
    show: false,
    autoHideMenuBar: true,
    webPreferences: {
      preload,
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      webviewTag: false,
      // The spelling checker downloads its dictionaries.
      spellcheck: false,
    },
  });
  window.once('ready-to-show', () => {
    if (saved?.maximized) window.maximize();
    if (saved?.fullScreen) window.setFullScreen(true);
    window.show();
  });
  rememberPlace(window, stateFile);
  reloadAfterCrash(window);
  onCreated(window);
  void window.loadURL(PAGE_URL).catch((error: unknown) => console.error(`The page did not load: ${error}`));
  return window;
}

/** Shows a window that is there already. */
export function showWindow(window: BrowserWindow): void {
  if (window.isMinimized()) window.restore();
  window.show();
  window.focus();
}

function rememberPlace(window: BrowserWindow, stateFile: string): void {
  let timer: NodeJS.Timeout | undefined;
  const save = () => {
    clearTimeout(timer);
    saveWindowState(stateFile, {
      bounds: window.getNormalBounds(),
      maximized: window.isMaximized(),
      fullScreen: window.isFullScreen(),
    });
  };
  const saveSoon = () => {
    clearTimeout(timer);
    timer = setTimeout(save, SAVE_DELAY_MS);
  };
  window.on('resize', saveSoon);
  window.on('move', saveSoon);
  window.on('close', save);
  window.on('closed', () => clearTimeout(timer));
}

function reloadAfterCrash(window: BrowserWindow): void {
  let reloads = 0;
  window.webContents.on('render-process-gone', (_event, { reason }) => {
    if (reason === 'clean-exit' || reloads >= MAX_CRASH_RELOADS) return;
    reloads += 1;
    console.error(`The page crashed (${reason}); loading it again.`);
    window.webContents.reload();
  });
}
