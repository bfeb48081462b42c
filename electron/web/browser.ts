import { spawn } from 'node:child_process';

/** Shows an address in the person's browser. Does nothing where no opener is found: the address was printed as well. */
export function openBrowser(url: string, platform: string = process.platform): void {
  const [command, ...args] = opener(platform);
  const child = spawn(command, [...args, url], { detached: true, stdio: 'ignore' });
  child.on('error', () => {});
  child.unref();
}

function opener(platform: string): [string, ...string[]] {
  if (platform === 'darwin') return ['open'];
  // `start` takes its first quoted word for a window title.
  if (platform === 'win32') return ['cmd', '/c', 'start', '""'];
  return ['xdg-open'];
}
