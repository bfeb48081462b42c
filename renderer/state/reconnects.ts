import type { Reconnect } from '../../shared/model/reconnect.ts';
import type { Row } from '../../shared/model/row.ts';
import { stateClass } from '../../shared/model/task.ts';

/** How it stands with opening a task's stream again. */
export interface ReconnectView extends Reconnect {
  /** Of the step, ms since the session started. */
  at: number;
}

/** The last step for each task whose stream broke; a task that goes on, or came to rest, has none. */
export interface Reconnects {
  push(row: Row): void;
  of(agent: string, task: string): ReconnectView | undefined;
}

export function createReconnects(): Reconnects {
  const views = new Map<string, ReconnectView>();
  return {
    push(row) {
      if (row.task === undefined) return;
      const key = `${row.agent}|${row.task}`;
      if (row.reconnect) {
        if (row.reconnect.phase === 'connected') views.delete(key);
        else views.set(key, { ...row.reconnect, at: row.at });
      } else if (views.size > 0 && ends(row)) views.delete(key);
    },
    of: (agent, task) => views.get(`${agent}|${task}`),
  };
}

/** A message to the task opens a stream of its own; a task at rest needs none. */
const ends = (row: Row): boolean =>
  (row.kind === 'request' && row.message !== undefined) ||
  (row.state !== undefined && stateClass(row.state) === 'terminal');

/** Whole seconds until the next attempt, from the present time of the session in ms. */
export const retryIn = ({ at, inMs = 0 }: ReconnectView, now: number): number =>
  Math.max(0, Math.ceil((at + inMs - now) / 1_000));
