import * as fs from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { EngineOptions } from '../engine/parts.ts';
import { echoListener, GRANTED } from '../engine/testing/echo-agent.ts';
import { testEngines } from '../engine/testing/engines.ts';
import { sightings } from '../engine/testing/needles.ts';
import { startHttp, type TestServer } from '../engine/testing/servers.ts';
import { unmasked } from '../engine/testing/unmasked.ts';
import { runCli } from './run.ts';
import { recordingTerminal } from './test-terminal.ts';

const RUN_TIMEOUT_MS = 60_000;

const SECRETS = {
  token: 'cli-token/g+g==',
  password: 'cli-pass word/h+h"ä',
  key: 'cli-key/i+i',
  'client secret': 'cli-client/secret+j',
  'header line': 'cli-header/3+3',
  'access token': GRANTED.accessToken,
};

/** Options that say who calls. */
const ways = (url: string): string[][] => [
  ['--token', SECRETS.token],
  ['--basic', `Jo:${SECRETS.password}`],
  ['--api-key', SECRETS.key, '--api-key-query', 'odd'],
  ['--api-key', SECRETS.key, '--api-key-cookie', 'odd'],
  [
    '--oauth',
    'client-credentials',
    '--client-id',
    'me',
    '--client-secret',
    SECRETS['client secret'],
    '--token-url',
    `${url}/token`,
  ],
  ['--header', `X-Session-Token: ${SECRETS['header line']}`],
];

const COMMANDS = [['card'], ['send', '--text', 'hi'], ['task', 'list'], ['task', 'get', 't-1'], ['doctor']];

const engines = testEngines();
let server: TestServer | undefined;
afterEach(async () => {
  await engines.close();
  await server?.close();
});

/** What every command prints and saves against an agent that sends everything back, by where it stands. */
async function runAll(options: Partial<EngineOptions> = {}): Promise<Map<string, string>> {
  server = await startHttp(echoListener);
  const { url } = server;
  const folder = engines.folder();
  const texts = new Map<string, string>();
  for (const [index, way] of ways(url).entries()) {
    for (const words of COMMANDS) {
      for (const json of [[], ['--json']]) {
        const terminal = recordingTerminal();
        const saved = join(folder, `${texts.size}-${index}.jsonl`);
        const [command = '', ...rest] = words;
        const line = command === 'task' ? [command, rest[0] ?? '', url, ...rest.slice(1)] : [command, url, ...rest];
        const code = await runCli(
          [...line, ...way, ...json, '--save', saved],
          terminal,
          () => engines.start({ env: {}, ...options, persist: false }),
          '0.0.0',
        );
        const where = [...words, ...json, way[0]].join(' ');
        texts.set(`output of ${where}`, `exit ${code}\n${terminal.stdout}${terminal.stderr}`);
        texts.set(`file of ${where}`, fs.existsSync(saved) ? fs.readFileSync(saved, 'utf8') : '');
      }
    }
  }
  return texts;
}

describe('what is named as a secret on the command line', () => {
  it(
    'is neither printed nor saved, whatever the agent sends back',
    async () => {
      const texts = await runAll();
      expect(
        sightings(SECRETS, texts).map(({ secret, spelling, where }) => `${secret} (${spelling}) in ${where}`),
      ).toEqual([]);
      // The search was no search of nothing.
      for (const [where, text] of texts) expect(text, where).toMatch(/echo|card|task|cannot/i);
    },
    RUN_TIMEOUT_MS,
  );

  it(
    'is found in every saved session when nothing is masked',
    async () => {
      const seen = sightings(SECRETS, await runAll({ masking: unmasked }));
      for (const secret of Object.keys(SECRETS)) {
        expect(
          seen.some((one) => one.secret === secret && one.where.startsWith('file of send')),
          secret,
        ).toBe(true);
      }
    },
    RUN_TIMEOUT_MS,
  );
});
