// @ts-check
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';

/** @typedef {import('../../shared/a2a/reduce/artifacts-parts.ts').DeclaredBytes} DeclaredBytes */

/**
 * Opens the file that an agent on this machine names for an artifact, and says what it holds.
 * @param {DeclaredBytes} declared
 */
export async function openLocalCopy({ sourcePath }) {
  if (sourcePath === undefined) throw new Error('the artifact names no file on the disk');
  const bytes = await readFile(sourcePath);
  return {
    bytes: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    text: bytes.toString('utf8'),
  };
}
