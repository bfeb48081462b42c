import type { Bridge } from '../../shared/contract/bridge.ts';
import { createElectronBridge } from './electron.ts';
import { createHttpBridge } from './http.ts';

/** Chooses the host this page runs in: the preload's API when it is there, HTTP otherwise. */
export function createBridge(): Bridge {
  return window.loupe ? createElectronBridge(window.loupe) : createHttpBridge(location.origin, takeToken());
}

const TOKEN_KEY = 'loupe-token';

/** The token arrives in the fragment, which no server ever sees, and is kept for reloads of this tab only. */
function takeToken(): string {
  const match = /(?:^#|&)token=([^&]+)/.exec(location.hash);
  if (match?.[1]) {
    sessionStorage.setItem(TOKEN_KEY, match[1]);
    history.replaceState(null, '', location.pathname + location.search);
  }
  return sessionStorage.getItem(TOKEN_KEY) ?? '';
}
