import type { CommandEngine } from './connection.ts';

/** Names of the settings that limit waiting, milliseconds. */
const REQUEST_TIMEOUT = 'requestTimeoutMs';
const IDLE_TIMEOUT = 'streamIdleTimeoutMs';

/** Sets how long the engine waits for an answer to begin and for the next piece of a stream. */
export async function applyTimeouts(engine: CommandEngine, request?: number, idle?: number): Promise<void> {
  if (request !== undefined) await engine.call('settings.set', { key: REQUEST_TIMEOUT, value: request });
  if (idle !== undefined) await engine.call('settings.set', { key: IDLE_TIMEOUT, value: idle });
}
