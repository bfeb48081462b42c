import { isObject } from '../../lib/json.ts';
import type { NoteEntry } from '../../model/entry.ts';
import type { Issue } from '../../model/issue.ts';
import type { Reconnect, TaskDifference } from '../../model/reconnect.ts';
import { ROW_TEXT_LIMIT } from '../../model/row.ts';
import type { ExchangeState } from './exchange-state.ts';
import { makeRow, plainMarks } from './make-row.ts';
import type { Folded } from './reading.ts';

const PHASES: ReadonlySet<unknown> = new Set(['waiting', 'retrying', 'connected', 'gave-up']);
/** Ends of the matter that the person wanted or need not care about. */
const QUIET_CAUSES: ReadonlySet<unknown> = new Set(['stopped', 'at-rest', 'off', 'closing']);

/**
 * The row of a note. A note about a task belongs to it although no exchange may be open; `contextOf` gives the context
 * that the task's events named. A file may hold any detail.
 */
export function noteRow(
  entry: NoteEntry,
  exchange: ExchangeState,
  contextOf: (task: string) => string | undefined,
): Folded {
  const { what, detail = {} } = entry;
  const text = typeof detail.message === 'string' ? detail.message : '';
  const reconnect = what === 'reconnect' ? readReconnect(detail) : undefined;
  const lost = reconnect?.phase === 'gave-up' && !QUIET_CAUSES.has(reconnect.cause);
  const row = makeRow(entry, lost ? 'error' : what === 'auth' ? 'auth' : 'status', 'note', exchange, text, 0);
  if (entry.agent !== undefined) row.agent = entry.agent;
  if (typeof detail.task === 'string') {
    row.task = detail.task;
    row.context = contextOf(detail.task) ?? row.context;
  }
  const issues = what === 'reconciled' ? differencesOf(detail.differences) : [];
  const marks = plainMarks(text.length > ROW_TEXT_LIMIT, issues);
  if (marks !== undefined) row.marks = marks;
  if (what === 'gap' && typeof detail.from === 'number') row.duration = Math.max(0, entry.at - detail.from);
  row.name = what;
  if (reconnect !== undefined) row.reconnect = reconnect;
  return { row, issues, sections: [] };
}

const numberOf = (value: unknown): number => (typeof value === 'number' && value >= 0 ? value : 0);

function readReconnect(detail: Record<string, unknown>): Reconnect | undefined {
  if (!PHASES.has(detail.phase)) return undefined;
  const read: Reconnect = {
    phase: detail.phase as Reconnect['phase'],
    attempt: numberOf(detail.attempt),
    of: numberOf(detail.of),
    cause: String(detail.cause ?? '') as Reconnect['cause'],
  };
  if (typeof detail.inMs === 'number') read.inMs = numberOf(detail.inMs);
  return read;
}

/** What nobody told although the agent's task holds it is a finding of its own. */
function differencesOf(differences: unknown): Issue[] {
  if (!Array.isArray(differences)) return [];
  return differences.filter(isObject).map(({ what, message }) => ({
    code: `missed-${String(what) as TaskDifference['what']}`,
    severity: 'warning',
    message: String(message ?? ''),
    clause: '1.0 §3.1.6',
  }));
}
