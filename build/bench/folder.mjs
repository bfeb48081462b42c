// @ts-check
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Helpers of a browser that has ended write to its profile for a moment longer: retries, and milliseconds between them. */
const REMOVE_RETRIES = 10;
const RETRY_DELAY_MS = 200;

/**
 * Runs something on a temporary folder that is gone afterwards; a folder that cannot be removed is left to the system.
 * @template T
 * @param {(folder: string) => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withFolder(work) {
  const folder = mkdtempSync(join(tmpdir(), 'loupe-bench-'));
  try {
    return await work(folder);
  } finally {
    const options = { recursive: true, force: true, maxRetries: REMOVE_RETRIES, retryDelay: RETRY_DELAY_MS };
    await rm(folder, options).catch(() => {});
  }
}
