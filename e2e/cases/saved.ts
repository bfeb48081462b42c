import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Download } from 'playwright-core';
import { unzip } from '../../electron/web/testing/unzip.ts';
import type { Run } from './checks/check.ts';
import { openTab, type Window } from './window.ts';

/** A file that the page handed to the person. */
export interface SavedFile {
  /** Suggested to the person. */
  name: string;
  bytes: number;
}

/** Longest wait for the page to hand out all files, milliseconds. */
const SAVE_TIMEOUT_MS = 10_000;

const known = new WeakMap<Window, Promise<SavedFile[]>>();

async function saveAll({ page }: Window): Promise<SavedFile[]> {
  const downloads: Download[] = [];
  page.on('download', (one) => downloads.push(one));
  await openTab(page, 'artifacts');
  await page.getByTestId('artifact-save-all').click({ timeout: SAVE_TIMEOUT_MS });
  await page.getByTestId('artifact-saved').waitFor({ timeout: SAVE_TIMEOUT_MS });
  // What was clicked last may be reported a moment later.
  await page.waitForTimeout(500);
  const folder = mkdtempSync(join(tmpdir(), 'loupe-case-saved-'));
  try {
    const saved: SavedFile[] = [];
    for (const [at, one] of downloads.entries()) {
      const path = join(folder, String(at));
      await one.saveAs(path);
      saved.push(...filesIn(one.suggestedFilename(), readFileSync(path)));
    }
    return saved;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const ZIP_BEGINS = Buffer.from('PK');

/** What a download holds: several files come as one archive. */
function filesIn(name: string, content: Buffer): SavedFile[] {
  if (!name.endsWith('.zip') || !content.subarray(0, 2).equals(ZIP_BEGINS)) return [{ name, bytes: content.length }];
  return unzip(content).map((file) => ({ name: file.name, bytes: file.content.length }));
}

/** Saves the artifacts of a case as a person does, once for all who look. */
export async function savedFiles(run: Run): Promise<SavedFile[]> {
  const window = await run.window();
  const saved = known.get(window) ?? saveAll(window);
  known.set(window, saved);
  return saved;
}
