import { createLenses, type Lenses } from '../../lenses/index.ts';
import type { Section } from '../../lenses/lens.ts';
import { fingerprint } from '../../lib/fingerprint.ts';
import { createShapedJson } from '../../lib/shaped-json.ts';
import type {
  DeliveryEntry,
  EndEntry,
  Entry,
  FrameEntry,
  HeadEntry,
  NoteEntry,
  RequestEntry,
} from '../../model/entry.ts';
import type { StreamResponse } from '../../model/event.ts';
import type { Issue } from '../../model/issue.ts';
import type { Lane } from '../../model/row.ts';
import { ROW_ARTIFACT_LIMIT, ROW_TEXT_LIMIT } from '../../model/row.ts';
import type { Task } from '../../model/task.ts';
import { stateClass } from '../../model/task.ts';
import type { ListTasksResponse } from '../dialects/dialect.ts';
import { answerRow, unreadableRow } from './answer-row.ts';
import { authAnswerRow, authRequestRow } from './auth-row.ts';
import { checkIssues, type Judged, judgeDelivery, rememberOwn, rowDelivery } from './delivery.ts';
import { eventRow } from './event-row.ts';
import type { ExchangeState, TaskMemory } from './exchange-state.ts';
import {
  firstTime,
  headerOf,
  isGuarded,
  isLines,
  isStream,
  mediaTypeOf,
  newTaskMemory,
  openExchange,
  withIssue,
  withIssues,
} from './exchange-state.ts';
import { fileRequestRow, fileRow } from './file-row.ts';
import { checkEnd, checkEvent, settled } from './lifecycle.ts';
import { makeRow, plainMarks, quietMarks } from './make-row.ts';
import { noteRow } from './note-row.ts';
import { type DeliveryPayload, readBody, readDelivery, readItem, readStatus } from './read-payload.ts';
import { readRequest } from './read-request.ts';
import type { Fold, Folded, Reading } from './reading.ts';
import { lineData, sseComment, sseData } from './sse-data.ts';
import { partsLine } from './text-line.ts';

export type { Fold } from './reading.ts';

const NO_ISSUES: Issue[] = [];
const NO_SECTIONS: Section[] = [];
/** The lenses Loupe brings along. */
const BUILT_IN = createLenses();

/**
 * Starts a fold at the beginning of a session. Entries must come in order of seq; each gives exactly one row. It never
 * throws for anything an agent can send. Lists in the result may be shared and must not be changed. Other lenses need
 * another fold.
 */
export function createFold(lenses: Lenses = BUILT_IN): Fold {
  return new SessionFold(lenses);
}

class SessionFold implements Fold {
  private readonly exchanges = new Map<number, ExchangeState>();
  private readonly tasks = new Map<string, TaskMemory>();
  /** Stands in where an event names no task. */
  private readonly taskless: TaskMemory = newTaskMemory();
  private readonly json = createShapedJson();
  /** Notifications are asked for or came; only then events are kept to be found in them. */
  private pushes = false;

  constructor(private readonly lenses: Lenses) {}

  push(entry: Entry, data?: string): Folded {
    switch (entry.kind) {
      case 'frame':
        return this.frame(entry, data);
      case 'request':
        return this.request(entry);
      case 'head':
        return this.head(entry);
      case 'end':
        return this.end(entry);
      case 'delivery':
        return this.delivery(entry);
      case 'note':
        return this.note(entry);
    }
  }

  private exchangeOf(entry: Entry, number: number): ExchangeState {
    let exchange = this.exchanges.get(number);
    if (exchange === undefined) {
      exchange = openExchange(entry, number);
      this.exchanges.set(number, exchange);
    }
    return exchange;
  }

  private memoryOf(task: string | undefined): TaskMemory {
    if (task === undefined) return this.taskless;
    let memory = this.tasks.get(task);
    if (memory === undefined) {
      memory = newTaskMemory();
      this.tasks.set(task, memory);
    }
    return memory;
  }

  private request(entry: RequestEntry): Folded {
    const exchange = openExchange(entry, entry.exchange);
    this.exchanges.set(entry.exchange, exchange);
    if (exchange.auth) return authRequestRow(exchange, entry);
    if (exchange.file) return fileRequestRow(exchange, entry);
    this.pushes ||= asksForPush(entry);
    const reading = readRequest(exchange, entry);
    exchange.context ??= exchange.task === undefined ? undefined : this.tasks.get(exchange.task)?.context;
    const message = reading.type === 'sent' ? reading.message : undefined;
    const sections = message === undefined ? NO_SECTIONS : this.lenses.readSections({ message });
    const text = requestLine(exchange, message === undefined ? '' : partsLine(message.parts), sections);
    const row = makeRow(entry, 'request', 'request', exchange, text, entry.body.bytes);
    const marks = plainMarks(text.length > ROW_TEXT_LIMIT, NO_ISSUES);
    if (marks !== undefined) row.marks = marks;
    row.name = entry.operation;
    if (exchange.poll) row.marks = quietMarks(exchange, row.marks);
    if (message !== undefined) row.message = { id: message.messageId, role: 'user' };
    return { row, reading, issues: NO_ISSUES, sections };
  }

  private head(entry: HeadEntry): Folded {
    const exchange = this.exchangeOf(entry, entry.exchange);
    exchange.status = entry.status;
    exchange.contentType = headerOf(entry.headers, 'content-type') ?? '';
    if (isGuarded(entry.status)) exchange.challenge = headerOf(entry.headers, 'www-authenticate');
    const mediaType = mediaTypeOf(exchange.contentType);
    exchange.stream = !exchange.file && isStream(exchange, mediaType, entry.status);
    const bad = entry.status >= 400;
    const facts = mediaType === '' ? entry.statusText : mediaType;
    const text = facts === '' ? String(entry.status) : `${entry.status} · ${facts}`;
    // What a refusal means for a sign-in is in its body: many only say to ask again.
    const row = makeRow(entry, bad && !exchange.auth ? 'error' : laneOf(exchange), 'response', exchange, text, 0);
    const issues = isLines(exchange.streaming, mediaType, entry.status) ? [linesInstead(mediaType)] : NO_ISSUES;
    const marks = plainMarks(false, issues);
    if (marks !== undefined) row.marks = marks;
    row.duration = entry.at - exchange.startedAt;
    if (mediaType !== '') row.name = mediaType;
    row.status = entry.status;
    if (exchange.stream) row.stream = true;
    if (exchange.poll && !bad) row.marks = quietMarks(exchange, row.marks);
    return { row, issues, sections: NO_SECTIONS };
  }

  private end(entry: EndEntry): Folded {
    const exchange = this.exchangeOf(entry, entry.exchange);
    this.exchanges.delete(entry.exchange);
    const { cause } = entry;
    const found = cause === 'aborted' ? undefined : checkEnd(exchange, cause === 'complete');
    const issues = found === undefined ? NO_ISSUES : [found];
    // A socket that breaks after the task came to rest is a fact, but no error of this exchange.
    const fine = cause === 'complete' || cause === 'aborted' || (exchange.stream && settled(exchange));
    const text = entry.error?.message ?? '';
    const row = makeRow(entry, fine ? laneOf(exchange) : 'error', 'end', exchange, text, entry.bytes);
    const marks = plainMarks(text.length > ROW_TEXT_LIMIT, issues);
    if (marks !== undefined) row.marks = marks;
    row.duration = entry.at - exchange.startedAt;
    row.name = cause;
    if (exchange.poll && cause === 'complete') row.marks = quietMarks(exchange, row.marks);
    const reading: Reading = { type: 'ended', cause };
    if (entry.error !== undefined) reading.error = entry.error;
    if (exchange.challenge !== undefined) reading.challenge = exchange.challenge;
    return { row, reading, issues, sections: NO_SECTIONS };
  }

  private frame(entry: FrameEntry, known?: string): Folded {
    const exchange = this.exchangeOf(entry, entry.exchange);
    const text = entry.body.text;
    if (exchange.file) return fileRow(exchange, entry);
    if (entry.framing === 'tail') return this.tail(exchange, entry);
    if (text === undefined) return unreadableRow(exchange, entry, 'The bytes are not UTF-8.', '', NO_ISSUES);
    if (exchange.auth) return authAnswerRow(exchange, entry, text);
    if (entry.framing === 'grpc-status') {
      return this.answer(exchange, entry, readStatus(text).reading, NO_ISSUES, text);
    }
    if (entry.framing === 'body' || (entry.framing === 'grpc' && !exchange.streaming)) {
      const payload = readBody(exchange, text);
      return this.answer(exchange, entry, payload.reading, payload.issues, text);
    }
    if (entry.framing === 'grpc') return this.item(exchange, entry, text);
    const line = entry.framing === 'line';
    const data = known ?? (line ? lineData(text) : sseData(text));
    if (data === undefined) {
      const row = makeRow(entry, 'status', 'comment', exchange, line ? '' : sseComment(text), entry.body.bytes);
      return { row, reading: { type: 'quiet' }, issues: NO_ISSUES, sections: NO_SECTIONS };
    }
    return this.item(exchange, entry, data);
  }

  private item(exchange: ExchangeState, entry: FrameEntry, data: string): Folded {
    const parsed = this.json.parse(data);
    if (!parsed.ok) {
      const issue: Issue = { code: 'not-json', severity: 'warning', message: `The data is no JSON: ${parsed.message}` };
      return unreadableRow(exchange, entry, parsed.message, data, [issue]);
    }
    const payload = readItem(exchange, parsed.value, entry.event, data);
    return this.answer(exchange, entry, payload.reading, payload.issues, data);
  }

  private tail(exchange: ExchangeState, entry: FrameEntry): Folded {
    const issue: Issue = {
      code: 'undelivered-tail',
      severity: 'warning',
      message: 'The bytes ended inside this block, so it was never delivered.',
      clause: 'WHATWG HTML §9.2.6',
    };
    return unreadableRow(exchange, entry, issue.message, entry.body.text ?? '', [issue]);
  }

  private answer(exchange: ExchangeState, entry: FrameEntry, reading: Reading, issues: Issue[], text: string): Folded {
    if (reading.type === 'event') return this.event(exchange, entry, reading, reading.event, issues);
    if (reading.type === 'task') return this.event(exchange, entry, reading, { task: reading.task }, issues);
    if (reading.type === 'unreadable') return unreadableRow(exchange, entry, reading.message, text, issues);
    const found = reading.type === 'tasks' ? withIssues(issues, manyListed(reading.list)) : issues;
    return answerRow(exchange, entry, reading, found);
  }

  private event(
    exchange: ExchangeState,
    entry: FrameEntry,
    reading: Reading,
    event: StreamResponse,
    decoded: Issue[],
  ): Folded {
    const lens = this.lenses.lensFor(event);
    let issues = this.takeIds(exchange, event, checkEvent(exchange, event, decoded));
    if (lens?.check !== undefined) issues = withIssues(issues, lens.check(event));
    const memory = this.memoryOf(exchange.task);
    if (memory.context !== exchange.context && exchange.context !== undefined) memory.context = exchange.context;
    if (exchange.state !== undefined) memory.state = exchange.state;
    const delivered = this.pushes ? rememberOwn(memory, event, entry.seq, entry.at) : undefined;
    issues = withIssues(issues, manyArtifacts(event));
    const sections = this.lenses.readSections(event, lens);
    const row = eventRow({
      entry,
      exchange,
      memory,
      event,
      sections,
      lens: lens?.id,
      issues,
      size: entry.body.bytes,
      ascii: isAscii,
    });
    if (delivered !== undefined) row.delivered = delivered;
    if (exchange.terminal && memory.spans !== undefined) memory.spans = undefined;
    if (exchange.poll && event.task !== undefined) {
      const polled = fingerprint(JSON.stringify(event.task));
      if (polled === memory.polled) {
        row.marks = quietMarks(exchange, row.marks);
        delete row.artifacts;
      }
      memory.polled = polled;
    }
    return { row, reading, issues, sections };
  }

  /** The event's own context wins over the one sent; the task's id was taken by `checkEvent`. */
  private takeIds(exchange: ExchangeState, event: StreamResponse, found: Issue[]): Issue[] {
    const update = event.statusUpdate ?? event.artifactUpdate ?? event.task ?? event.message;
    const context = update?.contextId;
    if (event.message?.taskId) exchange.task = event.message.taskId;
    if (context === undefined || context === '') {
      exchange.context ??= exchange.task === undefined ? undefined : this.tasks.get(exchange.task)?.context;
      return found;
    }
    if (context === exchange.context) return found;
    exchange.context = context;
    if (exchange.sentContext === undefined || exchange.sentContext === context) return found;
    if (!firstTime(exchange, 'context-id-changed')) return found;
    return withIssue(found, {
      code: 'context-id-changed',
      severity: 'warning',
      message: `The message was sent to context ${exchange.sentContext}, the answer names ${context}.`,
      clause: '1.0 §3.4.1',
    });
  }

  private delivery(entry: DeliveryEntry): Folded {
    this.pushes = true;
    // A delivery is no part of an exchange; it borrows a state of its own so that rows are made in one place.
    const exchange = openExchange(entry, 0);
    const { check, body, answer } = entry;
    const row = makeRow(entry, 'push', 'delivery', exchange, '', body.bytes);
    row.agent = entry.agent ?? '';
    if (answer !== 0) row.status = answer;
    // Nobody's word changes nothing: neither the task nor what is remembered of it, and the row is none of the task's.
    const verified = check?.verified ?? true;
    const payload = deliveryPayload(body);
    const { reading, format } = payload;
    const found = checkIssues(check, answer);
    let issues = found.length === 0 ? payload.issues : withIssues(payload.issues, found);
    let sections = NO_SECTIONS;
    let cut = false;
    let lensId: string | undefined;
    let facts: Judged['facts'] = {};
    if (reading.type === 'event') {
      const { event } = reading;
      issues = this.takeIds(exchange, event, checkEvent(exchange, event, issues));
      issues = withIssues(issues, manyArtifacts(event));
      const memory = verified ? this.memoryOf(exchange.task) : newTaskMemory();
      if (verified) ({ issues, facts } = judgeDelivery(memory, event, entry, payload, issues));
      const counts = check?.accepted !== undefined || (answer > 0 && answer < 400);
      // What a stream said as well is known, and so is what came after it.
      const states = verified && counts && facts.stale !== true && facts.fits === undefined;
      // Only the wire of the user's own calls says what happened; a delivery never takes a task out of its end.
      if (states && exchange.state !== undefined && stateClass(memory.state) !== 'terminal') {
        memory.state = exchange.state;
      }
      const lens = this.lenses.lensFor(event);
      lensId = lens?.id;
      sections = this.lenses.readSections(event, lens);
      const blank = newTaskMemory();
      const inner = eventRow({
        entry,
        exchange,
        memory: blank,
        event,
        sections,
        lens: lensId,
        issues,
        size: body.bytes,
        ascii: never,
      });
      cut = inner.marks?.cut === true;
      row.text = inner.text;
      row.name = inner.kind;
      if (inner.message !== undefined) row.message = inner.message;
      if (inner.timestamp !== undefined) row.timestamp = inner.timestamp;
      if (verified) {
        row.context = exchange.context;
        row.task = exchange.task;
        if (inner.state !== undefined) row.state = inner.state;
        if (inner.artifact !== undefined) row.artifact = inner.artifact;
        if (inner.artifacts !== undefined) row.artifacts = inner.artifacts;
      }
    }
    const marks = plainMarks(cut, issues, lensId);
    if (marks !== undefined) row.marks = marks;
    row.delivery = rowDelivery(check, format, facts);
    return { row, reading, issues, sections };
  }

  private note(entry: NoteEntry): Folded {
    const known = entry.exchange === undefined ? undefined : this.exchanges.get(entry.exchange);
    const exchange = known ?? openExchange(entry, entry.exchange ?? 0);
    return noteRow(entry, exchange, (task) => this.tasks.get(task)?.context);
  }
}

/** A row names only so many artifacts of a snapshot; what is left out has to be told. */
function manyArtifacts({ task }: StreamResponse): Issue[] {
  return countIssue('The task holds', artifactCount(task));
}

/** The same of a list of tasks. */
const manyListed = ({ tasks }: ListTasksResponse): Issue[] =>
  countIssue(
    'The tasks hold',
    tasks.reduce((sum, task) => sum + artifactCount(task), 0),
  );

const artifactCount = (task: Task | undefined): number => (Array.isArray(task?.artifacts) ? task.artifacts.length : 0);

function countIssue(holder: string, count: number): Issue[] {
  if (count <= ROW_ARTIFACT_LIMIT) return NO_ISSUES;
  const message = `${holder} ${count} artifacts. Lists name the first ${ROW_ARTIFACT_LIMIT} of them; the body has all.`;
  return [{ code: 'many-artifacts', severity: 'note', message }];
}

/** Of a body that was not read there is nothing to say; the receiver said why. */
function deliveryPayload({ bytes, text }: DeliveryEntry['body']): DeliveryPayload {
  if (text !== undefined) return bytes === 0 ? { reading: { type: 'quiet' }, issues: NO_ISSUES } : readDelivery(text);
  return { reading: { type: 'unreadable', message: 'The bytes are not UTF-8.' }, issues: NO_ISSUES };
}

/** Whether a request tells the agent where to push; its body need not be read for that. */
const asksForPush = ({ operation, body }: RequestEntry): boolean =>
  operation === 'CreateTaskPushNotificationConfig' || body.text?.includes('ushNotificationConfig') === true;

const laneOf = (exchange: ExchangeState): Lane => (exchange.auth ? 'auth' : 'request');

/** Whether lengths of strings are sizes in bytes: no character above U+007F, written out or escaped. */
const isAscii = (entry: Entry): boolean => {
  if (entry.kind !== 'frame' || entry.framing === 'grpc') return false;
  const text = entry.body.text;
  return text !== undefined && text.length === entry.body.bytes && !text.includes('\\u');
};

const never = (): boolean => false;

const linesInstead = (mediaType: string): Issue => ({
  code: 'content-type',
  severity: 'warning',
  message: `The stream came as ${mediaType}, one JSON value a line; text/event-stream was expected.`,
  clause: '1.0 §9.4.2',
});

/** The user's words; an answer to a question as `choice → question`; else the task a call is about. */
function requestLine(exchange: ExchangeState, words: string, sections: readonly Section[]): string {
  const first = sections[0];
  if (first?.kind === 'permission' && first.decision !== undefined) {
    const about = first.id ?? first.toolId;
    return about === undefined ? first.decision : `${first.decision} → ${about}`;
  }
  return words !== '' ? words : (exchange.task ?? exchange.context ?? '');
}
