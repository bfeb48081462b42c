import { join } from 'node:path';
import { isObject } from '../../shared/lib/json.ts';
import type { Reply } from '../../shared/lib/result.ts';
import { done, refused } from '../../shared/lib/result.ts';
import type { HttpTimeouts } from './http/types.ts';
import { CONNECT_TIMEOUT_MS, REQUEST_TIMEOUT_MS, STREAM_IDLE_TIMEOUT_MS } from './limits.ts';
import { readJsonFile, writeFileSafely } from './store/safe-file.ts';

/** Settings that the engine itself reads. Others belong to the page and are only kept. */
const DEFAULTS = {
  connectTimeoutMs: CONNECT_TIMEOUT_MS,
  requestTimeoutMs: REQUEST_TIMEOUT_MS,
  streamIdleTimeoutMs: STREAM_IDLE_TIMEOUT_MS,
  /** Origins whose certificate need not be verifiable, for example `https://127.0.0.1:8443`. */
  allowSelfSignedFor: [] as string[],
};

/** Longest delay a timer can take, milliseconds. */
const TIMER_LIMIT_MS = 2 ** 31 - 1;

/** Refusal of a value that the engine could not work with. */
function check(key: string, value: unknown): string | undefined {
  if (key.endsWith('TimeoutMs') && key in DEFAULTS) {
    const good = typeof value === 'number' && value >= 0 && value <= TIMER_LIMIT_MS;
    return good ? undefined : `"${key}" is a number of milliseconds from 0 (no limit) to ${TIMER_LIMIT_MS}.`;
  }
  if (key === 'allowSelfSignedFor') {
    const good = Array.isArray(value) && value.every((origin) => typeof origin === 'string');
    return good ? undefined : `"${key}" is a list of origins.`;
  }
  return undefined;
}

/** Choices that outlive the program. */
export class Settings {
  /** What happened when the file could not be read; it was kept aside then. */
  readonly problem: string | undefined;
  readonly #path: string | undefined;
  #values = new Map<string, unknown>();

  /** Without a folder nothing is read or written. */
  constructor(folder: string | undefined) {
    this.#path = folder === undefined ? undefined : join(folder, 'settings.json');
    if (this.#path === undefined) return;
    const file = readJsonFile(this.#path);
    if (file.state === 'read' && isObject(file.value)) this.#values = new Map(Object.entries(file.value));
    if (file.state === 'unreadable') {
      const kept = file.keptAs ? ` It was kept as ${file.keptAs}.` : '';
      this.problem = `The settings could not be read (${file.message}).${kept}`;
    }
  }

  all(): Record<string, unknown> {
    const values: Record<string, unknown> = { ...DEFAULTS };
    for (const [key, value] of this.#values) {
      // A file written by hand may hold anything; the engine's own settings fall back to their defaults then.
      if (key !== '__proto__' && check(key, value) === undefined) values[key] = value;
    }
    return values;
  }

  set(key: string, value: unknown): Reply<null> {
    const problem = check(key, value);
    if (problem !== undefined) return refused('bad-input', problem);
    const before = this.#values.get(key);
    this.#values.set(key, value);
    if (this.#path === undefined) return done(null);
    try {
      writeFileSafely(this.#path, `${JSON.stringify(Object.fromEntries(this.#values), null, 2)}\n`);
      return done(null);
    } catch (error) {
      this.#values.set(key, before);
      return refused('storage', `The settings cannot be saved: ${(error as Error).message}`);
    }
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
