import type { StreamResponse } from '../../model/event.ts';
import type { Issue } from '../../model/issue.ts';
import type { AnyTaskState } from '../../model/task.ts';
import { stateClass } from '../../model/task.ts';
import type { ExchangeState } from './exchange-state.ts';
import { firstTime, withIssue } from './exchange-state.ts';

const issue = (
  code: string,
  severity: Issue['severity'],
  message: string,
  clause?: string,
  pointer?: string,
): Issue => {
  const found: Issue = { code, severity, message };
  if (clause !== undefined) found.clause = clause;
  if (pointer !== undefined) found.pointer = pointer;
  return found;
};

/**
 * Checks one event against what its exchange said before, and takes over what it says. Returns the same list when
 * there is nothing to add.
 */
export function checkEvent(exchange: ExchangeState, event: StreamResponse, found: Issue[]): Issue[] {
  let issues = found;
  exchange.events++;
  const message = event.message;
  const update = event.statusUpdate ?? event.artifactUpdate;
  const task = event.task;
  if (message !== undefined) {
    if (exchange.events - exchange.messages > 1 && firstTime(exchange, 'message-after-task')) {
      issues = withIssue(
        issues,
        issue('message-after-task', 'warning', 'A message followed task events in one answer.', '1.0 §3.1.2'),
      );
    }
    exchange.messages++;
    return issues;
  }
  if (exchange.messages > 0 && firstTime(exchange, 'event-after-message')) {
    issues = withIssue(
      issues,
      issue('event-after-message', 'warning', 'An event followed the message that was the whole answer.', '1.0 §3.1.2'),
    );
  }
  const id = task?.id ?? update?.taskId;
  if (id !== undefined && id !== exchange.task) {
    if (exchange.task !== undefined) {
      if (firstTime(exchange, `task-id-changed ${id}`)) {
        issues = withIssue(
          issues,
          issue(
            'task-id-changed',
            'warning',
            `The task id changed from ${exchange.task} to ${id} within one exchange.`,
          ),
        );
      }
      exchange.terminal = false;
      exchange.sealed = undefined;
    }
    exchange.folding = undefined;
    exchange.task = id;
  }
  const state = task?.status?.state ?? event.statusUpdate?.status?.state;
  if (exchange.terminal) issues = checkLate(exchange, state, issues);
  if (state !== undefined && state !== exchange.state) issues = takeState(exchange, state, issues);
  if (event.artifactUpdate !== undefined) issues = checkArtifact(exchange, event, issues);
  return issues;
}

/** An event after the end; the same end once more is no change. */
function checkLate(exchange: ExchangeState, state: AnyTaskState | undefined, found: Issue[]): Issue[] {
  if (state !== undefined && state === exchange.state) {
    if (!firstTime(exchange, 'end-repeated')) return found;
    const message = `The task said ${String(state)} once more after it had ended so.`;
    return withIssue(found, issue('end-repeated', 'note', message, '1.0 §4.1.3'));
  }
  if (!firstTime(exchange, 'event-after-terminal')) return found;
  const what = state === undefined ? 'An artifact was written' : `The task went to ${state}`;
  const message = `${what} after its terminal state ${exchange.state}.`;
  return withIssue(found, issue('event-after-terminal', 'warning', message, '1.0 §4.1.3'));
}

function takeState(exchange: ExchangeState, state: AnyTaskState, found: Issue[]): Issue[] {
  exchange.state = state;
  const kind = stateClass(state);
  if (exchange.terminal !== (kind === 'terminal')) {
    exchange.terminal = kind === 'terminal';
    exchange.told?.delete('event-after-terminal');
  }
  if (kind !== 'unknown' || found.some(isUnknownState)) return found;
  const problem = `State ${String(state)} is not one of the states of this version.`;
  return withIssue(found, issue('unknown-state', 'warning', problem, '1.0 §4.1.3'));
}

const isUnknownState = (found: Issue): boolean => found.code === 'unknown-state';

function checkArtifact(exchange: ExchangeState, event: StreamResponse, found: Issue[]): Issue[] {
  const update = event.artifactUpdate;
  const id = update?.artifact?.artifactId;
  if (update === undefined || id === undefined) return found;
  let issues = found;
  if (exchange.sealed?.has(id)) {
    const append = update.append === true;
    const what = append ? 'appended to' : 'written anew';
    issues = withIssue(
      issues,
      issue(
        'artifact-after-last-chunk',
        append ? 'warning' : 'note',
        `Artifact ${id} was ${what} after its last chunk.`,
        '1.0 §4.2.2',
      ),
    );
    if (!append) exchange.sealed.delete(id);
  }
  if (update.lastChunk === true) {
    exchange.sealed ??= new Set();
    exchange.sealed.add(id);
  }
  return issues;
}

/** What the end of an event stream says about the task. */
export function checkEnd(exchange: ExchangeState, complete: boolean): Issue | undefined {
  if (!exchange.stream || exchange.errors > 0) return undefined;
  if (exchange.events === 0) {
    return complete ? issue('stream-empty', 'error', 'The stream ended with no events.', '1.0 §3.1.2') : undefined;
  }
  if (settled(exchange)) return undefined;
  return issue(
    'stream-unfinished',
    'warning',
    `The stream ended while the task was ${exchange.state ?? 'in no known state'}. Subscribe to it or fetch it.`,
    '1.0 §3.1.2',
  );
}

/** The answer reached an end: a message, or a task that is terminal or waits for the person. */
export function settled(exchange: ExchangeState): boolean {
  if (exchange.messages > 0) return true;
  const kind = stateClass(exchange.state);
  return kind === 'terminal' || kind === 'interrupted';
}
