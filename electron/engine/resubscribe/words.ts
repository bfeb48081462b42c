import type { GaveUpCause, LostCause, Reconnect } from '../../../shared/model/reconnect.ts';

/** Sentences of the log, for whoever reads a session without Loupe. */
const LOST: Record<LostCause, string> = {
  cut: 'the connection was closed in the middle of the stream',
  reset: 'the connection was reset',
  timeout: 'nothing came any more',
  closed: 'the agent closed the stream while the task went on',
  dropped: 'you dropped the stream',
  failed: 'the last attempt failed',
  asked: 'you asked for it',
};

const GAVE_UP: Record<GaveUpCause, string> = {
  exhausted: 'Every attempt to subscribe again was made.',
  silent: 'The agent closes each subscription without anything new.',
  refused: 'The agent does not let this task be subscribed to.',
  access: 'The agent wants other credentials for a subscription.',
  stopped: 'You stopped the attempts to subscribe again.',
  'at-rest': 'The task came to rest, so there is nothing to subscribe to.',
  off: 'Loupe does not subscribe again by itself; the setting is off.',
  closing: 'The recording ended before the next attempt.',
};

const seconds = (ms: number): string => `${Math.round(ms / 100) / 10} s`;

/** One sentence for one step. `why` is what the agent or the network said. */
export function reconnectWords({ phase, attempt, of, inMs = 0, cause }: Reconnect, why?: string): string {
  const count = `attempt ${attempt} of ${of}`;
  switch (phase) {
    case 'waiting':
      return `Subscribing again in ${seconds(inMs)}, ${count}: ${LOST[cause as LostCause]}.`;
    case 'retrying':
      return `Subscribing again, ${count}: ${LOST[cause as LostCause]}.`;
    case 'connected':
      return `The agent took the subscription, ${count}.`;
    case 'gave-up':
      return why === undefined ? GAVE_UP[cause as GaveUpCause] : `${GAVE_UP[cause as GaveUpCause]} ${why}`;
  }
}

export const gapWords = (fromMs: number, toMs: number): string =>
  `Events may be missing between ${(fromMs / 1_000).toFixed(3)} s and ${(toMs / 1_000).toFixed(3)} s.`;

export const reconciledWords = (count: number): string =>
  count === 0
    ? 'The fetched task holds nothing that the events did not say.'
    : `The fetched task holds ${count === 1 ? 'one thing' : `${count} things`} that no event said.`;
