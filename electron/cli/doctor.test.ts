import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DoctorStep } from '../../shared/contract/doctor.ts';
import { createEngine } from '../engine/engine.ts';
import { makeCertificate } from '../engine/testing/certificates.ts';
import { agentListener } from '../engine/testing/doctor.ts';
import { startHttps } from '../engine/testing/secure-servers.ts';
import { startHttp, type TestServer } from '../engine/testing/servers.ts';
import type { OutcomeLine } from './outcome-line.ts';
import { runCli } from './run.ts';
import { recordingTerminal } from './test-terminal.ts';

const authority = makeCertificate({ name: 'Test authority', authority: true });
const good = makeCertificate({ name: 'agent', names: ['127.0.0.1'], by: authority });
let folder: string;
let plain: TestServer;
let secure: TestServer;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'loupe-cli-doctor-'));
  writeFileSync(join(folder, 'ca.pem'), authority.cert);
  plain = await startHttp(agentListener());
  secure = await startHttps(good, agentListener());
});
afterAll(async () => {
  await plain.close();
  await secure.close();
  rmSync(folder, { recursive: true, force: true });
});

const openEngine = () =>
  createEngine({
    dataDir: folder,
    host: 'cli',
    version: '0.0.0',
    platform: 'test',
    capabilities: { dialogs: false, externalLinks: false, vault: 'none' },
    persist: false,
    env: {},
  });

async function loupe(...tokens: string[]) {
  const terminal = recordingTerminal();
  const code = await runCli(tokens, terminal, openEngine, '0.0.0');
  return { code, stdout: terminal.stdout, stderr: terminal.stderr };
}

describe('loupe doctor', () => {
  it('prints every step once, then the outcome', async () => {
    const { code, stdout } = await loupe('doctor', plain.url, '--json');
    expect(code).toBe(0);
    const lines = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    const outcome = lines.pop() as unknown as OutcomeLine;
    expect(lines.map(({ kind, id }) => [kind, id])).toEqual(outcome.steps?.map(({ id }) => ['step', id]));
    expect(lines.map(({ kind: _, ...step }) => step)).toEqual(outcome.steps);
    expect(outcome).toMatchObject({ kind: 'outcome', outcome: 'ok', operation: 'doctor' });
  });

  it('shows people the certificate and the next thing to do', async () => {
    const { code, stdout, stderr } = await loupe('doctor', secure.url);
    expect(code).toBe(1);
    expect(stdout).toMatch(/^ok +Connection +127\.0\.0\.1 accepts/m);
    expect(stdout).toMatch(/^failed +TLS +The certificate of .* is refused/m);
    expect(stdout).toMatch(/certificate 0: CN=agent, issued by CN=Test authority/);
    expect(stdout).toMatch(/next: Enter the certificate of that authority/);
    expect(stdout).toMatch(/^skipped +Test call/m);
    expect(stderr).toContain('refused');
  });

  it('takes an authority from a file, as every command does', async () => {
    const ca = join(folder, 'ca.pem');
    const { code, stdout } = await loupe('doctor', secure.url, '--ca', ca, '--json');
    expect(code).toBe(0);
    const outcome = JSON.parse(stdout.trimEnd().split('\n').pop() ?? '') as { steps: DoctorStep[] };
    expect(outcome.steps.find(({ id }) => id === 'tls')?.verdict).toBe('ok');
    expect((await loupe('card', secure.url, '--ca', ca)).code).toBe(0);
  });

  it('says which file cannot be read, and which proxy cannot be used', async () => {
    const missing = await loupe('doctor', secure.url, '--ca', join(folder, 'nothing.pem'));
    expect(missing.code).toBe(2);
    expect(missing.stderr).toMatch(/--ca: the file cannot be read/);
    expect((await loupe('doctor', secure.url, '--proxy', 'socks5://a:1')).code).toBe(2);
  });
});
