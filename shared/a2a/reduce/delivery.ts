import type { DeliveryEntry } from '../../model/entry.ts';
import type { StreamResponse } from '../../model/event.ts';
import type { Issue } from '../../model/issue.ts';
import { stateClass } from '../../model/task.ts';
import type { TaskMemory } from './exchange-state.ts';
import { withIssue } from './exchange-state.ts';

/** Delivery bodies kept per task to notice repeats. */
const REMEMBERED_DELIVERIES = 64;

/**
 * Receivers get repeats and late arrivals, and the protocol gives no number to tell them by: only a body with a
 * timestamp or a terminal state is compared, because plain progress may well repeat itself.
 */
export function checkDelivery(
  memory: TaskMemory,
  event: StreamResponse,
  entry: DeliveryEntry,
  found: Issue[],
): Issue[] {
  const status = event.statusUpdate?.status ?? event.task?.status;
  if (status === undefined) return found;
  let issues = found;
  const kind = stateClass(status.state);
  const body = entry.body.text;
  if (body !== undefined && (status.timestamp !== undefined || kind === 'terminal')) {
    memory.deliveries ??= [];
    if (memory.deliveries.includes(body)) {
      issues = withIssue(issues, {
        code: 'delivery-duplicate',
        severity: 'note',
        message: 'The same notification was delivered before.',
        clause: '1.0 §4.3.3',
      });
    } else {
      memory.deliveries.push(body);
      if (memory.deliveries.length > REMEMBERED_DELIVERIES) memory.deliveries.shift();
    }
  }
  if (kind !== 'terminal' && stateClass(memory.state) === 'terminal') {
    issues = withIssue(issues, {
      code: 'delivery-late',
      severity: 'note',
      message: `${status.state} was delivered after the task was ${memory.state}.`,
      clause: '1.0 §4.3.3',
    });
  }
  return issues;
}
