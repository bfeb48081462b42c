// @ts-check
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CACHE } from '../../build/paths.mjs';
import { freePort, startProgram } from '../../build/peer-process.mjs';
import { peerFolder, venvPython } from '../../build/peers.mjs';
import { startRedis } from './redis.mjs';

/** What makes up an environment in which a release is known to work; the newest of each of these breaks some release. */
const KNOWN = [
  'protobuf==6.33.6',
  'starlette==1.10.0',
  'uvicorn==0.54.0',
  'sse-starlette==3.7.0',
  'grpcio==1.85.3',
  'httpx==0.28.1',
  'openai==3.57.0',
  'PyJWT==2.15.1',
];

/** With a newer one the worker that delivers pushes out of Redis ends after five idle seconds. */
const REDIS = 'redis==6.4.0';

/** @param {string} version @param {string} sdk @param {string[]} more */
const release = (version, sdk, ...more) => ({
  source: 'iac-code',
  packages: [
    `iac-code[a2a,a2a-grpc,a2a-signing]==${version}`,
    `a2a-sdk[http-server,signing,grpc]==${sdk}`,
    ...KNOWN,
    ...more,
  ],
});

/** The releases by their name as peers. @type {Record<string, { source: string, packages: string[] }>} */
export const RELEASES = {
  'iac-code-0.16': release('0.16.0', '1.1.1', REDIS),
  'iac-code-0.7': release('0.7.0', '1.1.0'),
};

/** Made up for the tests. */
export const SECRETS = { token: 'demo-token', user: 'demo', password: 'demo-pass', key: 'demo-key' };
export const KEY_HEADER = 'X-IAC-Code-Key';

const PUSHES = 'push-notifications: true';

/** The server as it is, and the one that lets pushes reach this machine, which the server refuses otherwise. */
const CLI = ['-c', 'import sys; from iac_code.cli.main import app; sys.argv[0] = "iac-code"; app()'];
const LOCAL_PUSHES = 'iac_code_local_push.py';

/** @typedef {{ port: number, redis: string }} Places */

/** Settings of the server beside those that every mode has. @type {Record<string, (places: Places) => string[]>} */
const MODES = {
  http: () => [],
  grpc: ({ port }) => ['grpc-host: 127.0.0.1', `grpc-port: ${port}`, PUSHES],
  'local-file': () => [PUSHES, 'push-queue: local-file'],
  'redis-streams': ({ redis }) => [
    PUSHES,
    'push-queue: redis-streams',
    `push-redis-url: ${redis}`,
    'auto-approve-permissions: true',
  ],
  auth: () => [
    `token: ${SECRETS.token}`,
    `basic-username: ${SECRETS.user}`,
    `basic-password: ${SECRETS.password}`,
    `api-key: ${SECRETS.key}`,
    `api-key-header: ${KEY_HEADER}`,
    'signing-secret: demo-signing-secret-demo-signing-secret',
  ],
};

/** Modes whose pushes come here. */
const LOCAL = new Set(['local-file', 'redis-streams']);

const TERRAFORM = 'resource "alicloud_vpc" "main" {\n  cidr_block = "10.0.0.0/8"\n}\n';

/** A home of its own with one Terraform file; nothing leaves the machine. @param {string} home @param {string} llm */
function environment(home, llm) {
  const workspace = join(home, 'workspace');
  return {
    ...process.env,
    HOME: home,
    IAC_CODE_CONFIG_DIR: join(home, 'config'),
    IAC_CODE_PROVIDER: 'OpenAI Compatible',
    IAC_CODE_MODEL: 'fake-model',
    IAC_CODE_BASE_URL: llm,
    IAC_CODE_API_KEY: 'fake-key',
    IACCODE_A2A_ALLOWED_CWDS: workspace,
    DISABLE_TELEMETRY: '1',
    IAC_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    OTEL_SDK_DISABLED: 'true',
    NO_PROXY: '*',
    no_proxy: '*',
    LANG: 'C.UTF-8',
    LC_ALL: 'C.UTF-8',
  };
}

/**
 * @typedef {import('../../build/peer-process.mjs').Peer & { workspace: string, keepLog(): string }} IacCode
 * keepLog: what the server printed stays after it stops, in the file that is returned
 */

/**
 * Starts a model that answers by key words, and an iac-code that asks it; both on free ports.
 * @param {string} peer key of RELEASES, installed before
 * @param {string} mode key of MODES
 * @returns {Promise<IacCode>}
 */
export async function startIacCode(peer, mode) {
  const folder = peerFolder(peer);
  const python = venvPython(folder);
  const home = mkdtempSync(join(tmpdir(), 'loupe-iac-'));
  const workspace = join(home, 'workspace');
  for (const path of [workspace, join(home, 'config')]) mkdirSync(path, { recursive: true });
  writeFileSync(join(workspace, 'main.tf'), TERRAFORM);
  writeFileSync(join(workspace, 'README.md'), '# demo workspace\n');
  const logs = join(CACHE, 'interop');
  mkdirSync(logs, { recursive: true });
  const log = join(logs, `${peer}-${mode}.log`);
  let kept = false;

  const llmPort = await freePort();
  const llm = await startProgram({
    name: 'fake LLM',
    command: python,
    args: ['fake_llm.py', String(llmPort)],
    cwd: folder,
    port: llmPort,
    path: '/',
  });
  /** @type {import('../../build/peer-process.mjs').Peer | undefined} */
  let redis;
  const tidy = async () => {
    await Promise.all([llm.stop(), redis?.stop()]);
    rmSync(home, { recursive: true, force: true });
  };
  try {
    if (mode === 'redis-streams') redis = await startRedis(home);
    const port = await freePort();
    const settingsOf = MODES[mode];
    if (!settingsOf) throw new Error(`no mode is called ${mode}`);
    const config = join(home, 'server.yml');
    const settings = [
      `persistence-dir: ${join(home, 'a2a')}`,
      'thinking-exposure:',
      '  - tool-trace',
      '  - raw-thinking',
      ...settingsOf({ port, redis: `redis://127.0.0.1:${redis?.port}/0` }),
    ];
    writeFileSync(config, `${settings.join('\n')}\n`);
    const grpc = mode === 'grpc';
    const transport = grpc ? ['--transport', 'grpc'] : ['--transport', 'http', '--port', String(port)];
    const command = ['a2a', '--config', config, '--host', '127.0.0.1'];
    const peerProcess = await startProgram({
      name: peer,
      command: python,
      args: [...(LOCAL.has(mode) ? [join(folder, LOCAL_PUSHES)] : CLI), ...command, ...transport],
      cwd: workspace,
      env: environment(home, `${llm.url}/v1`),
      port,
      ...(!grpc && { path: '/health' }),
      log,
    });
    return {
      ...peerProcess,
      workspace,
      keepLog: () => {
        kept = true;
        return log;
      },
      stop: async () => {
        await peerProcess.stop();
        await tidy();
        if (!kept) rmSync(log, { force: true });
      },
    };
  } catch (error) {
    await tidy();
    throw error;
  }
}
