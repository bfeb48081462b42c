import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { memoryOf, ownChildren } from './process-tree.mjs';

const HELD_MB = 64;
/** Starts another process of the same kind and holds memory itself. */
const PROGRAM = `const held = Buffer.alloc(${HELD_MB} * 1024 * 1024, 1);
if (process.argv[1] === 'first') {
  const child = require('node:child_process').spawn(process.execPath, ['-e', process.env.PROGRAM, 'second'], { stdio: 'inherit' });
  process.on('exit', () => child.kill());
  process.on('SIGTERM', () => process.exit());
} else console.log('ready');
setInterval(() => held.length, 1000);`;

it.runIf(process.platform === 'linux')('adds up what a process and those it started hold', async () => {
  const before = ownChildren();
  const child = spawn(process.execPath, ['-e', PROGRAM, 'first'], { env: { ...process.env, PROGRAM } });
  try {
    await once(child.stdout, 'data');
    const roots = new Set([...ownChildren()].filter((pid) => !before.has(pid)));
    expect(roots).toEqual(new Set([child.pid]));
    expect(memoryOf(roots).total).toBeGreaterThan(2 * HELD_MB);
    expect(memoryOf(new Set()).total).toBe(0);
  } finally {
    child.kill('SIGTERM');
    await once(child, 'close');
  }
});
