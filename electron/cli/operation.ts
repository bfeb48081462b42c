import type { Reading } from '../../shared/a2a/reduce/reading.ts';
import type { Reply, Trouble } from '../../shared/lib/result.ts';
import type { OperationName } from '../../shared/model/operation.ts';
import { positional } from './arguments.ts';
import type { CommandContext } from './command.ts';
import { agentOptions, type Connection, connect } from './connection.ts';
import { type EventLine, eventLine } from './event-line.ts';
import { follow } from './follow.ts';
import { cardWarnings, errorLine, failedOutcome, type OutcomeLine, warningLines } from './outcome-line.ts';
import { listenOn } from './reconnect.ts';
import { TaskFold } from './task-fold.ts';

/** Results that are no events: lists, push configurations, cards. */
function resultMembers(reading: Reading | undefined): Partial<OutcomeLine> {
  switch (reading?.type) {
    case 'tasks': {
      const { tasks, nextPageToken, pageSize, totalSize } = reading.list;
      return { tasks, next_page_token: nextPageToken, page_size: pageSize, total_size: totalSize };
    }
    case 'push':
      return { push_config: reading.config };
    case 'pushes':
      return { push_configs: reading.list.configs, next_page_token: reading.list.nextPageToken };
    case 'card':
      return { card: reading.card };
    default:
      return {};
  }
}

/**
 * Runs one operation on a connected agent, hands every event to the reporter as it arrives, and sums up. Trouble of any
 * kind is part of the outcome.
 */
export async function callOperation(
  context: Pick<CommandContext, 'reporter'>,
  connection: Connection,
  operation: OperationName,
  request: Record<string, unknown>,
): Promise<OutcomeLine> {
  const { engine, agent } = connection;
  const started = await engine.call('calls.start', { agent: agent.id, operation, request });
  return followOperation(context, connection, operation, started);
}

/** The same for an operation that was started in another way. */
export async function followOperation(
  { reporter }: Pick<CommandContext, 'reporter'>,
  connection: Connection,
  operation: OperationName,
  started: Reply<{ exchange: number }>,
): Promise<OutcomeLine> {
  const binding = connection.negotiated?.binding;
  const aboutCard = cardWarnings(connection.card?.issues);
  const failed = (error: Trouble) => ({ ...failedOutcome(operation, error, binding), warnings: aboutCard });
  if (!started.ok) return failed(started.error);

  const events: EventLine[] = [];
  const fold = new TaskFold();
  let reading: Reading | undefined;
  const listen = (exchange: number) =>
    follow(connection, exchange, (view) => {
      reading = view.reading ?? reading;
      const event = eventLine(view);
      if (!event) return;
      fold.push(view, event);
      events.push(event);
      reporter.event(event, view.row);
    });
  const outcome = await listenOn(connection, started.value.exchange, listen, (row) => reporter.row(row));
  if (!outcome.ok) return { ...failed(outcome.error), events, event_count: events.length };
  const { value } = outcome;
  return {
    kind: 'outcome',
    outcome: value.outcome,
    operation,
    ...(value.error ? { error: errorLine(value.error, binding) } : {}),
    warnings: [...aboutCard, ...warningLines(value.issues)],
    events,
    event_count: events.length,
    task: fold.line(value.task?.id),
    ...resultMembers(value.reading ?? reading),
  };
}

/** Connects to the URL of the first positional and runs one operation there. */
export async function connectAndCall(
  context: CommandContext,
  operation: OperationName,
  request: Record<string, unknown>,
): Promise<OutcomeLine> {
  const connected = await openConnection(context);
  return connected.ok
    ? callOperation(context, connected.value, operation, request)
    : failedOutcome(operation, connected.error);
}

/** Connects to the URL of the first positional and tells the reporter; `showsCard`: the command prints the card itself. */
export async function openConnection({ args, engine, terminal, reporter, given }: CommandContext, showsCard = false) {
  const options = await agentOptions(args, terminal);
  if (!options.ok) return options;
  const connected = await connect(engine, terminal, positional(args, 0), options.value, given);
  if (connected.ok) {
    const findings = showsCard ? 0 : cardWarnings(connected.value.card?.issues).length;
    reporter.connected(connected.value, findings);
  }
  return connected;
}
