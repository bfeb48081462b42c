import { fingerprint } from '../../lib/fingerprint.ts';
import type { DeliveryEntry } from '../../model/entry.ts';
import type { StreamResponse } from '../../model/event.ts';
import type { Issue } from '../../model/issue.ts';
import type { DeliveryCheck, RowDelivery } from '../../model/receiver.ts';
import { stateClass, type TaskStatus } from '../../model/task.ts';
import { canonicalJson } from '../card/canonical.ts';
import type { TaskMemory } from './exchange-state.ts';
import { withIssue } from './exchange-state.ts';

/** Delivery bodies kept per task to notice repeats. */
const REMEMBERED_DELIVERIES = 256;
/** Deliveries of the same content that are kept until their events come. */
const REMEMBERED_EARLY = 64;
/** Events of streams and answers kept per task, to be found again in deliveries. */
const REMEMBERED_EVENTS = 1_024;
const CLAUSE = '1.0 §4.3.3';

/** One body that was delivered. */
interface Sent {
  /** How often since it was acknowledged. */
  count: number;
  /** The answer to the last time. */
  answer: number;
  fits: OwnEvent | undefined;
}

/** A delivery that came before the event it carries. */
interface EarlyDelivery {
  seq: number;
  sent: Sent;
  /** Its event has come. */
  met: boolean;
}

/** What the agent said of a task by itself. */
export interface OwnEvent {
  key: string;
  state: string | undefined;
  timestamp: string | undefined;
  seq: number;
  at: number;
  delivered: boolean;
}

/** What is remembered of one task to judge its deliveries. */
export interface DeliveryMemory {
  bodies: Map<string, Sent>;
  own: OwnEvent[];
  /** Deliveries that came before the event they carry, by its key: some agents push first. */
  ahead: Map<string, EarlyDelivery[]>;
  /** Highest seq of an own event that was delivered. */
  newest: number;
  /** Latest timestamp that was delivered, milliseconds since the epoch. */
  stamp: number;
  /** Latest timestamp of an own event, milliseconds since the epoch. */
  ownStamp: number;
}

const newMemory = (): DeliveryMemory => ({
  bodies: new Map(),
  own: [],
  ahead: new Map(),
  newest: 0,
  stamp: Number.NEGATIVE_INFINITY,
  ownStamp: Number.NEGATIVE_INFINITY,
});

const statusOf = (event: StreamResponse) => event.statusUpdate?.status ?? event.task?.status ?? undefined;

/** The same for equal values: some servers write the members of an object in another order each time. */
const print = (value: unknown): string => (value === undefined ? '' : fingerprint(canonicalJson(value)));

/** Equal for an event and the delivery of it: A2A gives neither a number. */
function keyOf(event: StreamResponse): string {
  const { statusUpdate, artifactUpdate, task, message } = event;
  if (statusUpdate) {
    const { status, metadata } = statusUpdate;
    return `s|${status?.state}|${status?.timestamp}|${print(status?.message?.parts)}|${print(metadata)}`;
  }
  if (artifactUpdate) {
    const { artifact, append, lastChunk } = artifactUpdate;
    return `a|${artifact?.artifactId}|${append === true}|${lastChunk === true}|${print(artifact?.parts)}`;
  }
  if (task) return `t|${task.status?.state}|${task.status?.timestamp}|${print(task.status?.message?.parts)}`;
  return `m|${message?.messageId}`;
}

/** By which a whole task is found that 0.3 delivers where the stream has an update. */
const wholeKey = (status: TaskStatus | undefined): string => `w|${status?.state}|${status?.timestamp}`;

/** Remembers what a stream or an answer said of a task. Returns the seq of the delivery that had brought it before. */
export function rememberOwn(memory: TaskMemory, event: StreamResponse, seq: number, at: number): number | undefined {
  memory.deliveries ??= newMemory();
  const { own, ahead, newest } = memory.deliveries;
  const status = statusOf(event);
  const key = keyOf(event);
  const isOpen = ({ met }: EarlyDelivery) => !met;
  const early = ahead.get(key)?.find(isOpen) ?? ahead.get(wholeKey(status))?.find(isOpen);
  const said = { key, state: status?.state, timestamp: status?.timestamp, seq, at, delivered: early !== undefined };
  if (early) {
    early.met = true;
    early.sent.fits = said;
    memory.deliveries.newest = Math.max(newest, seq);
  }
  own.push(said);
  if (own.length > REMEMBERED_EVENTS) own.shift();
  const stamp = Date.parse(status?.timestamp ?? '');
  if (stamp > memory.deliveries.ownStamp) memory.deliveries.ownStamp = stamp;
  return early?.seq;
}

/**
 * The event that a delivery repeats: the first of its kind that was not delivered yet, and rather one after those that
 * were. What was said before the agent was told where to push is never delivered.
 */
function fitting({ own, newest }: DeliveryMemory, event: StreamResponse): OwnEvent | undefined {
  const key = keyOf(event);
  const same = own.filter((one) => !one.delivered && one.key === key);
  const next = same.find(({ seq }) => seq > newest) ?? same[0];
  if (next) return next;
  // 0.3 delivers the whole task where the stream had an update.
  const status = event.task?.status;
  if (status?.timestamp === undefined) return undefined;
  return own.find((one) => !one.delivered && one.state === status.state && one.timestamp === status.timestamp);
}

export interface Judged {
  issues: Issue[];
  facts: Pick<RowDelivery, 'fits' | 'after' | 'attempt' | 'stale'>;
}

/** What of a delivery tells repeats, beside the event it carries. */
export interface DeliveryIdentity {
  /** Under which the sender repeats itself; left out: the body. */
  idempotencyKey?: string | undefined;
}

/**
 * Receivers get repeats and late arrivals, and the protocol gives no number to tell them by. Plain progress may well repeat
 * itself, so that a body counts as a repeat only with a timestamp, a terminal state, a message's id or a key of its own,
 * or when it was not acknowledged before.
 */
export function judgeDelivery(
  memory: TaskMemory,
  event: StreamResponse,
  entry: DeliveryEntry,
  identity: DeliveryIdentity,
  found: Issue[],
): Judged {
  memory.deliveries ??= newMemory();
  const known = memory.deliveries;
  const status = statusOf(event);
  const kind = stateClass(status?.state);
  const { idempotencyKey } = identity;
  const name = idempotencyKey === undefined ? fingerprint(entry.body.text ?? '') : `key|${idempotencyKey}`;
  const before = known.bodies.get(name);
  const refusedBefore = before !== undefined && (before.answer < 200 || before.answer >= 300);
  const telling =
    idempotencyKey !== undefined ||
    status?.timestamp !== undefined ||
    kind === 'terminal' ||
    (event.message?.messageId ?? '') !== '';
  const repeats = before !== undefined && (refusedBefore || telling);
  const fits = (repeats ? before.fits : undefined) ?? fitting(known, event);
  const issues = repeats ? withIssue(found, repeated(before, refusedBefore)) : found;
  const facts: Judged['facts'] = {};
  const last = known.own[known.own.length - 1];
  if (fits) facts.fits = fits.seq;
  const since = fits ?? last;
  if (since) facts.after = Math.round((entry.at - since.at) * 1_000) / 1_000;
  if (refusedBefore) facts.attempt = before.count + 1;
  const sent: Sent = { count: refusedBefore ? before.count + 1 : 1, answer: entry.answer, fits };
  remember(known, name, sent);
  // A repeat that an own event said as well changes nothing anyway; any other may be as old as a late arrival.
  const order = repeats && fits ? undefined : outOfOrder(memory, known, event, fits);
  if (order) facts.stale = true;
  if (fits) {
    fits.delivered = true;
    known.newest = Math.max(known.newest, fits.seq);
  } else if (!repeats) comesAhead(known, event, { seq: entry.seq, sent, met: false });
  const stamp = Date.parse(status?.timestamp ?? '');
  if (stamp > known.stamp) known.stamp = stamp;
  return { issues: order && !repeats ? withIssue(issues, order) : issues, facts };
}

function comesAhead({ ahead }: DeliveryMemory, event: StreamResponse, early: EarlyDelivery): void {
  const key = keyOf(event);
  const same = (ahead.get(key) ?? []).filter(({ met }) => !met);
  ahead.set(key, [...same, early].slice(-REMEMBERED_EARLY));
  const { timestamp } = event.task?.status ?? {};
  if (timestamp !== undefined) ahead.set(wholeKey(event.task?.status), [early]);
  if (ahead.size > REMEMBERED_EVENTS) ahead.delete(ahead.keys().next().value as string);
}

function remember({ bodies }: DeliveryMemory, name: string, sent: Sent): void {
  bodies.delete(name);
  bodies.set(name, sent);
  if (bodies.size > REMEMBERED_DELIVERIES) bodies.delete(bodies.keys().next().value as string);
}

function repeated({ count, answer }: Sent, refused: boolean): Issue {
  const once = 'Notifications are delivered at least once';
  return refused
    ? {
        code: 'delivery-retry',
        severity: 'note',
        message: `Attempt ${count + 1} of the same notification, which was ${answer === 0 ? 'not answered' : `answered ${answer}`} before. ${once}: agents may try again until they get a 2xx.`,
        clause: CLAUSE,
      }
    : {
        code: 'delivery-duplicate',
        severity: 'note',
        message: `The same notification was delivered before. ${once}, so receivers have to expect repeats.`,
        clause: CLAUSE,
      };
}

/** Whether a delivery tells of something older than what was told before. */
function outOfOrder(
  memory: TaskMemory,
  known: DeliveryMemory,
  event: StreamResponse,
  fits: OwnEvent | undefined,
): Issue | undefined {
  const status = statusOf(event);
  if (fits) {
    if (fits.seq > known.newest) return undefined;
    const message = `Entry ${fits.seq} said the same, and a later one, ${known.newest}, was delivered before. Deliveries come at least once and in any order.`;
    return { code: 'delivery-out-of-order', severity: 'note', message, clause: CLAUSE };
  }
  if (status === undefined) return undefined;
  if (stateClass(status.state) !== 'terminal' && stateClass(memory.state) === 'terminal') {
    const message = `${status.state} was delivered after the task was ${memory.state}. Deliveries come at least once and in any order.`;
    return { code: 'delivery-late', severity: 'note', message, clause: CLAUSE };
  }
  const stamp = Date.parse(status.timestamp ?? '');
  if (!(stamp < known.stamp || stamp < known.ownStamp)) return undefined;
  const than = stamp < known.stamp ? 'was delivered before' : 'the agent told by itself before';
  const message = `The timestamp ${status.timestamp} is older than one that ${than}. Deliveries come at least once and in any order.`;
  return { code: 'delivery-out-of-order', severity: 'note', message, clause: CLAUSE };
}

/** What the row of a delivery says of it beside the event it carries. */
export function rowDelivery(
  check: DeliveryCheck | undefined,
  format: RowDelivery['format'],
  facts: Judged['facts'],
): RowDelivery {
  const row: RowDelivery = { verified: check?.verified ?? true };
  if (check?.registration !== undefined) row.registration = check.registration;
  if (check?.fault !== undefined) row.fault = check.fault;
  if (format !== undefined) row.format = format;
  if (check?.simulated) row.simulated = true;
  if (check?.accepted !== undefined) row.accepted = check.accepted;
  return { ...row, ...facts };
}

const TOKEN_LINE = 'the line X-A2A-Notification-Token';

/** What the receiver found wrong with a delivery, in words. */
export function checkIssues(check: DeliveryCheck | undefined, answer: number): Issue[] {
  if (check === undefined) return [];
  const issues: Issue[] = [];
  const add = (code: string, message: string) => issues.push({ code, severity: 'warning', message });
  if (check.accepted !== undefined) {
    const message = `You accepted entry ${check.accepted}, although it is not known who sent it.`;
    return [{ code: 'delivery-accepted', severity: 'note', message }];
  }
  const { token, authorization, scheme = 'the scheme registered', fault } = check;
  const unknown = 'so it is not known who sent this, and it changes nothing.';
  if (token === 'wrong') add('delivery-token', `The token in ${TOKEN_LINE} is wrong, ${unknown}`);
  else if (token === 'missing') {
    const hint =
      authorization === 'ok'
        ? ' Some senders leave it out when there is an authentication as well; give the agent only one of them then.'
        : '';
    add('delivery-token', `The token is missing: ${TOKEN_LINE} was not sent, ${unknown}${hint}`);
  }
  if (authorization === 'wrong') {
    add('delivery-authorization', `The Authorization line is not the ${scheme} one that was registered, ${unknown}`);
  } else if (authorization === 'missing') {
    add('delivery-authorization', `The Authorization line is missing; ${scheme} was registered, ${unknown}`);
  } else if (!check.verified && token === 'none' && authorization === 'none' && fault === 'token') {
    add('delivery-token', `The agent was told neither a token nor an authentication, ${unknown}`);
  }
  const refused = fault === undefined ? undefined : FAULTS[fault];
  if (refused !== undefined) add('delivery-refused', answer === 0 ? refused : `${refused} It was answered ${answer}.`);
  return issues;
}

const FAULTS: Partial<Record<NonNullable<DeliveryCheck['fault']>, string>> = {
  'unknown-path': 'Nobody was given this address of the receiver.',
  method: 'Notifications are sent with POST.',
  'content-type': 'The Content-Type is not one of JSON, such as application/a2a+json.',
  'content-encoding': 'The body is compressed in a way the receiver does not read, or is damaged.',
  'too-large': 'The body is larger than the receiver takes.',
  'not-json': 'The body is no JSON.',
  timeout: 'The body did not arrive in time.',
  cut: 'The sender hung up before the body was complete.',
};
