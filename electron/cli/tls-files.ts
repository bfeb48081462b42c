import { readFile } from 'node:fs/promises';
import type { ProxyChoice, TlsOptions } from '../../shared/contract/views.ts';
import { done, type Reply, refused } from '../../shared/lib/result.ts';
import { type Arguments, text } from './arguments.ts';
import type { Terminal } from './terminal.ts';

/** Options that name a file, and where its content goes. */
const FILES = [
  ['ca', 'ca', 'utf8'],
  ['cert', 'cert', 'utf8'],
  ['key', 'key', 'utf8'],
  ['pfx', 'pfx', 'base64'],
] as const;

/** Variable of the environment that holds the passphrase of `--key` or `--pfx`; on the command line everybody on this computer could read it. */
const PASSPHRASE_VARIABLE = 'LOUPE_KEY_PASSPHRASE';

/** Reads the files that were named for TLS; undefined when there are none. */
export async function readTlsFiles(args: Arguments, env: Terminal['env']): Promise<Reply<TlsOptions | undefined>> {
  const tls: TlsOptions = {};
  for (const [option, member, encoding] of FILES) {
    const path = text(args, option);
    if (path === undefined) continue;
    try {
      tls[member] = await readFile(path, encoding);
    } catch (error) {
      return refused('bad-input', `--${option}: the file cannot be read: ${(error as Error).message}`);
    }
  }
  if (Object.keys(tls).length === 0) return done(undefined);
  const passphrase = env[PASSPHRASE_VARIABLE];
  return done(passphrase === undefined ? tls : { ...tls, passphrase });
}

/** `none`, `system`, or the address of a proxy. */
export function proxyChoice(args: Arguments): ProxyChoice | undefined {
  const wanted = text(args, 'proxy');
  if (wanted === undefined) return undefined;
  return wanted === 'none' || wanted === 'system' ? { use: wanted } : { use: 'url', url: wanted };
}
