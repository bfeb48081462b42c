import { readFile, realpath, stat } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';

/**
 * The content security policy of every page, whatever host serves it. Inline styles and blob images are what the JSON
 * editor and artifact previews need; nothing loads from another origin.
 */
export const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "worker-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "font-src 'self'",
  "img-src 'self' data: blob:",
  "media-src 'self' blob:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** What `/` means. */
const INDEX = 'index.html';

const CONTENT_TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.gif': 'image/gif',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.ttf': 'font/ttf',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webp': 'image/webp',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
};

/** A file of the page with what is said about it. */
export interface Asset {
  body: Buffer;
  /** Content-Type value. */
  type: string;
}

/** The Content-Type for a file name; bytes nobody should interpret when the ending is unknown. */
export function contentType(file: string): string {
  return CONTENT_TYPES[extname(file).toLowerCase()] ?? 'application/octet-stream';
}

/**
 * Maps the path of a URL (percent-encoded, no query) to path segments below the page's folder. Undefined for anything
 * that could mean another place: dot segments, encoded separators, drive letters, control characters.
 */
export function assetSegments(urlPath: string): string[] | undefined {
  let path: string;
  try {
    path = decodeURIComponent(urlPath);
  } catch {
    return undefined;
  }
  if (!path.startsWith('/')) return undefined;
  if (path === '/') return [INDEX];
  const segments = path.slice(1).split('/');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused here
  const sound = segments.every((segment) => !/^\.{0,2}$|[\\:\u0000-\u001f\u007f]/.test(segment));
  return sound ? segments : undefined;
}

/** Whether a file lies below a folder; both absolute and with links resolved. */
export function isInside(folder: string, file: string): boolean {
  const path = relative(folder, file);
  return path !== '' && path !== '..' && !path.startsWith(`..${sep}`) && !/^([a-z]:|[\\/])/i.test(path);
}

/**
 * Reads a file of the page. Undefined when there is none, when the path leads outside of the folder, also through a
 * symbolic link, and when it is no plain file.
 */
export async function readAsset(folder: string, urlPath: string): Promise<Asset | undefined> {
  const segments = assetSegments(urlPath);
  if (!segments) return undefined;
  try {
    const root = await realpath(folder);
    const file = await realpath(join(root, ...segments));
    if (!isInside(root, file) || !(await stat(file)).isFile()) return undefined;
    return { body: await readFile(file), type: contentType(file) };
  } catch {
    return undefined;
  }
}
