import { app, type Session, shell } from 'electron';
import { done, type Reply, refused } from '../../shared/lib/result.ts';
import { isOwnDownload, isOwnPage, isWebLink, ownPath } from './origin.ts';

/** The one thing a page may ask the system for. */
const ALLOWED_PERMISSION = 'clipboard-sanitized-write';
/** Nothing in the window loads from the network; the engine is the only one that talks to agents. */
const NETWORK_URLS = ['http://*/*', 'https://*/*', 'ws://*/*', 'wss://*/*', 'ftp://*/*'];

/** Keeps every window, also ones nobody meant to open, on our own page. Has to run before the first one exists. */
export function guardContents(): void {
  app.on('web-contents-created', (_event, contents) => {
    const stay = (event: { preventDefault(): void }, url: string) => {
      if (!isOwnPage(url)) event.preventDefault();
    };
    contents.on('will-navigate', stay);
    contents.on('will-redirect', (event) => event.preventDefault());
    contents.on('will-attach-webview', (event) => event.preventDefault());
    contents.setWindowOpenHandler(() => ({ action: 'deny' }));
  });
}

/** Refuses permissions, devices, foreign downloads and network access of pages. */
export function guardSession(session: Session): void {
  session.setPermissionRequestHandler((contents, permission, callback) => {
    callback(permission === ALLOWED_PERMISSION && ownPath(contents.getURL()) !== undefined);
  });
  session.setPermissionCheckHandler(
    (_contents, permission, origin) => permission === ALLOWED_PERMISSION && ownPath(origin) !== undefined,
  );
  session.setDevicePermissionHandler(() => false);
  session.on('will-download', (event, item) => {
    if (!isOwnDownload(item.getURL())) event.preventDefault();
  });
  session.webRequest.onBeforeRequest({ urls: NETWORK_URLS }, (_details, callback) => callback({ cancel: true }));
}

/** Opens a link in the system's browser; http and https only. The page has shown the full URL before. */
export async function openLink(url: string): Promise<Reply<null>> {
  if (!isWebLink(url)) return refused('bad-input', 'Only http and https links are opened.');
  try {
    await shell.openExternal(url);
    return done(null);
  } catch (error) {
    return refused('not-supported', 'The system has no browser for this link.', String(error));
  }
}
