import { posix, win32 } from 'node:path';
import { isDeviceName } from '../../../shared/a2a/reduce/artifacts-names.ts';
import { done, type Reply, refused } from '../../../shared/lib/result.ts';

/** Devices, what the system makes up as it is read, and places that are mounted by being looked at. */
const SYSTEM_FOLDERS = ['/dev', '/proc', '/sys', '/net', '/Network'];

const no = (message: string): Reply<never> => refused('bad-input', message);

/**
 * The path on this computer that a part names: that of a `file:` address, else the source path in its metadata. Undefined
 * when it names none. Nothing on the disk is looked at.
 */
export function localPathOf(
  url: string,
  sourcePath: string | undefined,
  platform: string = process.platform,
): Reply<string> | undefined {
  const windows = platform === 'win32';
  if (/^file:/i.test(url)) {
    const path = pathOfUrl(url, windows);
    return path.ok ? checkPath(path.value, windows) : path;
  }
  if (/^https?:/i.test(url) || sourcePath === undefined || sourcePath === '') return undefined;
  return checkPath(sourcePath, windows);
}

/** RFC 8089, of this computer only. */
function pathOfUrl(text: string, windows: boolean): Reply<string> {
  let url: URL;
  let path: string;
  try {
    url = new URL(text);
    if (/%2f/i.test(url.pathname) || (windows && /%5c/i.test(url.pathname))) {
      return no('The address hides a separator of folders in one of its names, so it is not opened.');
    }
    path = decodeURIComponent(url.pathname);
  } catch {
    return no('The address is no file address that can be read.');
  }
  if (url.host !== '') return no(`The file lies on another computer, ${url.host}; only files of this one are opened.`);
  if (!windows) return done(path);
  if (!/^\/[A-Za-z]:\//.test(path)) return no('The address names no drive of this computer.');
  return done(path.slice(1).replace(/\//g, '\\'));
}

function checkPath(path: string, windows: boolean): Reply<string> {
  if (path.includes('\0')) return no('The path has a NUL character in it, so it is not opened.');
  if (!windows) {
    if (!posix.isAbsolute(path)) return no('The path is not absolute, so nobody can tell which file it means.');
    return isSystemPath(posix.normalize(path)) ? no(NO_SYSTEM_FILE) : done(path);
  }
  const full = path.replace(/\//g, '\\');
  if (full.startsWith('\\\\')) return no('The path leads to another computer or a device, so it is not opened.');
  if (!win32.isAbsolute(full) || !/^[A-Za-z]:\\/.test(full)) {
    return no('The path is not absolute, so nobody can tell which file it means.');
  }
  const steps = full.slice(3).split('\\');
  if (steps.some((step) => step.includes(':'))) return no('The path leads into a hidden stream of a file.');
  return steps.some((step) => isDeviceName(step.trim())) ? no('The path names a device.') : done(full);
}

export const NO_SYSTEM_FILE = 'The path leads to a device or into a folder of the system, so it is not opened.';

/** Whether a path lies in a folder whose files are none. */
export const isSystemPath = (path: string): boolean =>
  SYSTEM_FOLDERS.some((folder) => path === folder || path.startsWith(`${folder}/`));
