import { describe, expect, it } from 'vitest';
import type { BindingId } from '../../model/entry.ts';
import { readErrorBody, readHttpError } from '../bindings/http-error.ts';
import { unframe } from '../bindings/jsonrpc.ts';
import { checkCard } from '../card/checks.ts';
import { chooseInterface } from '../card/choose-interface.ts';
import { describeSecurity } from '../card/security-words.ts';
import { explain, fieldViolations } from '../errors.ts';
import type { Results } from './dialect.ts';
import { detectCardDialect, dialects } from './index.ts';

const ROUNDS = 4_000;
const SEED = 20_261_130;

/** A small generator, so that a failing round can be repeated. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const part = [
  { text: 'x' },
  { kind: 'file', file: { bytes: 'AA==', name: 'n' } },
  { data: { value: 1 }, metadata: { data_part_compat: true } },
];
const message = { messageId: 'm', role: 'user', parts: part, contextId: 'c', metadata: {} };
const task = {
  kind: 'task',
  id: 't',
  status: { state: 'working', message, timestamp: 'now' },
  artifacts: [{ artifactId: 'a', parts: part }],
  history: [message],
};
const push = { taskId: 't', pushNotificationConfig: { url: 'u', authentication: { schemes: ['a'] } } };
const card = {
  name: 'n',
  url: 'http://h',
  supportedInterfaces: [{ url: '/a', protocolBinding: 'JSONRPC', protocolVersion: '1.0' }],
  additionalInterfaces: [{ url: 'b', transport: 'GRPC' }],
  capabilities: { extensions: [{ uri: 'u' }] },
  securitySchemes: {
    s: { scheme: { $case: 'oauth2SecurityScheme', value: { flows: { flow: { $case: 'password', value: {} } } } } },
    t: { type: 'http', scheme: 'x' },
  },
  security: [{ s: ['a'] }],
  skills: [{ id: 's', tags: ['t'], securityRequirements: [{ schemes: { s: {} } }] }],
  signatures: [{ protected: 'p', signature: 's' }],
};
const SAMPLES: [keyof Results, unknown][] = [
  ['stream', { task }],
  ['stream', task],
  ['send', message],
  ['stream', { statusUpdate: { taskId: 't', status: task.status, final: true } }],
  ['stream', { kind: 'artifact-update', taskId: 't', artifact: task.artifacts[0], append: true }],
  ['task', task],
  ['tasks', { tasks: [task], nextPageToken: '' }],
  ['push', push],
  ['pushes', [push]],
  ['pushes', { configs: [push] }],
  ['empty', {}],
  ['card', card],
];
const JUNK = [
  null,
  0,
  -1,
  1e300,
  '',
  'constructor',
  '__proto__',
  'task',
  true,
  [],
  {},
  [null],
  [[]],
  { value: 1 },
  'TASK_STATE_WORKING',
  { schemes: 1 },
];
const KEYS = [
  'kind',
  'type',
  '__proto__',
  'constructor',
  'task',
  'message',
  'task_id',
  'toString',
  'parts',
  'content',
  'file',
  'id',
  'status',
  'scheme',
  'security',
  'index',
  'error',
  'code',
  'jsonrpc',
  'result',
];

function mutate(value: unknown, next: () => number): unknown {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)] as T;
  if (typeof value !== 'object' || value === null || next() < 0.08) return next() < 0.5 ? pick(JUNK) : value;
  if (Array.isArray(value)) {
    const copy = value.map((item) => (next() < 0.5 ? mutate(item, next) : item));
    if (next() < 0.2) copy.push(pick(JUNK));
    return copy;
  }
  const entries = Object.entries(value).flatMap(([key, item]): [string, unknown][] => {
    if (next() < 0.08) return [];
    return [[next() < 0.05 ? pick(KEYS) : key, next() < 0.5 ? mutate(item, next) : item]];
  });
  if (next() < 0.2) entries.push([pick(KEYS), pick(JUNK)]);
  return Object.fromEntries(entries);
}

describe('any JSON value', () => {
  it('is decoded without an exception, without a change of the input, and into the types of the model', () => {
    const next = random(SEED);
    const bindings: BindingId[] = ['JSONRPC', 'HTTP+JSON'];
    for (let round = 0; round < ROUNDS; round++) {
      const [kind, sample] = SAMPLES[round % SAMPLES.length] as [keyof Results, unknown];
      const input = mutate(sample, next);
      const before = JSON.stringify(input);
      for (const dialect of Object.values(dialects)) {
        const { value, issues } = dialect.decode(kind, input, bindings[round % 2]);
        expect(issues.every((issue) => issue.code !== '' && issue.message !== '')).toBe(true);
        // What came out is well formed: decoding it once more changes nothing.
        if (value !== undefined && !issues.some((issue) => issue.code === 'unknown-result')) {
          const again = dialects['1.0'].decode(kind, value).value;
          expect(again, before).toEqual(value);
        }
      }
      expect(JSON.stringify(input)).toBe(before);
    }
  }, 5_000);

  it('never makes the envelope, error and card readers throw', () => {
    const next = random(SEED + 1);
    const envelope = {
      jsonrpc: '2.0',
      id: 1,
      result: { task },
      error: { code: -32001, message: 'x', data: [{ '@type': 'google.rpc.ErrorInfo', reason: 'X' }] },
    };
    for (let round = 0; round < ROUNDS / 2; round++) {
      const payload = mutate(envelope, next);
      const { error } = unframe(payload);
      if (error) {
        expect(typeof error.message).toBe('string');
        explain(error);
        fieldViolations(error.data);
      }
      readErrorBody(payload);
      readHttpError(500, 'application/json', JSON.stringify(payload) ?? '');
      const broken = mutate(card, next);
      detectCardDialect(broken);
      const decoded = dialects['1.0'].decodeCard(broken).value;
      if (!decoded) continue;
      const supported = [{ binding: 'JSONRPC', dialect: '1.0' }] as const;
      checkCard({ card: decoded, url: 'https://h/card.json', supported });
      chooseInterface(decoded, {}, supported, 'https://h/card.json');
      describeSecurity(decoded.securityRequirements, decoded.securitySchemes);
      const raw = broken as { security?: unknown; securitySchemes?: unknown };
      describeSecurity(raw.security, raw.securitySchemes);
    }
  }, 5_000);
});
