import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { BrowserWindow, dialog, type OpenDialogOptions, type SaveDialogOptions } from 'electron';
import { done, type Reply, refused } from '../../shared/lib/result.ts';
import { SESSION_FILE_MAX_BYTES } from '../engine/hosting/requests.ts';

const OPEN_OPTIONS: OpenDialogOptions = {
  title: 'Open session',
  properties: ['openFile'],
  filters: [
    { name: 'Sessions', extensions: ['jsonl', 'ndjson', 'json'] },
    { name: 'All files', extensions: ['*'] },
  ],
};

/** A file the person chose. */
export interface ChosenFile {
  name: string;
  content: string;
}

const parentWindow = (): BrowserWindow | undefined =>
  BrowserWindow.getFocusedWindow() ?? BrowserWindow.getAllWindows()[0];

/** Lets the person choose a session file and reads it; null when they chose none. */
export async function openSessionFile(): Promise<Reply<ChosenFile | null>> {
  const parent = parentWindow();
  const { filePaths } = parent
    ? await dialog.showOpenDialog(parent, OPEN_OPTIONS)
    : await dialog.showOpenDialog(OPEN_OPTIONS);
  const file = filePaths[0];
  return file === undefined ? done(null) : readSessionFile(file);
}

async function readSessionFile(file: string): Promise<Reply<ChosenFile>> {
  const name = basename(file);
  try {
    const { size } = await stat(file);
    if (size > SESSION_FILE_MAX_BYTES) {
      return refused('storage', `${name} is larger than ${SESSION_FILE_MAX_BYTES / 1024 / 1024} MiB.`);
    }
    return done({ name, content: await readFile(file, 'utf8') });
  } catch (error) {
    return refused('storage', `${name} cannot be read.`, String(error));
  }
}

/** Lets the person choose where a file goes; the system asks before one is replaced. Null when they chose nothing. */
export async function saveAs(name: string): Promise<Reply<string | null>> {
  const options: SaveDialogOptions = {
    title: 'Save file',
    defaultPath: name,
    properties: ['showOverwriteConfirmation'],
  };
  const parent = parentWindow();
  const { filePath } = parent ? await dialog.showSaveDialog(parent, options) : await dialog.showSaveDialog(options);
  return done(filePath || null);
}

/** Lets the person choose a folder to save into; null when they chose none. */
export async function chooseFolder(): Promise<Reply<string | null>> {
  const options: OpenDialogOptions = { title: 'Save all into', properties: ['openDirectory', 'createDirectory'] };
  const parent = parentWindow();
  const { filePaths } = parent ? await dialog.showOpenDialog(parent, options) : await dialog.showOpenDialog(options);
  return done(filePaths[0] ?? null);
}
