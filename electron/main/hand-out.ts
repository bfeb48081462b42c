import { app, BrowserWindow, shell } from 'electron';
import { done, type Reply, refused } from '../../shared/lib/result.ts';

/** Opens a file in the program that the system has for its kind. */
export async function openFile(path: string): Promise<Reply<null>> {
  const problem = await shell.openPath(path);
  return problem === '' ? done(null) : refused('not-supported', 'The system has no program for this file.', problem);
}

/** Goes on with a drag that a page has begun, with a file that other programs can take. */
export async function dragFile(path: string): Promise<Reply<null>> {
  const window = BrowserWindow.getFocusedWindow() ?? BrowserWindow.getAllWindows()[0];
  if (!window) return refused('not-supported', 'There is no window to drag from.');
  try {
    window.webContents.startDrag({ file: path, icon: await app.getFileIcon(path) });
    return done(null);
  } catch (error) {
    return refused('not-supported', 'The system does not take this drag.', String(error));
  }
}
