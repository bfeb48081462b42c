// @ts-check
import { freePort, startProgram } from '../../build/peer-process.mjs';
import { findCommand } from '../../build/system.mjs';

/**
 * A Redis of its own on a free port of the loopback interface that writes nothing to the disk.
 * @param {string} folder it runs in
 */
export async function startRedis(folder) {
  const command = findCommand('redis-server');
  if (!command) throw new Error('redis-server is not installed: apt-get install redis-server');
  const port = await freePort();
  const options = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
  return startProgram({ name: 'redis-server', command, args: options, cwd: folder, port });
}
