/** The window's own scheme and host: one origin that no web page can have. */
export const SCHEME = 'app';
export const PAGE_HOST = 'inspector';
export const ORIGIN = `${SCHEME}://${PAGE_HOST}`;
export const PAGE_URL = `${ORIGIN}/index.html`;

/** The part of Electron's WebFrameMain that says who sent a message. Reading either may throw once the frame is gone. */
export interface SenderFrame {
  readonly url: string;
  /** Null for a main frame. */
  readonly parent: unknown;
}

/** The path of a URL of our own origin; undefined for any other. */
export function ownPath(url: string): string | undefined {
  const parsed = parse(url);
  // Node knows no origin for this scheme, so its parts are compared.
  const own = parsed?.protocol === `${SCHEME}:` && parsed.host === PAGE_HOST && parsed.username === '';
  return own ? parsed.pathname || '/' : undefined;
}

/** Whether a URL is the window's one page, whatever its query or fragment. */
export function isOwnPage(url: string): boolean {
  const path = ownPath(url);
  return path === '/' || path === '/index.html';
}

/** Whether a message comes from a main frame that shows our own origin. */
export function isTrustedFrame(frame: SenderFrame | null | undefined): boolean {
  try {
    return !!frame && frame.parent === null && ownPath(frame.url) !== undefined;
  } catch {
    return false;
  }
}

/** Whether a link may be handed to the system's browser. */
export function isWebLink(url: string): boolean {
  const protocol = parse(url)?.protocol;
  return protocol === 'http:' || protocol === 'https:';
}

/** Whether a download is something the page itself made. */
export const isOwnDownload = (url: string): boolean => url.startsWith(`blob:${ORIGIN}/`);

function parse(url: string): URL | undefined {
  try {
    return new URL(url);
  } catch {
    return undefined;
  }
}
