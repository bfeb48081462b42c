import { join } from 'node:path';
import { ENGINE_SETTINGS, type EngineSettings, TIMER_LIMIT_MS } from '../../shared/contract/engine-settings.ts';
import { isObject } from '../../shared/lib/json.ts';
import type { Reply } from '../../shared/lib/result.ts';
import { done, refused } from '../../shared/lib/result.ts';
import type { TrustedKey } from './card-signature.ts';
import type { HttpTimeouts } from './http/types.ts';
import { POLL_INTERVAL_MIN_MS, RESUBSCRIBE_WAITS_LIMIT } from './limits.ts';
import { MASK } from './mask.ts';
import { readJsonFile, writeFileSafely } from './store/safe-file.ts';

/** Settings that the engine itself reads. Others belong to the page and are only kept. */
const DEFAULTS = {
  ...ENGINE_SETTINGS,
  /** Origins whose certificate need not be verifiable, for example `https://127.0.0.1:8443`. */
  allowSelfSignedFor: [] as string[],
  /** Keys that may sign cards. Shared secrets among them stay in memory. */
  trustedKeys: [] as TrustedKey[],
};

const isTrustedKey = (value: unknown): value is TrustedKey =>
  isObject(value) &&
  typeof value.kid === 'string' &&
  (value.alg === undefined || typeof value.alg === 'string') &&
  (isObject(value.jwk) ? value.secret === undefined : typeof value.secret === 'string' && value.jwk === undefined);

const isTime = (value: unknown): boolean => typeof value === 'number' && value >= 0 && value <= TIMER_LIMIT_MS;

/** Refusal of a value that the engine could not work with. */
function check(key: string, value: unknown): string | undefined {
  if ((key.endsWith('TimeoutMs') && key in DEFAULTS) || key === 'quietHintMs') {
    return isTime(value) ? undefined : `"${key}" is a number of milliseconds from 0 (no limit) to ${TIMER_LIMIT_MS}.`;
  }
  if (key === 'pollIntervalMs') {
    const good = isTime(value) && (value as number) >= POLL_INTERVAL_MIN_MS;
    return good ? undefined : `"${key}" is a number of milliseconds from ${POLL_INTERVAL_MIN_MS} to ${TIMER_LIMIT_MS}.`;
  }
  if (key === 'autoResubscribe' || key === 'autoWatch') {
    return typeof value === 'boolean' ? undefined : `"${key}" is true or false.`;
  }
  if (key === 'resubscribeWaitsMs') {
    const good = Array.isArray(value) && value.length <= RESUBSCRIBE_WAITS_LIMIT && value.every(isTime);
    return good ? undefined : `"${key}" is a list of up to ${RESUBSCRIBE_WAITS_LIMIT} numbers of milliseconds.`;
  }
  if (key === 'resubscribeJitter') {
    const good = typeof value === 'number' && value >= 0 && value <= 1;
    return good ? undefined : `"${key}" is a number from 0 to 1.`;
  }
  if (key === 'allowSelfSignedFor') {
    const good = Array.isArray(value) && value.every((origin) => typeof origin === 'string');
    return good ? undefined : `"${key}" is a list of origins.`;
  }
  if (key === 'trustedKeys') {
    const good = Array.isArray(value) && value.every(isTrustedKey);
    return good ? undefined : `"${key}" is a list of keys, each with kid and either jwk or secret.`;
  }
  return undefined;
}

/** What pages see of a key. */
const maskedKey = (key: TrustedKey): TrustedKey => (key.secret === undefined ? key : { ...key, secret: MASK });

/** Where the settings of a data folder are kept, as one JSON object. */
export const settingsFile = (folder: string): string => join(folder, 'settings.json');

/** Choices that outlive the program. */
export class Settings {
  /** What happened when the file could not be read; it was kept aside then. */
  readonly problem: string | undefined;
  readonly #path: string | undefined;
  #values = new Map<string, unknown>();

  readonly #defaults: typeof DEFAULTS;

  /** Without a folder nothing is read or written. `defaults`: what this host does where the person chose nothing. */
  constructor(folder: string | undefined, defaults: Partial<EngineSettings> = {}) {
    this.#defaults = { ...DEFAULTS, ...defaults };
    this.#path = folder === undefined ? undefined : settingsFile(folder);
    if (this.#path === undefined) return;
    const file = readJsonFile(this.#path);
    if (file.state === 'read' && isObject(file.value)) this.#values = new Map(Object.entries(file.value));
    if (file.state === 'unreadable') {
      const kept = file.keptAs ? ` It was kept as ${file.keptAs}.` : '';
      this.problem = `The settings could not be read (${file.message}).${kept}`;
    }
  }

  all(): Record<string, unknown> {
    const values: Record<string, unknown> = { ...this.#defaults };
    for (const [key, value] of this.#values) {
      // A file written by hand may hold anything; the engine's own settings fall back to their defaults then.
      if (key !== '__proto__' && check(key, value) === undefined) values[key] = value;
    }
    return { ...values, trustedKeys: this.trustedKeys().map(maskedKey) };
  }

  /** Keys that may sign cards, with their secrets. */
  trustedKeys(): TrustedKey[] {
    const keys = this.#values.get('trustedKeys');
    return check('trustedKeys', keys) === undefined ? (keys as TrustedKey[]) : DEFAULTS.trustedKeys;
  }

  set(key: string, value: unknown): Reply<null> {
    const problem = check(key, value);
    if (problem !== undefined) return refused('bad-input', problem);
    const before = this.#values.get(key);
    this.#values.set(key, key === 'trustedKeys' ? this.#unmasked(value as TrustedKey[]) : value);
    if (this.#path === undefined) return done(null);
    try {
      const kept: Record<string, unknown> = Object.fromEntries(this.#values);
      if ('trustedKeys' in kept) kept.trustedKeys = this.trustedKeys().filter(({ secret }) => secret === undefined);
      writeFileSafely(this.#path, `${JSON.stringify(kept, null, 2)}\n`);
      return done(null);
    } catch (error) {
      this.#values.set(key, before);
      return refused('storage', `The settings cannot be saved: ${(error as Error).message}`);
    }
  }

  /** A key that a page hands back as it got it keeps its secret. */
  #unmasked(keys: TrustedKey[]): TrustedKey[] {
    return keys.map((key) => {
      const known = this.trustedKeys().find(({ kid, alg }) => kid === key.kid && alg === key.alg);
      return key.secret === MASK && known?.secret !== undefined ? known : key;
    });
  }

  /** Whether and how broken streams are opened again. */
  resubscribing(): Pick<EngineSettings, 'autoResubscribe' | 'resubscribeWaitsMs' | 'resubscribeJitter'> {
    return this.all() as typeof DEFAULTS;
  }

  /** Whether and how often tasks are asked for. */
  watching(): Pick<EngineSettings, 'pollIntervalMs' | 'autoWatch'> {
    return this.all() as typeof DEFAULTS;
  }

  timeouts(): HttpTimeouts {
    const { connectTimeoutMs, requestTimeoutMs, streamIdleTimeoutMs } = this.all() as typeof DEFAULTS;
    return { connectMs: connectTimeoutMs, requestMs: requestTimeoutMs, idleMs: streamIdleTimeoutMs };
  }

  /** Whether the certificate of a URL's origin may be self-signed. */
  allowsSelfSigned(url: string): boolean {
    const { allowSelfSignedFor } = this.all() as typeof DEFAULTS;
    return allowSelfSignedFor.some((origin) => url === origin || url.startsWith(`${origin.replace(/\/$/, '')}/`));
  }
}
