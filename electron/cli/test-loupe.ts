import { join } from 'node:path';
import { createEngine } from '../engine/engine.ts';
import type { OutcomeLine } from './outcome-line.ts';
import { runCli } from './run.ts';
import type { RecordingTerminal } from './test-terminal.ts';

/** An engine as the command line opens it, with its data in a folder of the test. */
export const openEngineIn = (folder: string) => (accessFolder?: string) =>
  createEngine({
    dataDir: folder,
    host: 'cli',
    version: '0.0.0',
    platform: 'test',
    capabilities: { dialogs: false, externalLinks: false, vault: 'session' },
    persist: false,
    env: {},
    ...(accessFolder !== undefined && { accessFolder }),
  });

/** Runs one command to its end. What it keeps lies in `kept` below the folder. */
export async function runLoupe(folder: string, tokens: string[], terminal: RecordingTerminal) {
  const code = await runCli([...tokens, '--json'], terminal, openEngineIn(folder), '0.0.0', join(folder, 'kept'));
  const last = terminal.stdout.trimEnd().split('\n').pop() ?? '';
  return { code, outcome: JSON.parse(last) as OutcomeLine, stdout: terminal.stdout, stderr: terminal.stderr };
}

/** The command that sends a greeting. */
export const sendHello = (url: string, ...more: string[]) => ['send', url, '--text', 'hello', ...more];
