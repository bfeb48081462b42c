import { cardName, protocolVersion, security, signature } from './card.ts';
import { type Check, type Differences, type Run, runTable } from './check.ts';
import { adcp, dataParts, eventCount, events, task, tasksListed } from './events.ts';
import { files } from './files.ts';
import { LIMIT_CHECKS } from './limits.ts';
import { ERROR_CHECKS, outcome, warnings } from './outcome.ts';
import { REQUEST_CHECKS } from './requests.ts';
import { checkSays } from './says.ts';
import { heartbeatsSeen, lastEventIds, notSse, retryMs, sseParse } from './sse.ts';
import { VIEW_CHECKS } from './view.ts';
import { accepted, formats, responses } from './webhook.ts';

const CHECKS: Readonly<Record<string, Check>> = {
  outcome,
  warnings,
  events,
  event_count: eventCount,
  task,
  files,
  data_parts: dataParts,
  adcp,
  tasks_listed: tasksListed,
  card_name: cardName,
  protocol_version: protocolVersion,
  security,
  signature,
  sse_parse: sseParse,
  sse_parse_2: sseParse,
  last_event_ids: lastEventIds,
  retry_ms: retryMs,
  heartbeats_seen: heartbeatsSeen,
  not_sse: notSse,
  responses,
  formats,
  accepted,
};

/** Expectations with members of their own. */
const GROUPS: Readonly<Record<string, Readonly<Record<string, Check>>>> = {
  error: ERROR_CHECKS,
  requests: REQUEST_CHECKS,
  limits: LIMIT_CHECKS,
  view: VIEW_CHECKS,
};

/** Compares everything that a case expects. What the page is needed for comes last. */
export async function checkAll(run: Run): Promise<{ found: Differences; unchecked: string[] }> {
  const { says: _, ...expected } = run.file.expect;
  const found: Differences = [];
  const unchecked: string[] = [];
  const take = (part: { found: Differences; unchecked: string[] }) => {
    found.push(...part.found);
    unchecked.push(...part.unchecked);
  };
  for (const [key, wanted] of Object.entries(expected)) {
    const group = Object.hasOwn(GROUPS, key) ? GROUPS[key] : undefined;
    take(
      group
        ? await runTable(group, wanted as Record<string, unknown>, run, `${key}.`)
        : await runTable(CHECKS, { [key]: wanted }, run),
    );
  }
  take(await checkSays(run));
  return { found, unchecked };
}
