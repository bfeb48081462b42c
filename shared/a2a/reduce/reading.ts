import type { Section } from '../../lenses/lens.ts';
import type { Trouble } from '../../lib/result.ts';
import type { AgentCard } from '../../model/card.ts';
import type { BindingId, EndCause, Entry } from '../../model/entry.ts';
import type { StreamResponse } from '../../model/event.ts';
import type { Issue } from '../../model/issue.ts';
import type { Message } from '../../model/message.ts';
import type { TaskPushNotificationConfig } from '../../model/push.ts';
import type { Row } from '../../model/row.ts';
import type { Task } from '../../model/task.ts';
import type { ListPushConfigsResponse, ListTasksResponse } from '../dialects/dialect.ts';
import type { A2AError } from '../errors.ts';

/** What one entry said, in the 1.0 model. */
export type Reading =
  /** A stream item, or the result of SendMessage (`whole` is true then). Also the body of a webhook delivery. */
  | { type: 'event'; event: StreamResponse; whole?: true }
  | { type: 'task'; task: Task }
  | { type: 'tasks'; list: ListTasksResponse }
  | { type: 'push'; config: TaskPushNotificationConfig }
  | { type: 'pushes'; list: ListPushConfigsResponse }
  | { type: 'empty' }
  | { type: 'card'; card: AgentCard }
  | { type: 'error'; error: A2AError }
  /** Not JSON, or JSON of no known shape. */
  | { type: 'unreadable'; message: string }
  /** Comments, `retry:` lines, blank keep-alives. */
  | { type: 'quiet' }
  /** What a request asked for. `method` is that of JSON-RPC, `message` the user's message of a send. */
  | { type: 'sent'; binding?: BindingId; method?: string; message?: Message; task?: string; context?: string }
  /**
   * How an exchange ended, with the transport's own words when it ended in trouble. `challenge` is the WWW-Authenticate
   * of an answer that refused the caller.
   */
  | { type: 'ended'; cause: EndCause; error?: Trouble; challenge?: string };

export interface Folded {
  row: Row;
  /** For requests, frames, deliveries and ends. */
  reading?: Reading;
  issues: Issue[];
  sections: Section[];
}

/**
 * The one fold: entries in order of seq -> rows. Live runs, reopened sessions and replays all go through it.
 * Keeps only what later rows need (per exchange: agent, operation, dialect, times, ids, open spans).
 */
export interface Fold {
  /** `data`: that of a frame whose block is one `data:` line, for callers that have it apart. */
  push(entry: Entry, data?: string): Folded;
}
