import type { LiveExchange } from '../exchange.ts';
import { originOf } from '../origins.ts';
import type { Recorder } from '../recorder.ts';
import type { Pass } from './access.ts';

/** Says in the log what a request went out without, and why. */
export function noteLeftOut(recorder: Recorder, exchange: LiveExchange, { destination, withheld, notes }: Pass): void {
  const { agent, url } = destination;
  const messages = [...notes];
  if (withheld.length > 0) {
    const to = originOf(url) ?? url;
    messages.push(
      `Not sent to ${to}, as you chose, because it was entered for another origin: ${withheld.join(', ')}.`,
    );
  }
  for (const message of messages) {
    recorder.note({ agent: agent.id, exchange: exchange.number, what: 'warning', detail: { message } });
  }
}
