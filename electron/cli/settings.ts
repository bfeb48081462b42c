import { type Arguments, flag, integer, positional } from './arguments.ts';
import type { CommandEngine } from './connection.ts';

const originOf = (url: string): string | undefined => {
  try {
    return new URL(url).origin;
  } catch {
    return undefined;
  }
};

/** Settings of the engine for this run, by the options that were given. Times are milliseconds. */
export function settingsFor(args: Arguments): [key: string, value: unknown][] {
  const settings: [string, unknown][] = [];
  const request = integer(args, 'timeout-ms');
  const idle = integer(args, 'idle-timeout-ms');
  const origin = originOf(positional(args, 0));
  if (request !== undefined) settings.push(['requestTimeoutMs', request]);
  if (idle !== undefined) settings.push(['streamIdleTimeoutMs', idle]);
  if (flag(args, 'allow-self-signed') && origin) settings.push(['allowSelfSignedFor', [origin]]);
  if (flag(args, 'reconnect')) settings.push(['autoResubscribe', true]);
  return settings;
}

/** Hands the settings over; refused when a value is out of range. */
export async function applySettings(engine: CommandEngine, args: Arguments) {
  for (const [key, value] of settingsFor(args)) {
    const set = await engine.call('settings.set', { key, value });
    if (!set.ok) return set;
  }
  return undefined;
}
