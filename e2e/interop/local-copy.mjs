// @ts-check
import { value } from './iac-code-client.mjs';

/** @typedef {import('../../shared/contract/procedures.ts').InputOf<'artifacts.local'>} FileOf */

/**
 * Opens the file that an agent on this machine names for a part, as a person does who agrees to its path: looks what is
 * there, reads it, and says where it lies and what it holds.
 * @param {import('../../electron/engine/engine.ts').Engine} engine
 * @param {FileOf} file
 */
export async function openLocalCopy(engine, file) {
  const local = value(await engine.call('artifacts.local', file));
  if (local === null) throw new Error('no file of this computer is offered for the part');
  value(await engine.call('artifacts.readLocal', { ...file, path: local.resolved }));
  const { copy } = value(await engine.call('artifacts.facts', file)).contents[file.content] ?? {};
  if (copy === undefined) throw new Error('the file was read, and the part does not say so');
  const { base64, total } = value(await engine.call('artifacts.bytes', { ...file, from: 0, length: copy.bytes }));
  return { local, copy, total, text: Buffer.from(base64, 'base64').toString('utf8') };
}
