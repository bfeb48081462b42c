import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Download } from 'playwright-core';
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
      saved.push({ name: one.suggestedFilename(), bytes: statSync(path).size });
    }
    return saved;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Saves the artifacts of a case as a person does, once for all who look. */
export async function savedFiles(run: Run): Promise<SavedFile[]> {
  const window = await run.window();
  const saved = known.get(window) ?? saveAll(window);
  known.set(window, saved);
  return saved;
}
