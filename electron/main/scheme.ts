import { protocol } from 'electron';
import { CONTENT_SECURITY_POLICY, readAsset } from '../engine/hosting/assets.ts';
import { ownPath, SCHEME } from './origin.ts';
import { inTheme } from './theme.ts';

interface Page {
  status: number;
  body: Buffer;
  headers: Record<string, string>;
}

/** Declares the scheme; has to run before the app is ready. */
export function declareScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: SCHEME, privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } },
  ]);
}

/**
 * Serves the files of a folder under our own origin, and nothing outside of it.
 * @param theme the `theme` setting that the page is to be drawn in from the beginning
 */
export function servePages(folder: string, theme: () => unknown): void {
  // Electron before 25 has no `handle`, later ones only keep the older call for a while.
  if (typeof protocol.handle === 'function') {
    protocol.handle(SCHEME, async (request) => {
      const { status, headers, body } = await pageFor(folder, request.url, theme);
      return new Response(new Uint8Array(body), { status, headers });
    });
    return;
  }
  protocol.registerBufferProtocol(SCHEME, (request, callback) => {
    void pageFor(folder, request.url, theme).then(({ status, headers, body }) => {
      const [mimeType, charset] = (headers['content-type'] ?? '').split('; charset=');
      callback({ statusCode: status, headers, data: body, mimeType, ...(charset ? { charset } : {}) });
    });
  });
}

async function pageFor(folder: string, url: string, theme: () => unknown): Promise<Page> {
  const path = ownPath(url);
  const asset = path === undefined ? undefined : await readAsset(folder, path);
  const type = asset?.type ?? 'text/plain; charset=utf-8';
  const body = asset && type.startsWith('text/html') ? inTheme(asset.body, theme()) : asset?.body;
  return {
    status: asset ? 200 : 404,
    body: body ?? Buffer.from('There is nothing at this address.\n'),
    headers: {
      'content-type': type,
      'content-security-policy': CONTENT_SECURITY_POLICY,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-cache',
    },
  };
}
