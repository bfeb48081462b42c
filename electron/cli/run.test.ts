import { describe, expect, it } from 'vitest';
import { commands } from './commands/index.ts';
import { runCli } from './run.ts';
import { recordingTerminal } from './test-terminal.ts';

/** Runs a command line that must not get as far as an engine. */
async function offline(...tokens: string[]) {
  const terminal = recordingTerminal();
  const openEngine = () => Promise.reject(new Error('the engine was opened'));
  const code = await runCli(tokens, terminal, openEngine, '1.2.3');
  return { code, stdout: terminal.stdout, stderr: terminal.stderr };
}

describe('runCli without an agent', () => {
  it('prints the version when there is no command', async () => {
    expect(await offline('--version')).toEqual({ code: 0, stdout: '1.2.3\n', stderr: '' });
  });

  it('lists every command', async () => {
    const { code, stdout } = await offline('--help');
    expect(code).toBe(0);
    for (const command of commands) expect(stdout).toContain(`  ${command.words.join(' ')} `);
    expect((await offline()).code).toBe(2);
    expect((await offline('help')).stdout).toBe(stdout);
  });

  it('shows the commands of a group and the options of a command', async () => {
    const group = await offline('push', '--help');
    expect(group.code).toBe(0);
    expect(group.stdout).toContain('push create URL TASK');
    expect(group.stdout).not.toContain('send URL');
    const send = await offline('help', 'send');
    expect(send.stdout).toContain('loupe send URL [options]');
    expect(send.stdout).toMatch(/--message-metadata JSON {2,}metadata of the message/);
    expect(await offline('send', 'http://x', '--help')).toEqual(send);
  });

  it('shows for every command what it takes', async () => {
    for (const command of commands) {
      const { code, stdout } = await offline(...command.words, '--help');
      expect(code).toBe(0);
      for (const option of command.options) expect(stdout).toContain(`--${option.name}`);
    }
  });

  it('refuses unknown commands and names the nearest one', async () => {
    expect(await offline('sned', 'http://x')).toEqual({
      code: 2,
      stdout: '',
      stderr: "loupe: there is no command 'sned'; did you mean send?\n",
    });
    expect((await offline('task')).stderr).toContain('loupe task needs one of: get, list, cancel, subscribe');
    expect((await offline('task', 'gte', 'u')).stderr).toContain("there is no command 'task gte'");
  });

  it('refuses wrong arguments before anything is sent', async () => {
    expect(await offline('card', 'http://x', '--extendd')).toEqual({
      code: 2,
      stdout: '',
      stderr: 'loupe: there is no option --extendd; did you mean --extended?\nSee loupe card --help\n',
    });
    expect((await offline('task', 'get', 'http://x')).stderr).toContain('ID is missing');
    expect((await offline('send', 'http://x', '--version', '2.0')).stderr).toContain('takes 1.0 or 0.3');
  });
});
