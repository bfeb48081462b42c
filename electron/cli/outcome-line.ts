import type { ConsentNeeded, CredentialView, VaultView } from '../../shared/contract/access.ts';
import type { DoctorStep } from '../../shared/contract/doctor.ts';
import type { OutcomeKind, OutcomeView, SessionView } from '../../shared/contract/views.ts';
import type { Trouble, TroubleCode } from '../../shared/lib/result.ts';
import type { AgentCard } from '../../shared/model/card.ts';
import type { BindingId } from '../../shared/model/entry.ts';
import type { Issue } from '../../shared/model/issue.ts';
import type { Part } from '../../shared/model/message.ts';
import type { TaskPushNotificationConfig } from '../../shared/model/push.ts';
import type { Task } from '../../shared/model/task.ts';
import type { EventLine } from './event-line.ts';
import { topicOf } from './topics.ts';

export interface ErrorLine {
  /** Where it went wrong: `network`, `tls`, `timeout`, `http`, `auth`, `sse`, `json`, `rpc`, `rest`, `protocol`, ... */
  layer: TroubleCode | 'rest';
  http_status?: number;
  rpc_code?: number;
  /** Name of the code in the specification. */
  name?: string;
  message: string;
  /** Extra data of the agent's error answer. */
  data?: unknown;
  /** The raw answer, or what else there is to show. */
  detail?: unknown;
}

export interface WarningLine {
  code: string;
  /** Topic, shared by the codes that mean the same trouble. */
  about?: string;
  severity: Issue['severity'];
  message: string;
  pointer?: string;
  /** The finding is about the agent's card, not about this exchange. */
  card?: true;
}

export interface ArtifactLine {
  artifactId: string;
  name?: string;
  /** Text parts joined. */
  text: string;
  /** Number of content parts. */
  parts: number;
  /** The last chunk was announced, or the task has ended. */
  sealed: boolean;
  content: Part[];
}

export interface TaskLine {
  id: string;
  contextId?: string;
  state: string;
  raw_state?: string;
  /** Messages of history in the last snapshot of the task. */
  history_count?: number;
  artifacts: ArtifactLine[];
}

/** Last line of `--json` output. Which of the results are there depends on the command. */
export interface OutcomeLine {
  kind: 'outcome';
  outcome: OutcomeKind;
  operation: string;
  error?: ErrorLine;
  warnings: WarningLine[];
  events: EventLine[];
  event_count: number;
  task?: TaskLine;
  tasks?: Task[];
  next_page_token?: string;
  page_size?: number;
  total_size?: number;
  push_config?: TaskPushNotificationConfig;
  push_configs?: TaskPushNotificationConfig[];
  card?: AgentCard;
  card_url?: string;
  /** The server answered 304 to the second request. */
  not_modified?: boolean;
  session?: SessionView;
  /** Where credentials are kept. */
  vault?: VaultView;
  /** What is kept, without its secrets. */
  credentials?: CredentialView[];
  /** Steps of a connection test. */
  steps?: DoctorStep[];
}

/** Findings worth a line of their own; notes are left to the window. */
export function warningLines(issues: readonly Issue[]): WarningLine[] {
  return issues
    .filter((issue) => issue.severity !== 'note')
    .map(({ code, severity, message, pointer }) => ({ code, about: topicOf(code), severity, message, pointer }));
}

/** What the card has to say about itself, for outcomes of other commands. */
export const cardWarnings = (issues: readonly Issue[] | undefined): WarningLine[] =>
  warningLines(issues ?? []).map((warning) => ({ ...warning, card: true }));

/** An error of the engine in the words of the JSON output. */
export function errorLine(error: NonNullable<OutcomeView['error']>, binding?: BindingId): ErrorLine {
  const { code, message, a2a, httpStatus, detail } = error;
  return {
    layer: code === 'rpc' && binding === 'HTTP+JSON' ? 'rest' : code,
    http_status: httpStatus ?? a2a?.httpStatus,
    rpc_code: a2a?.code,
    name: a2a?.name,
    message: code === 'consent' ? consentMessage(error) : message,
    data: a2a?.data,
    // The engine shows the agent's data as the detail; once is enough.
    detail: detail === a2a?.data ? undefined : detail,
  };
}

/** Names both origins and the option that answers the question. */
function consentMessage({ message, detail }: Trouble): string {
  const needed = detail as Partial<ConsentNeeded> | undefined;
  if (needed?.from === undefined || needed.to === undefined || message.includes('--allow-origin')) return message;
  const what = needed.what?.length ? needed.what.join(', ') : 'credentials';
  const why = needed.because === 'redirect' ? 'the answer leads to' : 'the card points to';
  return (
    `What was entered for ${needed.from} was not sent, because ${why} ${needed.to} (${what}). ` +
    `--allow-origin ${needed.to} sends it there.`
  );
}

/** The outcome of a command that never got as far as an exchange. */
export function failedOutcome(operation: string, error: Trouble, binding?: BindingId): OutcomeLine {
  return {
    kind: 'outcome',
    outcome: error.code === 'aborted' ? 'aborted' : 'error',
    operation,
    error: errorLine(error, binding),
    warnings: [],
    events: [],
    event_count: 0,
  };
}

/** Ended by Ctrl+C, as shells count it (128 + SIGINT). */
export const EXIT_INTERRUPTED = 130;
export const EXIT_OK = 0;
/** The agent refused, the task failed, or the answer did not arrive whole. */
export const EXIT_FAILED = 1;
/** Nothing could be asked: wrong arguments, an unreadable file. */
export const EXIT_USAGE = 2;

/** The exit code that goes with an outcome. */
export function exitCode(line: OutcomeLine): number {
  if (line.outcome === 'aborted') return EXIT_INTERRUPTED;
  if (line.error?.layer === 'bad-input') return EXIT_USAGE;
  return line.outcome === 'error' || line.outcome === 'cut' || line.outcome === 'task-failed' ? EXIT_FAILED : EXIT_OK;
}
